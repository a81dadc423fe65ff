/**
 * Replay: KB, KB0, the units that wait and the board after any step, rebuilt from the steps alone.
 *
 * It follows the rules of `play/replay.py`; a test compares the two.
 * One step forward costs next to nothing. Any other place is reached from the nearest state that
 * is kept, at most `STRIDE` steps away.
 */

/** @import {TraceSentence, TraceStep} from "../types.js" */

const STRIDE = 250;

/** The key of a clause: its literals, which are sorted by cell. @param {number[]} clause */
export const keyOf = (clause) => clause.join(" ");

/**
 * A node of a search tree: what it supposes, what follows, and how it ended.
 *
 * @typedef {object} Branch
 * @property {number | null} above
 * @property {number | null} literal
 * @property {number[]} following
 * @property {number[] | null} clash
 * @property {number[] | null} clause
 * @property {boolean} fits
 */

/** What one engine knows. */
export class Knowledge {
    constructor() {
        /** @type {Map<string, number[]>} oldest first */
        this.kb = new Map();
        /** @type {number[]} the literals of the settled cells, in their order */
        this.kb0 = [];
        /** @type {number[]} the units that wait, in their order */
        this.units = [];
        /** @type {Map<string, TraceSentence>} oldest first */
        this.sentences = new Map();
        /** @type {Branch[]} the tree of the latest search, its nodes by their numbers */
        this.tree = [];
    }

    copy() {
        const copy = new Knowledge();
        copy.kb = new Map(this.kb);
        copy.kb0 = [...this.kb0];
        copy.units = [...this.units];
        copy.sentences = new Map(this.sentences);
        copy.tree = [...this.tree];
        return copy;
    }

    /** Change as a step says. Kinds that are not named change nothing. @param {TraceStep} step */
    take(step) {
        if (step.node !== undefined) this.#search(step, step.node);
        else if (step.sentence) this.#takeSentence(step, step.sentence);
        else this.#takeClause(step);
    }

    /** @param {TraceStep} step */
    #takeClause({ kind, clause = [], parents = [] }) {
        switch (kind) {
            case "learned":
                return void this.kb0.push(...clause);
            case "unit":
                return void this.units.push(...clause);
            case "marked":
                return this.#mark(clause);
            case "duplicate": // the turn of a unit whose cell is marked
                return clause.length === 1 ? this.#unqueue(clause[0] ?? 0) : undefined;
            case "inserted":
                return void this.kb.set(keyOf(clause), clause);
            case "shortened":
                return void this.kb.delete(keyOf(parents[0] ?? []));
            case "satisfied":
            case "subsumed": // in KB, or dropped before it could join
                return void this.kb.delete(keyOf(clause));
        }
    }

    /** @param {TraceStep} step  @param {TraceSentence} sentence */
    #takeSentence({ kind, clause = [], whole }, sentence) {
        if (kind === "marked") this.#mark(clause);
        if (kind === "shortened" && whole) this.sentences.delete(keyOf(whole.cells));
        if (kind === "sentence" || kind === "difference" || kind === "shortened") {
            const key = keyOf(sentence.cells);
            if (key && !this.sentences.has(key)) this.sentences.set(key, sentence);
        }
    }

    /** @param {TraceStep} step  @param {number} node */
    #search({ kind, above = null, literal = null, clause = [] }, node) {
        if (kind === "search" || kind === "decided" || kind === "backtracked") {
            this.tree.length = node;
            this.tree.push({
                above,
                literal,
                following: [],
                clash: null,
                clause: null,
                fits: false,
            });
        }
        const branch = this.tree[node];
        if (!branch) return;
        if (kind === "propagated" && literal !== null) {
            this.tree[node] = { ...branch, following: [...branch.following, literal] };
        }
        if (kind === "clashed") this.tree[node] = { ...branch, clash: clause };
        if (kind === "refuted") this.tree[node] = { ...branch, clause };
        if (kind === "fitted") this.tree[node] = { ...branch, fits: true };
    }

    /** @param {number[]} clause  of one literal */
    #mark(clause) {
        this.#unqueue(clause[0] ?? 0);
        this.kb0.push(...clause);
    }

    /** @param {number} literal */
    #unqueue(literal) {
        const place = this.units.indexOf(literal);
        if (place >= 0) this.units.splice(place, 1);
    }
}

/** What the engines know, each by its name, and what the board shows. */
export class State {
    constructor() {
        /** @type {Map<string, Knowledge>} */
        this.parts = new Map();
        /** @type {Map<number, boolean>} of each marked cell, whether it is marked as a mine */
        this.marks = new Map();
        /** @type {Map<number, number>} of each open cell, its number */
        this.numbers = new Map();
        this.hasMoves = true;
    }

    copy() {
        const copy = new State();
        for (const [name, part] of this.parts) copy.parts.set(name, part.copy());
        copy.marks = new Map(this.marks);
        copy.numbers = new Map(this.numbers);
        copy.hasMoves = this.hasMoves;
        return copy;
    }

    /** What the engine knows; of a cascade, the last part that has joined in. */
    get knowledge() {
        return [...this.parts.values()].at(-1) ?? new Knowledge();
    }

    /** What the engine knows that a step is by. @param {TraceStep | undefined} step */
    of(step) {
        return this.parts.get(step?.by ?? "") ?? this.knowledge;
    }

    /** @param {TraceStep} step */
    take(step) {
        if (step.kind === "begin") {
            this.hasMoves = step.game !== null;
            this.#open(step);
        } else if (step.kind === "move") {
            this.#flag(step);
            this.#open(step);
        } else if (step.kind !== "end") {
            this.#think(step);
        }
    }

    /** @param {TraceStep} step */
    #think(step) {
        const name = step.by ?? "";
        const part = this.parts.get(name) ?? new Knowledge();
        this.parts.set(name, part);
        part.take(step);
        if (step.kind === "marked" && !this.hasMoves) {
            this.marks.set(step.cell ?? -1, (step.clause?.[0] ?? 0) > 0);
        }
    }

    /** In the clearing game, a second flag takes the first away. @param {TraceStep} step */
    #flag({ act, cell = -1 }) {
        if (act !== "flag") return;
        if (this.marks.get(cell)) this.marks.delete(cell);
        else this.marks.set(cell, true);
    }

    /** @param {TraceStep} step */
    #open({ opened = [] }) {
        for (const [cell, number] of opened) {
            this.marks.set(cell, false);
            this.numbers.set(cell, number);
        }
    }
}

export class Replay {
    /** @param {TraceStep[]} steps  which may grow */
    constructor(steps) {
        this.steps = steps;
        this.number = -1; // the step that `state` is after
        this.state = new State();
        /** @type {State[]} before every STRIDE-th step, as far as anybody has been */
        this.kept = [new State()];
    }

    /**
     * Return the state after a step; it is valid until the next call.
     *
     * @param {number} number
     */
    at(number) {
        const nearest = Math.min(Math.floor(number / STRIDE), this.kept.length - 1);
        if (number < this.number || nearest * STRIDE - 1 > this.number) {
            this.state = (this.kept[nearest] ?? new State()).copy();
            this.number = nearest * STRIDE - 1;
        }
        while (this.number < number) this.#advance();
        return this.state;
    }

    #advance() {
        this.number += 1;
        if (this.number === this.kept.length * STRIDE) this.kept.push(this.state.copy());
        const step = this.steps[this.number];
        if (step) this.state.take(step);
    }
}
