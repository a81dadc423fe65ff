/** What a screen reader says about a cell: "row 3 column 7, 2, one flag nearby". */

import { settings } from "../page/settings.js";
import { percent, t } from "../page/words.js";

/** @import {Grid} from "./grid.js" */
/** @import {Odds} from "../types.js" */

/** @typedef {"clue" | "clash" | "safe" | "mine" | "candidate" | "best" | "wrong" | "move" | "goal" | "layout_mine" | "layout_far" | "layout_free" | "then_mine" | "then_safe"} Sign */

/** @type {Record<string, string>} */
const FACES = {
    "#": "hidden",
    F: "flag",
    "?": "question",
    "*": "mine",
    "!": "lost_at",
    x: "wrong_flag",
};

/**
 * @param {Grid} grid
 * @param {number} cell
 * @returns {string}
 */
export function where(grid, cell) {
    const [row, col] = grid.place(cell);
    if (settings.speech === "short") return grid.name(cell);
    return t("cell.where", { row: row + 1, col: col + 1 });
}

/**
 * Return what a cell shows, in words.
 *
 * @param {string} face
 */
export function what(face) {
    if (face === "0") return t("cell.zero");
    return face in FACES ? t(`cell.${FACES[face]}`) : face;
}

/**
 * @param {Grid} grid
 * @param {number} cell
 * @param {string} face
 * @param {number} flags  how many neighbours are flagged
 * @param {Sign | undefined} sign
 * @param {number | undefined} risk
 * @returns {string}
 */
export function spoken(grid, cell, face, flags, sign, risk) {
    const parts = [where(grid, cell), what(face)];
    if (flags > 0 && face >= "1" && face <= "8") parts.push(t("cell.flags", { n: flags }));
    if (sign) parts.push(t(`sign.${sign}`));
    if (risk !== undefined) parts.push(t("cell.risk", { risk: percent(risk) }));
    return parts.join(t("cell.join"));
}

/**
 * Return what is said once about all covered cells that no clue touches; nothing if there are none.
 *
 * @param {Pick<Odds, "elsewhere">} odds
 */
export function elsewhereWords({ elsewhere }) {
    return typeof elsewhere === "number" ? t("risk.elsewhere", { risk: percent(elsewhere) }) : "";
}

/**
 * Return the sign of a cell that its risk alone makes certain.
 *
 * @param {string} face
 * @param {number | undefined} risk
 * @returns {Sign | undefined}
 */
export function certainSign(face, risk) {
    if (risk === 0) return face === "F" ? "wrong" : "safe";
    return risk === 1 && face === "#" ? "mine" : undefined;
}
