/** A derivation in words beside its graph: what the coach says, and each step as a sentence. */

import { make } from "../page/dom.js";
import { t } from "../page/words.js";
import { cellsOf, sentenceOf } from "./sentences.js";

/** @import {Board} from "../board/board.js" */
/** @import {Derivation, DerivationNode, DerivationSentence} from "../types.js" */

export class Words {
    /**
     * @param {Board} board
     * @param {(nodes: number[]) => void} onLight  light up nodes of the graph
     */
    constructor(board, onLight) {
        this.board = board;
        this.onLight = onLight;
        this.element = make("div", { class: "in-words" });
        /** @type {[HTMLElement, number[]][]} the sentences, and the nodes they speak of */
        this.sentences = [];
    }

    /** @param {Derivation} derivation */
    write({ told, nodes }) {
        this.sentences = [];
        const parts = [
            ...this.#part(
                t("tree.coach"),
                told.map((each) => this.#told(each)),
            ),
            ...this.#part(
                t("tree.step_by_step"),
                [...nodes].reverse().map((each) => this.#step(each)),
            ),
        ];
        this.element.replaceChildren(...parts);
    }

    /** Light up the sentences that speak of nodes. @param {number[]} nodes */
    light(nodes) {
        for (const [sentence, its] of this.sentences) {
            sentence.classList.toggle(
                "lit",
                its.some((each) => nodes.includes(each)),
            );
        }
    }

    /** @param {string} title  @param {HTMLElement[]} items */
    #part(title, items) {
        if (items.length === 0) return [];
        return [make("h3", {}, title), make("ol", { class: "sentences" }, ...items)];
    }

    /** @param {DerivationSentence} sentence */
    #told({ text, cells, unnamed, nodes }) {
        const places = [...cells, ...unnamed].map(({ cell }) => this.board.grid.at(cell));
        return make("li", {}, this.#button(text, nodes, places));
    }

    /** @param {DerivationNode} node */
    #step(node) {
        const clue = node.clue === null ? [] : [node.clue];
        const text = sentenceOf(node, this.board.grid);
        const button = this.#button(text, [node.number], [...cellsOf(node), ...clue]);
        return make("li", { value: node.number }, button);
    }

    /** @param {string} text  @param {number[]} nodes  @param {number[]} cells */
    #button(text, nodes, cells) {
        const button = make("button", { type: "button", class: "sentence" }, text);
        const on = () => this.#lightUp(nodes, cells);
        const off = () => this.#lightUp([], []);
        button.addEventListener("pointerenter", on);
        button.addEventListener("focusin", on);
        button.addEventListener("pointerleave", off);
        button.addEventListener("focusout", off);
        this.sentences.push([button, nodes]);
        return button;
    }

    /** @param {number[]} nodes  @param {number[]} cells */
    #lightUp(nodes, cells) {
        this.board.light(cells);
        this.onLight(nodes);
    }
}
