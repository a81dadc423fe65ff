/** Clauses in logical notation, which light up their cells on the board while pointed at. */

import { make } from "../page/dom.js";
import { lightsUp } from "../coach/sentences.js";
import { cellOf } from "./trace.js";

/** @import {Board} from "../board/board.js" */
/** @import {Grid} from "../board/grid.js" */
/** @import {TraceSentence} from "../types.js" */

/**
 * Return a literal; the name of a cell stands for a mine there.
 *
 * @param {number} literal
 * @param {Grid} grid
 */
export function literalText(literal, grid) {
    return `${literal < 0 ? "¬" : ""}${grid.name(cellOf(literal))}`;
}

/**
 * Return a clause in logical notation: ⊥, which is false, if it has no literals.
 *
 * @param {number[]} clause
 * @param {Grid} grid
 */
export function clauseText(clause, grid) {
    return clause.map((literal) => literalText(literal, grid)).join(" ∨ ") || "⊥";
}

/**
 * Return a sentence: exactly so many of its cells are mines.
 *
 * @param {TraceSentence} sentence
 * @param {Grid} grid
 */
export function sentenceText({ cells, mines }, grid) {
    return `{${cells.map((cell) => grid.name(cell)).join(", ")}} = ${mines}`;
}

/**
 * @param {TraceSentence} sentence
 * @param {Board} board
 */
export function sentenceView(sentence, board) {
    const view = make("code", { class: "formula" }, sentenceText(sentence, board.grid));
    lightsUp(view, board, () => sentence.cells);
    return view;
}

/**
 * Return a clause as an element; the literals on `pivot`, a cell, stand out.
 *
 * @param {number[]} clause
 * @param {Board} board
 * @param {number} [pivot]
 */
export function clauseView(clause, board, pivot = -1) {
    const parts = clause.flatMap((literal, i) => {
        const text = literalText(literal, board.grid);
        return [i > 0 ? " ∨ " : "", cellOf(literal) === pivot ? make("b", {}, text) : text];
    });
    const view = make("code", { class: "formula" }, ...(clause.length ? parts : ["⊥"]));
    lightsUp(view, board, () => clause.map(cellOf));
    return view;
}

/**
 * Return the cell that two clauses are resolved on: the one with opposite literals.
 *
 * @param {number[]} left
 * @param {number[]} right
 */
export function pivotOf(left, right) {
    const literal = left.find((each) => right.includes(-each));
    return literal === undefined ? -1 : cellOf(literal);
}
