/**
 * Crops: a part of a board that is drawn alone. Cells are numbered within the part, but keep their
 * names and places; cells outside do not exist here. On a torus a part may reach across the edges.
 */

import { Grid } from "./grid.js";

/** @import {Side} from "./grid.js" */
/** @import {Place} from "../types.js" */

/**
 * @typedef {object} Window  The first row and column, and how many of them.
 * @property {[number, number]} rows
 * @property {[number, number]} cols
 */

export class Crop extends Grid {
    /**
     * @param {Grid} whole
     * @param {Window} window
     */
    constructor(whole, { rows, cols }) {
        super(rows[1], cols[1], whole.shape);
        this.board = whole;
        /** @type {Place} */
        this.first = [rows[0], cols[0]];
    }

    /** @override */
    get whole() {
        return this.board;
    }

    /** @override */
    get wraps() {
        return false;
    }

    /** @override */
    get cuts() {
        const { first, rows, cols, board } = this;
        const goesOn = board.wraps; // a torus has no edges
        /** @type {[Side, boolean][]} */
        const sides = [
            ["top", rows < board.rows && (goesOn || first[0] > 0)],
            ["bottom", rows < board.rows && (goesOn || first[0] + rows < board.rows)],
            ["left", cols < board.cols && (goesOn || first[1] > 0)],
            ["right", cols < board.cols && (goesOn || first[1] + cols < board.cols)],
        ];
        return sides.filter(([, isCut]) => isCut).map(([side]) => side);
    }

    /** @override  @param {Grid} other */
    equals(other) {
        if (!(other instanceof Crop) || !this.board.equals(other.board)) return false;
        const isAlike = this.rows === other.rows && this.cols === other.cols;
        return isAlike && this.first.every((line, i) => line === other.first[i]);
    }

    /**
     * @override
     * @param {number} cell
     * @returns {Place}
     */
    place(cell) {
        const [line, i] = this.spot(cell);
        const { first, board } = this;
        return [(first[0] + line) % board.rows, (first[1] + i) % board.cols];
    }

    /** @override  @param {Place} place */
    at([row, col]) {
        const { first, board } = this;
        const line = (row - first[0] + board.rows) % board.rows;
        const i = (col - first[1] + board.cols) % board.cols;
        return line < this.rows && i < this.cols ? this.atSpot([line, i]) : -1;
    }

    /** Return the neighbours that are drawn. @override  @param {number} cell */
    neighbours(cell) {
        const near = this.board.neighbours(this.board.at(this.place(cell)));
        return near.map((each) => this.at(this.board.place(each))).filter((each) => each >= 0);
    }
}
