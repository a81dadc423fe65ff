/**
 * Modes: what comes next, and what an answer counts, with what is kept of each in the browser.
 *
 * *Rated* goes on for ever. A *streak* ends with the first fault. A *storm* is as many puzzles as
 * fit into three minutes; a fault costs ten seconds. The *daily* puzzle is the same for everyone.
 */

import { load, save } from "../page/store.js";
import { today } from "../page/time.js";

/** @import {Puzzle, PuzzleWish, Shape} from "../types.js" */

/** @typedef {"rated" | "streak" | "storm" | "daily"} ModeName */

export const STORM_SECONDS = 180;
const FAULT_SECONDS = 10;
const AHEAD = 3;
const MOST_DAYS = 60;

/** The step level of each puzzle of a streak or a storm; the last three go on for ever. */
const RISE = ["L1", "L1", "L1", "L2", "L2", "L2", "L2", "L3", "L2", "L3", "L2", "L3", "L4"];

/** @param {number} i  @returns {PuzzleWish} */
function rising(i) {
    const at = i < RISE.length ? i : RISE.length - 3 + ((i - RISE.length) % 3);
    return { level: RISE[at] };
}

/** @param {string} name  @returns {name is ModeName} */
export function isMode(name) {
    return ["rated", "streak", "storm", "daily"].includes(name);
}

/**
 * Return what was kept, without what is of another kind than usual: anything may have been kept.
 *
 * @template {object} T
 * @param {T} usual
 * @param {Partial<T>} kept
 * @returns {T}
 */
function sane(usual, kept) {
    const good = Object.entries(kept).filter(([name, value]) => {
        const model = /** @type {Record<string, unknown>} */ (usual)[name];
        if (name === "puzzle") return isPuzzle(value);
        if (model === null) return typeof value === "number";
        return Array.isArray(model) === Array.isArray(value) && typeof model === typeof value;
    });
    return { ...usual, ...Object.fromEntries(good) };
}

/** @param {any} value */
function isPuzzle(value) {
    return typeof value?.id === "string" && Array.isArray(value.board) && "crop" in value;
}

/**
 * What a mode keeps, with the puzzle that is shown.
 *
 * @template {{puzzle: Puzzle | null}} T
 */
class Kept {
    /**
     * @param {ModeName} name
     * @param {T} usual
     */
    constructor(name, usual) {
        this.key = `puzzles.${name}`;
        this.state = sane(usual, load(this.key, usual));
    }

    get puzzle() {
        return this.state.puzzle;
    }

    /** @param {Partial<T>} news */
    keep(news) {
        Object.assign(this.state, news);
        save(this.key, this.state);
    }
}

/**
 * A puzzle at a time, chosen by technique and shape; one that is left is found again.
 *
 * @extends Kept<{puzzle: Puzzle | null, isFaulted: boolean, technique: string, shape: Shape}>
 */
export class Rated extends Kept {
    constructor() {
        const technique = load("technique", "");
        super("rated", { puzzle: null, isFaulted: false, technique, shape: "square" });
    }

    /** @returns {PuzzleWish} */
    get wish() {
        const { technique, shape } = this.state;
        return { ...(technique ? { technique } : {}), ...(shape === "square" ? {} : { shape }) };
    }

    get wishes() {
        return [this.wish, this.wish];
    }

    get isFaulted() {
        return this.state.isFaulted;
    }

    get isOver() {
        return false;
    }

    /** Choose another kind; the puzzle that is shown is dropped.
     *  @param {string} technique  @param {Shape} shape */
    choose(technique, shape) {
        this.keep({ technique, shape, puzzle: null, isFaulted: false });
    }

    /** @param {Puzzle} puzzle */
    begin(puzzle) {
        this.keep({ puzzle, isFaulted: false });
    }

    fault() {
        this.keep({ isFaulted: true });
    }

    solve() {
        this.keep({ puzzle: null });
    }
}

/**
 * Puzzles that become harder, until the first fault.
 *
 * @extends Kept<{puzzle: Puzzle | null, count: number, best: number, isOver: boolean}>
 */
export class Streak extends Kept {
    constructor() {
        super("streak", { puzzle: null, count: 0, best: 0, isOver: false });
    }

    get wish() {
        return rising(this.state.count);
    }

    get wishes() {
        const { count } = this.state;
        return Array.from({ length: AHEAD }, (_, i) => rising(count + 1 + i));
    }

    get isOver() {
        return this.state.isOver;
    }

    /** @param {Puzzle} puzzle */
    begin(puzzle) {
        if (this.isOver) this.keep({ count: 0, isOver: false });
        this.keep({ puzzle });
    }

    solve() {
        const count = this.state.count + 1;
        this.keep({ puzzle: null, count, best: Math.max(count, this.state.best) });
    }

    fault() {
        this.keep({ isOver: true });
    }

    /** Begin anew. */
    reset() {
        this.keep({ puzzle: null, count: 0, isOver: false });
    }
}

/**
 * As many puzzles as possible before the clock runs out, which goes on while the page is away.
 *
 * @extends Kept<{puzzle: Puzzle | null, deadline: number, number: number, score: number,
 *   best: number, missed: string[]}>
 */
export class Storm extends Kept {
    constructor() {
        const usual = { deadline: 0, number: 0, score: 0, best: 0, missed: [] };
        super("storm", { puzzle: null, ...usual });
    }

    get wish() {
        return rising(this.state.number);
    }

    get wishes() {
        const { number, deadline } = this.state;
        const first = deadline ? number + 1 : 0;
        return Array.from({ length: AHEAD }, (_, i) => rising(first + i));
    }

    /** How many seconds are left: all of them before the start, none after the end. */
    get seconds() {
        const { deadline } = this.state;
        if (!deadline) return STORM_SECONDS;
        return Math.max(Math.ceil((deadline - Date.now()) / 1000), 0);
    }

    get isRunning() {
        return this.state.deadline > Date.now();
    }

    get isOver() {
        return this.state.deadline > 0 && !this.isRunning;
    }

    start() {
        const deadline = Date.now() + 1000 * STORM_SECONDS;
        this.keep({ deadline, number: 0, score: 0, missed: [], puzzle: null });
    }

    /** @param {Puzzle} puzzle  @param {number} waited  milliseconds that do not count */
    begin(puzzle, waited) {
        this.keep({ puzzle, deadline: this.state.deadline + waited });
    }

    solve() {
        const score = this.state.score + 1;
        const best = Math.max(score, this.state.best);
        this.keep({ puzzle: null, score, best, number: this.state.number + 1 });
    }

    fault() {
        const { missed, deadline, number, puzzle } = this.state;
        this.keep({
            puzzle: null,
            missed: puzzle ? [...missed, puzzle.id] : missed,
            deadline: deadline - 1000 * FAULT_SECONDS,
            number: number + 1,
        });
    }
}

/**
 * @typedef {object} Day  What is kept of a day.
 * @property {Puzzle | null} puzzle
 * @property {number} begun
 * @property {number} faults
 * @property {boolean} isHelped
 * @property {number | null} seconds  once it is solved
 */

/** The puzzle of a day: solved once. */
export class Daily {
    /** @param {string} [date] */
    constructor(date = today()) {
        this.date = date;
        /** @type {Day} */
        this.state = sane(NO_DAY, daysKept()[date] ?? {});
    }

    /** @returns {PuzzleWish} */
    get wish() {
        return { daily: this.date };
    }

    get wishes() {
        return [];
    }

    get puzzle() {
        return this.state.puzzle;
    }

    get isOver() {
        return this.state.seconds !== null;
    }

    get isFaulted() {
        return this.state.faults > 0 || this.state.isHelped;
    }

    /** @param {Puzzle} puzzle */
    begin(puzzle) {
        this.#keep({ puzzle, begun: this.state.begun || Date.now() });
    }

    solve() {
        if (this.isOver) return;
        this.#keep({ seconds: Math.floor((Date.now() - this.state.begun) / 1000) });
    }

    fault() {
        if (!this.isOver) this.#keep({ faults: this.state.faults + 1 });
    }

    help() {
        if (!this.isOver) this.#keep({ isHelped: true });
    }

    /** @param {Partial<Day>} news */
    #keep(news) {
        Object.assign(this.state, news);
        const all = Object.entries({ ...daysKept(), [this.date]: this.state }).sort();
        save("puzzles.daily", Object.fromEntries(all.slice(-MOST_DAYS)));
    }
}

/** @returns {Record<string, Partial<Day>>} */
function daysKept() {
    return load("puzzles.daily", {});
}

/** @type {Day} */
const NO_DAY = { puzzle: null, begun: 0, faults: 0, isHelped: false, seconds: null };
