/**
 * The numbered clauses of a proof, as a list to choose two from: one tab stop, arrows move, Space or
 * a click chooses.
 */

import { make } from "../page/dom.js";
import { joined, t } from "../page/words.js";

/** @import {Grid} from "../board/grid.js" */
/** @import {ClauseLine} from "../types.js" */

export class Lines {
    /**
     * @param {(pair: [number, number]) => void} onPair  called when two lines are chosen
     * @param {() => void} onPoint  called when other lines are chosen or pointed at
     */
    constructor(onPair, onPoint) {
        this.onPair = onPair;
        this.onPoint = onPoint;
        /** @type {ClauseLine[]} */
        this.lines = [];
        /** @type {HTMLElement[]} */
        this.options = [];
        this.current = 0;
        this.pointed = -1;
        this.chosen = -1;
        this.element = make("div", { role: "listbox", class: "lines" });
        this.#listen();
    }

    /** The lines that are chosen or pointed at. */
    get marked() {
        return [this.chosen, this.pointed].filter((line) => line >= 0);
    }

    /**
     * Show these lines; none is chosen then, and the tab stop stays where it was.
     *
     * @param {ClauseLine[]} lines
     * @param {Grid} grid
     */
    fill(lines, grid) {
        const hadFocus = this.element.contains(document.activeElement);
        this.lines = lines;
        this.options = lines.map((line, i) => optionOf(line, i, grid));
        this.chosen = this.pointed = -1;
        const steps = lines.findIndex(({ parents }) => parents !== null);
        const given = steps < 0 ? lines.length : steps;
        this.element.setAttribute("aria-label", t("resolve.lines"));
        this.element.replaceChildren(
            group(t("resolve.given"), this.options.slice(0, given)),
            ...(steps < 0 ? [] : [group(t("resolve.steps"), this.options.slice(given))]),
        );
        this.#stopAt(Math.min(this.current, lines.length - 1), hadFocus);
    }

    /** Show which lines a hint names. @param {number[]} lines */
    hint(lines) {
        this.options.forEach((option, i) => option.classList.toggle("hinted", lines.includes(i)));
        this.options[lines[0] ?? -1]?.scrollIntoView({ block: "nearest" });
    }

    /** Choose no line any more. */
    release() {
        this.#choose(-1);
    }

    #listen() {
        const { element } = this;
        element.addEventListener("click", (event) => this.#take(this.#lineOf(event)));
        element.addEventListener("keydown", (event) => this.#key(event));
        for (const kind of ["pointerover", "focusin"]) {
            element.addEventListener(kind, (event) => this.#point(this.#lineOf(event)));
        }
        for (const kind of ["pointerleave", "focusout"]) {
            element.addEventListener(kind, () => this.#point(-1));
        }
    }

    /** @param {Event} event */
    #lineOf(event) {
        const found =
            event.target instanceof Element ? event.target.closest("[role=option]") : null;
        return this.options.findIndex((option) => option === found);
    }

    /** Choose a line; the second one makes a pair, the same one again is let go. @param {number} line */
    #take(line) {
        if (line < 0) return;
        this.#stopAt(line, true);
        if (this.chosen < 0 || this.chosen === line) {
            this.#choose(this.chosen === line ? -1 : line);
            return;
        }
        const first = this.chosen;
        this.#choose(-1);
        this.onPair([first, line]);
    }

    /** @param {number} line */
    #choose(line) {
        this.options[this.chosen]?.setAttribute("aria-selected", "false");
        this.chosen = line;
        this.options[line]?.setAttribute("aria-selected", "true");
        this.onPoint();
    }

    /** @param {number} line */
    #point(line) {
        if (line === this.pointed) return;
        this.pointed = line;
        this.onPoint();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const last = this.options.length - 1;
        /** @type {Record<string, number>} */
        const places = {
            ArrowUp: Math.max(this.current - 1, 0),
            ArrowLeft: Math.max(this.current - 1, 0),
            ArrowDown: Math.min(this.current + 1, last),
            ArrowRight: Math.min(this.current + 1, last),
            Home: 0,
            End: last,
        };
        const to = places[event.key];
        if (to !== undefined) this.#stopAt(to, true);
        else if (event.key === " " || event.key === "Enter") this.#take(this.current);
        else if (event.key === "Escape" && this.chosen >= 0) this.release();
        else return;
        event.preventDefault();
    }

    /** @param {number} line  @param {boolean} isFocused */
    #stopAt(line, isFocused) {
        this.options[this.current]?.setAttribute("tabindex", "-1");
        this.current = Math.max(line, 0);
        this.options[this.current]?.setAttribute("tabindex", "0");
        if (isFocused) this.options[this.current]?.focus();
    }
}

/** @param {string} label  @param {HTMLElement[]} options */
function group(label, options) {
    const title = make("p", { class: "soft", "aria-hidden": "true" }, label);
    return make("div", { role: "group", "aria-label": label }, title, ...options);
}

/** @param {ClauseLine} line  @param {number} i  @param {Grid} grid */
function optionOf(line, i, grid) {
    const attributes = {
        role: "option",
        class: line.subsumed_by === null ? "line" : "line idle",
        tabindex: "-1",
        "aria-selected": "false",
    };
    const seen = { "aria-hidden": "true" };
    return make(
        "div",
        attributes,
        make("span", { class: "unseen" }, spoken(line, i, grid)),
        make("span", { class: "number", ...seen }, String(i + 1)),
        make("code", seen, clauseText(line.clause, grid)),
        make("small", seen, origin(line, grid) + superset(line)),
    );
}

/**
 * Return a clause in logical notation.
 *
 * @param {number[]} clause
 * @param {Grid} grid
 */
export function clauseText(clause, grid) {
    const names = clause.map((lit) => (lit < 0 ? "¬" : "") + grid.name(Math.abs(lit) - 1));
    return names.join(" ∨ ");
}

/** Return which line says more, in short: its literals are among those of this one.
 *  @param {ClauseLine} line */
function superset({ subsumed_by: other }) {
    return other === null ? "" : ` ⊇ ${other + 1}`;
}

/** Return where a line is from, in short. @param {ClauseLine} line  @param {Grid} grid */
function origin({ clues, parents }, grid) {
    if (parents) return parents.map((parent) => parent + 1).join(" + ");
    return clues.map((clue) => (clue === null ? t("resolve.count") : grid.name(clue))).join(", ");
}

/** Return what a screen reader says of a line. @param {ClauseLine} line  @param {number} i  @param {Grid} grid */
function spoken(line, i, grid) {
    const names = line.clause.map((lit) => {
        const cell = grid.name(Math.abs(lit) - 1);
        return lit > 0 ? cell : t("resolve.not", { cell });
    });
    const clause = names.join(t("resolve.or"));
    const key = line.parents ? "resolve.line_made" : "resolve.line_given";
    const said = t(key, { line: i + 1, clause, from: origin(line, grid) });
    if (line.subsumed_by === null) return said;
    return joined([said, t("resolve.line_idle", { line: line.subsumed_by + 1 })]);
}
