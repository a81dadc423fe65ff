/** Puzzles ahead of time: the next ones are asked for while a player thinks, one after another. */

import { api } from "../page/api.js";

/** @import {Puzzle, PuzzleWish} from "../types.js" */

/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {boolean} isWanted
 * @property {Promise<Puzzle | null>} puzzle  null if it was no longer wanted
 */

export class Supply {
    constructor() {
        /** @type {Entry[]} */
        this.entries = [];
        /** @type {Promise<unknown>} */
        this.last = Promise.resolve();
    }

    /**
     * Return a puzzle of this kind: one that is there already, if any.
     *
     * @param {PuzzleWish} wish
     */
    take(wish) {
        return this.#withdraw(keyOf(wish))?.puzzle ?? api.puzzle(wish);
    }

    /**
     * Have puzzles of these kinds ready, and no others. They are asked for one at a time, so that
     * the server keeps a worker free for answers.
     *
     * @param {PuzzleWish[]} wishes
     */
    stock(wishes) {
        const stocked = wishes.map((wish) => this.#withdraw(keyOf(wish)) ?? this.#order(wish));
        for (const entry of this.entries) entry.isWanted = false;
        this.entries = stocked;
    }

    /** @param {string} key */
    #withdraw(key) {
        const i = this.entries.findIndex((entry) => entry.key === key);
        return i < 0 ? undefined : this.entries.splice(i, 1)[0];
    }

    /** @param {PuzzleWish} wish  @returns {Entry} */
    #order(wish) {
        const puzzle = this.last.then(() => (entry.isWanted ? api.puzzle(wish) : null));
        /** @type {Entry} */
        const entry = { key: keyOf(wish), isWanted: true, puzzle };
        this.last = puzzle.catch(() => {}); // its reader handles the error
        return entry;
    }
}

/** @param {PuzzleWish} wish */
function keyOf(wish) {
    return JSON.stringify(wish);
}
