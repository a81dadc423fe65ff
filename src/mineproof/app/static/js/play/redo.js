/** Redo: what was undone can be made again, until another move is made. */

import { byId } from "../page/dom.js";

/** @import {Table} from "./table.js" */
/** @import {Game, Move} from "../types.js" */

export class Redo {
    /** @param {Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Move[]} the move to redo first is the last */
        this.undone = [];
        this.button = byId("redo", HTMLButtonElement);
        this.button.addEventListener("click", () => void this.redo());
        table.onChange((game, before) => this.#follow(game, before));
    }

    /** Make the move again that was undone last. */
    async redo() {
        const move = this.undone.pop();
        if (!move) return;
        const rest = this.undone;
        this.#show();
        const { game } = this.table;
        await this.table.move(move.act, this.table.board.grid.at(move.cell));
        if (this.table.game?.token === game?.token) this.undone = rest;
        this.#show();
    }

    /** @param {Game} game  @param {Game | null} before */
    #follow(game, before) {
        const isUndone = game.undone && game.token === before?.token;
        const isSame = game.token === before?.token && game.moves === before.moves;
        if (isUndone && game.undone) this.undone = [...this.undone, game.undone];
        else if (!isSame) this.undone = [];
        this.#show();
    }

    #show() {
        this.button.disabled = this.undone.length === 0;
    }
}
