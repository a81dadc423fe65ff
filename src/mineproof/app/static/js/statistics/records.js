/**
 * What the browser keeps of finished games: the last of them, and one record each. Games that were
 * assisted, or whose seed was known, are not recorded; lost ones do not count for best times.
 */

import { api } from "../page/api.js";
import { loadList, save } from "../page/store.js";
import { language } from "../page/words.js";

/** @import {Game} from "../types.js" */

/**
 * @typedef {object} GameRecord
 * @property {string} kind  level (or daily), start (or no-guess) and finish
 * @property {boolean} won
 * @property {number} seconds
 * @property {number | null} bbbv
 * @property {number | null} guesses
 * @property {number | null} luck
 * @property {string} when
 *
 * @typedef {{token: string, level: string, status: string, when: string}} Finished
 */

const MOST_RECORDS = 5000;
const MOST_FINISHED = 12;

/** @returns {GameRecord[]} */
export const records = () =>
    loadList("records", ({ kind, seconds }) => typeof kind === "string" && seconds >= 0);

/** The games finished in this browser, latest first. @returns {Finished[]} */
export const finishedGames = () =>
    loadList("finished", ({ token, when }) => typeof token === "string" && Date.parse(when) > 0);

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
    save("records", [...records(), record].slice(-MOST_RECORDS));
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
    save("records", all);
}
