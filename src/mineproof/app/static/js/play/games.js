/**
 * The games one can choose from: the levels of the menu, and more games, one object each. Their words
 * are `games.NAME` and `games.NAME_about`.
 */

/** @import {Game, Level, Shape} from "../types.js" */

/** @typedef {{level: string, start?: string, finish?: string, no_guess?: boolean}} Wish */

/**
 * @typedef {object} MoreGame
 * @property {string} name
 * @property {string[]} picture  some rows of a board, in the characters of a position
 * @property {Shape} [shape]  of the picture
 * @property {Wish[]} wishes  one for each level
 */

/** The levels of the menu. */
export const LEVELS = ["beginner", "intermediate", "expert"];

/** What a newcomer plays. @type {Wish} */
export const USUAL_WISH = { level: "beginner", no_guess: true };

/** @type {MoreGame[]} */
export const MORE_GAMES = [
    {
        name: "fair",
        picture: ["1##11", "11###", "002##", "00111"],
        wishes: LEVELS.map((level) => ({ level, start: "opening", finish: "fair" })),
    },
    {
        name: "marking",
        picture: ["#1#F#", "2F###", "##3#1", "1#F2#"],
        wishes: [{ level: "easy" }, { level: "medium" }, { level: "hard" }],
    },
    {
        name: "cs50",
        picture: ["1F##", "12F#", "012#", "0011"],
        wishes: [{ level: "cs50", finish: "flagging" }],
    },
    {
        name: "hex",
        picture: ["001#", "012#", "02##", "1###"],
        shape: "hex",
        wishes: [
            { level: "hex:9x9/12", no_guess: true },
            { level: "hex:14x18/45", no_guess: true },
        ],
    },
    {
        name: "torus",
        picture: ["F1001", "11001", "00000", "11001"],
        shape: "torus",
        wishes: [
            { level: "torus:9x9/12", no_guess: true },
            { level: "torus:14x18/45", no_guess: true },
        ],
    },
];

/**
 * Return the wish for a level of the menu: its first cell is an opening in any case.
 *
 * @param {string} level
 * @param {boolean} isNoGuess
 * @returns {Wish}
 */
export function wishFor(level, isNoGuess) {
    return isNoGuess ? { level, no_guess: true } : { level, start: "opening" };
}

/**
 * Return the wish that begins another game of the same kind.
 *
 * @param {Game} game
 * @returns {Wish}
 */
export function wishLike({ level, start, finish, no_guess: isNoGuess }) {
    if (isNoGuess) return { level, no_guess: true };
    const kind = /^list/.test(start) ? start : start.replace(/:.*/, ""); // a person starts anywhere
    return { level, start: kind, finish };
}

/**
 * Return which of the other games a game is, if it is one of them.
 *
 * @param {Game} game
 * @param {Level[]} levels
 */
export function moreGameOf(game, levels) {
    const usual = levels.find(({ name }) => name === game.level)?.finish ?? "clearing";
    return MORE_GAMES.find(({ wishes }) =>
        wishes.some(({ level, finish = usual }) => level === game.level && finish === game.finish),
    );
}
