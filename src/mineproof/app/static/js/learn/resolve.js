/**
 * You resolve: prove a cell by choosing two clauses at a time. The server says what each step gives;
 * here are the board, the lines, the hints and the result.
 */

import { api } from "../page/api.js";
import { tell } from "../page/announce.js";
import { Board } from "../board/board.js";
import { draw, make } from "../page/dom.js";
import { Grid } from "../board/grid.js";
import { places, sentenceList } from "../coach/sentences.js";
import { inWords, language, t } from "../page/words.js";
import { asked } from "../page/asked.js";
import { Lines } from "./lines.js";

/** @import {Sign} from "../board/labels.js" */
/** @import {ClauseLine, Compared, CourseExercise, CourseVerdict, Sentence} from "../types.js" */

/** @typedef {[number, number]} Pair */

/**
 * Fill an element with an exercise to resolve, and return what controls it.
 *
 * @param {HTMLElement} host
 * @param {(id: string, steps: number) => void} [onSolved]  called with the number of steps made
 */
export function mountResolve(host, onSolved = () => {}) {
    return new Resolve(host, onSolved);
}

class Resolve {
    /**
     * @param {HTMLElement} host
     * @param {(id: string, steps: number) => void} onSolved
     */
    constructor(host, onSolved) {
        this.onSolved = onSolved;
        /** @type {CourseExercise | null} */
        this.exercise = null;
        /** @type {Pair[]} */
        this.steps = [];
        this.rung = 0; // how many rungs of the next step's hint are shown
        this.isBusy = false;
        this.isTold = false; // the solution was shown
        this.lines = new Lines(
            (pair) => void this.#make(pair),
            () => this.#light(),
        );
        this.task = make("p", { class: "state task" });
        this.frame = make("div", { class: "frame" });
        this.source = make("p", { class: "source soft" });
        this.verdict = make("div", { class: "verdict" });
        this.hints = make("div", { class: "explanation" });
        this.result = make("div", { class: "explanation" });
        this.tools = this.#tools();
        this.board = new Board(this.frame, () => {});
        host.replaceChildren(this.#stage(), this.#panel());
        inWords(() => void this.#translate());
    }

    /**
     * Show an exercise from its beginning.
     *
     * @param {string} id
     */
    async show(id) {
        const exercise = await asked(() => api.courseExercise(id, language()));
        if (!exercise?.position) return;
        const { board, shape } = exercise.position;
        this.exercise = exercise;
        this.board.show({
            grid: new Grid(board.length, board[0]?.length ?? 0, shape),
            cells: board.join(""),
        });
        this.restart();
    }

    /** Begin the same exercise again. */
    restart() {
        this.steps = [];
        this.isTold = false;
        this.#put(this.exercise?.setting.lines ?? []);
        this.#ask();
        this.#explain();
        this.result.replaceChildren();
    }

    /** Take back the last step. */
    async undo() {
        if (this.steps.length === 0 || this.isBusy) return;
        this.steps.pop();
        this.result.replaceChildren();
        await this.#check(this.steps, t("resolve.undone"));
    }

    /** Reveal a little more of the next step. */
    async hint() {
        const { exercise, steps } = this;
        if (!exercise || this.rung >= exercise.rungs) return;
        const wish = { rung: this.rung, answer: steps, lang: language() };
        const hint = await asked(() => api.courseHint(exercise.id, wish));
        if (!hint || exercise !== this.exercise) return;
        this.rung += 1;
        this.hints.append(sentenceList([hint.words], this.board));
        this.lines.hint(hint.lines);
        this.board.light(places(hint.words.cells, this.board));
        tell(hint.words.text, this.hints);
        this.#enable();
    }

    /** Show the shortest derivation that is known. */
    async solve() {
        const { exercise } = this;
        const solution =
            exercise && (await asked(() => api.courseSolution(exercise.id, language())));
        if (!solution || exercise !== this.exercise) return;
        this.isTold = true;
        await this.#check(solution.answer);
    }

    #stage() {
        return make("div", { class: "stage" }, this.task, this.frame, this.tools, this.source);
    }

    #panel() {
        const parts = [this.verdict, this.result, this.hints, this.lines.element];
        const label = { "data-t-label": "resolve.lines", "aria-label": t("resolve.lines") };
        const sheet = make("div", { class: "sheet" }, ...parts);
        return make("aside", { class: "panel", ...label }, sheet);
    }

    #tools() {
        const label = { "data-t-label": "play.tools", "aria-label": t("play.tools") };
        const tools = make("div", { class: "tools", role: "group", ...label });
        tools.append(
            tool("undo", "play.undo", "U", () => void this.undo()),
            tool("hint", "play.hint", "H", () => void this.hint()),
            tool("restart", "play.restart", "R", () => this.restart()),
            tool("review", "resolve.show", "S", () => void this.solve()),
        );
        return tools;
    }

    /** Make a step; if it is refused, the lines stay as they are. @param {Pair} pair */
    async #make(pair) {
        if (!this.isBusy) await this.#check([...this.steps, pair]);
    }

    /**
     * Have steps judged, and show what is accepted of them.
     *
     * @param {Pair[]} steps
     * @param {string} [words]  what to say instead of the verdict's own words
     */
    async #check(steps, words) {
        const { exercise } = this;
        if (!exercise) return;
        this.isBusy = true;
        const wish = { answer: steps, lang: language() };
        const verdict = await asked(() => api.courseCheck(exercise.id, wish));
        this.isBusy = false;
        if (verdict && exercise === this.exercise) this.#judged(verdict, steps, words);
    }

    /** @param {CourseVerdict} verdict  @param {Pair[]} steps  @param {string} [words] */
    #judged(verdict, steps, words) {
        const given = this.exercise?.setting.lines.length ?? 0;
        const made = verdict.more.lines.length - given;
        const isRefused = made < steps.length;
        this.steps = steps.slice(0, made);
        if (!isRefused) this.#put(verdict.more.lines);
        const said = words ? { text: words, cells: [], unnamed: [] } : verdict.words;
        this.#say(said, isRefused ? "bad" : "");
        if (verdict.more.compared) this.#finish(verdict.more.compared);
    }

    /** @param {Sentence} sentence  @param {string} style */
    #say(sentence, style) {
        const view = make("div", { class: style }, sentenceList([sentence], this.board));
        this.verdict.replaceChildren(view);
        tell(sentence.text, this.verdict);
    }

    /** Show lines, after a step or without it. @param {ClauseLine[]} lines */
    #put(lines) {
        this.lines.fill(lines, this.board.grid);
        this.rung = 0;
        this.hints.replaceChildren();
        this.#light();
        this.#enable();
    }

    /** @param {Compared} compared */
    #finish(compared) {
        const { made, needed, shortest, is_exhaustive: isExhaustive, engine } = compared;
        const idle = made - needed;
        const how = isExhaustive ? "resolve.proved_shortest" : "resolve.known_shortest";
        const rows = [
            [t("resolve.yours"), String(made), idle ? t("resolve.idle", { n: idle }) : ""],
            [t("resolve.shortest"), String(shortest), t(how)],
            [t("resolve.engine"), String(engine), ""],
        ];
        const best = isExhaustive ? "resolve.none_shorter" : "resolve.as_short";
        const praise = made <= shortest ? best : "resolve.shorter";
        this.result.replaceChildren(make("p", { class: "lead" }, t(praise)), table(rows));
        this.#enable();
        if (this.exercise && !this.isTold) this.onSolved(this.exercise.id, made);
    }

    /** Light up what the chosen lines are about; the goal is always signed. */
    #light() {
        const { exercise, board } = this;
        if (!exercise) return;
        const marked = this.lines.marked.map((i) => this.lines.lines[i]);
        /** @type {Map<number, Sign>} */
        const signs = new Map();
        for (const line of marked) {
            for (const clue of line?.clues ?? []) if (clue !== null) signs.set(clue, "clue");
        }
        board.sign(signs.set(Math.abs(exercise.setting.goal) - 1, "goal"));
        board.light(marked.flatMap((line) => (line?.clause ?? []).map((lit) => Math.abs(lit) - 1)));
    }

    #ask() {
        const { exercise } = this;
        if (!exercise) return;
        const { width } = exercise.setting;
        const limit = width === null ? "" : ` ${t("resolve.limit", { n: width })}`;
        this.task.textContent = exercise.question.text + limit;
        const game = exercise.source ?? "";
        const address = `#game/${encodeURIComponent(game)}`;
        const words = game.includes("#") ? make("a", { href: address }, game) : game;
        this.source.replaceChildren(t("resolve.source"), words);
    }

    /** Say how it is done, as long as nothing has been. */
    #explain() {
        this.verdict.replaceChildren(make("p", { class: "soft" }, t("resolve.how")));
    }

    #enable() {
        const isProved = this.result.childElementCount > 0;
        const rungs = this.exercise?.rungs ?? 0;
        const off = { undo: this.steps.length === 0, hint: isProved || this.rung >= rungs };
        for (const [name, isOff] of Object.entries(off)) {
            const button = this.tools.querySelector(`[data-tool=${name}]`);
            if (button instanceof HTMLButtonElement) button.disabled = isOff;
        }
    }

    /** Say everything in the language of the page; the steps stay. */
    async #translate() {
        const { exercise, steps } = this;
        if (!exercise) return;
        const translated = await asked(() => api.courseExercise(exercise.id, language()));
        if (!translated || exercise !== this.exercise) return;
        this.exercise = translated;
        this.#ask();
        if (steps.length > 0) await this.#check(steps);
        else (this.#put(translated.setting.lines), this.#explain());
    }
}

/**
 * @param {string} name
 * @param {string} key
 * @param {string} shortcut
 * @param {() => void} work
 */
function tool(name, key, shortcut, work) {
    const attributes = { type: "button", "data-tool": name, "aria-keyshortcuts": shortcut };
    const icon = draw(
        "svg",
        { class: "icon", "aria-hidden": "true" },
        draw("use", { href: `#icon-${name}` }),
    );
    const label = make("span", { "data-t": key }, t(key));
    return make("button", { ...attributes, onclick: work }, icon, label);
}

/** @param {string[][]} rows */
function table(rows) {
    const lines = rows.map(([name = "", number = "", note = ""]) =>
        make(
            "tr",
            {},
            make("th", { scope: "row" }, name),
            make("td", {}, number),
            make("td", { class: "soft" }, note),
        ),
    );
    return make("table", { class: "figures" }, make("tbody", {}, ...lines));
}
