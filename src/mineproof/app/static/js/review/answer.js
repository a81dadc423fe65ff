/**
 * The answer to a move. At a mistake it is the better move: hidden until the player finds it or asks
 * for it, then proved. At a move that was certain it is why; once asked for, it is told at each.
 */

import { tell } from "../page/announce.js";
import { api } from "../page/api.js";
import { asked } from "../page/asked.js";
import { explanationView } from "../coach/explanation.js";
import { byId, make } from "../page/dom.js";
import { pictureButtons } from "../coach/pictures.js";
import { isMistake } from "./verdicts.js";
import { language, percent, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Position, Remark} from "../types.js" */

/** @typedef {{token: string, remark: Remark, position: Position}} Moment  before a move */

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
        /** @type {Moment | null} */
        this.moment = null;
        this.explains = false; // why moves were certain
        this.hadFocus = false;
        /** @type {Map<number, string>} the moves whose answer is shown, and the cell to prove */
        this.shown = new Map();
        board.element.addEventListener("click", (event) => void this.attempt(board.cellOf(event)));
    }

    /** Forget the answers of another game. */
    forget() {
        this.shown.clear();
        this.moment = null;
    }

    get isHidden() {
        const { moment } = this;
        return moment !== null && isMistake(moment.remark) && !this.shown.has(moment.remark.number);
    }

    /**
     * Come to a move; null if its position is not known.
     *
     * @param {Moment | null} moment
     */
    come(moment) {
        this.moment = moment;
        this.hadFocus = this.host.contains(document.activeElement);
        this.#fill();
        if (!moment) return;
        const { number, verdict, name } = moment.remark;
        if (this.isHidden) this.#fill(...this.#prompt());
        else if (isMistake(moment.remark)) void this.#prove(moment, this.shown.get(number) ?? "");
        else if (verdict === "proved" && this.explains) void this.#prove(moment, name);
        else if (verdict === "proved") this.#fill(this.#button("review-why", t("try.why")));
    }

    /** Show this, and keep the focus if it was here. @param {...HTMLElement} parts */
    #fill(...parts) {
        this.host.replaceChildren(...parts);
        if (this.hadFocus) this.host.querySelector("button")?.focus();
    }

    /** Show the answer. */
    show() {
        const { moment } = this;
        if (!moment) return;
        if (this.isHidden) return this.#reveal(moment, moment.remark.certain?.name ?? "");
        if (moment.remark.verdict !== "proved") return;
        this.explains = !this.explains;
        this.onShow();
    }

    /**
     * Try a cell as the better move.
     *
     * @param {number} cell
     */
    async attempt(cell) {
        const { moment, board } = this;
        if (!moment || !this.isHidden || !"#F".includes(board.face(cell))) return;
        const name = board.grid.name(cell);
        const { token, remark } = moment;
        const found = await asked(() => api.remark(token, remark.number, name, language()));
        if (!found || moment !== this.moment) return;
        if (!RIGHT.has(found.verdict)) return this.#miss(moment, cell, found);
        this.#reveal(moment, found.verdict === "proved" ? name : "");
        tell(t("try.right", { cell: name }), this.host);
    }

    /** @param {Moment} moment  @param {string} cell */
    #reveal(moment, cell) {
        this.shown.set(moment.remark.number, cell);
        this.onShow();
    }

    #prompt() {
        return [
            make("p", { class: "lead" }, t("try.prompt")),
            make("p", { id: "review-tried" }),
            this.#button("review-show", t("try.show")),
        ];
    }

    /** @param {string} id  @param {string} text */
    #button(id, text) {
        const show = () => this.show();
        const attributes = { type: "button", id, "aria-keyshortcuts": "S", onclick: show };
        return make("button", attributes, text);
    }

    /**
     * Say why a cell was no better move, without giving the answer away.
     *
     * @param {Moment} moment
     * @param {number} cell
     * @param {Remark} found
     */
    #miss(moment, cell, { name, verdict, risk }) {
        const key = verdict === "blunder" || verdict === "unknown" ? verdict : "risk";
        const told = byId("review-tried", HTMLElement);
        told.textContent = t(`try.${key}`, { cell: name, risk: percent(risk) });
        tell(told.textContent, told);
        const played = this.board.grid.at(moment.remark.cell);
        this.board.sign(
            new Map([
                [played, "move"],
                [cell, "wrong"],
            ]),
        );
    }

    /**
     * Show the proof of a cell that was certain; a guess, without a cell, has none.
     *
     * @param {Moment} moment
     * @param {string} cell
     */
    async #prove(moment, cell) {
        if (!cell) return;
        const wish = { ...moment.position, cell, lang: language() };
        const explanation = await asked(() => api.analyseExplain(wish));
        if (!explanation || moment !== this.moment) return;
        const { board } = this;
        const played = board.grid.at(moment.remark.cell);
        const told = explanationView(explanation, board);
        const pictures = pictureButtons(() => ({ ...moment.position, cell }));
        const head = isMistake(moment.remark)
            ? make("h3", {}, t("review.known"))
            : this.#button("review-why", t("try.hide_why"));
        this.#fill(head, told, pictures);
        board.sign(new Map([[played, "move"], ...board.signs]));
    }
}
