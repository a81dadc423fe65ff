/** Boards in lessons: one to ask about, one to choose cells on, and one that only shows. */

import { api } from "../page/api.js";
import { Board } from "../board/board.js";
import { make } from "../page/dom.js";
import { explanationView } from "../coach/explanation.js";
import { Grid } from "../board/grid.js";
import { followPointer } from "../board/pointer.js";
import { language, number, t } from "../page/words.js";
import { asked } from "../page/asked.js";

/** @import {Sign} from "../board/labels.js" */
/** @import {Act, Place} from "../types.js" */
/** @import {LessonBoard} from "./types.js" */

/** @type {Record<string, Act>} */
const KEYS = { " ": "open", Enter: "open", f: "flag", F: "flag" };

/**
 * Make a board that calls `act` for what is done to a cell, by mouse, finger or key.
 *
 * @param {LessonBoard} position
 * @param {(act: Act, cell: number) => void} act
 */
function boardOf(position, act) {
    const frame = make("div", { class: "frame inline" });
    const board = new Board(frame, (event, cell) => {
        const deed = KEYS[event.key];
        if (!deed || event.repeat) return;
        event.preventDefault();
        act(deed, cell);
    });
    followPointer(board, { act, isFlagMode: () => false });
    const { board: rows, shape } = position;
    const grid = new Grid(rows.length, rows[0]?.length ?? 0, shape);
    board.show({ grid, cells: rows.join("") });
    return board;
}

/** Return how many mines there are, if that is known. @param {LessonBoard} position */
function total({ mines }) {
    return mines === null
        ? null
        : make("p", { class: "soft total" }, t("learn.total", { n: mines, mines: number(mines) }));
}

/** A board in the text: a click asks about a cell, a right click or a long press marks it. */
export class AskedBoard {
    /** @param {LessonBoard} position  @param {HTMLElement} caption */
    constructor(position, caption) {
        this.position = position;
        this.board = boardOf(position, (act, cell) => this.#act(act, cell));
        this.lit = position.lit.map((place) => this.board.grid.at(place));
        this.board.light(this.lit);
        this.told = make("div", { class: "told" });
        this.element = make(
            "figure",
            { class: "lesson-board" },
            this.board.frame,
            total(position),
            caption,
            this.told,
        );
    }

    /** @param {Act} act  @param {number} cell */
    #act(act, cell) {
        const face = this.board.face(cell);
        if (act === "flag") this.#mark(cell, face);
        else if (face === "#" || face === "F") void this.#explain(cell);
        else this.#around(cell);
    }

    /** Put a flag on a cell, or take it away. @param {number} cell  @param {string} face */
    #mark(cell, face) {
        if (face !== "#" && face !== "F") return;
        const cells = [...this.board.shown.cells];
        cells[cell] = face === "#" ? "F" : "#";
        this.board.show({ grid: this.board.grid, cells: cells.join("") });
    }

    /** Light up the covered cells that a number touches. @param {number} cell */
    #around(cell) {
        const near = this.board.grid.neighbours(cell);
        this.board.light([cell, ...near.filter((each) => "#F".includes(this.board.face(each)))]);
    }

    /** @param {number} cell */
    async #explain(cell) {
        const { board, mines, shape } = this.position;
        const wish = { board, mines, shape, cell: this.board.grid.name(cell), lang: language() };
        const explanation = await asked(() => api.analyseExplain(wish));
        if (explanation) this.told.replaceChildren(explanationView(explanation, this.board));
    }

    close() {
        this.board.close();
    }
}

/** A board on which cells are chosen; what is chosen gets a sign. */
export class ChosenCells {
    /**
     * @param {LessonBoard} position
     * @param {object} how
     * @param {Sign} how.sign
     * @param {boolean} [how.isSingle]  only one cell can be chosen
     * @param {boolean} [how.isOpen]  open cells are chosen, not covered ones
     */
    constructor(position, { sign, isSingle = false, isOpen = false }) {
        this.sign = sign;
        this.isSingle = isSingle;
        this.isOpen = isOpen;
        /** @type {Set<number>} */
        this.chosen = new Set();
        this.board = boardOf(position, (_, cell) => this.#toggle(cell));
        this.element = make("figure", { class: "lesson-board" }, this.board.frame, total(position));
    }

    /** What was chosen, as an answer. */
    get text() {
        const cells = [...this.chosen].sort((a, b) => a - b);
        return cells.map((cell) => this.board.grid.name(cell)).join(" ") || "none";
    }

    /** @param {number} cell */
    #toggle(cell) {
        if ((this.board.face(cell) !== "#") !== this.isOpen) return;
        const isChosen = this.chosen.delete(cell);
        if (this.isSingle) this.chosen.clear();
        if (!isChosen) this.chosen.add(cell);
        this.board.sign(new Map([...this.chosen].map((each) => [each, this.sign])));
    }

    close() {
        this.board.close();
    }
}

/** A board beside what is typed: a click on a cell types its name, a right click its opposite. */
export class TypedCells {
    /**
     * @param {LessonBoard} position
     * @param {(text: string) => void} [type]
     */
    constructor(position, type) {
        this.board = boardOf(position, (act, cell) => {
            type?.(`${act === "flag" ? "¬" : ""}${this.board.grid.name(cell)}`);
        });
        this.element = make("figure", { class: "lesson-board" }, this.board.frame, total(position));
    }

    close() {
        this.board.close();
    }
}

/**
 * Return a board that shows the mines of a layout, and nothing can be done to it.
 *
 * @param {LessonBoard} position
 * @param {Place[]} mines
 * @param {string} caption
 */
export function layoutBoard(position, mines, caption) {
    const board = boardOf(position, () => {});
    const cells = [...board.shown.cells];
    for (const place of mines) cells[board.grid.at(place)] = "*";
    board.show({ grid: board.grid, cells: cells.join("") });
    const element = make(
        "figure",
        { class: "lesson-board" },
        board.frame,
        make("figcaption", { class: "soft" }, caption),
    );
    return { element, close: () => board.close() };
}
