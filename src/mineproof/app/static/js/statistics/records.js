/**
 * What the browser keeps of finished games: the last of them, and one record each. Games that were
 * assisted, or whose seed was known, are not recorded; lost ones do not count for best times.
 */

import { api } from "../page/api.js";
import { loadList, save } from "../page/store.js";
import { language } from "../page/words.js";

/** @import {Game} from "../types.js" */

/**
 * @typedef {object} GameRecord  Figures are null, or missing in an old record, if they are unknown.
 * @property {string} kind  level (or daily), start (or no-guess) and finish
 * @property {boolean} won
 * @property {number} seconds
 * @property {string} when
 * @property {number | null} [bbbv]
 * @property {number | null} [guesses]
 * @property {number | null} [luck]
 * @property {number | null} [clicks]
 * @property {number | null} [zini]
 * @property {number | null} [efficiency]  opened 3BV per click
 * @property {string | null} [day]  of a daily board
 *
 * @typedef {{token: string, level: string, status: string, when: string}} Finished
 */

const MOST_RECORDS = 5000;
const MOST_FINISHED = 12;
const FIGURES = /** @type {const} */ (["bbbv", "guesses", "luck", "clicks", "zini", "efficiency"]);

/** The records, oldest first; what is no record is left out. @returns {GameRecord[]} */
export const records = () => loadList("records", (each) => faultOf(each) === "");

/** The games finished in this browser, latest first. @returns {Finished[]} */
export const finishedGames = () =>
    loadList("finished", ({ token, when }) => typeof token === "string" && Date.parse(when) > 0);

/** Keep these records, the latest if they are too many. @param {GameRecord[]} all */
export function keepRecords(all) {
    save("records", all.slice(-MOST_RECORDS));
}

/**
 * Return which part of a record is missing or wrong, or nothing.
 *
 * @param {any} record
 * @returns {string}
 */
export function faultOf(record) {
    if (typeof record !== "object" || record === null) return "kind";
    const { kind, won, seconds, when, day } = record;
    if (typeof kind !== "string" || !/^\S{1,60} \S{1,20} \S{1,20}$/.test(kind)) return "kind";
    if (typeof won !== "boolean") return "won";
    if (!(typeof seconds === "number" && seconds >= 0 && Number.isFinite(seconds)))
        return "seconds";
    if (typeof when !== "string" || Number.isNaN(Date.parse(when))) return "when";
    const isDay = typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day);
    if (!isDay && day !== undefined && day !== null) return "day";
    return FIGURES.find((name) => !isFigure(record[name])) ?? "";
}

/** @param {unknown} value */
function isFigure(value) {
    return value === undefined || value === null || Number.isFinite(value);
}

/**
 * Note a game that has just ended, and record it if it counts.
 *
 * @param {Game} game
 * @param {Game} before  the same game before its last move
 */
export async function keepFinished(game, before) {
    const { token, level, status } = game;
    const others = finishedGames().filter((each) => each.token !== token);
    const entry = { token, level, status, when: new Date().toISOString() };
    save("finished", [entry, ...others].slice(0, MOST_FINISHED));
    if (game.assisted || before.seed !== null) return;
    const record = makeRecord(game);
    keepRecords([...records(), record]);
    if (record.guesses === null) await addGuesses(record, token);
}

/** @param {Game} game  @returns {GameRecord} */
function makeRecord(game) {
    const start = game.no_guess ? "no-guess" : game.start.replace(/[:\d].*/, "");
    return {
        kind: `${game.daily ? "daily" : game.level} ${start} ${game.finish}`,
        won: game.status === "won",
        seconds: game.elapsed,
        bbbv: game.figures?.bbbv ?? null,
        guesses: game.figures?.guesses ?? null,
        luck: game.figures?.luck ?? null,
        clicks: game.figures?.clicks ?? null,
        zini: game.figures?.zini ?? null,
        efficiency: game.figures?.efficiency ?? null,
        day: game.daily,
        when: new Date().toISOString(),
    };
}

/**
 * Add the guesses and the luck of a game, which come from its review.
 *
 * @param {GameRecord} record
 * @param {string} token
 */
async function addGuesses(record, token) {
    const review = await api.review(token, language()).catch(() => null);
    if (!review) return;
    const all = records();
    const mine = all.find((each) => each.when === record.when);
    if (mine) Object.assign(mine, { guesses: review.guesses, luck: review.luck });
    keepRecords(all);
}
