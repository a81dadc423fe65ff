/**
 * The board: an ARIA grid with one tab stop. It shows a position with signs and risks. Of a large
 * board only what is in sight is drawn, and only cells that look different from before are painted.
 * It knows no rule of the game.
 *
 * A *face* is what a cell shows: the character of its picture, or `!` for the mine that was opened,
 * or `x` for a flag that turned out wrong.
 */

import { make } from "../page/dom.js";
import { cutsOf, edgeNames } from "./edges.js";
import { fitted } from "./fit.js";
import { Grid } from "./grid.js";
import { Lines } from "./lines.js";
import { BoardMap } from "./map.js";
import { between, paintCell, shadeCell } from "./paint.js";
import { target } from "./roving.js";
import { onSettings } from "../page/settings.js";
import { drawnArea, openCells, seenArea } from "./sight.js";
import { inWords, t } from "../page/words.js";
import { Zoom } from "./zoom.js";

/** @import {Fit} from "./fit.js" */
/** @import {Sign} from "./labels.js" */

/**
 * @typedef {object} Shown  What a board shows.
 * @property {Grid} grid
 * @property {string} cells  one character per cell
 * @property {number} [lostAt]
 * @property {Set<number>} [wrong]  flags that turned out wrong
 */
/** @typedef {"lit" | "pressed" | "pending" | "question" | "chosen" | "asked" | "supposed"} Light */
/** @typedef {{rows: [number, number], cols: [number, number]}} Region */

const MAPPED = 10; // pixels: smaller cells are not drawn one by one
const isDark = matchMedia("(prefers-color-scheme: dark)");

export class Board {
    /**
     * @param {HTMLElement} frame  the element to fill
     * @param {(event: KeyboardEvent, cell: number) => void} onKey  handles other keys
     */
    constructor(frame, onKey) {
        this.frame = frame;
        this.onKey = onKey;
        this.shown = /** @type {Shown} */ ({ grid: new Grid(0, 0, "square"), cells: "" });
        this.current = 0;
        this.size = 0; // of a cell, in pixels
        this.room = /** @type {Fit} */ ({ usual: 0, whole: 0, room: 0 });
        /** @type {string[]} */
        this.painted = [];
        /** @type {Map<number, Sign>} */
        this.signs = new Map();
        /** @type {Map<number, number>} */
        this.risks = new Map();
        /** @type {Record<Light, Set<number>>} */
        this.lights = noLights();
        /** @type {Region | undefined} */
        this.region = undefined;
        /** @type {number[]} what is lit while nothing is pointed at */
        this.rest = [];
        this.element = make("div", { role: "grid", class: "grid" });
        this.edges = ["top", "side", "corner"].map((which) =>
            make("div", { class: `rule ${which}`, "aria-hidden": "true" }),
        );
        this.lines = new Lines(this.element);
        this.map = new BoardMap(this);
        this.zoom = new Zoom(this);
        this.close = this.#listen();
    }

    #listen() {
        const fit = () => this.fit();
        const repaint = () => this.refresh();
        this.element.addEventListener("keydown", (event) => this.#keyed(event));
        this.element.addEventListener("focusin", (event) => this.#focused(event));
        this.frame.addEventListener("scroll", () => this.#draw(), { passive: true });
        const sizes = new ResizeObserver(fit);
        sizes.observe(this.frame);
        window.addEventListener("resize", fit);
        isDark.addEventListener("change", repaint);
        const ends = [onSettings(repaint), inWords(repaint), () => this.zoom.close()];
        return () => {
            sizes.disconnect();
            window.removeEventListener("resize", fit);
            isDark.removeEventListener("change", repaint);
            ends.forEach((end) => end());
        };
    }

    get grid() {
        return this.shown.grid;
    }

    /** The elements of the cells, by number; those out of sight may be missing. */
    get cells() {
        return this.lines.cells;
    }

    /** Whether the board is a map: its cells are too small to be read or clicked one by one. */
    get isMap() {
        return this.size < MAPPED;
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
     * @param {Region | undefined} region
     */
    shade(region) {
        this.region = region;
        this.cells.forEach((element, cell) => shadeCell(this, cell, element));
    }

    /**
     * Light up these cells and no others. Cells that are lit are brought into sight.
     *
     * @param {Iterable<number>} cells
     * @param {Light} [how]
     */
    light(cells, how = "lit") {
        const before = this.lights[how];
        const now = new Set(cells);
        this.lights[how] = now;
        for (const cell of before) this.cells[cell]?.classList.remove(how);
        for (const cell of now) this.cells[cell]?.classList.add(how);
        if (how === "question") for (const cell of [...before, ...now]) paintCell(this, cell);
        if (how !== "lit") return;
        if (this.isMap) for (const cell of [...before, ...now]) this.map.paint(cell);
        this.reveal(now);
    }

    /**
     * Scroll to these cells, unless some of them are in sight.
     *
     * @param {Iterable<number>} cells
     */
    reveal(cells) {
        const spots = [...cells].filter((cell) => cell >= 0).map((cell) => this.grid.spot(cell));
        if (spots.length === 0 || this.size === 0) return;
        const { top, bottom, left, right } = seenArea(this);
        const isSeen = spots.some(
            ([row, col]) => between(row, [top, bottom]) && between(col, [left, right]),
        );
        if (isSeen) return;
        const [row, col] = /** @type {[number, number]} */ (spots[0]);
        this.zoom.centre(row, col);
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
        if (!this.cells[cell] || this.isMap) this.#draw();
        this.cells[cell]?.setAttribute("tabindex", "0");
        if (isWanted) this.cells[cell]?.focus();
    }

    /** Choose the size of the cells, and draw what is in sight then. */
    fit() {
        if (this.frame.clientWidth === 0 || this.grid.size === 0) return;
        this.room = fitted(this.frame, this.grid);
        const before = this.isMap ? this.size : 0;
        this.size = this.zoom.size;
        this.frame.style.setProperty("--cell", `${this.size}px`);
        this.frame.style.setProperty("--room", `${this.room.room}px`);
        this.frame.classList.toggle("mapped", this.isMap);
        this.map.resize(before);
        this.zoom.show();
        this.#draw();
    }

    /** Repaint everything: words or settings have changed. */
    refresh() {
        this.painted = [];
        this.cells.forEach((_, cell) => paintCell(this, cell));
        if (this.isMap) this.map.draw();
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
        for (const cell of touched) if (cell >= 0 && cell < this.grid.size) this.#repaint(cell);
    }

    #rebuild() {
        const hadFocus = this.element.contains(document.activeElement);
        const { rows, cols, shape, size } = this.grid;
        this.lines.clear();
        this.painted = [];
        this.lights = noLights();
        this.zoom.reset();
        this.size = 0;
        this.element.setAttribute("aria-rowcount", String(rows));
        this.element.setAttribute("aria-colcount", String(cols));
        const style = ["board", shape, rows < 100 ? "" : "long", ...cutsOf(this.grid)].join(" ");
        const board = make("div", { class: style }, ...this.edges, this.map.canvas, this.element);
        board.style.setProperty("--rows", String(rows));
        board.style.setProperty("--cols", String(cols));
        this.frame.replaceChildren(board);
        if (this.current >= size) this.current = 0;
        this.#name();
        this.fit();
        this.reveal([this.current]);
        this.stopAt(this.current, hadFocus);
        this.reveal(openCells(this.shown));
    }

    /** Make the elements of what is in sight, and drop the others. */
    #draw() {
        if (this.grid.size === 0) return;
        const area = drawnArea(this);
        for (const cell of this.lines.lay(this.grid, area, this.current)) {
            const element = /** @type {HTMLElement} */ (this.cells[cell]);
            delete this.painted[cell];
            paintCell(this, cell);
            shadeCell(this, cell, element);
            for (const [how, lit] of Object.entries(this.lights))
                if (lit.has(cell)) element.classList.add(how);
            if (cell === this.current) element.setAttribute("tabindex", "0");
        }
        edgeNames(this, this.isMap ? seenArea(this) : area);
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
        for (const cell of changed) this.#repaint(cell);
    }

    /** Bring one cell up to date, wherever it is drawn. @param {number} cell */
    #repaint(cell) {
        paintCell(this, cell);
        if (this.isMap) this.map.paint(cell);
    }

    /** @param {FocusEvent} event */
    #focused(event) {
        const cell = this.cellOf(event);
        if (cell >= 0 && cell !== this.current) this.stopAt(cell);
    }

    /** @param {KeyboardEvent} event */
    #keyed(event) {
        if (event.altKey || event.metaKey) return;
        const to = target(this.grid, this.current, event);
        if (to === null) {
            if (!event.ctrlKey) this.onKey(event, this.current);
            return;
        }
        event.preventDefault();
        this.stopAt(to, true);
    }
}

/** @returns {Record<Light, Set<number>>} */
function noLights() {
    const hows = ["lit", "pressed", "pending", "question", "chosen", "asked", "supposed"];
    return /** @type {any} */ (Object.fromEntries(hows.map((how) => [how, new Set()])));
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
