/** Motion: cells open like a ripple, and a won board gleams. Nothing moves from its place. */

import { byId } from "../page/dom.js";

/** @import {Board} from "../board/board.js" */
/** @import {Game} from "../types.js" */

const STEP = 16; // milliseconds by which a cell follows one that is nearer
const LONGEST = 420; // no cell waits longer
const MOST = 300; // cells at a time; the others are shown at once

/**
 * Show what a move has changed.
 *
 * @param {Game} game
 * @param {Game | null} before
 * @param {Board} board
 */
export function ripple(game, before, board) {
    if (game.token !== before?.token || before.status !== "playing") return;
    if (game.status === "won") return gleam(board);
    const opened = game.changed.filter(([, , face]) => /[0-8]/.test(face));
    if (opened.length < 2) return;
    for (const [row, col] of opened.slice(0, MOST)) {
        const cell = board.grid.at([row, col]);
        animate(board, cell, [{ opacity: 0.2 }, { opacity: 1 }], 180);
    }
}

/** @param {Board} board */
function gleam(board) {
    const light = [
        { filter: "none" },
        { filter: "brightness(1.5) saturate(1.6)" },
        { filter: "none" },
    ];
    for (let cell = 0; cell < Math.min(board.grid.size, 2 * MOST); cell++) {
        animate(board, cell, light, 500);
    }
    const pop = [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }];
    byId("game-status", HTMLElement).animate(pop, { duration: 600, easing: "ease-out" });
}

/**
 * @param {Board} board
 * @param {number} cell
 * @param {Keyframe[]} frames
 * @param {number} duration
 */
function animate(board, cell, frames, duration) {
    const [row, col] = board.grid.place(cell);
    const [fromRow, fromCol] = board.grid.place(board.current);
    const delay = Math.min(STEP * Math.hypot(row - fromRow, col - fromCol), LONGEST);
    board.element
        .querySelector(`[data-cell="${cell}"]`)
        ?.animate(frames, { duration, delay, fill: "backwards", easing: "ease-out" });
}
