/**
 * The position editor: a brush paints cells by click and drag, keys set them one by one, fields set
 * size, mines and shape.
 */

import { notify } from "../page/announce.js";
import { byId, make } from "../page/dom.js";
import { History } from "../page/history.js";
import { Grid } from "../board/grid.js";
import { encode } from "../board/position.js";
import { inWords, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Moment} from "../page/history.js" */
/** @import {Game, Position, Shape} from "../types.js" */

const LOOK = "look"; // the brush that paints nothing, but asks about the cell
const BRUSHES = [LOOK, "#", "F", "0", "1", "2", "3", "4", "5", "6", "7", "8"];

export class Editor {
    /**
     * @param {Board} board
     * @param {() => void} onChange
     * @param {(cell: number) => void} onLook  called to ask about a cell
     * @param {(isLooking: boolean) => void} onBrush  called when another brush is chosen
     */
    constructor(board, onChange, onLook, onBrush) {
        this.board = board;
        this.onChange = onChange;
        this.onLook = onLook;
        this.onBrush = onBrush;
        this.brush = LOOK;
        this.isPainting = false;
        /** @type {History<Position>} */
        this.history = new History({ board: [], mines: null, shape: "square" });
        /** @type {object | null} the moment to which the next change still belongs */
        this.growing = null;
        this.#followPointer();
        this.#followFields();
        inWords(() => this.#showBrushes());
    }

    get position() {
        return this.history.value;
    }

    /**
     * Take a position and show it; `note` says what led to it.
     *
     * @param {Position} position
     * @param {string} [note]
     */
    set(position, note) {
        if (this.position.board.length === 0) this.history = new History(position);
        else if (this.growing === this.history.now) this.history.amend(position);
        else if (encode(position) !== encode(this.position)) this.history.add(position, note);
        this.show();
    }

    /** Undo or redo a change. @param {"undo" | "redo"} wish */
    go(wish) {
        const { now } = this.history;
        this.growing = null;
        this.history[wish]();
        if (now !== this.history.now) this.show();
    }

    /** Go to a moment of the history. @param {Moment<Position>} moment */
    goTo(moment) {
        this.growing = null;
        this.history.goTo(moment);
        this.show();
    }

    /** Show the present position. */
    show() {
        const { board, mines, shape } = this.position;
        const grid = new Grid(board.length, board[0]?.length ?? 0, shape);
        const cells = board.join("");
        this.board.show({ grid: grid.equals(this.board.grid) ? this.board.grid : grid, cells });
        field("rows").value = String(grid.rows);
        field("cols").value = String(grid.cols);
        byId("analyse-shape", HTMLSelectElement).value = shape;
        const isTyping = document.activeElement === field("mines");
        if (!isTyping) field("mines").value = mines === null ? "" : String(mines);
        button("undo").disabled = !this.history.canUndo;
        button("redo").disabled = !this.history.canRedo;
        this.onChange();
    }

    /**
     * Change something about the position.
     *
     * @param {Partial<Position>} change
     * @param {string} [note]
     */
    change(change, note) {
        this.set({ ...this.position, ...change }, note);
    }

    /**
     * Put a face on a cell.
     *
     * @param {number} cell
     * @param {string} face
     * @param {string} [note]  what led to it
     */
    paint(cell, face, note) {
        const [row, col] = this.board.grid.place(cell);
        const line = this.position.board[row] ?? "";
        if (line[col] === face) return;
        const board = [...this.position.board];
        board[row] = line.slice(0, col) + face + line.slice(col + 1);
        this.change({ board }, note);
    }

    /** Cover every cell. */
    clear() {
        this.change({ board: this.position.board.map((row) => "#".repeat(row.length)) });
    }

    /**
     * Copy what a game shows.
     *
     * @param {Game | null} game
     */
    copy(game) {
        if (!game) return notify(t("analyse.no_game"));
        this.set({ board: game.board, mines: game.mines, shape: game.shape });
    }

    /**
     * A key that is a face sets the cell and moves on to the next one.
     *
     * @param {KeyboardEvent} event
     * @param {number} cell
     */
    key(event, cell) {
        if (event.key === "Delete" || event.key === "Backspace") {
            this.paint(cell, "#");
            if (event.key === "Backspace") this.board.stopAt(Math.max(cell - 1, 0), true);
        } else if (event.key === "Enter" || event.key === " ") {
            this.#use(cell);
        } else if (/^[0-8#Ff]$/.test(event.key)) {
            this.paint(cell, event.key.toUpperCase());
            this.board.stopAt(Math.min(cell + 1, this.board.grid.size - 1), true);
        } else return;
        event.preventDefault();
    }

    /** @param {number} cell */
    #use(cell) {
        if (this.brush === LOOK) this.onLook(cell);
        else this.paint(cell, this.brush);
    }

    #followPointer() {
        const grid = this.board.element;
        grid.addEventListener("pointerdown", (event) => this.#pressed(event));
        grid.addEventListener("pointermove", (event) => this.#dragged(event));
        grid.addEventListener("contextmenu", (event) => event.preventDefault());
        window.addEventListener("pointerup", () => {
            this.isPainting = false;
            this.growing = null;
        });
    }

    /** @param {PointerEvent} event */
    #pressed(event) {
        const cell = this.board.cellOf(event);
        if (cell < 0 || event.button === 1) return;
        this.board.stopAt(cell);
        if (event.shiftKey && event.button === 0) return this.onLook(cell);
        if (event.button === 2) {
            return this.paint(cell, this.board.face(cell) === "F" ? "#" : "F");
        }
        this.isPainting = this.brush !== LOOK;
        this.#grow(() => this.#use(cell));
    }

    /**
     * A touch stays with the cell where it began, so the cell under it must be looked up.
     *
     * @param {PointerEvent} event
     */
    #dragged(event) {
        if (!this.isPainting) return;
        const below = document.elementFromPoint(event.clientX, event.clientY);
        if (!(below instanceof HTMLElement) || !this.board.element.contains(below)) return;
        const { cell } = below.dataset;
        if (cell) this.#grow(() => this.paint(Number(cell), this.brush));
    }

    /**
     * Change something in a way that goes on: a stroke of the brush, or a number being typed.
     *
     * @param {() => void} work
     */
    #grow(work) {
        const { now } = this.history;
        work();
        if (now !== this.history.now) this.growing = this.history.now;
    }

    #followFields() {
        byId("brushes", HTMLElement).addEventListener("change", (event) => {
            this.brush = /** @type {HTMLInputElement} */ (event.target).value;
            this.board.frame.classList.toggle("editing", this.brush !== LOOK);
            this.onBrush(this.brush === LOOK);
        });
        for (const name of ["rows", "cols"]) {
            field(name).addEventListener("change", () => this.#resize());
        }
        field("mines").addEventListener("input", () => {
            const text = field("mines").value;
            const mines = text === "" ? null : Math.max(Math.round(Number(text)), 0);
            this.#grow(() => this.change({ mines }));
        });
        field("mines").addEventListener("blur", () => {
            this.growing = null;
        });
        button("undo").addEventListener("click", () => this.go("undo"));
        button("redo").addEventListener("click", () => this.go("redo"));
        const shape = byId("analyse-shape", HTMLSelectElement);
        shape.addEventListener("change", () =>
            this.change({ shape: /** @type {Shape} */ (shape.value) }),
        );
    }

    /** Resize the board; what is on it stays. */
    #resize() {
        const [rows = 1, cols = 1] = ["rows", "cols"].map((name) => {
            const wish = Math.round(Number(field(name).value)) || 1;
            return Math.min(Math.max(wish, 1), Number(field(name).max));
        });
        const lines = this.position.board;
        const board = Array.from({ length: rows }, (_, row) =>
            (lines[row] ?? "").slice(0, cols).padEnd(cols, "#"),
        );
        this.change({ board });
    }

    #showBrushes() {
        const legend = make("legend", { class: "unseen" }, t("analyse.brushes"));
        const brushes = BRUSHES.map((brush) => brushView(brush, brush === this.brush));
        byId("brushes", HTMLElement).replaceChildren(legend, ...brushes);
    }
}

/** @param {string} name */
function field(name) {
    return byId(`analyse-${name}`, HTMLInputElement);
}

/** @param {"undo" | "redo"} name */
function button(name) {
    return byId(`analyse-${name}`, HTMLButtonElement);
}

/**
 * @param {string} brush
 * @param {boolean} isChosen
 */
function brushView(brush, isChosen) {
    /** @type {Record<string, string>} */
    const titles = { [LOOK]: t("analyse.look"), "#": t("cell.hidden"), F: t("cell.flag") };
    const title = titles[brush] ?? brush;
    const text = /\d/.test(brush) ? brush : "";
    const face = make("span", { class: "cell", "data-face": brush, "aria-hidden": "true" }, text);
    const checked = isChosen ? "" : null;
    const input = make("input", { type: "radio", name: "brush", value: brush, checked });
    return make(
        "label",
        { class: "brush", title },
        input,
        face,
        make("span", { class: "unseen" }, title),
    );
}
