/** The AI at the table: one move at a time, or by itself until it is stopped, stuck or done. */

import { checksFlags } from "../board/finish.js";
import { api } from "../page/api.js";
import { announce, notify, tell } from "../page/announce.js";
import { byId, make, pause } from "../page/dom.js";
import { guessView } from "../coach/guesses.js";
import { linkTo, positionOf } from "../logic/subject.js";
import { places, sentenceList } from "../coach/sentences.js";
import { agentName, engineName, entryName } from "../page/names.js";
import { load, save } from "../page/store.js";
import { joined, language, number, inWords, t, tOr } from "../page/words.js";

/** @import {Table} from "./table.js" */
/** @import {AiAnswer, Game, Info, Move} from "../types.js" */

const KEPT = 30; // how many moves are listed
const SLOWEST = 2000; // milliseconds between two moves
const STEPS = 20; // of the speed slider; the last is as fast as possible

export class Ai {
    /** @param {Table} table */
    constructor(table) {
        this.table = table;
        /** @type {symbol | null} */
        this.current = null; // while it plays by itself: which time
        this.engine = byId("ai-engine", HTMLSelectElement);
        this.agent = byId("ai-agent", HTMLSelectElement);
        this.options = byId("ai-options", HTMLInputElement);
        this.blind = byId("ai-blind", HTMLInputElement);
        this.speed = byId("ai-speed", HTMLInputElement);
        this.now = byId("ai-now", HTMLElement);
        this.past = byId("ai-past", HTMLElement);
        this.log = byId("ai-log", HTMLElement);
        this.button = byId("ai-auto", HTMLButtonElement);
        this.speed.value = String(load("speed", 12));
        byId("ai-move", HTMLButtonElement).addEventListener("click", () => void this.move());
        this.button.addEventListener("click", () => void this.toggle());
        this.speed.addEventListener("input", () => this.#showSpeed());
        this.engine.addEventListener("change", () => this.#chosen());
        this.agent.addEventListener("change", () => this.#chosen());
        this.blind.checked = load("blind", false);
        this.blind.addEventListener("change", () => save("blind", this.blind.checked));
        inWords(() => this.#translate());
        table.onChange((game, before) => {
            if (game.token !== before?.token || game.moves < before.moves) this.clear();
        });
    }

    /** Fill the menus with what the server knows. @param {Info} info */
    offer(info) {
        this.info = info;
        this.engine.replaceChildren(...info.engines.map(({ name }) => entry("engine", name)));
        this.agent.replaceChildren(...info.agents.map(({ name }) => entry("agent", name)));
        choose(this.engine, load("engine", "cascade"));
        choose(this.agent, load("agent", "strategist"));
        this.#chosen();
        this.#translate();
    }

    /** Forget what was said about another game. */
    clear() {
        this.now.replaceChildren(make("p", { class: "soft" }, t("ai.intro")));
        this.log.replaceChildren();
        this.past.hidden = true;
    }

    get isRunning() {
        return this.current !== null;
    }

    toggle() {
        return this.isRunning ? this.stop() : this.run();
    }

    stop() {
        this.current = null;
        this.#showState();
    }

    /** Play on until the end of the game, or until stopped. */
    async run() {
        const run = (this.current = Symbol("run"));
        this.#showState();
        announce(t("ai.runs"));
        await this.table.last; // a new game may be on its way
        const token = this.table.game?.token;
        while (this.current === run && this.table.isPlaying && this.table.game?.token === token) {
            const started = performance.now();
            if (!(await this.move())) break;
            await pause(Math.max(this.#delay() - (performance.now() - started), 0));
        }
        if (this.current === run) this.stop();
    }

    /** Let the AI make one move; return whether it made one. */
    async move() {
        /** @type {Game | null} */
        let before = null;
        /** @type {AiAnswer | null} */
        let answer = null;
        await this.table.run(async (game) => {
            if (!this.table.isPlaying) return null; // the moves before it have ended the game
            before = game;
            answer = await api.ai(game, {
                engine: this.#engineName(),
                agent: this.agent.value,
                lang: language(),
                hide_total: this.blind.checked,
            });
            return answer.game;
        });
        if (answer === null) return false;
        this.#tell(answer, before);
        return /** @type {AiAnswer} */ (answer).move !== null;
    }

    /** The engine, with its options as on the command line. */
    #engineName() {
        const options = this.options.value.trim();
        return options ? `${this.engine.value}(${options})` : this.engine.value;
    }

    /** @param {AiAnswer} answer  @param {Game | null} before */
    #tell(answer, before) {
        const { board } = this.table;
        const title = answer.move ? this.#title(answer.move, answer.by ?? "") : t("ai.stuck");
        const entry = make(
            "li",
            { class: answer.by === "guess" ? "guess" : "" },
            make("h3", {}, title),
        );
        entry.append(sentenceList(answer.reason, board));
        if (answer.guessing) entry.append(...guessView(answer.guessing, board));
        if (before && answer.by !== "rules") entry.append(this.#watchLink(before));
        this.#keep();
        this.now.replaceChildren(make("ul", { class: "moves" }, entry));
        if (answer.move) {
            const [cell] = places([answer.move], board);
            board.light(cell === undefined ? [] : [cell]);
        }
        if (!this.isRunning || !answer.move)
            tell(joined([title, ...answer.reason.map(({ text }) => text)]), this.now);
    }

    /** Return the link to what the engine thinks of a game, step by step. @param {Game} game */
    #watchLink(game) {
        const position = positionOf(game);
        if (this.blind.checked) position.mines = null;
        const href = linkTo({ ...position, engine: this.#engineName() });
        return make("a", { href, class: "watch" }, t("ai.watch"));
    }

    /** @param {Move} move  @param {string} by */
    #title({ act, name }, by) {
        const { game } = this.table;
        const marking = game && checksFlags(game.finish) ? "mark_" : "";
        return t(`ai.${marking}${act}`, { cell: name, by: tOr(`by.${by}`, engineName(by)) });
    }

    /** Put the latest move among the earlier ones. */
    #keep() {
        const last = this.now.querySelector("li");
        if (!last) return;
        this.log.prepend(last);
        while (this.log.children.length > KEPT) this.log.lastChild?.remove();
        this.past.hidden = false;
    }

    #delay() {
        const step = Number(this.speed.value);
        return step >= STEPS ? 0 : SLOWEST * 0.8 ** step;
    }

    #chosen() {
        if (load("engine", "cascade") !== this.engine.value) this.options.value = "";
        save("engine", this.engine.value);
        save("agent", this.agent.value);
        const engine = this.info?.engines.find(({ name }) => name === this.engine.value);
        const agent = this.info?.agents.find(({ name }) => name === this.agent.value);
        byId("ai-engine-about", HTMLElement).textContent = tOr(
            `engine.${engine?.name}`,
            engine?.about ?? "",
        );
        byId("ai-agent-about", HTMLElement).textContent = tOr(
            `agent.${agent?.name}`,
            agent?.about ?? "",
        );
        for (const option of this.agent.options) {
            const isPicky = this.info?.agents.find(
                ({ name }) => name === option.value,
            )?.needs_risks;
            option.disabled = isPicky === true && engine?.knows_risks === false;
        }
        if (this.agent.selectedOptions[0]?.disabled) this.#chooseAnother();
    }

    /** The engine computes no risks: take an agent that needs none. */
    #chooseAnother() {
        const modest = [...this.agent.options].find((option) => !option.disabled);
        if (!modest) return;
        this.agent.value = modest.value;
        this.#chosen();
        const names = { agent: agentName(modest.value), engine: engineName(this.engine.value) };
        notify(t("ai.other_agent", names));
    }

    #translate() {
        for (const option of this.engine.options) {
            option.textContent = entryName("engine", option.value);
        }
        for (const option of this.agent.options) {
            option.textContent = entryName("agent", option.value);
        }
        if (this.info) this.#chosen();
        if (!this.now.querySelector("li")) this.clear();
        this.#showState();
        this.#showSpeed();
    }

    #showState() {
        this.button.textContent = t(this.isRunning ? "ai.stop" : "ai.auto");
        this.button.setAttribute("aria-pressed", String(this.isRunning));
    }

    #showSpeed() {
        save("speed", Number(this.speed.value));
        const delay = this.#delay();
        const text = delay ? t("ai.per_second", { n: number(1000 / delay, 1) }) : t("ai.fastest");
        byId("ai-speed-value", HTMLElement).textContent = text;
        this.speed.setAttribute("aria-valuetext", text);
    }
}

/** @param {"engine" | "agent"} kind  @param {string} id */
function entry(kind, id) {
    return make("option", { value: id }, entryName(kind, id));
}

/** Choose an option if it is there. @param {HTMLSelectElement} menu  @param {string} value */
function choose(menu, value) {
    if ([...menu.options].some((option) => option.value === value)) menu.value = value;
}
