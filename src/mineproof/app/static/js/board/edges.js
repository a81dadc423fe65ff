/** The edges of a board: the names of rows and columns in sight, and where the board goes on. */

import { make } from "../page/dom.js";
import { pitch } from "./fit.js";
import { letters } from "./grid.js";

/** @import {Board} from "./board.js" */
/** @import {Grid} from "./grid.js" */
/** @import {Area} from "./lines.js" */

const WIDE = 22; // pixels that the name of a column needs
const TALL = 14; // and that of a row

/** @param {Board} board  @param {Area} area */
export function edgeNames({ edges, grid, size }, { top, bottom, left, right }) {
    const [above, beside] = edges;
    /** @param {number} i */
    const col = (i) => letters(grid.place(grid.atSpot([0, i]))[1]);
    /** @param {number} line */
    const row = (line) => String(grid.place(grid.atSpot([line, 0]))[0] + 1);
    above?.replaceChildren(...names(left, right, Math.ceil(WIDE / size), col));
    beside?.replaceChildren(...names(top, bottom, Math.ceil(TALL / (size * pitch(grid))), row));
}

/** Return the classes of the edges at which the board goes on. @param {Grid} grid */
export function cutsOf(grid) {
    return grid.cuts.map((side) => `cut-${side}`);
}

/**
 * @param {number} first
 * @param {number} last
 * @param {number} step  every how many lines there is room for a name
 * @param {(line: number) => string} name
 */
function names(first, last, step, name) {
    const spans = [];
    for (let line = first - (first % step); line <= last; line += step) {
        const span = make("span", {}, name(line));
        span.style.setProperty("--at", String(line));
        spans.push(span);
    }
    return spans;
}
