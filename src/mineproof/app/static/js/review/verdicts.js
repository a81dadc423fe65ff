/** A review in the form its view shows: positions, signs, chances, and a legend. */

import { checksFlags } from "../board/finish.js";
import { make } from "../page/dom.js";

/** @import {Grid} from "../board/grid.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Game, Position, Remark, Review} from "../types.js" */

/**
 * Return the boards after 0, 1, 2 … moves. The server begins after the first: before it, only the
 * cells handed out are open.
 *
 * @param {Review} review
 * @param {Game} game
 */
export function picturesOf({ boards }, { handed_out: handedOut, cols }) {
    const after = (boards ?? []).map((rows) => rows.join(""));
    const first = after[0] ?? "";
    const start = Array(first.length).fill("#");
    for (const [row, col] of handedOut) start[row * cols + col] = first[row * cols + col];
    return [start.join(""), ...after];
}

const MISTAKES = new Set(["blunder", "missed", "lucky", "poor guess"]);

/** Tell whether a better move was there. @param {Remark} remark */
export function isMistake({ verdict }) {
    return MISTAKES.has(verdict);
}

/**
 * Return the place of the next mistake after `from`, or of the last before it; -1 if none is left.
 *
 * @param {Remark[]} moves
 * @param {number} from
 * @param {1 | -1} step
 */
export function mistakeFrom(moves, from, step) {
    for (let i = from + step; i >= 0 && i < moves.length; i += step) {
        const move = moves[i];
        if (move && isMistake(move)) return i;
    }
    return -1;
}

/**
 * Return a position of a game as its review judges it: flags are notes, unless they were checked.
 *
 * @param {string} cells
 * @param {Game} game
 * @returns {Position}
 */
export function judgedPosition(cells, { rows, cols, mines, shape, finish }) {
    const seen = cells.replaceAll("F", checksFlags(finish) ? "*" : "#");
    const board = Array.from({ length: rows }, (_, row) =>
        seen.slice(row * cols, (row + 1) * cols),
    );
    return { board, mines, shape };
}

/**
 * Return what a remark points at: the move, what was certain, or what would have been better.
 *
 * @param {Remark} remark
 * @param {Grid} grid
 */
export function signsOf({ cell, certain, better }, grid) {
    /** @type {Map<number, Sign>} */
    const signs = new Map([[grid.at(cell), "move"]]);
    for (const place of certain?.clues ?? []) signs.set(grid.at(place), "clue");
    if (certain) signs.set(grid.at(certain.cell), certain.is_mine ? "mine" : "safe");
    if (better) signs.set(grid.at(better.cell), "best");
    return signs;
}

/**
 * Return the chance in each state: of winning, if the server has estimated it, or else of surviving
 * all guesses still to come. A lost game has none at its end; a blunder is not a guess, and
 * changes nothing before it.
 *
 * @param {Review} review
 * @returns {number[]}
 */
export function chancesOf({ moves, outcome, win }) {
    if (win) return win;
    const chances = [outcome === "lost" ? 0 : 1];
    let ahead = 1;
    for (const { risk } of [...moves].reverse()) {
        ahead *= risk < 1 ? 1 - risk : 1;
        chances.unshift(ahead);
    }
    return chances;
}

/**
 * Return how often each verdict occurs, as list items.
 *
 * @param {Review} review
 */
export function legend({ moves, counts }) {
    const titles = new Map(moves.map(({ verdict, sign, title }) => [verdict, `${sign} ${title}`]));
    return [...titles].map(([verdict, text]) =>
        make("li", {}, badge(verdict, text), ` ${counts[verdict] ?? 0}`),
    );
}

/**
 * @param {string} verdict
 * @param {string} text
 */
export function badge(verdict, text) {
    return make("span", { class: "badge", "data-verdict": verdict }, text);
}
