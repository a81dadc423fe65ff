/** How many rated puzzles were solved at once and alone, by technique; kept since version 0.1. */

import { load, save } from "../page/store.js";

/** @typedef {{solved: number, missed: number}} Score */

const NAME = "training";
const MIXED = "mixed";

/** @returns {Record<string, Score>} */
const all = () => load(NAME, {});

/** @param {string} technique  @returns {Score} */
export function counter(technique) {
    return all()[technique || MIXED] ?? { solved: 0, missed: 0 };
}

/** @param {string} technique  @param {boolean} isSolved */
export function addTo(technique, isSolved) {
    const { solved, missed } = counter(technique);
    const score = isSolved ? { solved: solved + 1, missed } : { solved, missed: missed + 1 };
    save(NAME, { ...all(), [technique || MIXED]: score });
}
