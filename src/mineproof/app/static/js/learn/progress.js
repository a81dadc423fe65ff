/** Which exercises were solved, kept in the browser by the names of lessons. */

import { load, save } from "../page/store.js";

const NAME = "learn";

/** @typedef {Record<string, number[]>} Solved */

/** @returns {Solved} */
function all() {
    return load(NAME, /** @type {Solved} */ ({}));
}

/**
 * Return the numbers of the exercises of a lesson that were solved.
 *
 * @param {string} lesson
 */
export function solved(lesson) {
    const kept = all()[lesson];
    return new Set(Array.isArray(kept) ? kept : []);
}

/**
 * Keep that an exercise was solved.
 *
 * @param {string} lesson
 * @param {number} number
 */
export function solve(lesson, number) {
    save(NAME, { ...all(), [lesson]: [...solved(lesson).add(number)].sort() });
}

/** Forget everything; returns a function that takes that back. */
export function reset() {
    const before = all();
    save(NAME, {});
    return () => save(NAME, before);
}
