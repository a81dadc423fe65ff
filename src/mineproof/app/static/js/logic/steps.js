/** The steps as a list, oldest first, by kind, cell and clue; it says how many of how many fit. */

import { byId, make } from "../page/dom.js";
import { number, t, tOr } from "../page/words.js";
import { PagedList } from "./lists.js";
import { line } from "./sentence.js";
import { cellsOf } from "./trace.js";

/** @import {Board} from "../board/board.js" */
/** @import {TraceStep} from "../types.js" */
/** @import {Trace} from "./trace.js" */

const PAGE = 60;

export class StepsList {
    /**
     * @param {Board} board
     * @param {(number: number) => void} go
     */
    constructor(board, go) {
        this.board = board;
        this.go = go;
        /** @type {Trace | null} */
        this.trace = null;
        this.now = -1;
        this.kind = byId("logic-filter-kind", HTMLSelectElement);
        this.cell = byId("logic-filter-cell", HTMLInputElement);
        this.clue = byId("logic-filter-clue", HTMLInputElement);
        this.list = new PagedList(byId("logic-steps", HTMLElement), PAGE, (number) =>
            this.#entry(number),
        );
        /** @type {number[]} the numbers of the steps that fit */
        this.found = [];
        for (const field of [this.kind, this.cell, this.clue]) {
            field.addEventListener("input", () => this.refresh());
        }
    }

    /** @param {Trace} trace */
    follow(trace) {
        this.trace = trace;
        const kinds = Object.entries(trace.head.kinds).map(([kind, n]) => {
            const values = { kind: tOr(`kind.${kind}`, kind), n: number(n) };
            return make("option", { value: kind }, t("logic.kind_count", values));
        });
        const all = t("logic.all_kinds", { n: number(trace.total) });
        const chosen = this.kind.value;
        this.kind.replaceChildren(make("option", { value: "" }, all), ...kinds);
        this.kind.value = chosen in trace.head.kinds ? chosen : "";
        this.refresh();
    }

    /** Look for the steps that fit once more: filters, words or steps are new. */
    refresh() {
        if (!this.trace) return;
        const fits = this.#filter();
        this.found = [];
        for (const step of this.trace.steps) if (fits(step)) this.found.push(step.number);
        const values = { n: number(this.found.length), of: number(this.trace.total) };
        byId("logic-found", HTMLElement).textContent = t("logic.found", values);
        this.#show();
    }

    /** @param {number} now  the number of the step that is shown */
    mark(now) {
        this.now = now;
        this.#show();
    }

    #show() {
        if (byId("panel-steps", HTMLElement).hidden) return;
        const next = this.found.findIndex((number) => number > this.now);
        const place = next < 0 ? this.found.length - 1 : next - 1;
        this.list.show(this.found, Math.max(place, 0), t("logic.steps"));
    }

    #filter() {
        const [kind, cell, clue] = [this.kind.value, this.#cell(this.cell), this.#cell(this.clue)];
        return (/** @type {TraceStep} */ step) =>
            (kind === "" || step.kind === kind) &&
            (cell === null || cellsOf(step).includes(cell)) &&
            (clue === null || step.clue === clue);
    }

    /** Return the cell that a field names: null if it is empty, -1 if there is none.
     *  @param {HTMLInputElement} field */
    #cell(field) {
        const text = field.value.trim().toLowerCase();
        if (text === "") return null;
        const { grid } = this.board;
        const cells = Array.from({ length: grid.size }, (_, cell) => grid.name(cell));
        return cells.indexOf(text);
    }

    /** @param {number} place */
    #entry(place) {
        const step = /** @type {TraceStep} */ (this.trace?.steps[place]);
        const isNow = place === this.now;
        const attributes = {
            type: "button",
            class: `pick wide${isNow ? " now" : ""}`,
            "aria-current": isNow ? "step" : null,
            onclick: () => this.go(place),
        };
        const count = make("small", {}, number(place));
        return make("button", attributes, count, " ", ...line(step, this.board.grid));
    }
}
