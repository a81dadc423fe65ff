/** What part of a board is in sight. Of a large board, only that part is drawn. */

import { pitch } from "./fit.js";

/** @import {Board, Shown} from "./board.js" */
/** @import {Area} from "./lines.js" */

const ALL = 1200; // up to this many cells, all are drawn, in sight or not
const STEP = 8; // the drawn part moves by this many lines at once, and is larger by as many

/** @param {Board} board  @returns {Area} */
export function drawnArea(board) {
    const { rows, cols, size } = board.grid;
    if (board.isMap) return around(board);
    if (size <= ALL) return { top: 0, bottom: rows - 1, left: 0, right: cols - 1 };
    const { top, bottom, left, right } = seenArea(board);
    return {
        top: Math.max(down(top) - STEP, 0),
        bottom: Math.min(down(bottom) + 2 * STEP, rows - 1),
        left: Math.max(down(left) - STEP, 0),
        right: Math.min(down(right) + 2 * STEP, cols - 1),
    };
}

/** Return the rows and columns that the frame shows, some of them in part.
 *  @param {Board} board  @returns {Area} */
export function seenArea({ frame, element, grid, size }) {
    const view = frame.getBoundingClientRect();
    const all = element.getBoundingClientRect();
    const tall = size * pitch(grid);
    /** @param {number} at  @param {number} count */
    const within = (at, count) => Math.min(Math.max(Math.floor(at), 0), count - 1);
    return {
        top: within((view.top - all.top) / tall, grid.rows),
        bottom: within((view.bottom - all.top) / tall, grid.rows),
        left: within((view.left - all.left) / size, grid.cols),
        right: within((view.right - all.left) / size, grid.cols),
    };
}

/** On a map, cells are too small to be read one by one: only those at the tab stop are drawn.
 *  @param {Board} board  @returns {Area} */
function around({ grid, current }) {
    const [row, col] = grid.spot(current);
    return {
        top: Math.max(row - 1, 0),
        bottom: Math.min(row + 1, grid.rows - 1),
        left: Math.max(col - 1, 0),
        right: Math.min(col + 1, grid.cols - 1),
    };
}

/** @param {number} line */
function down(line) {
    return line - (line % STEP);
}

/** Return the cells that are open. @param {Shown} shown */
export function openCells({ cells }) {
    return [...cells].flatMap((face, cell) => (face >= "0" && face <= "8" ? [cell] : []));
}
