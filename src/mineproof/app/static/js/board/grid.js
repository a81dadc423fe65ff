/**
 * The shape of a board: which cells touch, and what cells are called. A cell is a number in reading
 * order; its name is a letter for the column and a number for the row, such as b3.
 *
 * A *place* is a row and a column of the board; a *spot* is where a cell is drawn, a line and a
 * place in it. The two differ where only a part of the board is drawn (crop.js).
 */

/** @import {Place, Shape} from "../types.js" */

/** @typedef {"top" | "bottom" | "left" | "right"} Side */

/** @type {Place[]} */
const EIGHT = [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 1],
];
/** @type {Place[]} */
const HEX_EVEN_ROW = [
    [-1, -1],
    [-1, 0],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
];
/** @type {Place[]} */
const HEX_ODD_ROW = [
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, 0],
    [1, 1],
];

export class Grid {
    /**
     * @param {number} rows
     * @param {number} cols
     * @param {Shape} shape
     */
    constructor(rows, cols, shape) {
        this.rows = rows;
        this.cols = cols;
        this.shape = shape;
        this.size = rows * cols;
        /** @type {Map<number, number[]>} */
        this.near = new Map();
    }

    /** @param {Grid} other */
    equals(other) {
        const isAlike = this.rows === other.rows && this.cols === other.cols;
        return isAlike && this.shape === other.shape && other.whole === other;
    }

    /** The board that this is a part of: itself. @returns {Grid} */
    get whole() {
        return this;
    }

    /** Whether arrow keys continue across the edges. */
    get wraps() {
        return this.shape === "torus";
    }

    /**
     * The sides at which the board goes on beyond what is drawn.
     *
     * @returns {Side[]}
     */
    get cuts() {
        return [];
    }

    /**
     * @param {number} cell
     * @returns {Place}
     */
    spot(cell) {
        return [Math.floor(cell / this.cols), cell % this.cols];
    }

    /** @param {Place} spot */
    atSpot([line, i]) {
        return line * this.cols + i;
    }

    /** Return the cell at a place; -1 if it is not drawn. @param {Place} place */
    at(place) {
        return this.atSpot(place);
    }

    /**
     * Return values by cell, of the cells that are drawn.
     *
     * @param {[number, number, number][]} entries  row, column and value
     * @returns {Map<number, number>}
     */
    byCell(entries) {
        const found = new Map(entries.map(([row, col, value]) => [this.at([row, col]), value]));
        found.delete(-1);
        return found;
    }

    /**
     * @param {number} cell
     * @returns {Place}
     */
    place(cell) {
        return this.spot(cell);
    }

    /** @param {number} cell */
    name(cell) {
        const [row, col] = this.place(cell);
        return `${letters(col)}${row + 1}`;
    }

    /**
     * Return the cells that touch a cell.
     *
     * @param {number} cell
     * @returns {number[]}
     */
    neighbours(cell) {
        let near = this.near.get(cell);
        if (!near) this.near.set(cell, (near = this.#touching(cell)));
        return near;
    }

    /** @param {number} cell */
    #touching(cell) {
        const [row, col] = this.place(cell);
        const steps = this.shape === "hex" ? (row % 2 ? HEX_ODD_ROW : HEX_EVEN_ROW) : EIGHT;
        const near = new Set(steps.map(([down, right]) => this.#find(row + down, col + right)));
        near.delete(cell);
        near.delete(-1);
        return [...near];
    }

    /** Return the cell there, on a torus across the edges; -1 if there is none.
     *  @param {number} row  @param {number} col */
    #find(row, col) {
        if (this.shape === "torus") {
            return this.at([(row + this.rows) % this.rows, (col + this.cols) % this.cols]);
        }
        const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
        return inside ? this.at([row, col]) : -1;
    }
}

/**
 * Return the letters of a column: a, b … z, aa, ab …
 *
 * @param {number} col
 */
export function letters(col) {
    let text = "";
    for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
        text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
    }
    return text;
}
