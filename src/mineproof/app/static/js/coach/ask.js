/**
 * Questions about any cell. In the mode of asking, a click or Enter asks, and a card shows the risk
 * of the cell that is pointed at. What answers is loaded with the first question.
 */

import { ApiError } from "../page/api.js";
import { notify } from "../page/announce.js";

/** @import {Board} from "../board/board.js" */
/** @import {Answer} from "./answer.js" */
/** @import {Card} from "./card.js" */
/** @import {Tree} from "./tree.js" */
/** @import {Explanation, Odds, Position, Supposition} from "../types.js" */

/**
 * @typedef {object} Source  Who knows about the position; nothing but what is seen.
 * @property {(name: string) => Promise<Explanation>} explain
 * @property {(name: string, isMine: boolean) => Promise<Supposition>} suppose
 * @property {() => Promise<Odds>} odds  the risks, and what is certain
 * @property {() => Position} position
 * @property {() => void} restore  puts back the signs that the board had before
 * @property {(cell: number, face: string) => void} [branch]  goes on from a supposition
 */

export class Ask {
    /**
     * @param {Board} board
     * @param {HTMLElement} host  where answers are written
     * @param {Tree} tree
     * @param {Source} source
     */
    constructor(board, host, tree, source) {
        this.board = board;
        this.host = host;
        this.tree = tree;
        this.source = source;
        this.isOn = false;
        this.turn = 0; // how many questions there have been, and positions
        /** @type {Answer | null} */
        this.answer = null;
        /** @type {Card | null} */
        this.card = null;
    }

    /** Begin or end the mode of asking. @param {boolean} isOn */
    use(isOn) {
        this.isOn = isOn;
        this.board.frame.classList.toggle("asking", isOn);
        if (isOn) void this.#follow();
        else this.card?.hide();
    }

    /** Ask about a cell, and outline it. @param {number} cell */
    async about(cell) {
        const turn = ++this.turn;
        const name = this.board.grid.name(cell);
        this.card?.dismiss(cell);
        this.board.stopAt(cell);
        this.board.light([cell], "asked");
        try {
            const [explanation, { Answer }] = await Promise.all([
                this.source.explain(name),
                import("./answer.js"),
            ]);
            if (turn !== this.turn) return;
            this.answer?.choices.release();
            this.answer = new Answer(this, explanation);
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
        }
    }

    /** Tell whether there is an answer to close, and close it. */
    close() {
        if (!this.answer) return false;
        const hadFocus = this.host.contains(document.activeElement);
        this.forget();
        if (hadFocus) this.board.stopAt(this.board.current, true);
        this.source.restore();
        return true;
    }

    /** Forget what was said: the position has changed. */
    forget() {
        this.turn += 1;
        this.answer?.choices.release();
        this.answer = null;
        this.board.light([], "asked");
        this.host.replaceChildren();
        this.tree.hide();
        this.card?.hide();
    }

    /** Show the card of what is pointed at, while the mode is on. */
    async #follow() {
        const { Card } = await import("./card.js");
        this.card ??= new Card(this.board, () => this.isOn, this.source.odds);
        this.card.start();
    }
}
