/**
 * Positions as short codes, for URLs.
 *
 * A code is SHAPE.ROWSxCOLS.MINES.CELLS, such as s.2x3.1.-b0b: the first letter of the shape, `u`
 * for an unknown number of mines, and the cells in reading order. There `-` is hidden, `F` a flag,
 * `M` a visible mine, a digit an open cell; letters after a cell say how often it repeats: a once,
 * b twice, z 26 times, aa 27 times and so on.
 */

import { letters } from "./grid.js";

/** @import {Position, Shape} from "../types.js" */

/** @type {Record<string, Shape>} */
const SHAPES = { s: "square", t: "torus", h: "hex" };
const TO_CODE = { "#": "-", "*": "M" };
const FROM_CODE = { "-": "#", M: "*" };
const MOST_CELLS = 250_000;

/**
 * Return the code of a position.
 *
 * @param {Position} position
 */
export function encode({ board, mines, shape }) {
    const cells = board.join("").replace(/(.)\1*/g, (run, cell) => {
        const more = run.length > 1 ? letters(run.length - 2) : "";
        return (TO_CODE[/** @type {"#"} */ (cell)] ?? cell) + more;
    });
    return [shape[0], `${board.length}x${board[0]?.length}`, mines ?? "u", cells].join(".");
}

/**
 * Return the position of a code, or null if it is invalid.
 *
 * @param {string} code
 * @returns {Position | null}
 */
export function decode(code) {
    const parts = /^([sth])\.(\d{1,4})x(\d{1,4})\.(u|\d{1,7})\.([-FM0-8a-z]+)$/.exec(code);
    if (!parts) return null;
    const [, shape = "", rows, cols, mines, runs = ""] = parts;
    const size = Number(rows) * Number(cols);
    if (size > MOST_CELLS) return null;
    const cells = unroll(runs, size);
    if (cells?.length !== size) return null;
    const board = Array.from({ length: Number(rows) }, (_, row) =>
        cells.slice(row * Number(cols), (row + 1) * Number(cols)),
    );
    return { board, mines: mines === "u" ? null : Number(mines), shape: SHAPES[shape] ?? "square" };
}

/**
 * Return the cells that runs stand for, or null if there are more than `most`.
 *
 * @param {string} runs
 * @param {number} most
 */
function unroll(runs, most) {
    let cells = "";
    for (const [, cell = "", more = ""] of runs.matchAll(/([-FM0-8])([a-z]*)/g)) {
        const count =
            1 + [...more].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
        if (cells.length + count > most) return null;
        cells += (FROM_CODE[/** @type {"-"} */ (cell)] ?? cell).repeat(count);
    }
    return cells;
}
