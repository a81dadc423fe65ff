/**
 * Ratings: that of the player, and one for each class of puzzles. They are kept in the browser; the
 * server calculates them (Glicko-2), so that page, API and tests share one method.
 */

import { api } from "../page/api.js";
import { asked } from "../page/asked.js";
import { make } from "../page/dom.js";
import { load, save } from "../page/store.js";
import { today } from "../page/time.js";
import { t } from "../page/words.js";

/** @import {Attempt, PuzzleClass, Standing} from "../types.js" */

/** @typedef {{player: Standing | null, classes: Record<string, Standing>}} Ratings */

/** @returns {Ratings} */
function kept() {
    const { player, classes } = load("ratings", /** @type {Partial<Ratings>} */ ({}));
    const isTable = typeof classes === "object" && classes !== null;
    return { player: isStanding(player) ? player : null, classes: isTable ? classes : {} };
}

/**
 * Count an attempt; returns what it did, and the rating before it, or null if it cannot be counted.
 *
 * @param {string} name  the class of the puzzle
 * @param {boolean} solved
 * @returns {Promise<(Attempt & {before: number}) | null>}
 */
export async function count(name, solved) {
    const { player, classes } = kept();
    const known = classes[name];
    const puzzle = isStanding(known) ? known : null;
    const wish = { puzzle_class: name, solved, day: today(), player, puzzle };
    const done = await asked(() => api.rate(wish));
    if (!done) return null;
    save("ratings", { player: done.player, classes: { ...classes, [name]: done.puzzle } });
    return { ...done, before: player?.rating ?? NEWCOMER };
}

/** The player's rating in short, such as 1532 ± 96; nothing before the first attempt. */
export function ownRating() {
    const { player } = kept();
    return player ? inShort(player) : "";
}

/**
 * Return a rating with its uncertainty: twice the deviation.
 *
 * @param {Standing} standing
 */
function inShort({ rating, deviation }) {
    const values = { rating: Math.round(rating), spread: Math.round(2 * deviation) };
    return t("puzzle.rating", values);
}

/**
 * Say how an attempt has changed the ratings.
 *
 * @param {Attempt & {before: number}} done
 * @param {string} title  of the class
 */
export function inWordsOf({ player, puzzle, before }, title) {
    const change = Math.round(player.rating) - Math.round(before);
    return t("puzzle.change", {
        own: inShort(player),
        change: `${change < 0 ? "−" : "+"}${Math.abs(change)}`,
        title,
        puzzle: inShort(puzzle),
    });
}

/**
 * Return the ratings of all classes as a table.
 *
 * @param {PuzzleClass[]} all
 */
export function ratingTable(all) {
    const { classes } = kept();
    const rows = all.map(({ name, title, seed }) => {
        const own = classes[name];
        const cells = [inShort(isStanding(own) ? own : seed), own ? "" : t("puzzle.unmet")];
        const texts = cells.map((text) => make("td", {}, text));
        return make("tr", {}, make("th", { scope: "row" }, title), ...texts);
    });
    const table = make("table", { class: "figures" });
    table.append(make("caption", {}, t("puzzle.ratings_caption")), make("tbody", {}, ...rows));
    return table;
}

const NEWCOMER = 1500;

/** What the browser kept may be anything. @param {unknown} value  @returns {value is Standing} */
function isStanding(value) {
    const { rating, deviation } = /** @type {Partial<Standing>} */ (value ?? {});
    return typeof rating === "number" && typeof deviation === "number";
}
