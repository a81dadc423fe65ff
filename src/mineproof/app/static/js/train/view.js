/** The training view: a position from a real game, an answer, and the reason. */

import { api } from "../page/api.js";
import { announce, tell } from "../page/announce.js";
import { asked } from "../page/asked.js";
import { Board } from "../board/board.js";
import { byId, make } from "../page/dom.js";
import { stepView } from "../coach/explanation.js";
import { Grid } from "../board/grid.js";
import { Ladder } from "../coach/hints.js";
import { followPointer } from "../board/pointer.js";
import { places } from "../coach/sentences.js";
import { load, save } from "../page/store.js";
import { inWords, language, number, t } from "../page/words.js";

/** @import {Sign} from "../board/labels.js" */
/** @import {Act, Exercise, ExerciseAnswer, Judged, Technique} from "../types.js" */

/** @typedef {{solved: number, missed: number}} Score */

const MIXED = ""; // the entry of the menu that stands for all techniques
/** @type {Record<string, Act>} */
const KEYS = { " ": "open", Enter: "open", f: "flag", F: "flag" };

export class TrainView {
    constructor() {
        const frame = byId("train-board", HTMLElement);
        this.board = new Board(frame, (event, cell) => this.#key(event, cell));
        this.menu = byId("train-technique", HTMLSelectElement);
        this.told = byId("train-told", HTMLElement);
        this.mode = byId("train-mode", HTMLButtonElement);
        /** @type {Technique[]} */
        this.techniques = [];
        /** @type {Exercise | null} */
        this.exercise = null;
        /** @type {{technique: string, exercise: Promise<Exercise>} | null} */
        this.ahead = null; // the exercise that comes next
        this.isHelped = false; // by a hint, or by a wrong answer
        /** @type {ExerciseAnswer | null} */
        this.answer = null; // once it may be revealed
        this.ladder = new Ladder(
            byId("train-ladder", HTMLElement),
            this.board,
            (rung) => this.#hinted(rung),
            (move) => void this.#say(move.act === "flag", this.board.grid.at(move.cell)),
        );
        this.#listen();
        inWords(() => (this.named = this.#translate()));
    }

    get isMineMode() {
        return this.mode.getAttribute("aria-pressed") === "true";
    }

    /**
     * Show an exercise on a technique, or on the one last trained.
     *
     * @param {string} technique
     */
    async enter(technique) {
        await this.named;
        const wish = technique || load("technique", MIXED);
        const isOther = wish !== this.menu.value && this.#titleOf(wish) !== "";
        if (isOther) this.menu.value = wish;
        if (isOther || !this.exercise) await this.next();
    }

    leave() {}

    /**
     * Handle a key; tell whether it was handled.
     *
     * @param {string} key
     */
    shortcut(key) {
        /** @type {Record<string, () => void>} */
        const works = {
            h: () => this.#climb(),
            s: () => void this.#show(),
            n: () => void this.next(),
        };
        works[key]?.();
        return key in works;
    }

    #listen() {
        followPointer(this.board, {
            act: (act, cell) => this.#act(act, cell),
            isFlagMode: () => this.isMineMode,
        });
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("train-mode", () => this.#toggleMode());
        on("train-hint", () => this.#climb());
        on("train-show", () => void this.#show());
        on("train-next", () => void this.next());
        this.menu.addEventListener("change", () => {
            save("technique", this.menu.value);
            void this.next();
        });
    }

    /** Translate the names of the techniques, and the text, into the language of the page. */
    async #translate() {
        const answer = await asked(() => api.techniques(language()));
        if (!answer) return;
        const chosen = this.menu.value;
        this.techniques = answer.techniques;
        this.menu.replaceChildren(make("option", { value: MIXED }, t("train.mixed")));
        this.menu.append(...groupsOf(this.techniques));
        this.menu.value = chosen;
        if (this.exercise) this.#showTask();
        this.ladder.render();
        if (this.answer) await this.#show();
    }

    /** Go on to the next exercise; the one after it is requested at once. */
    async next() {
        const technique = this.menu.value;
        byId("train-task", HTMLElement).textContent = t("train.looking");
        const exercise = await asked(() => this.#taken(technique));
        if (!exercise || technique !== this.menu.value) return;
        this.#put(exercise);
        this.ahead = { technique, exercise: api.exercise(technique) };
        this.ahead.exercise.catch(() => {}); // its reader handles the error
    }

    /** Return the exercise requested in advance, if it is of this kind; or another.
     *  @param {string} technique */
    #taken(technique) {
        const { ahead } = this;
        this.ahead = null;
        return ahead?.technique === technique ? ahead.exercise : api.exercise(technique);
    }

    /** @param {Exercise} exercise */
    #put(exercise) {
        const { board, shape } = exercise;
        const grid = new Grid(board.length, board[0]?.length ?? 0, shape);
        this.exercise = exercise;
        this.answer = null;
        this.isHelped = false;
        this.board.sign(new Map());
        this.board.light([]);
        this.board.show({
            grid: grid.equals(this.board.grid) ? this.board.grid : grid,
            cells: board.join(""),
        });
        this.told.replaceChildren(...this.#firstWords());
        this.ladder.reset();
        this.#showTask();
        announce(byId("train-task", HTMLElement).textContent ?? "");
    }

    /** Tell those who have never answered how it is done. */
    #firstWords() {
        const isNew = Object.keys(load("training", {})).length === 0;
        return isNew ? [make("p", { class: "soft" }, t("train.how"))] : [];
    }

    #showTask() {
        const technique = this.#titleOf(this.menu.value);
        const key = technique ? "train.task_technique" : "train.task";
        const flags = this.board.shown.cells.match(/F/g)?.length ?? 0;
        byId("train-task", HTMLElement).textContent = t(key, { technique });
        byId("train-name", HTMLElement).textContent = technique || t("train.mixed");
        byId("train-idea", HTMLElement).textContent = this.#ideaOf(this.menu.value);
        byId("train-mines", HTMLElement).textContent = number((this.exercise?.mines ?? 0) - flags);
        this.#showScore();
        for (const id of ["train-hint", "train-show"]) {
            byId(id, HTMLButtonElement).disabled = this.answer !== null;
        }
        byId("train-ladder", HTMLElement).hidden = this.answer !== null;
    }

    #showScore() {
        const { solved, missed } = this.#score();
        byId("train-score", HTMLElement).textContent = t("train.score", { solved, missed });
    }

    /** @returns {Score} */
    #score() {
        return load("training", /** @type {Record<string, Score>} */ ({}))[this.#kind] ?? NONE;
    }

    get #kind() {
        return this.menu.value || "mixed";
    }

    /** @param {string} name */
    #titleOf(name) {
        return this.techniques.find((each) => each.name === name)?.title ?? "";
    }

    /** @param {string} name */
    #ideaOf(name) {
        return this.techniques.find((each) => each.name === name)?.idea ?? t("train.idea");
    }

    /**
     * @param {KeyboardEvent} event
     * @param {number} cell
     */
    #key(event, cell) {
        const act = KEYS[event.key];
        if (!act || event.repeat) return;
        event.preventDefault();
        this.#act(act, cell);
    }

    /** @param {Act} act  @param {number} cell */
    #act(act, cell) {
        if (this.board.face(cell) !== "#") return announce(t("train.known"));
        void this.#say(act === "flag", cell);
    }

    /** Say that a cell is a mine, or that it is safe. @param {boolean} mined  @param {number} cell */
    async #say(mined, cell) {
        const { exercise } = this;
        if (!exercise || this.answer) return;
        const wish = { ...positionOf(exercise), cell: this.board.grid.place(cell), mined };
        const judged = await asked(() => api.judge({ ...wish, lang: language() }));
        if (!judged || exercise !== this.exercise || this.answer) return;
        this.#showJudged(judged);
    }

    /** @param {Judged} judged */
    #showJudged({ worth, words, answer }) {
        const style = answer ? "lead" : "bad";
        this.told.replaceChildren(make("p", { class: style }, words));
        tell(words, this.told);
        if (answer) this.#finish(answer);
        else if (worth !== "known") this.isHelped = true;
    }

    async #show() {
        const { exercise } = this;
        if (!exercise) return;
        const wish = { ...positionOf(exercise), lang: language() };
        const answer = await asked(() => api.exerciseAnswer(wish));
        if (!answer || exercise !== this.exercise) return;
        this.isHelped = true;
        this.told.replaceChildren(make("p", { class: "lead" }, answer.words));
        tell(answer.words, this.told);
        this.#finish(answer);
    }

    /** Explain the answer; the exercise is counted once. @param {ExerciseAnswer} answer */
    #finish(answer) {
        if (!this.answer) this.#count();
        this.answer = answer;
        this.board.shade(undefined);
        this.board.sign(signsOf(answer, this.board));
        const { steps, title } = answer;
        const parts = steps.map((step, i) => stepView(step, i + 1, steps.length, this.board));
        this.told.append(make("h3", {}, title), ...parts);
        this.#showTask();
    }

    #count() {
        const { solved, missed } = this.#score();
        const score = this.isHelped
            ? { solved, missed: missed + 1 }
            : { solved: solved + 1, missed };
        save("training", { ...load("training", {}), [this.#kind]: score });
    }

    #climb() {
        if (this.exercise && !this.answer) void this.ladder.climb();
    }

    /** @param {number} rung */
    #hinted(rung) {
        this.isHelped = true;
        const { exercise } = this;
        const position = exercise ? positionOf(exercise) : NOWHERE;
        return api.analyseHint({ ...position, rung, lang: language(), flags: true });
    }

    #toggleMode() {
        this.mode.setAttribute("aria-pressed", String(!this.isMineMode));
        announce(t(this.isMineMode ? "train.mode_on" : "train.mode_off"));
    }
}

/** @type {Score} */
const NONE = { solved: 0, missed: 0 };
const NOWHERE = { board: [], mines: null, shape: /** @type {"square"} */ ("square") };

/** @param {Exercise} exercise */
function positionOf({ board, mines, shape }) {
    return { board, mines, shape };
}

/** Return the techniques as entries of a menu, by how hard they are. @param {Technique[]} all */
function groupsOf(all) {
    const levels = [...new Set(all.map(({ level }) => level))];
    return levels.map((level) => {
        const mine = all.filter((each) => each.level === level);
        const entries = mine.map(({ name, title }) => make("option", { value: name }, title));
        const label = `${level} · ${mine[0]?.level_title}`;
        return make("optgroup", { label }, ...entries);
    });
}

/** @param {ExerciseAnswer} answer  @param {Board} board */
function signsOf({ steps, targets }, board) {
    /** @type {Map<number, Sign>} */
    const signs = new Map();
    for (const clue of steps.flatMap((step) => places(step.clues, board))) signs.set(clue, "clue");
    for (const { cell, is_mine: isMine } of targets) {
        signs.set(board.grid.at(cell), isMine ? "mine" : "safe");
    }
    return signs;
}
