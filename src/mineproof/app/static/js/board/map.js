/**
 * The map of a board: a picture of the whole, for when its cells are too small to be elements of
 * their own. It has a few pixels per cell, and the browser scales it.
 */

import { make } from "../page/dom.js";
import { certainSign } from "./labels.js";

/** @import {Board} from "./board.js" */

const DOTS = 4; // pixels along the side of a cell
const LINED = 5; // between cells that are smaller on the screen, lines would only flicker
/** @type {Record<string, string>} */
const FACES = { "#": "hidden", F: "flag", "*": "mine", "!": "boom", x: "danger", 0: "empty" };
/** @type {Record<string, string>} */
const SIGNS = {
    safe: "safe",
    best: "safe",
    mine: "danger",
    wrong: "danger",
    clash: "danger",
    move: "ink",
    clue: "clue",
    candidate: "clue",
    goal: "clue",
};

export class BoardMap {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.canvas = make("canvas", { class: "map", "aria-hidden": "true" });
        /** @type {Map<string, string>} */
        this.colours = new Map();
        this.side = DOTS; // of what is filled in a cell
    }

    /**
     * Draw every cell if the map is new, or its size asks for it.
     *
     * @param {number} before  the size of a cell, 0 if there was no map
     */
    resize(before) {
        const { size, isMap } = this.board;
        if (isMap && (before === 0 || before < LINED !== size < LINED)) this.draw();
    }

    /** Draw every cell: the board, its size, or the palette is another one. */
    draw() {
        const { grid, size } = this.board;
        this.side = size < LINED ? DOTS : DOTS - 1;
        this.colours.clear();
        this.canvas.width = grid.cols * DOTS + (grid.shape === "hex" ? DOTS / 2 : 0);
        this.canvas.height = grid.rows * DOTS;
        for (let cell = 0; cell < grid.size; cell++) this.paint(cell);
    }

    /** @param {number} cell */
    paint(cell) {
        const { grid } = this.board;
        const [row, col] = grid.spot(cell);
        const shift = grid.shape === "hex" && row % 2 ? DOTS / 2 : 0;
        const [x, y] = [col * DOTS + shift, row * DOTS];
        this.#fill(this.#ground(cell), x, y, this.side);
        const face = this.board.face(cell);
        if (face >= "1" && face <= "8") this.#fill(`var(--digit-${face})`, x + 1, y + 1, 1);
    }

    /** @param {string} colour  @param {number} x  @param {number} y  @param {number} side */
    #fill(colour, x, y, side) {
        const brush = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
        brush.fillStyle = this.#read(colour);
        brush.fillRect(x, y, side, side);
    }

    /** Return the colour of a cell, as in a style sheet. @param {number} cell */
    #ground(cell) {
        const { signs, lights, risks } = this.board;
        if (lights.lit.has(cell)) return "var(--lit)";
        const face = this.board.face(cell);
        const risk = face === "#" ? risks.get(cell) : undefined;
        const sign = signs.get(cell) ?? certainSign(face, risk);
        if (sign) return `var(--${SIGNS[sign]})`;
        return risk === undefined ? `var(--${FACES[face] ?? "open"})` : riskColour(risk);
    }

    /** A canvas knows no variables: let the browser compute the colour, once.
     *  @param {string} colour */
    #read(colour) {
        const known = this.colours.get(colour);
        if (known) return known;
        this.canvas.style.color = colour;
        const found = getComputedStyle(this.canvas).color;
        this.colours.set(colour, found);
        return found;
    }
}

/** @param {number} risk */
function riskColour(risk) {
    const tenth = Math.round(risk * 10);
    const end = tenth < 5 ? "low" : "high";
    return `color-mix(in oklab, var(--risk-${end}) ${Math.abs(tenth - 5) * 20}%, var(--risk-mid))`;
}
