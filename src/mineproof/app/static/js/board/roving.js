/** Where arrow keys and the like lead on a board. */

/** @import {Grid} from "./grid.js" */
/** @import {Place} from "../types.js" */

/**
 * Return the cell that a key moves to from another cell, or null for other keys. On a torus they
 * continue across the edges.
 *
 * @param {Grid} grid
 * @param {number} from
 * @param {KeyboardEvent} event
 * @returns {number | null}
 */
export function target(grid, from, event) {
    const [row, col] = grid.spot(from);
    const { rows, cols } = grid;
    const all = event.ctrlKey;
    /** @type {Record<string, Place>} */
    const places = {
        ArrowUp: [row - 1, col],
        ArrowDown: [row + 1, col],
        ArrowLeft: [row, col - 1],
        ArrowRight: [row, col + 1],
        Home: [all ? 0 : row, 0],
        End: [all ? rows - 1 : row, cols - 1],
        PageUp: [0, col],
        PageDown: [rows - 1, col],
    };
    const to = places[event.key];
    const { wraps } = grid;
    return to ? grid.atSpot([within(to[0], rows, wraps), within(to[1], cols, wraps)]) : null;
}

/**
 * @param {number} at
 * @param {number} end
 * @param {boolean} wraps
 */
function within(at, end, wraps) {
    return wraps ? (at + end) % end : Math.min(Math.max(at, 0), end - 1);
}
