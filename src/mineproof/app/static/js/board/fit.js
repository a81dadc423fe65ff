/** How large the cells of a board are, and how much of the screen it takes. */

import { settings } from "../page/settings.js";

/** @import {Grid} from "./grid.js" */

/**
 * @typedef {object} Fit
 * @property {number} usual  the size of a cell in pixels, unless the player zooms
 * @property {number} whole  the size at which the whole board is in sight
 * @property {number} room  the height for the board; a taller one scrolls inside its frame
 */

const SMALLEST = 24; // of cells that are played on with a mouse
const SMALLEST_TOUCHED = 28; // under a finger
export const LARGEST = 80;
const LARGEST_INLINE = 40; // of a board that stands in a text
const NARROW = 640; // as in views.css, which makes the edges of the board thinner there
const BELOW = 84; // the height of what stands below the board: tools, and a margin
const ZOOM_BAR = 42;
const LOW = 500; // a screen of less height shows most of itself, and what is below by scrolling
const ROW_OF_HEXES = 0.866; // how far rows of hexagons are apart, in cells

const isTouched = matchMedia("(pointer: coarse)");

/**
 * @param {HTMLElement} frame
 * @param {Grid} grid
 * @returns {Fit}
 */
export function fitted(frame, grid) {
    const edge = edgeOf(grid);
    const room = isInline(frame) ? Infinity : roomFor(frame);
    const [across, down] = extent(grid);
    const most = isInline(frame) ? LARGEST_INLINE : LARGEST;
    const whole = (/** @type {number} */ height) =>
        Math.min((frame.clientWidth - edge) / across, (height - edge) / down, most);
    const least = isTouched.matches ? SMALLEST_TOUCHED : SMALLEST;
    const isZoomed = whole(room) < least; // then the bar with its buttons needs room as well
    const height = isZoomed ? room - ZOOM_BAR : room;
    const usual = settings.cell || Math.max(Math.floor(whole(height)), least);
    return { usual, whole: whole(height), room: height };
}

/** Return how far rows are apart, in cells. @param {Grid} grid */
export function pitch(grid) {
    return grid.shape === "hex" ? ROW_OF_HEXES : 1;
}

/** Return the width and the height of a grid, in cells. @param {Grid} grid */
function extent(grid) {
    if (grid.shape !== "hex") return /** @type {const} */ ([grid.cols, grid.rows]);
    return /** @type {const} */ ([grid.cols + 0.5, grid.rows * ROW_OF_HEXES + 0.29]);
}

/** Return what frame, padding and the names of rows and columns take. @param {Grid} grid */
function edgeOf(grid) {
    const isNarrow = window.innerWidth <= NARROW;
    const names = grid.rows < 100 ? 20 : 26;
    return (isNarrow ? 10 : 14) + (settings.coordinates ? names - (isNarrow ? 5 : 0) : 0);
}

/** Return the height from the top of a frame to what stands below it, or most of a low screen.
 *  @param {HTMLElement} frame */
function roomFor(frame) {
    const top = frame.getBoundingClientRect().top + window.scrollY;
    return Math.max(window.innerHeight - top - BELOW, Math.min(window.innerHeight, LOW) * 0.6);
}

/** @param {HTMLElement} frame */
export function isInline(frame) {
    return frame.classList.contains("inline");
}
