/** The better move at a mistake: hidden until the player finds it or asks for it, then proved. */

import { announce } from "../page/announce.js";
import { api } from "../page/api.js";
import { asked } from "../page/asked.js";
import { explanationView } from "../coach/explanation.js";
import { make } from "../page/dom.js";
import { pictureButtons } from "../coach/pictures.js";
import { language, percent, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Position, Remark} from "../types.js" */

/** @typedef {{token: string, remark: Remark, position: Position}} Mistake */

const RIGHT = new Set(["proved", "best guess", "start"]);

export class Answer {
    /**
     * @param {HTMLElement} host
     * @param {Board} board
     * @param {() => void} onShow  called when an answer is no longer hidden
     */
    constructor(host, board, onShow) {
        this.host = host;
        this.board = board;
        this.onShow = onShow;
        /** @type {Mistake | null} */
        this.mistake = null;
        /** @type {Map<number, string>} the moves whose answer is shown, and the cell to prove */
        this.shown = new Map();
        board.element.addEventListener("click", (event) => void this.attempt(board.cellOf(event)));
    }

    /** Forget the answers of another game. */
    forget() {
        this.shown.clear();
        this.mistake = null;
    }

    get isHidden() {
        return this.mistake !== null && !this.shown.has(this.mistake.remark.number);
    }

    /**
     * Come to a mistake, or to a move that is none.
     *
     * @param {Mistake | null} mistake
     */
    come(mistake) {
        this.mistake = mistake;
        this.host.replaceChildren();
        if (!mistake) return;
        if (this.isHidden) this.host.append(...this.#prompt());
        else void this.#prove(mistake, this.shown.get(mistake.remark.number) ?? "");
    }

    /** Show the answer. */
    show() {
        const { mistake } = this;
        if (mistake && this.isHidden) this.#reveal(mistake, mistake.remark.certain?.name ?? "");
    }

    /**
     * Try a cell as the better move.
     *
     * @param {number} cell
     */
    async attempt(cell) {
        const { mistake, board } = this;
        if (!mistake || !this.isHidden || !"#F".includes(board.face(cell))) return;
        const name = board.grid.name(cell);
        const { token, remark } = mistake;
        const found = await asked(() => api.remark(token, remark.number, name, language()));
        if (!found || mistake !== this.mistake) return;
        if (!RIGHT.has(found.verdict)) return this.#miss(mistake, cell, found);
        announce(t("try.right", { cell: name }));
        this.#reveal(mistake, found.verdict === "proved" ? name : "");
    }

    /** @param {Mistake} mistake  @param {string} cell */
    #reveal(mistake, cell) {
        this.shown.set(mistake.remark.number, cell);
        this.onShow();
    }

    #prompt() {
        const show = () => this.show();
        const attributes = { type: "button", id: "review-show", "aria-keyshortcuts": "S" };
        return [
            make("p", { class: "lead" }, t("try.prompt")),
            make("p", { id: "review-tried", role: "status" }),
            make("button", { ...attributes, onclick: show }, t("try.show")),
        ];
    }

    /**
     * Say why a cell was no better move, without giving the answer away.
     *
     * @param {Mistake} mistake
     * @param {number} cell
     * @param {Remark} found
     */
    #miss(mistake, cell, { name, verdict, risk }) {
        const key = verdict === "blunder" || verdict === "unknown" ? verdict : "risk";
        const told = this.host.querySelector("#review-tried");
        if (told) told.textContent = t(`try.${key}`, { cell: name, risk: percent(risk) });
        const played = this.board.grid.at(mistake.remark.cell);
        this.board.sign(
            new Map([
                [played, "move"],
                [cell, "wrong"],
            ]),
        );
    }

    /**
     * Show the proof of a cell that was certain; a guess has none.
     *
     * @param {Mistake} mistake
     * @param {string} cell
     */
    async #prove(mistake, cell) {
        if (!cell) return;
        const wish = { ...mistake.position, cell, lang: language() };
        const explanation = await asked(() => api.analyseExplain(wish));
        if (!explanation || mistake !== this.mistake) return;
        const { board } = this;
        const played = board.grid.at(mistake.remark.cell);
        const told = explanationView(explanation, board);
        const pictures = pictureButtons(() => ({ ...mistake.position, cell }));
        this.host.replaceChildren(make("h3", {}, t("review.known")), told, pictures);
        board.sign(new Map([[played, "move"], ...board.signs]));
    }
}
