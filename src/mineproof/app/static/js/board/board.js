/**
 * The board: an ARIA grid with one tab stop. It shows a position with signs and risks, and paints
 * only the cells that look different from before. It knows no rule of the game.
 *
 * A *face* is what a cell shows: the character of its picture, or `!` for the mine that was opened,
 * or `x` for a flag that turned out wrong. On a narrow screen the board may be *turned*: its rows
 * are drawn as columns. Cells keep their numbers and names.
 */

import { make } from "../page/dom.js";
import { fitted } from "./fit.js";
import { cutsOf, edgesOf } from "./edges.js";
import { Grid } from "./grid.js";
import { spoken } from "./labels.js";
import { target } from "./roving.js";
import { onSettings } from "../page/settings.js";
import { inWords, t } from "../page/words.js";

/** @import {Sign} from "./labels.js" */
/** @import {Place} from "../types.js" */

/**
 * @typedef {object} Shown  What a board shows.
 * @property {Grid} grid
 * @property {string} cells  one character per cell
 * @property {number} [lostAt]
 * @property {Set<number>} [wrong]  flags that turned out wrong
 */

export class Board {
    /**
     * @param {HTMLElement} frame  the element to fill
     * @param {(event: KeyboardEvent, cell: number) => void} onKey  handles other keys
     */
    constructor(frame, onKey) {
        this.frame = frame;
        this.onKey = onKey;
        this.shown = /** @type {Shown} */ ({ grid: new Grid(0, 0, "square"), cells: "" });
        this.isTurned = false;
        this.current = 0;
        /** @type {HTMLElement[]} */
        this.cells = [];
        /** @type {string[]} */
        this.painted = [];
        /** @type {Map<number, Sign>} */
        this.signs = new Map();
        /** @type {Map<number, number>} */
        this.risks = new Map();
        /** @type {number[]} what is lit while nothing is pointed at */
        this.rest = [];
        this.element = make("div", { role: "grid", class: "grid" });
        this.element.addEventListener("keydown", (event) => this.#keyed(event));
        this.element.addEventListener("focusin", (event) => this.#focused(event));
        const sizes = new ResizeObserver(() => this.fit());
        sizes.observe(frame);
        const ends = [onSettings(() => this.refresh()), inWords(() => this.refresh())];
        this.close = () => (sizes.disconnect(), ends.forEach((end) => end()));
    }

    get grid() {
        return this.shown.grid;
    }

    /**
     * Show a position; signs and risks stay.
     *
     * @param {Shown} shown
     */
    show(shown) {
        const before = this.shown;
        this.shown = shown;
        if (!shown.grid.equals(before.grid)) this.#rebuild();
        else this.#paintChanges(before);
    }

    /**
     * Put signs on these cells and on no others.
     *
     * @param {Map<number, Sign>} signs
     */
    sign(signs) {
        this.#replace("signs", signs);
    }

    /**
     * Show these risks and no others.
     *
     * @param {Map<number, number>} risks
     */
    weigh(risks) {
        this.#replace("risks", risks);
    }

    /**
     * Shade a region of the board, or none.
     *
     * @param {{rows: [number, number], cols: [number, number]} | undefined} region
     */
    shade(region) {
        this.cells.forEach((element, cell) => {
            const [row, col] = this.grid.place(cell);
            const inside =
                region !== undefined && between(row, region.rows) && between(col, region.cols);
            element.classList.toggle("region", inside);
        });
    }

    /**
     * Light up these cells and no others.
     *
     * @param {Iterable<number>} cells
     * @param {"lit" | "pressed" | "pending" | "question" | "chosen" | "asked" | "supposed"} [how]
     */
    light(cells, how = "lit") {
        for (const element of this.element.querySelectorAll(`.${how}`))
            element.classList.remove(how);
        for (const cell of cells) this.cells[cell]?.classList.add(how);
    }

    /**
     * Return the cell that an event is about, or -1.
     *
     * @param {Event} event
     */
    cellOf(event) {
        const found = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
        return found instanceof HTMLElement ? Number(found.dataset.cell) : -1;
    }

    /**
     * Make a cell the tab stop, and focus it if `isWanted`.
     *
     * @param {number} cell
     * @param {boolean} [isWanted]
     */
    stopAt(cell, isWanted = false) {
        this.cells[this.current]?.setAttribute("tabindex", "-1");
        this.current = cell;
        this.cells[cell]?.setAttribute("tabindex", "0");
        if (isWanted) this.cells[cell]?.focus();
    }

    /**
     * Where a cell is drawn: in which line, and at which place in it.
     *
     * @param {number} cell
     * @returns {Place}
     */
    drawnAt(cell) {
        const [line, i] = this.grid.spot(cell);
        return this.isTurned ? [i, line] : [line, i];
    }

    /**
     * The cell that is drawn there.
     *
     * @param {Place} drawn
     */
    cellAt([line, i]) {
        return this.grid.atSpot(this.isTurned ? [i, line] : [line, i]);
    }

    /** How many lines are drawn, and how many cells in each. @returns {Place} */
    get drawnSize() {
        const { rows, cols } = this.grid;
        return this.isTurned ? [cols, rows] : [rows, cols];
    }

    /** Choose the size of the cells, and turn the board if it fits better that way. */
    fit() {
        if (this.frame.clientWidth === 0 || this.grid.size === 0) return;
        const fit = fitted(this.frame, this.grid);
        this.frame.style.setProperty("--cell", `${fit.size}px`);
        if (fit.isTurned !== this.isTurned) {
            this.isTurned = fit.isTurned;
            this.#rebuild();
        }
    }

    /** Repaint everything: words or settings have changed. */
    refresh() {
        this.painted.fill("");
        this.cells.forEach((_, cell) => this.#paint(cell));
        this.#name();
        this.fit();
    }

    /** @param {number} cell */
    face(cell) {
        const { cells, lostAt, wrong } = this.shown;
        if (cell === lostAt) return "!";
        return wrong?.has(cell) ? "x" : (cells[cell] ?? "#");
    }

    /**
     * @param {"signs" | "risks"} layer
     * @param {Map<number, any>} values
     */
    #replace(layer, values) {
        const touched = new Set([...this[layer].keys(), ...values.keys()]);
        this[layer] = values;
        for (const cell of touched) if (this.cells[cell]) this.#paint(cell);
    }

    #rebuild() {
        const hadFocus = this.element.contains(document.activeElement);
        const { size, shape } = this.grid;
        this.cells = Array.from({ length: size }, (_, cell) => makeCell(cell));
        this.painted = Array(size).fill("");
        this.element.replaceChildren(...this.#lines());
        const style = [
            "board",
            shape,
            this.isTurned ? "turned" : "",
            ...cutsOf(this.grid, this.isTurned),
        ].join(" ");
        this.frame.replaceChildren(
            make("div", { class: style }, ...edgesOf(this.grid, this.isTurned), this.element),
        );
        this.stopAt(this.current < size ? this.current : 0, hadFocus);
        this.cells.forEach((_, cell) => this.#paint(cell));
        this.#name();
        this.fit();
    }

    /** Return the rows as they are drawn. */
    #lines() {
        const [count, length] = this.drawnSize;
        return Array.from({ length: count }, (_, line) => {
            const row = make("div", { role: "row", class: "row" });
            for (let i = 0; i < length; i++) {
                row.append(/** @type {Node} */ (this.cells[this.cellAt([line, i])]));
            }
            return row;
        });
    }

    #name() {
        const { whole, size } = this.grid;
        const { rows, cols, shape } = whole;
        const label = t("board.label", { rows, cols, shape: t(`shape.${shape}`) });
        const [first, last] = [this.grid.name(0), this.grid.name(size - 1)];
        const part = whole === this.grid ? label : t("board.part", { board: label, first, last });
        this.element.setAttribute("aria-label", part);
    }

    /** @param {Shown} before */
    #paintChanges(before) {
        const changed = new Set();
        for (let cell = 0; cell < this.grid.size; cell++) {
            const was = before.cells[cell];
            const is = this.shown.cells[cell];
            if (was === is && !isOdd(before, cell) && !isOdd(this.shown, cell)) continue;
            changed.add(cell);
            if ((was === "F") !== (is === "F")) {
                for (const near of this.grid.neighbours(cell)) changed.add(near);
            }
        }
        for (const cell of changed) this.#paint(cell);
    }

    /** Bring one cell up to date. @param {number} cell */
    #paint(cell) {
        const element = /** @type {HTMLElement} */ (this.cells[cell]);
        const face = this.face(cell);
        const sign = this.signs.get(cell);
        const risk = face === "#" || face === "F" ? this.risks.get(cell) : undefined;
        const tenth = risk === undefined || sign ? undefined : String(Math.round(risk * 10));
        const label = spoken(this.grid, cell, face, this.#flagsAround(cell), sign, risk);
        if (this.painted[cell] === `${label}${tenth}`) return;
        this.painted[cell] = `${label}${tenth}`;
        element.setAttribute("aria-label", label);
        element.dataset.face = face;
        set(element, "sign", sign);
        set(element, "risk", tenth);
        element.textContent = textOf(face, risk, sign);
    }

    /** @param {number} cell */
    #flagsAround(cell) {
        const near = this.grid.neighbours(cell);
        return near.filter((each) => this.shown.cells[each] === "F").length;
    }

    /** @param {FocusEvent} event */
    #focused(event) {
        const cell = this.cellOf(event);
        if (cell >= 0) this.stopAt(cell);
    }

    /** @param {KeyboardEvent} event */
    #keyed(event) {
        if (event.altKey || event.metaKey) return;
        const to = target(this, event);
        if (to === null) {
            if (!event.ctrlKey) this.onKey(event, this.current);
            return;
        }
        event.preventDefault();
        this.stopAt(to, true);
    }
}

/** @param {number} cell */
function makeCell(cell) {
    return make("div", { role: "gridcell", class: "cell", tabindex: "-1", "data-cell": cell });
}

/** @param {HTMLElement} element  @param {string} name  @param {string | undefined} value */
function set(element, name, value) {
    if (value === undefined) delete element.dataset[name];
    else element.dataset[name] = value;
}

/**
 * Tell whether a cell shows something other than its character.
 *
 * @param {Shown} shown
 * @param {number} cell
 */
function isOdd(shown, cell) {
    return shown.lostAt === cell || shown.wrong?.has(cell) === true;
}

/**
 * Return the text in a cell: a number, or the risk of a hidden cell in percent.
 *
 * @param {string} face
 * @param {number | undefined} risk
 * @param {Sign | undefined} sign
 */
function textOf(face, risk, sign) {
    if (face >= "1" && face <= "8") return face;
    if (face !== "#" || risk === undefined || (sign && sign !== "best")) return "";
    if (risk > 0 && risk < 0.005) return "<1";
    return risk < 1 && risk > 0.995 ? ">99" : String(Math.round(risk * 100));
}

/** @param {number} value  @param {[number, number]} span */
function between(value, [first, last]) {
    return first <= value && value <= last;
}
