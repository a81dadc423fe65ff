/** A trace as the server sends it: what the game came to, and its steps, which arrive in pages. */

import { api } from "../page/api.js";

/** @import {TraceHead, TraceStep, TraceWish} from "../types.js" */

export class Trace {
    /**
     * Ask for a trace; the answer comes with its first page, and the others follow.
     *
     * @param {TraceWish} wish
     */
    static async load(wish) {
        const { steps, ...head } = await api.trace({ ...wish, page: 0 });
        return new Trace(wish, head, steps);
    }

    /**
     * @param {TraceWish} wish
     * @param {TraceHead} head
     * @param {TraceStep[]} steps
     */
    constructor(wish, head, steps) {
        this.wish = wish;
        this.head = head;
        /** As many as have arrived. */
        this.steps = steps;
        this.isWanted = true;
    }

    /** How many steps there are, arrived or not. */
    get total() {
        return this.head.total;
    }

    /** Have the other pages sent, one after the other, until nobody wants them.
     *  @param {() => void} onPage */
    async loadRest(onPage) {
        for (let page = 1; page < this.head.pages && this.isWanted; page++) {
            const { steps } = await api.trace({ ...this.wish, page });
            this.steps.push(...steps);
            onPage();
        }
    }

    /**
     * Return the number of the first step after `from` that is wanted, or of the last step.
     *
     * @param {number} from
     * @param {(step: TraceStep) => boolean} isWanted
     */
    next(from, isWanted) {
        const found = this.steps.findIndex((step, number) => number > from && isWanted(step));
        return found < 0 ? this.steps.length - 1 : found;
    }

    /** Tell whether a step marks a cell: by a move, or, where no moves are made, by a unit.
     *  @param {TraceStep} step */
    isMark(step) {
        return step.kind === (this.head.kinds.move ? "move" : "marked");
    }
}

const STALLS = new Set(["stalled", "limit", "complete", "end"]);

/** Tell whether the engine can do no more. @param {TraceStep} step */
export const isStall = ({ kind }) => STALLS.has(kind);

/**
 * Return the cells that a step is about.
 *
 * @param {TraceStep} step
 * @returns {number[]}
 */
export function cellsOf(step) {
    const { clause = [], parents = [], cells = [], opened = [], literal, cell } = step;
    const sentences = [step.sentence, step.whole].flatMap((each) => each?.cells ?? []);
    const literals = [...clause, ...parents.flat(), ...(literal ? [literal] : [])];
    const found = [...literals.map(cellOf), ...cells, ...sentences, ...opened.map(([at]) => at)];
    return cell === undefined ? found : [...found, cell];
}

/** Return the cell of a literal. @param {number} literal */
export const cellOf = (literal) => Math.abs(literal) - 1;

/** Tell whether a step has a clause, made or used, with a cell.
 *  @param {TraceStep} step  @param {number} cell */
export function touches({ clause = [], parents = [] }, cell) {
    return [clause, ...parents].some((each) => each.some((literal) => cellOf(literal) === cell));
}
