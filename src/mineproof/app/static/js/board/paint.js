/** How the element of a cell looks, and what a screen reader says about it. */

import { certainSign, spoken } from "./labels.js";

/** @import {Board} from "./board.js" */
/** @import {Sign} from "./labels.js" */

/** Bring the element of a cell up to date, if there is one. @param {Board} board  @param {number} cell */
export function paintCell(board, cell) {
    const { grid, risks, signs, painted, cells } = board;
    const element = cells[cell];
    if (!element) return;
    const face = board.face(cell);
    const risk = face === "#" || face === "F" ? risks.get(cell) : undefined;
    const sign = signs.get(cell) ?? certainSign(face, risk);
    const tenth = risk === undefined || sign ? undefined : String(Math.round(risk * 10));
    const label = spoken(grid, cell, heard(board, cell), flagsAround(board, cell), sign, risk);
    if (painted[cell] === `${label}${tenth}`) return;
    painted[cell] = `${label}${tenth}`;
    element.setAttribute("aria-label", label);
    element.dataset.face = face;
    set(element, "sign", sign);
    set(element, "risk", tenth);
    element.textContent = textOf(face, risk, sign);
}

/** What is said of a cell: its face, or `?` where the player has put a question mark.
 *  @param {Board} board  @param {number} cell */
export function heard(board, cell) {
    const face = board.face(cell);
    return face === "#" && board.lights.question.has(cell) ? "?" : face;
}

/** @param {Board} board  @param {number} cell  @param {HTMLElement} element */
export function shadeCell({ grid, region }, cell, element) {
    const [row, col] = grid.place(cell);
    const isInside = region !== undefined && between(row, region.rows) && between(col, region.cols);
    element.classList.toggle("region", isInside);
}

/** @param {Board} board  @param {number} cell */
function flagsAround({ grid, shown }, cell) {
    return grid.neighbours(cell).filter((each) => shown.cells[each] === "F").length;
}

/** @param {HTMLElement} element  @param {string} name  @param {string | undefined} value */
function set(element, name, value) {
    if (value === undefined) delete element.dataset[name];
    else element.dataset[name] = value;
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
export function between(value, [first, last]) {
    return first <= value && value <= last;
}
