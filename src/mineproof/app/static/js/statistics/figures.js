/** What records say: means, streaks, and how a figure went over the games. Nothing here draws. */

/** @import {GameRecord} from "./records.js" */

const RECENT = 20;
const DAY = 24 * 3600 * 1000;

/** @param {number[]} values */
export function mean(values) {
    return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** @param {GameRecord[]} games  @param {"bbbv" | "guesses" | "luck"} name  @returns {number[]} */
export function known(games, name) {
    return games.flatMap((game) => game[name] ?? []);
}

/** Return 3BV per second of a won game, if it is known. @param {GameRecord} game */
export function speedOf({ bbbv, seconds }) {
    return bbbv && seconds > 0 ? bbbv / seconds : null;
}

/**
 * Return how many wins in a row there are now, and how many there were at most.
 *
 * @param {GameRecord[]} games
 */
export function winStreak(games) {
    let now = 0;
    let best = 0;
    for (const { won } of games) {
        now = won ? now + 1 : 0;
        best = Math.max(best, now);
    }
    return { now, best };
}

/**
 * Return on how many days in a row the daily board was won, up to today or yesterday, and at most.
 *
 * @param {GameRecord[]} games
 * @param {string} today
 */
export function dailyStreak(games, today) {
    const won = games.filter((game) => game.won && isDaily(game)).map(dayOf);
    let now = 0;
    let best = 0;
    let last = NaN;
    for (const day of [...new Set(won)].sort().map(Date.parse)) {
        now = day - last === DAY ? now + 1 : 1;
        best = Math.max(best, now);
        last = day;
    }
    return { now: Date.parse(today) - last <= DAY ? now : 0, best };
}

/** @param {GameRecord} game */
export function isDaily({ kind }) {
    return kind.startsWith("daily ");
}

/** Return the day of a daily board; an old record has only the time of its end.
 *  @param {GameRecord} game */
function dayOf({ day, when }) {
    return day ?? when.slice(0, 10);
}

/**
 * The figures whose history can be seen. A rate is of the last games; all others are of won games.
 *
 * @type {Record<string, (games: GameRecord[]) => number[]>}
 */
export const HISTORIES = {
    wins: (games) => games.map((_, i) => rate(games.slice(Math.max(0, i + 1 - RECENT), i + 1))),
    time: (games) => won(games).map(({ seconds }) => seconds),
    speed: (games) => won(games).flatMap((game) => speedOf(game) ?? []),
    efficiency: (games) => won(games).flatMap((game) => game.efficiency ?? []),
};

/** @param {GameRecord[]} games */
function rate(games) {
    return won(games).length / games.length;
}

/** @param {GameRecord[]} games */
export function won(games) {
    return games.filter((game) => game.won);
}
