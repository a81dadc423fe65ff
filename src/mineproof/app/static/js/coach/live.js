/** Live hints: what is certain is marked after each move, and the best guess if nothing is safe. */

import { ApiError } from "../page/api.js";
import { percent, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Hint, Odds} from "../types.js" */

export class Live {
    /**
     * @param {Board} board
     * @param {HTMLElement} note  where it is said in words
     * @param {{odds: () => Promise<Odds>, guess: () => Promise<Hint>}} source
     */
    constructor(board, note, source) {
        this.board = board;
        this.note = note;
        this.source = source;
        this.turn = 0; // how many positions there have been
        /** @type {Map<number, Sign>} */
        this.signs = new Map();
        /** @type {Map<number, number>} the risk of the best guess */
        this.risks = new Map();
    }

    /**
     * Mark what is certain in a new position, once it is painted; an answer that comes too late is
     * dropped. `show` is called when there is something to show.
     *
     * @param {() => void} show
     */
    async follow(show) {
        this.forget();
        const { turn } = this;
        await painted();
        if (turn !== this.turn) return;
        try {
            const odds = await this.source.odds();
            if (turn !== this.turn) return;
            this.#mark(odds);
            show();
            if (odds.safe.length > 0) return;
            const hint = await this.source.guess().catch(refused);
            if (turn !== this.turn) return;
            if (hint) this.#guess(hint);
            else this.#takeSafest(odds);
            show();
        } catch (error) {
            const { message } = refusal(error);
            if (turn === this.turn) this.note.textContent = message;
        }
    }

    forget() {
        this.turn += 1;
        this.signs = new Map();
        this.risks = new Map();
        this.note.textContent = "";
    }

    /** @param {Odds} odds */
    #mark({ safe, mines }) {
        const { grid } = this.board;
        /** @type {[number, Sign][]} */
        const signs = safe.map((place) => {
            const cell = grid.at(place);
            return [cell, this.board.face(cell) === "F" ? "wrong" : "safe"];
        });
        for (const cell of mines.map((place) => grid.at(place))) {
            if (this.board.face(cell) === "#") signs.push([cell, "mine"]);
        }
        this.signs = new Map(signs);
        const key = safe.length > 0 ? "live.certain" : "live.weighing";
        this.note.textContent = t(key, { safe: safe.length, mines: mines.length });
    }

    /** @param {Hint} hint */
    #guess({ best, figures }) {
        const found = figures?.find(({ name }) => name === best?.name);
        if (found) this.#advise(this.board.grid.at(found.cell), found.risk, "live.guess");
    }

    /** The guesses could not be compared in time: the one of least risk will do. @param {Odds} odds */
    #takeSafest({ frontier, elsewhere }) {
        const { grid, shown } = this.board;
        const risks = grid.byCell(frontier ?? []);
        const other = [...shown.cells].findIndex((face, cell) => face === "#" && !risks.has(cell));
        if (other >= 0 && elsewhere !== null) risks.set(other, elsewhere);
        const known = [...risks].filter(([cell]) => shown.cells[cell] === "#");
        const [safest] = known.sort(([, a], [, b]) => a - b);
        if (safest) this.#advise(...safest, "live.safest");
    }

    /** @param {number} cell  @param {number} risk  @param {string} key  of what is said */
    #advise(cell, risk, key) {
        this.signs = new Map([...this.signs, [cell, "best"]]);
        this.risks = new Map([[cell, risk]]);
        this.note.textContent = t(key, { cell: this.board.grid.name(cell), risk: percent(risk) });
    }
}

/** Return an error if the server refused; throw any other. @param {unknown} error */
function refusal(error) {
    if (error instanceof ApiError) return error;
    throw error;
}

/** @param {unknown} error */
function refused(error) {
    refusal(error);
    return null;
}

/** Wait until the browser has painted what was just changed. @returns {Promise<void>} */
function painted() {
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
