/** The board on the stage: what is open and marked after a step, and what the step is about. */

import { Board } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { cellOf, cellsOf } from "./trace.js";

/** @import {Sign} from "../board/labels.js" */
/** @import {TraceStep} from "../types.js" */
/** @import {State} from "./replay.js" */
/** @import {Trace} from "./trace.js" */

export class Stage {
    /**
     * @param {HTMLElement} frame
     * @param {(cell: number) => void} onChoose  a cell was chosen
     */
    constructor(frame, onChoose) {
        this.board = new Board(frame, () => {});
        /** What is covered, and how: the flags of a position stay. */
        this.covered = "";
        /** @type {number | null} */
        this.chosen = null;
        const { element } = this.board;
        /** @param {Event} event */
        const choose = (event) => {
            const cell = this.board.cellOf(event);
            if (cell < 0) return;
            this.choose(cell);
            onChoose(cell);
        };
        element.addEventListener("focusin", choose);
        element.addEventListener("pointerdown", choose);
    }

    /** Set up the board of a trace. @param {Trace} trace */
    set(trace) {
        const { rows = 0, columns = 0, shape = "square" } = trace.steps[0] ?? {};
        const grid = new Grid(rows, columns, shape);
        const { wish } = trace;
        const picture = "code" in wish ? "" : wish.board.join("");
        this.covered = picture.replace(/[0-8]/g, "#").padEnd(grid.size, "#");
        this.chosen = null;
        this.board.show({ grid, cells: this.covered });
    }

    /** @param {number | null} cell */
    choose(cell) {
        this.chosen = cell;
        this.board.light(cell === null ? [] : [cell], "chosen");
    }

    /**
     * @param {State} state
     * @param {TraceStep | undefined} step
     */
    show(state, step) {
        const { grid } = this.board;
        const cells = Array.from({ length: grid.size }, (_, cell) => this.#face(state, cell));
        this.board.show({ grid, cells: cells.join("") });
        this.board.sign(signsOf(state, step, cells));
        this.board.rest = step && step.kind !== "begin" ? cellsOf(step) : [];
        this.board.light(this.board.rest);
        this.choose(this.chosen);
    }

    /** @param {State} state  @param {number} cell */
    #face({ numbers, marks, hasMoves }, cell) {
        const number = numbers.get(cell);
        if (number !== undefined) return String(number);
        return hasMoves && marks.get(cell) ? "F" : (this.covered[cell] ?? "#");
    }
}

/**
 * Return a sign for the clue, and for each cell that is proved and still covered.
 *
 * @param {State} state
 * @param {TraceStep | undefined} step
 * @param {string[]} faces
 */
function signsOf(state, step, faces) {
    /** @type {Map<number, Sign>} */
    const signs = new Map();
    for (const literal of state.knowledge.kb0) {
        const cell = cellOf(literal);
        if (faces[cell] === "#") signs.set(cell, literal > 0 ? "mine" : "safe");
    }
    if (typeof step?.clue === "number") signs.set(step.clue, "clue");
    return signs;
}
