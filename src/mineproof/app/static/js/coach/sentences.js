/** The coach's sentences, whose cells light up on the board while pointed at. */

import { make } from "../page/dom.js";

/** @import {Board} from "../board/board.js" */
/** @import {NamedCell, Sentence} from "../types.js" */

/**
 * Make an element light up cells while it is pointed at or has the focus; a tap keeps them lit.
 *
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {() => Iterable<number>} cells
 */
export function lightsUp(element, board, cells) {
    const on = () => board.light(cells());
    const off = () => board.light(board.rest);
    element.addEventListener("pointerenter", on);
    element.addEventListener("focusin", on);
    element.addEventListener("pointerleave", off);
    element.addEventListener("focusout", off);
}

/**
 * Return sentences as a list, numbered if there are several.
 *
 * @param {Sentence[]} sentences
 * @param {Board} board
 */
export function sentenceList(sentences, board) {
    const items = sentences.map((sentence) => make("li", {}, sentenceButton(sentence, board)));
    return make("ol", { class: items.length > 1 ? "sentences" : "sentences single" }, ...items);
}

/** @param {Sentence} sentence  @param {Board} board */
function sentenceButton(sentence, board) {
    const cells = [...sentence.cells, ...sentence.unnamed];
    if (cells.length === 0) return make("span", {}, sentence.text);
    const button = make("button", { type: "button", class: "sentence" }, ...withNames(sentence));
    lightsUp(button, board, () => places(cells, board));
    return button;
}

/**
 * Return the cells as the board numbers them, without those that it does not draw.
 *
 * @param {NamedCell[]} cells
 * @param {Board} board
 */
export function places(cells, board) {
    return cells.map(({ cell }) => board.grid.at(cell)).filter((cell) => cell >= 0);
}

/**
 * Return the text of a sentence with the names of its cells highlighted.
 *
 * @param {Sentence} sentence
 */
function withNames({ text, cells }) {
    const names = cells.map(({ name }) => name);
    if (names.length === 0) return [text];
    const pattern = new RegExp(`(?<![A-Za-z0-9])(${names.join("|")})(?![A-Za-z0-9])`);
    return text.split(pattern).map((part) => (names.includes(part) ? make("b", {}, part) : part));
}
