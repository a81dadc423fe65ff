/** How an answer is given: opening a cell says that it is safe, flagging it that it is a mine. */

import { followPointer } from "../board/pointer.js";
import { announce } from "../page/announce.js";
import { byId } from "../page/dom.js";
import { t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Act} from "../types.js" */

/** @type {Record<string, Act>} */
const KEYS = { " ": "open", Enter: "open", f: "flag", F: "flag" };

export class Input {
    /**
     * @param {Board} board
     * @param {(mined: boolean, cell: number) => void} say
     */
    constructor(board, say) {
        this.board = board;
        this.say = say;
        this.button = byId("puzzle-mode", HTMLButtonElement);
        this.button.addEventListener("click", () => this.#toggle());
        followPointer(board, {
            act: (act, cell) => this.#act(act, cell),
            isFlagMode: () => this.#isMineMode,
        });
    }

    /**
     * @param {KeyboardEvent} event
     * @param {number} cell
     */
    key(event, cell) {
        const act = KEYS[event.key];
        if (!act || event.repeat) return;
        event.preventDefault();
        this.#act(act, cell);
    }

    get #isMineMode() {
        return this.button.getAttribute("aria-pressed") === "true";
    }

    /** @param {Act} act  @param {number} cell */
    #act(act, cell) {
        if (this.board.face(cell) !== "#") return announce(t("puzzle.known"));
        this.say(act === "flag", cell);
    }

    #toggle() {
        this.button.setAttribute("aria-pressed", String(!this.#isMineMode));
        announce(t(this.#isMineMode ? "puzzle.mode_on" : "puzzle.mode_off"));
    }
}
