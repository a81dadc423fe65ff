/** One cell explained: what it is, and the chain of steps to it. */

import { make } from "../page/dom.js";
import { lightsUp, places, sentenceList } from "./sentences.js";
import { percent, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Explanation, Step} from "../types.js" */

/**
 * Return an explanation in words, and put signs on the board: the clues, and what the cell is.
 *
 * @param {Explanation} explanation
 * @param {Board} board
 * @param {() => void} [showTree]  show the proof as a tree
 */
export function explanationView(explanation, board, showTree) {
    const { name, verdict, risk, steps, remarks } = explanation;
    const values = { cell: name, risk: risk === null ? "" : percent(risk) };
    const key = verdict === "uncertain" && risk === null ? "unknown" : verdict;
    const parts = steps.map((step, i) => stepView(step, i + 1, steps.length, board));
    board.sign(signsOf(explanation, board));
    const view = make(
        "div",
        { class: "explanation" },
        make("h3", {}, t(`verdict.${key}`, values)),
        ...parts,
    );
    const isSaid = key === "uncertain"; // by the heading, as the first remark does
    const rest = isSaid ? remarks.slice(1) : remarks;
    if (rest.length > 0) view.append(sentenceList(rest, board));
    if (steps.length > 0 && showTree) {
        const attributes = { type: "button", class: "to-tree", onclick: showTree };
        view.append(make("button", attributes, t("tree.show")));
    }
    return view;
}

/**
 * Return one step of several in words.
 *
 * @param {Step} step
 * @param {number} number
 * @param {number} count
 * @param {Board} board
 */
export function stepView(step, number, count, board) {
    const title = make(
        "h4",
        {},
        count > 1 ? t("explain.step", { n: number }) : t("explain.only_step"),
    );
    const view = make("section", { class: "step" }, title, sentenceList(step.sentences, board));
    lightsUp(title, board, () => places(step.clues, board));
    return view;
}

/** Return the signs of an explanation: its clues, and the cell. @param {Explanation} explanation
 *  @param {Board} board */
export function signsOf({ cell, verdict, steps }, board) {
    /** @type {Map<number, Sign>} */
    const signs = new Map();
    for (const step of steps) {
        for (const clue of places(step.clues, board)) signs.set(clue, "clue");
    }
    const isCertain = verdict === "safe" || verdict === "mine";
    signs.set(board.grid.at(cell), isCertain ? verdict : "candidate");
    return signs;
}
