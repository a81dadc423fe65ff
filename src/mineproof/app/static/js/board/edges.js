/** The edges of a board: the names of rows and columns, and where it goes on. */

import { make } from "../page/dom.js";
import { letters } from "./grid.js";

/** @import {Grid} from "./grid.js" */

/**
 * Return the names of rows and columns, as they stand along the edges.
 *
 * @param {Grid} grid
 * @param {boolean} isTurned
 */
export function edgesOf(grid, isTurned) {
    const rows = range(grid.rows).map((i) => grid.place(grid.atSpot([i, 0]))[0]);
    const cols = range(grid.cols).map((i) => grid.place(grid.atSpot([0, i]))[1]);
    const names = [cols.map(letters), rows.map((row) => String(row + 1))];
    const [top = [], side = []] = isTurned ? names.reverse() : names;
    return [edge("top", top), edge("side", side)];
}

/**
 * Return the classes of the edges at which the board goes on.
 *
 * @param {Grid} grid
 * @param {boolean} isTurned
 */
export function cutsOf(grid, isTurned) {
    const turned = { top: "left", bottom: "right", left: "top", right: "bottom" };
    return grid.cuts.map((side) => `cut-${isTurned ? turned[side] : side}`);
}

/** @param {number} count */
function range(count) {
    return Array.from({ length: count }, (_, i) => i);
}

/** @param {"top" | "side"} which  @param {string[]} names */
function edge(which, names) {
    const spans = names.map((name) => make("span", {}, name));
    return make("div", { class: `rule ${which}`, "aria-hidden": "true" }, ...spans);
}
