/** The coach beside the game: hints, risks, wrong flags, and what is known about a cell. */

import { ApiError, api } from "../page/api.js";
import { announce, notify } from "../page/announce.js";
import { byId } from "../page/dom.js";
import { explanationView } from "./explanation.js";
import { Ladder } from "./hints.js";
import { Tree } from "./tree.js";
import { inWords, language, t } from "../page/words.js";

/** @import {Table} from "../play/table.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Game} from "../types.js" */

export class Coach {
    /**
     * @param {Table} table
     * @param {() => void} onHelp  called when help has made the game assisted
     */
    constructor(table, onHelp) {
        this.table = table;
        this.board = table.board;
        this.onHelp = onHelp;
        this.showsRisks = false;
        this.explanation = byId("play-explanation", HTMLElement);
        this.tree = new Tree(byId("play-tree", HTMLElement), this.board);
        this.ladder = new Ladder(
            byId("play-hint", HTMLElement),
            this.board,
            (rung) => this.#helped(api.hint(this.token, rung, language())),
            (move) => void table.move(move.act, this.board.grid.at(move.cell)),
        );
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("risks", () => void this.#toggleRisks());
        on("check-flags", () => void this.#checkFlags());
        on("explain", () => void this.#explain());
        table.onChange((game, before) => this.#forget(game, before));
        inWords(() => this.ladder.render());
    }

    get token() {
        return this.table.game?.token ?? "";
    }

    /**
     * Drop what was said about the previous position.
     *
     * @param {Game} game
     * @param {Game | null} before
     */
    #forget(game, before) {
        this.board.sign(new Map());
        this.board.light([]);
        this.explanation.replaceChildren();
        this.tree.hide();
        if (this.ladder.isClimbed || game.token !== before?.token) this.ladder.reset();
        void this.#weigh();
    }

    async #toggleRisks() {
        this.showsRisks = !this.showsRisks;
        byId("risks", HTMLButtonElement).setAttribute("aria-pressed", String(this.showsRisks));
        byId("risk-scale", HTMLElement).hidden = !this.showsRisks;
        await this.#weigh();
    }

    /** Show the risks of the position, if they are switched on. */
    async #weigh() {
        const { game, isPlaying } = this.table;
        if (!this.showsRisks || !isPlaying) return this.board.weigh(new Map());
        const answer = await this.#asked(() => api.risks(this.token));
        if (!answer || game !== this.table.game) return;
        this.board.weigh(this.board.grid.byCell(answer.risks));
    }

    async #checkFlags() {
        const answer = await this.#asked(() => api.flags(this.token));
        if (!answer) return;
        const { grid } = this.board;
        const wrong = answer.wrong.map((place) => grid.at(place));
        /** @type {[number, Sign][]} */
        const signs = wrong.map((cell) => [cell, "wrong"]);
        this.board.sign(new Map(signs));
        const cells = wrong.map((cell) => grid.name(cell)).join(", ");
        notify(t("play.wrong_flags", { n: wrong.length, cells }));
    }

    async #explain() {
        const name = this.board.grid.name(this.board.current);
        const answer = await this.#asked(() => api.explain(this.token, name, language()));
        if (!answer) return;
        this.board.shade(undefined);
        const showTree = () => void this.#showTree(name);
        this.explanation.replaceChildren(explanationView(answer, this.board, showTree));
        announce(this.explanation.querySelector("h3")?.textContent ?? "");
    }

    /** Show the proof of a cell, from what the board shows. @param {string} cell */
    async #showTree(cell) {
        const { game } = this.table;
        if (!game) return;
        const { board, mines, shape } = game;
        await this.tree.show({ board, mines, shape, cell });
    }

    /**
     * Ask the server for help; a refusal is shown.
     *
     * @template T
     * @param {() => Promise<T>} question
     */
    async #asked(question) {
        try {
            return await this.#helped(question());
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
            return null;
        }
    }

    /**
     * Wait for help, and remember that there was some.
     *
     * @template T
     * @param {Promise<T>} answer
     */
    async #helped(answer) {
        const given = await answer;
        if (this.table.game) this.table.game.assisted = true;
        this.onHelp();
        return given;
    }
}
