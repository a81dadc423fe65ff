/** How large a board's cells are, and whether it is turned, so that it fits its place. */

import { settings } from "../page/settings.js";

/** @import {Grid} from "./grid.js" */

/** No cell is smaller: fingers and eyes need it. */
const SMALLEST = 24;
const LARGEST = 52;
const LARGEST_INLINE = 40; // of a board that stands in a text
const WIDE = 900;
const NARROW = 640; // as in views.css, which makes the edges of the board thinner there

/**
 * @param {HTMLElement} frame
 * @param {Grid} grid
 * @returns {{size: number, isTurned: boolean}}
 */
export function fitted(frame, grid) {
    const isNarrow = window.innerWidth <= NARROW;
    const edge = (isNarrow ? 10 : 14) + (settings.coordinates ? (isNarrow ? 15 : 20) : 0);
    const width = frame.clientWidth - edge;
    const isTurned =
        settings.turn && grid.cols > grid.rows && width < across(grid, false) * SMALLEST;
    if (settings.cell > 0) return { size: settings.cell, isTurned };
    const size = Math.min(
        width / across(grid, isTurned),
        height(frame, edge) / down(grid, isTurned),
        isInline(frame) ? LARGEST_INLINE : LARGEST,
    );
    return { size: Math.max(Math.floor(size), SMALLEST), isTurned };
}

/** Return how many cells lie side by side. @param {Grid} grid  @param {boolean} isTurned */
function across(grid, isTurned) {
    if (isTurned)
        return grid.rows * (grid.shape === "hex" ? 0.87 : 1) + (grid.shape === "hex" ? 0.3 : 0);
    return grid.cols + (grid.shape === "hex" ? 0.5 : 0);
}

/** @param {Grid} grid  @param {boolean} isTurned */
function down(grid, isTurned) {
    if (isTurned) return grid.cols + (grid.shape === "hex" ? 0.5 : 0);
    return grid.rows * (grid.shape === "hex" ? 0.87 : 1) + (grid.shape === "hex" ? 0.3 : 0);
}

/** Return the height available: on a wide screen, what is visible without scrolling.
 *  @param {HTMLElement} frame  @param {number} edge */
function height(frame, edge) {
    if (window.innerWidth < WIDE || isInline(frame)) return Infinity;
    const top = frame.getBoundingClientRect().top + window.scrollY;
    return window.innerHeight - top - edge - 84;
}

/** @param {HTMLElement} frame */
function isInline(frame) {
    return frame.classList.contains("inline");
}
