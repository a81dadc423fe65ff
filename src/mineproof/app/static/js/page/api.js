/** The server's API, one function per route. A failure is an `ApiError` with a sentence to show. */

import { untilBack } from "./connection.js";
import { pause } from "./dom.js";
import { send } from "./transport.js";
import { language, t } from "./words.js";

/** @import {Certified, FileContent, Unsaid} from "../files/types.js" */
/** @import * as L from "../learn/types.js" */
/** @import * as T from "../types.js" */
/** @import {Told} from "./transport.js" */

export class ApiError extends Error {
    /**
     * @param {string} sentence
     * @param {number} status  the HTTP status, 0 if no answer came
     */
    constructor(sentence, status) {
        super(sentence);
        this.status = status;
    }
}

/**
 * @typedef {object} Asked  What is sent.
 * @property {string} path
 * @property {object} [body]  of a POST; without one it is a GET
 * @property {AbortSignal} [signal]
 */

/**
 * Send a request; once more if the server is too busy and says when to come back. It has done
 * nothing then, whatever was asked.
 *
 * @param {Asked} asked
 * @returns {Promise<any>}
 */
async function call(asked) {
    let told = await sent(asked);
    const seconds = busyFor(told);
    if (seconds) {
        await pause(1000 * seconds);
        told = await sent(asked);
    }
    const answer = parsed(told.text);
    if (told.status < 300) return answer;
    const sentence = busyFor(told) ? t("error.busy") : answer.error;
    throw new ApiError(sentence ?? t("error.strange", { status: told.status }), told.status);
}

/** @param {Asked} asked */
function sent({ path, body, signal }) {
    const content = body && JSON.stringify(body);
    const method = body ? "POST" : "GET";
    return send({ method, path, body: content, language: language(), signal }).catch((error) => {
        if (error.name === "AbortError") throw error;
        void untilBack();
        throw new ApiError(t("error.no_answer"), 0);
    });
}

/**
 * Return for how many seconds the server is too busy, 0 if it is not.
 *
 * @param {Told} told
 */
function busyFor({ status, retryAfter }) {
    return status === 503 ? retryAfter : 0;
}

/** @param {string} text  @returns {any} */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return {}; // not from our server
    }
}

/**
 * Send a request until an answer comes: asked twice, it does no more than asked once.
 *
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(path, body, signal) {
    for (;;) {
        try {
            return await call({ path, body, signal });
        } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 0) throw error;
            await untilBack();
        }
    }
}

/**
 * Send a request that must not be done twice. Without an answer it is unknown whether it was done,
 * and an `ApiError` of status 0 says so.
 *
 * @param {string} path
 * @param {object} body
 */
const once = (path, body) => call({ path, body });

/** @param {string} token */
const game = (token) => `games/${encodeURIComponent(token)}`;

/**
 * Return a game with its whole board: a short answer says only what has changed since `known`.
 *
 * @template {T.Game} G
 * @param {G | (Omit<G, "board"> & {board: null})} told
 * @param {T.Game} known
 * @returns {G}
 */
function whole(told, known) {
    if (told.board !== null) return /** @type {G} */ (told);
    const board = [...known.board];
    for (const [row, col, face] of told.changed) {
        const cells = board[row] ?? "";
        board[row] = cells.slice(0, col) + face + cells.slice(col + 1);
    }
    return /** @type {G} */ ({ ...told, board });
}

/** @param {string} name */
const lesson = (name) => `lessons/${encodeURIComponent(name)}`;

/** @param {string} id */
const exercise = (id) => `course/exercises/${encodeURIComponent(id)}`;

export const api = {
    /** @returns {Promise<T.Info>} */
    info: () => ask("info"),

    /** @param {{level?: string, start?: string, finish?: string, no_guess?: boolean,
     *    daily?: string, code?: string, seconds?: number | null}} wish
     *  @returns {Promise<T.Game>} */
    begin: (wish) => ask("games", wish),

    /** @param {string} token  @returns {Promise<T.Game>} */
    read: (token) => ask(game(token)),

    /** @param {T.Game} known  the game before these moves
     *  @param {{act: T.Act, cell: T.Place}[]} moves
     *  @returns {Promise<T.Game>} */
    play: async (known, moves) => {
        const { token, version: since, moves: after } = known;
        return whole(await ask(`${game(token)}/batch`, { after, moves, since }), known);
    },

    /** @param {T.Game} known  @returns {Promise<{game: T.Game, flagged: T.Place[]}>} */
    flagProved: async (known) => {
        const wish = { since: known.version };
        const answer = await ask(`${game(known.token)}/flags`, wish);
        return { ...answer, game: whole(answer.game, known) };
    },

    /** @param {T.Game} known  @returns {Promise<T.Game>} */
    undo: async (known) =>
        whole(await once(`${game(known.token)}/undo`, { since: known.version }), known),

    /** @param {string} token  @returns {Promise<T.Game>} */
    restart: (token) => ask(`${game(token)}/restart`, {}),

    /** @param {string} token  @param {number} rung  @param {string} lang
     *  @returns {Promise<T.Hint>} */
    hint: (token, rung, lang) => ask(`${game(token)}/hint`, { rung, lang }),

    /** @param {T.Game} known
     *  @param {{engine: string, agent: string, lang: string, hide_total?: boolean}} wish
     *  @returns {Promise<T.AiAnswer>} */
    ai: async (known, wish) => {
        const asked = { ...wish, since: known.version };
        const answer = await once(`${game(known.token)}/ai`, asked);
        return { ...answer, game: whole(answer.game, known) };
    },

    /** @param {string} token
     *  @returns {Promise<T.Odds>} */
    risks: (token) => ask(`${game(token)}/risks?brief=true`),

    /** @param {string} token  @returns {Promise<{wrong: T.Place[]}>} */
    flags: (token) => ask(`${game(token)}/flags`),

    /** @param {string} token  @param {string} cell  @param {string} lang
     *  @returns {Promise<T.Explanation>} */
    explain: (token, cell, lang) =>
        ask(`${game(token)}/explain?cell=${encodeURIComponent(cell)}&lang=${lang}`),

    /** @param {string} token  @param {{cell: string, mined: boolean, lang: string}} wish
     *  @returns {Promise<T.Supposition>} */
    suppose: (token, wish) => ask(`${game(token)}/suppose`, wish),

    /** @param {string} token  @param {string} lang  @returns {Promise<T.Review>} */
    review: (token, lang) => ask(`${game(token)}/review?lang=${lang}`),

    /** The last move of a finished game, judged.
     *  @param {string} token  @param {string} lang  @returns {Promise<T.Remark>} */
    lastRemark: (token, lang) => ask(`${game(token)}/remark?lang=${lang}`),

    /** Why a prove-it game is lost.
     *  @param {string} token  @param {string} lang  @returns {Promise<T.Missed>} */
    missed: (token, lang) => ask(`${game(token)}/missed?lang=${lang}`),

    /** Another cell in the place of a move, judged.
     *  @param {string} token  @param {number} move  @param {string} cell  @param {string} lang
     *  @returns {Promise<T.Remark>} */
    remark: (token, move, cell, lang) =>
        ask(`${game(token)}/remark?move=${move}&cell=${encodeURIComponent(cell)}&lang=${lang}`),

    /** @param {string} token  @returns {Promise<{win: number[]}>} */
    chances: (token) => ask(`${game(token)}/chances`),

    /** @param {string} token  @returns {Promise<{code: string}>} */
    code: (token) => ask(`${game(token)}/code`),

    /** @param {string} token  @param {number} move  @returns {Promise<T.Game>} */
    again: (token, move) => ask(`${game(token)}/again`, { move }),

    /** @param {T.Position & {lang: string}} position  @param {AbortSignal} signal
     *  @returns {Promise<T.Analysis>} */
    analyse: (position, signal) => ask("analyse", { ...position, brief: true }, signal),

    /** @param {T.Position & {rung: number, lang: string, flags?: boolean}} wish
     *  @returns {Promise<T.Hint>} */
    analyseHint: (wish) => ask("analyse/hint", wish),

    /** @param {T.Position & {cell: string, lang: string}} wish
     *  @returns {Promise<T.Explanation>} */
    analyseExplain: (wish) => ask("analyse/explain", wish),

    /** @param {T.Position & {cell: string, mined: boolean, lang: string}} wish
     *  @returns {Promise<T.Supposition>} */
    analyseSuppose: (wish) => ask("analyse/suppose", wish),

    /** @param {T.Position & {cell?: string, format: string, lang: string}} wish
     *  @returns {Promise<{file: string, base64: string, text: string}>} */
    analysePicture: (wish) => ask("analyse/picture", wish),

    /** @param {T.Position & {lang: string}} position  @returns {Promise<T.Guessing>} */
    analyseGuess: (position) => ask("analyse/guess", position),

    /** @param {T.TraceWish & {page: number}} wish  @returns {Promise<T.TracePage>} */
    trace: (wish) => ask("code" in wish ? "trace" : "analyse/trace", wish),

    /** @param {string} lang  @returns {Promise<{lessons: L.LessonInfo[]}>} */
    lessons: (lang) => ask(`lessons?lang=${lang}`),

    /** @param {string} name  @param {string} lang  @returns {Promise<L.Lesson>} */
    lesson: (name, lang) => ask(`${lesson(name)}?lang=${lang}`),

    /** @param {string} name  @param {{exercise: number, answer: string, lang: string}} wish
     *  @returns {Promise<L.Verdict>} */
    lessonCheck: (name, wish) => ask(`${lesson(name)}/check`, wish),

    /** @param {string} name  @param {{exercise: number, lang: string}} wish
     *  @returns {Promise<{answer: string, reason: string | null}>} */
    lessonAnswer: (name, wish) => ask(`${lesson(name)}/answer`, wish),

    /** @param {T.Proved & {unfolded: number[] | null, lang: string}} wish
     *  @returns {Promise<T.Derivation>} */
    derivation: (wish) => ask("derivation", wish),

    /** @param {T.Proved & {format: string}} wish  @returns {Promise<T.DerivationFile>} */
    derivationFile: (wish) => ask("derivation/file", wish),

    /** @param {Unsaid & {name: string, base64: string, lang: string}} file
     *  @returns {Promise<FileContent>} */
    readFile: (file) => ask("files", file),

    /** @param {{code: string, first?: string, lang: string}} board
     *  @returns {Promise<Certified>} */
    certify: (board) => ask("certify", board),

    /** @param {string} lang
     *  @returns {Promise<{techniques: T.Technique[], classes: T.PuzzleClass[]}>} */
    techniques: (lang) => ask(`techniques?lang=${lang}`),

    /** @param {T.PuzzleWish} wish  @returns {Promise<T.Puzzle>} */
    puzzle: (wish) => ask("puzzles", wish),

    /** @param {T.Position & {cell: T.Place, mined: boolean, crop: T.Puzzle["crop"], lang: string}}
     *    wish
     *  @returns {Promise<T.Judged>} */
    judge: (wish) => ask("puzzles/judge", wish),

    /** @param {T.Position & {lang: string}} position  @returns {Promise<T.PuzzleAnswer>} */
    puzzleAnswer: (position) => ask("puzzles/answer", position),

    /** @param {{puzzle_class: string, solved: boolean, day: string, player: T.Standing | null,
     *    puzzle: T.Standing | null}} wish
     *  @returns {Promise<T.Attempt>} */
    rate: (wish) => ask("puzzles/rate", wish),

    /** @param {string} lang  @returns {Promise<{exercises: T.CourseEntry[]}>} */
    course: (lang) => ask(`course/exercises?lang=${lang}`),

    /** @param {string} id  @param {string} lang  @returns {Promise<T.CourseExercise>} */
    courseExercise: (id, lang) => ask(`${exercise(id)}?lang=${lang}`),

    /** @param {string} id  @param {{answer: unknown, lang: string}} wish
     *  @returns {Promise<T.CourseVerdict>} */
    courseCheck: (id, wish) => ask(`${exercise(id)}/check`, wish),

    /** @param {string} id  @param {{rung: number, answer: unknown, lang: string}} wish
     *  @returns {Promise<{words: T.Sentence, lines: number[]}>} */
    courseHint: (id, wish) => ask(`${exercise(id)}/hint`, wish),

    /** @param {string} id  @param {string} lang
     *  @returns {Promise<{answer: any, text: string, reason: string | null}>} */
    courseSolution: (id, lang) => ask(`${exercise(id)}/solution?lang=${lang}`),
};
