/** The Puzzles view: a position from a real game, an answer, and the reason; in four modes. */

import { Ladder } from "../coach/hints.js";
import { announce } from "../page/announce.js";
import { api } from "../page/api.js";
import { asked } from "../page/asked.js";
import { byId, styled } from "../page/dom.js";
import { load, save } from "../page/store.js";
import { inWords, language, t } from "../page/words.js";
import { Input } from "./input.js";
import { Daily, isMode, Rated, Storm, Streak } from "./modes.js";
import { fillMenu, modeButtons, showFigure, showTexts } from "./panel.js";
import { answerOf, positionOf, Rater } from "./rater.js";
import { ShownPuzzle } from "./shown.js";
import { Supply } from "./supply.js";
import { Told } from "./told.js";

await styled("puzzles");

/** @import {ModeName} from "./modes.js" */
/** @import {Judged, Place, Puzzle, PuzzleClass, Shape, Technique} from "../types.js" */

const TICK = 200; // milliseconds between two looks at the clock
const WHERE = 1; // the first rung of a hint; that something is certain, every puzzle says

export class PuzzlesView {
    constructor() {
        this.shown = new ShownPuzzle((event, cell) => this.input.key(event, cell));
        this.board = this.shown.board;
        this.input = new Input(this.board, (mined, cell) => void this.#say(mined, cell));
        this.told = new Told(this.board);
        this.supply = new Supply();
        this.rater = new Rater(this);
        this.rated = new Rated();
        this.streak = new Streak();
        this.storm = new Storm();
        this.daily = new Daily();
        /** @type {ModeName} */
        this.name = "rated";
        this.isGiven = false; // by an id: it counts nothing
        this.technique = byId("puzzle-technique", HTMLSelectElement);
        this.shape = byId("puzzle-shape", HTMLSelectElement);
        /** @type {Technique[]} */
        this.techniques = [];
        /** @type {PuzzleClass[]} */
        this.classes = [];
        /** @type {{cell: Place, mined: boolean} | null} */
        this.claim = null; // the last answer of the player
        this.isJudging = false;
        /** @type {Promise<Judged | null>} */
        this.judging = Promise.resolve(null); // the last answer
        this.timer = 0;
        this.ladder = new Ladder(byId("puzzle-ladder", HTMLElement), this.board, {
            ask: (rung) => this.#hinted(rung),
            play: (move) => void this.#say(move.act === "flag", this.board.grid.at(move.cell)),
            position: () => this.#position,
            first: WHERE,
        });
        this.#listen();
        inWords(() => (this.named = this.#translate()));
    }

    get mode() {
        return this[this.name];
    }

    get puzzle() {
        return this.shown.puzzle;
    }

    /** Whether the puzzle can be answered. */
    get isOpen() {
        return this.puzzle !== null && this.told.answer === null && !this.mode.isOver;
    }

    /** Whether another puzzle, streak or storm can be asked for. */
    get mayGoOn() {
        if (this.name === "rated" || this.puzzle === null) return true;
        return this.name === "streak" && this.streak.isOver;
    }

    /** Whether hints and the answer may be asked for. */
    get isHelpful() {
        const mayAsk = this.name === "rated" || this.name === "daily" || !this.isOpen;
        return mayAsk && this.puzzle !== null && this.told.answer === null;
    }

    /**
     * Go to a mode, a technique, the puzzle of a day, or a puzzle by its id.
     *
     * @param {string} code
     */
    async enter(code) {
        await this.named;
        const [head = "", date] = code.split("/");
        if (head === "daily") this.daily = new Daily(date);
        if (isMode(head)) return this.#choose(head);
        if (code.includes("#")) return this.#give(code);
        if (this.titleOf(code)) {
            if (code !== this.rated.state.technique) this.#chooseKind(code);
            return this.#choose("rated");
        }
        const last = load("puzzles.mode", "rated");
        return this.#choose(isMode(last) ? last : "rated");
    }

    leave() {
        clearInterval(this.timer);
    }

    /** Return what a technique is called. @param {string} name */
    titleOf(name) {
        return this.techniques.find((each) => each.name === name)?.title ?? "";
    }

    #listen() {
        /** @param {string} id  @param {() => unknown} work */
        const on = (id, work) => {
            const later = () => void this.judging.then(work); // an answer on its way counts first
            byId(id, HTMLButtonElement).addEventListener("click", later);
        };
        on("puzzle-hint", () => this.#climb());
        on("puzzle-show", () => this.#show());
        on("puzzle-next", () => this.mayGoOn && this.next());
        for (const button of modeButtons()) {
            button.addEventListener("click", () => (location.hash = `#puzzles/${button.value}`));
        }
        for (const menu of [this.technique, this.shape]) {
            menu.addEventListener("change", () => {
                this.#chooseKind(this.technique.value, /** @type {Shape} */ (this.shape.value));
                void this.#choose("rated");
            });
        }
    }

    /** Translate the names of the techniques, and the text, into the language of the page. */
    async #translate() {
        const answer = await asked(() => api.techniques(language()));
        if (!answer) return;
        this.techniques = answer.techniques;
        this.classes = answer.classes;
        fillMenu(this.technique, this.techniques);
        this.shown.translate();
        this.ladder.render();
        await this.#tellAgain();
        showTexts(this);
    }

    /** Say again in another language what was said of the puzzle. */
    async #tellAgain() {
        const judged = this.claim ? await this.#judged(this.claim) : null;
        if (judged) this.told.judged(judged);
        else if (this.told.answer) await this.#reveal();
        else if (this.puzzle) this.told.introduce();
        this.told.end(this);
    }

    // Modes

    /** @param {string} technique  @param {Shape} [shape] */
    #chooseKind(technique, shape = this.rated.state.shape) {
        save("technique", technique);
        this.rated.choose(technique, shape);
        if (this.name === "rated") this.shown.clear();
    }

    /** @param {ModeName} name */
    async #choose(name) {
        const isShown = this.name === name && !this.isGiven && this.mode.puzzle === this.puzzle;
        this.name = name;
        this.isGiven = false;
        save("puzzles.mode", name);
        this.#watchClock();
        if (isShown && this.puzzle) return;
        const left = this.mode.puzzle;
        const isIdle = name === "storm" && !this.storm.isRunning;
        this.#clear();
        if (!left && !isIdle) return this.next();
        if (left && !isIdle) this.#put(left);
        this.supply.stock(this.mode.wishes);
        if (name === "daily" && this.daily.isOver) await this.#reveal();
        this.told.end(this);
        showTexts(this);
    }

    /** Show the puzzle of an id; it counts nothing. @param {string} id */
    async #give(id) {
        const puzzle = await asked(() => api.puzzle({ id }));
        if (!puzzle) return this.#choose("rated");
        this.name = "rated";
        this.isGiven = true;
        this.#clear();
        this.#put(puzzle);
    }

    /** Go on to the next puzzle; those after it are requested at once. */
    async next() {
        if (this.name === "rated" && this.isOpen) void this.rater.lose();
        if (this.name === "streak" && this.streak.isOver) this.streak.reset();
        if (this.name === "storm" && !this.storm.isRunning) this.storm.start();
        if (this.isGiven) history.replaceState(null, "", "#puzzles/rated");
        this.isGiven = false;
        this.#watchClock();
        const { mode } = this;
        const { wish } = mode;
        byId("puzzle-task", HTMLElement).textContent = t("puzzle.looking");
        const begun = Date.now();
        const puzzle = await asked(() => this.supply.take(wish));
        if (mode !== this.mode || JSON.stringify(wish) !== JSON.stringify(mode.wish)) return;
        if (!puzzle) return this.#clear();
        mode.begin(puzzle, Date.now() - begun);
        this.#put(puzzle);
        this.supply.stock(mode.wishes);
    }

    #clear() {
        this.shown.clear();
        this.claim = null;
        this.told.clear();
        this.ladder.reset();
        showTexts(this);
    }

    /** @param {Puzzle} puzzle */
    #put(puzzle) {
        const hadFocus = this.board.element.contains(document.activeElement);
        const isFast = this.name === "storm" || this.name === "streak";
        this.claim = null;
        if (!isFast || !this.told.element.hasChildNodes()) this.told.introduce();
        this.told.begin();
        this.shown.show(puzzle);
        this.ladder.reset();
        if (hadFocus) this.board.stopAt(this.board.current, true);
        showTexts(this);
        if (!isFast) announce(byId("puzzle-task", HTMLElement).textContent ?? "");
    }

    /** Show the clock of a storm while it runs. */
    #watchClock() {
        clearInterval(this.timer);
        if (this.name !== "storm" || !this.storm.isRunning) return;
        this.timer = window.setInterval(() => this.#tick(), TICK);
    }

    #tick() {
        showFigure(this);
        if (this.storm.isRunning) return;
        clearInterval(this.timer);
        this.#clear();
        this.supply.stock(this.storm.wishes);
        this.told.end(this);
        announce(this.told.element.textContent ?? "");
    }

    // Answers

    /** Say that a cell is a mine, or that it is safe. @param {boolean} mined  @param {number} cell */
    async #say(mined, cell) {
        const { puzzle } = this;
        if (!this.isOpen || this.isJudging) return;
        this.isJudging = true;
        const claim = { cell: this.board.grid.place(cell), mined };
        this.judging = this.#judged(claim).finally(() => (this.isJudging = false));
        const judged = await this.judging;
        if (!judged || puzzle !== this.puzzle || !this.isOpen) return;
        this.claim = claim;
        if (judged.worth === "known") this.told.judged(judged);
        else if (this.name === "rated") await this.#answeredRated(judged);
        else await this.#answered(judged);
        showTexts(this);
    }

    /** @param {{cell: Place, mined: boolean}} claim */
    #judged(claim) {
        const { puzzle, shown } = this;
        if (!puzzle) return Promise.resolve(null);
        const wish = { ...positionOf(puzzle), crop: shown.crop, ...claim, lang: language() };
        return asked(() => api.judge(wish));
    }

    /** @param {Judged} judged */
    async #answeredRated(judged) {
        this.told.judged(judged);
        showTexts(this);
        if (this.isGiven) return;
        if (judged.answer) await this.rater.win(judged.answer);
        else await this.rater.lose();
    }

    /** @param {Judged} judged */
    async #answered(judged) {
        const isRight = judged.answer !== null;
        this.mode[isRight ? "solve" : "fault"]();
        const goesOn = this.name === "storm" || (this.name === "streak" && isRight);
        if (goesOn) {
            this.told.verdict(judged);
            return this.next();
        }
        this.told.judged(judged);
        this.told.end(this);
    }

    async #show() {
        if (!this.isHelpful) return;
        if (this.name === "rated") void this.rater.lose();
        if (this.name === "daily") this.daily.help();
        this.claim = null;
        await this.#reveal();
        if (this.name !== "streak" && !this.isGiven) this.mode.solve();
        this.told.end(this);
        showTexts(this);
    }

    /** Tell what the puzzle was about. */
    async #reveal() {
        const { puzzle } = this;
        const answer = puzzle && (await answerOf(puzzle));
        if (answer && puzzle === this.puzzle) this.told.reveal(answer);
    }

    // Help

    #climb() {
        if (this.isHelpful && this.isOpen) this.ladder.climb();
    }

    /** @param {number} rung */
    #hinted(rung) {
        this.told.choices.release();
        if (this.name === "rated") void this.rater.lose();
        if (this.name === "daily") this.daily.help();
        return api.analyseHint({ ...this.#position, rung, lang: language(), flags: true });
    }

    get #position() {
        return this.puzzle ? positionOf(this.puzzle) : NOWHERE;
    }
}

const NOWHERE = { board: [], mines: null, shape: /** @type {"square"} */ ("square") };
