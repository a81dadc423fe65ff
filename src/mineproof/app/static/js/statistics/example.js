/** What the statistics show before there are any: the records of nobody, always the same. */

/** @import {GameRecord} from "./records.js" */

const BEGINNER = "beginner no-guess clearing";
const INTERMEDIATE = "intermediate no-guess clearing";
const EXPERT = "expert safe clearing";

/** @type {[string, boolean, number, number, number, number, number][]} kind, won, seconds, 3BV, clicks, guesses, luck */
const GAMES = [
    [BEGINNER, false, 12.4, 14, 9, 1, -0.5],
    [BEGINNER, true, 48.2, 18, 29, 0, 0],
    [BEGINNER, true, 35.9, 16, 24, 0, 0],
    [BEGINNER, false, 21.7, 22, 15, 1, -0.67],
    [BEGINNER, true, 31.3, 21, 27, 0, 0],
    [INTERMEDIATE, false, 64.1, 61, 38, 1, -0.5],
    [INTERMEDIATE, true, 171.6, 68, 96, 0, 0],
    [BEGINNER, true, 24.8, 15, 19, 0, 0],
    [INTERMEDIATE, true, 148.3, 64, 83, 0, 0],
    [EXPERT, false, 95.2, 158, 71, 2, -0.25],
    [INTERMEDIATE, true, 126.9, 59, 74, 0, 0],
    [EXPERT, true, 301.5, 149, 192, 3, 1.08],
];

/** @type {GameRecord[]} one game a day */
export const EXAMPLE = GAMES.map(([kind, won, seconds, bbbv, clicks, guesses, luck], day) => ({
    kind,
    won,
    seconds,
    when: new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString(),
    bbbv,
    clicks,
    guesses,
    luck,
    zini: won ? Math.round(0.8 * bbbv) : null,
    efficiency: won ? bbbv / clicks : null,
}));
