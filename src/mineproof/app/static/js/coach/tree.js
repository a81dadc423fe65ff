/** The tree of a proof below a board; what draws it is loaded when somebody asks for one. */

/** @import {Board} from "../board/board.js" */
/** @import {Proved} from "../types.js" */
/** @import {DerivationView} from "../derivation/view.js" */

export class Tree {
    /**
     * @param {HTMLElement} host
     * @param {Board} board
     */
    constructor(host, board) {
        this.host = host;
        this.board = board;
        /** @type {DerivationView | null} */
        this.view = null;
    }

    /**
     * Show where what was proved comes from.
     *
     * @param {Proved} proved
     */
    async show(proved) {
        const { DerivationView } = await import("../derivation/view.js");
        this.view ??= new DerivationView(this.host, this.board);
        await this.view.show(proved);
    }

    hide() {
        this.view?.hide();
    }
}
