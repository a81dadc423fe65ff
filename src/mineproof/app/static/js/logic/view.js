/** The Logic view: a game or a position, step by step, with the knowledge base beside the board. */

import { ApiError } from "../page/api.js";
import { announce, notify } from "../page/announce.js";
import { byId, debounced, make, styled } from "../page/dom.js";
import { useTabs } from "../page/tabs.js";
import { Tree } from "../coach/tree.js";
import { inWords, number, t, tOr } from "../page/words.js";
import { Comparison } from "./comparison.js";
import { EXAMPLES } from "./examples.js";
import { KnowledgeLists } from "./knowledge.js";
import { leftView } from "./left.js";
import { Menu } from "./menu.js";
import { Player } from "./player.js";
import { Replay, keyOf } from "./replay.js";
import { sentence, spokenText } from "./sentence.js";
import { Stage } from "./stage.js";
import { StepsList } from "./steps.js";
import { USUAL, linkTo, readAddress } from "./subject.js";
import { Trace, isStall, touches } from "./trace.js";

await styled("logic", "derivation");

/** @import {FileContent} from "../files/types.js" */
/** @import {Game, Position, TraceStep} from "../types.js" */

const ADDRESS_DELAY = 200; // milliseconds without a step before the address says where we are

export class LogicView {
    /** @param {() => Game | null} game  the game at the table, to be watched */
    constructor(game) {
        /** @type {Trace | null} */
        this.trace = null;
        this.replay = new Replay([]);
        this.number = 0;
        this.wished = 0; // the step to go to as soon as it has arrived
        this.stage = new Stage(byId("logic-board", HTMLElement), () => this.#chosen());
        this.lists = new KnowledgeLists(this.stage.board, (clause) => this.#derive(clause));
        this.tree = new Tree(byId("logic-tree", HTMLElement), this.stage.board);
        this.steps = new StepsList(this.stage.board, (number) => this.go(number));
        this.menu = new Menu(
            game,
            (subject, engine = this.engine) => void this.load(subject, engine),
        );
        this.comparison = new Comparison((subject, engine) => void this.load(subject, engine));
        this.slider = byId("logic-slider", HTMLInputElement);
        this.onlyCell = byId("logic-only-cell", HTMLInputElement);
        this.player = new Player(
            byId("logic-play", HTMLButtonElement),
            byId("logic-speed", HTMLInputElement),
            () => this.#stepOn(),
        );
        this.noteAddress = debounced(ADDRESS_DELAY, () => this.#noteAddress());
        useTabs(byId("logic-tabs", HTMLElement), () => this.#tabbed());
        this.#listen();
        inWords(() => this.#translate());
    }

    /**
     * Show what an address names; the first example if it names nothing.
     *
     * @param {string} address
     */
    async enter(address) {
        const place = readAddress(address);
        if (!place && this.trace) return this.noteAddress();
        const { subject, engine, step } = place ?? first();
        await this.load(subject, engine, step);
    }

    leave() {
        this.player.stop();
    }

    /** The engine that is watched. */
    get engine() {
        return this.trace?.wish.engine ?? USUAL;
    }

    /** Watch what was opened: a game from its beginning, or a position.
     *  @param {FileContent} content */
    take({ game, board, mines, shape }) {
        void this.load(game ? { code: game.code } : { board, mines, shape }, this.engine);
    }

    /**
     * Have a game or a position traced, and go to a step.
     *
     * @param {{code: string} | Position} subject
     * @param {string} engine
     * @param {number} [step]
     */
    async load(subject, engine, step = 0) {
        this.player.stop();
        try {
            const trace = await Trace.load({ ...subject, engine });
            if (this.trace) this.trace.isWanted = false;
            this.#take(trace, step);
            await trace.loadRest(() => this.#grown());
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
        }
    }

    /** @param {Trace} trace  @param {number} step */
    #take(trace, step) {
        this.trace = trace;
        this.tree.hide();
        this.replay = new Replay(trace.steps);
        this.slider.max = String(trace.total - 1);
        this.stage.set(trace);
        this.lists.set(trace.head.kinds);
        this.steps.follow(trace);
        this.comparison.follow(trace);
        const { engine: _, ...subject } = trace.wish;
        this.menu.name(subject);
        this.go(step);
    }

    /** More steps have arrived. */
    #grown() {
        this.steps.refresh();
        if (this.wished > this.number) this.go(this.wished);
    }

    /**
     * Show a step, or the last one that has arrived.
     *
     * @param {number} number
     */
    go(number) {
        if (!this.trace) return;
        this.wished = Math.max(number, 0);
        this.number = Math.min(this.wished, this.trace.steps.length - 1);
        this.#show();
        this.noteAddress();
    }

    #stepOn() {
        this.go(this.number + 1);
        return this.number < (this.trace?.total ?? 0) - 1;
    }

    /** Go to the next step that is wanted, or to the end. @param {(step: TraceStep) => boolean} isWanted */
    #run(isWanted) {
        this.player.stop();
        if (this.trace) this.go(this.trace.next(this.number, isWanted));
    }

    #show() {
        const { trace, number: at } = this;
        const step = trace?.steps[at];
        if (!trace || !step) return;
        const isInKb = this.replay
            .at(at - 1)
            .of(step)
            .kb.has(keyOf(step.clause ?? []));
        const state = this.replay.at(at);
        this.stage.show(state, step);
        const { kb } = state.of(step);
        const parts = sentence(step, this.stage.board, { isInKb, kb: kb.size });
        this.#tell(step, parts);
        this.#showLists();
        this.#showPlace(trace.total);
        this.steps.mark(at);
    }

    /** @param {TraceStep} step  @param {(string | Node)[]} parts */
    #tell(step, parts) {
        const board = this.stage.board;
        const groups = isStall(step) ? (this.trace?.head.groups ?? []) : [];
        const title = make("h2", {}, tOr(`kind.${step.kind}`, step.kind));
        const host = byId("logic-sentence", HTMLElement);
        host.replaceChildren(title, make("p", {}, ...parts), ...leftView(groups, board));
        if (this.#isCut(step)) host.append(make("p", { class: "bad" }, t("logic.cut")));
        if (!this.player.isRunning) announce(spokenText(parts));
    }

    /** Tell whether there would be more steps after this one. @param {TraceStep} step */
    #isCut({ number }) {
        return this.trace?.head.outcome === null && number === this.trace.total - 1;
    }

    #showLists() {
        const step = this.trace?.steps[this.number];
        const knowledge = this.replay.at(this.number).of(step);
        const cell = this.onlyCell.checked ? this.stage.chosen : null;
        this.lists.show(knowledge, step, this.#gone(step), cell);
    }

    /** Return the clause that a step has removed from KB. @param {TraceStep | undefined} step */
    #gone(step) {
        if (!step?.clause || this.number === 0) return null;
        const clause = step.kind === "shortened" ? step.parents?.[0] : step.clause;
        if (!clause) return null;
        const key = keyOf(clause);
        const was = this.replay
            .at(this.number - 1)
            .of(step)
            .kb.has(key);
        const is = this.replay.at(this.number).of(step).kb.has(key);
        return was && !is ? clause : null;
    }

    /** @param {number} total */
    #showPlace(total) {
        const values = { n: number(this.number), of: number(total - 1) };
        const text = t("logic.place", values);
        byId("logic-place", HTMLElement).textContent = text;
        this.slider.value = String(this.number);
        this.slider.setAttribute("aria-valuetext", text);
        for (const id of ["start", "back"]) button(id).disabled = this.number === 0;
        for (const id of ["step", "mark", "play", "stall", "unit", "subsumption"])
            button(id).disabled = this.number === total - 1;
        this.#nameCell(this.number === total - 1);
    }

    /** @param {boolean} isEnd */
    #nameCell(isEnd) {
        const { chosen, board } = this.stage;
        const cell = chosen === null ? "…" : board.grid.name(chosen);
        button("touch").disabled = chosen === null || isEnd;
        byId("logic-touch-name", HTMLElement).textContent = t("logic.touch", { cell });
        byId("logic-only-name", HTMLElement).textContent = t("logic.only_cell", { cell });
        this.onlyCell.disabled = chosen === null;
        byId("logic-derive-name", HTMLElement).textContent = t("logic.derive", { cell });
        button("derive").disabled = this.#literal() === undefined;
    }

    /** Return what is known about the chosen cell, as a literal. */
    #literal() {
        const { chosen } = this.stage;
        const { kb0 } = this.replay.at(this.number).knowledge;
        return kb0.find((literal) => Math.abs(literal) - 1 === chosen);
    }

    /** Show where a clause comes from that is known now. @param {number[]} clause */
    #derive(clause) {
        this.player.stop();
        if (this.trace) void this.tree.show({ ...this.trace.wish, step: this.number, clause });
    }

    /** A tab was chosen: what is in it may be old. */
    #tabbed() {
        this.steps.mark(this.number);
        this.comparison.shown();
    }

    #chosen() {
        this.#nameCell(this.number === (this.trace?.total ?? 0) - 1);
        if (this.onlyCell.checked) this.#showLists();
    }

    #listen() {
        for (const [id, act] of Object.entries(this.#acts()))
            button(id).addEventListener("click", act);
        this.slider.addEventListener("input", () => {
            this.player.stop();
            this.go(Number(this.slider.value));
        });
        this.onlyCell.addEventListener("change", () => this.#showLists());
    }

    /** What the buttons do, by their ids. @returns {Record<string, () => void>} */
    #acts() {
        const toStep = (/** @type {number} */ number) => {
            this.player.stop();
            this.go(number);
        };
        const isTouched = (/** @type {TraceStep} */ step) =>
            this.stage.chosen !== null && touches(step, this.stage.chosen);
        return {
            start: () => toStep(0),
            back: () => toStep(this.number - 1),
            step: () => toStep(this.number + 1),
            mark: () => this.#run((step) => this.trace?.isMark(step) ?? false),
            stall: () => this.#run(isStall),
            unit: () => this.#run(({ kind }) => kind === "unit"),
            subsumption: () => this.#run(({ kind }) => kind === "subsumed"),
            touch: () => this.#run(isTouched),
            derive: () => this.#derive([this.#literal() ?? 0]),
        };
    }

    #noteAddress() {
        if (!location.hash.startsWith("#logic")) return; // we have left
        if (this.trace) history.replaceState(null, "", linkTo(this.trace.wish, this.number));
    }

    #translate() {
        this.player.translate();
        if (this.trace) this.steps.follow(this.trace);
        this.#show();
    }
}

/** @returns {import("./subject.js").Place} */
function first() {
    const place = readAddress(EXAMPLES[0]?.[1] ?? "");
    if (!place) throw new Error("there is no example");
    return place;
}

/** @param {string} id */
function button(id) {
    return byId(`logic-${id}`, HTMLButtonElement);
}
