/** The server's API, one function per route. A failure is an `ApiError` with a sentence to show. */

import { untilBack } from "./connection.js";
import { pause } from "./dom.js";
import { language, t } from "./words.js";

/** @import {Certified, FileContent, Unsaid} from "../files/types.js" */
/** @import * as L from "../learn/types.js" */
/** @import * as T from "../types.js" */

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

const ROOT = new URL("api/", document.baseURI);

/**
 * Send a request; once more if the server is too busy and says when to come back. It has done
 * nothing then, whatever was asked.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
async function call(path, options) {
    let response = await send(path, options);
    const seconds = busyFor(response);
    if (seconds) {
        await pause(1000 * seconds);
        response = await send(path, options);
    }
    const answer = await response.json().catch((error) => {
        if (error.name === "AbortError") throw error;
        return {};
    });
    if (response.ok) return answer;
    const sentence = busyFor(response) ? t("error.busy") : answer.error;
    throw new ApiError(
        sentence ?? t("error.strange", { status: response.status }),
        response.status,
    );
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
function send(path, options) {
    const headers = { ...options.headers, "Accept-Language": language() };
    return fetch(new URL(path, ROOT), { ...options, headers }).catch((error) => {
        if (error.name === "AbortError") throw error;
        void untilBack();
        throw new ApiError(t("error.no_answer"), 0);
    });
}

/**
 * Return for how many seconds the server is too busy, 0 if it is not.
 *
 * @param {Response} response
 */
function busyFor(response) {
    return response.status === 503 ? Number(response.headers.get("Retry-After") ?? 0) : 0;
}

/**
 * Send a request until an answer comes: asked twice, it does no more than asked once.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(path, options = {}) {
    for (;;) {
        try {
            return await call(path, options);
        } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 0) throw error;
            await untilBack();
        }
    }
}

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
const post = (path, body, signal) => ask(path, sent(body, signal));

/**
 * Send a request that must not be done twice. Without an answer it is unknown whether it was done,
 * and an `ApiError` of status 0 says so.
 *
 * @param {string} path
 * @param {object} body
 */
const once = (path, body) => call(path, sent(body));

/**
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {RequestInit}
 */
function sent(body, signal) {
    const headers = { "Content-Type": "application/json" };
    return { method: "POST", headers, body: JSON.stringify(body), signal };
}

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
    begin: (wish) => post("games", wish),

    /** @param {string} token  @returns {Promise<T.Game>} */
    read: (token) => ask(game(token)),

    /** @param {T.Game} known  the game before these moves
     *  @param {{act: T.Act, cell: T.Place}[]} moves
     *  @returns {Promise<T.Game>} */
    play: async (known, moves) => {
        const { token, version: since, moves: after } = known;
        return whole(await post(`${game(token)}/batch`, { after, moves, since }), known);
    },

    /** @param {T.Game} known  @returns {Promise<{game: T.Game, flagged: T.Place[]}>} */
    flagProved: async (known) => {
        const wish = { since: known.version };
        const answer = await post(`${game(known.token)}/flags`, wish);
        return { ...answer, game: whole(answer.game, known) };
    },

    /** @param {T.Game} known  @returns {Promise<T.Game>} */
    undo: async (known) =>
        whole(await once(`${game(known.token)}/undo`, { since: known.version }), known),

    /** @param {string} token  @returns {Promise<T.Game>} */
    restart: (token) => post(`${game(token)}/restart`, {}),

    /** @param {string} token  @param {number} rung  @param {string} lang
     *  @returns {Promise<T.Hint>} */
    hint: (token, rung, lang) => post(`${game(token)}/hint`, { rung, lang }),

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
    suppose: (token, wish) => post(`${game(token)}/suppose`, wish),

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
    again: (token, move) => post(`${game(token)}/again`, { move }),

    /** @param {T.Position & {lang: string}} position  @param {AbortSignal} signal
     *  @returns {Promise<T.Analysis>} */
    analyse: (position, signal) => post("analyse", { ...position, brief: true }, signal),

    /** @param {T.Position & {rung: number, lang: string, flags?: boolean}} wish
     *  @returns {Promise<T.Hint>} */
    analyseHint: (wish) => post("analyse/hint", wish),

    /** @param {T.Position & {cell: string, lang: string}} wish
     *  @returns {Promise<T.Explanation>} */
    analyseExplain: (wish) => post("analyse/explain", wish),

    /** @param {T.Position & {cell: string, mined: boolean, lang: string}} wish
     *  @returns {Promise<T.Supposition>} */
    analyseSuppose: (wish) => post("analyse/suppose", wish),

    /** @param {T.Position & {cell: string, format: string, lang: string}} wish
     *  @returns {Promise<{file: string, base64: string, text: string}>} */
    analysePicture: (wish) => post("analyse/picture", wish),

    /** @param {T.Position & {lang: string}} position  @returns {Promise<T.Guessing>} */
    analyseGuess: (position) => post("analyse/guess", position),

    /** @param {T.TraceWish & {page: number}} wish  @returns {Promise<T.TracePage>} */
    trace: (wish) => post("code" in wish ? "trace" : "analyse/trace", wish),

    /** @param {string} lang  @returns {Promise<{lessons: L.LessonInfo[]}>} */
    lessons: (lang) => ask(`lessons?lang=${lang}`),

    /** @param {string} name  @param {string} lang  @returns {Promise<L.Lesson>} */
    lesson: (name, lang) => ask(`${lesson(name)}?lang=${lang}`),

    /** @param {string} name  @param {{exercise: number, answer: string, lang: string}} wish
     *  @returns {Promise<L.Verdict>} */
    lessonCheck: (name, wish) => post(`${lesson(name)}/check`, wish),

    /** @param {string} name  @param {{exercise: number, lang: string}} wish
     *  @returns {Promise<{answer: string, reason: string | null}>} */
    lessonAnswer: (name, wish) => post(`${lesson(name)}/answer`, wish),

    /** @param {T.Proved & {unfolded: number[] | null, lang: string}} wish
     *  @returns {Promise<T.Derivation>} */
    derivation: (wish) => post("derivation", wish),

    /** @param {T.Proved & {format: string}} wish  @returns {Promise<T.DerivationFile>} */
    derivationFile: (wish) => post("derivation/file", wish),

    /** @param {Unsaid & {name: string, base64: string, lang: string}} file
     *  @returns {Promise<FileContent>} */
    readFile: (file) => post("files", file),

    /** @param {{code: string, first?: string, lang: string}} board
     *  @returns {Promise<Certified>} */
    certify: (board) => post("certify", board),

    /** @param {string} lang
     *  @returns {Promise<{techniques: T.Technique[], classes: T.PuzzleClass[]}>} */
    techniques: (lang) => ask(`techniques?lang=${lang}`),

    /** @param {T.PuzzleWish} wish  @returns {Promise<T.Puzzle>} */
    puzzle: (wish) => post("puzzles", wish),

    /** @param {T.Position & {cell: T.Place, mined: boolean, crop: T.Puzzle["crop"], lang: string}}
     *    wish
     *  @returns {Promise<T.Judged>} */
    judge: (wish) => post("puzzles/judge", wish),

    /** @param {T.Position & {lang: string}} position  @returns {Promise<T.PuzzleAnswer>} */
    puzzleAnswer: (position) => post("puzzles/answer", position),

    /** @param {{puzzle_class: string, solved: boolean, day: string, player: T.Standing | null,
     *    puzzle: T.Standing | null}} wish
     *  @returns {Promise<T.Attempt>} */
    rate: (wish) => post("puzzles/rate", wish),

    /** @param {string} lang  @returns {Promise<{exercises: T.CourseEntry[]}>} */
    course: (lang) => ask(`course/exercises?lang=${lang}`),

    /** @param {string} id  @param {string} lang  @returns {Promise<T.CourseExercise>} */
    courseExercise: (id, lang) => ask(`${exercise(id)}?lang=${lang}`),

    /** @param {string} id  @param {{answer: unknown, lang: string}} wish
     *  @returns {Promise<T.CourseVerdict>} */
    courseCheck: (id, wish) => post(`${exercise(id)}/check`, wish),

    /** @param {string} id  @param {{rung: number, answer: unknown, lang: string}} wish
     *  @returns {Promise<{words: T.Sentence, lines: number[]}>} */
    courseHint: (id, wish) => post(`${exercise(id)}/hint`, wish),

    /** @param {string} id  @param {string} lang
     *  @returns {Promise<{answer: any, text: string, reason: string | null}>} */
    courseSolution: (id, lang) => ask(`${exercise(id)}/solution?lang=${lang}`),
};
