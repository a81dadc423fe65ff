/**
 * Question marks: the third state of flagging, if the player wants it. They are notes of this
 * browser, kept for the game that is played; the server knows nothing of them.
 */

import { announce } from "../page/announce.js";
import { checksFlags } from "../board/finish.js";
import { settings } from "../page/settings.js";
import { load, save } from "../page/store.js";
import { t } from "../page/words.js";

/** @import {Table} from "./table.js" */

export class Marks {
    /** @param {Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Set<number>} */
        this.cells = new Set();
        table.onChange((game, before) => {
            if (game.token !== before?.token) this.#recall(game.token);
            this.#show();
        });
    }

    /**
     * Go on from a flag to a question mark, and from there to nothing; tell whether that was all,
     * and the server has no flag to change.
     *
     * @param {number} cell
     */
    turn(cell) {
        const { board, game } = this.table;
        if (!settings.marks || !game || checksFlags(game.finish)) return false;
        const isMarked = this.cells.has(cell) && board.face(cell) === "#";
        if (isMarked) this.cells.delete(cell);
        else if (board.face(cell) === "F") this.cells.add(cell);
        else return false;
        save("marks", { token: game.token, cells: [...this.cells] });
        announce(t(isMarked ? "cell.hidden" : "cell.question"));
        this.#show();
        return isMarked;
    }

    /** @param {string} token */
    #recall(token) {
        const kept = load("marks", { token: "", cells: /** @type {number[]} */ ([]) });
        this.cells = new Set(kept.token === token ? kept.cells : []);
    }

    #show() {
        this.table.board.light(this.cells, "question");
    }
}
