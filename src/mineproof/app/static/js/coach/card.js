/** The card beside a cell that is pointed at, or has the focus, while asking: its risk. */

import { ApiError } from "../page/api.js";
import { make } from "../page/dom.js";
import { percent, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Odds} from "../types.js" */

const DELAY = 350; // milliseconds until it shows
const GAP = 6; // pixels between the cell and the card
let cards = 0;

export class Card {
    /**
     * @param {Board} board
     * @param {() => boolean} isWanted
     * @param {() => Promise<Odds>} odds
     */
    constructor(board, isWanted, odds) {
        this.board = board;
        this.isWanted = isWanted;
        this.odds = odds;
        this.timer = 0;
        this.cell = -1;
        this.done = -1; // the cell whose card has been dealt with
        const id = `card-${++cards}`;
        this.element = make("div", { id, class: "card", role: "tooltip", hidden: true });
        (board.frame.closest("section") ?? document.body).append(this.element);
        const grid = board.element;
        grid.addEventListener("pointerover", (event) => this.#point(event));
        grid.addEventListener("focusin", (event) => this.#point(event));
        grid.addEventListener("pointerleave", () => this.hide());
        grid.addEventListener("focusout", () => this.hide());
        document.addEventListener("scroll", () => this.#scrolled(), true);
        document.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.dismiss(this.cell);
        });
    }

    /** Hide it, until another cell is pointed at. @param {number} cell */
    dismiss(cell) {
        this.hide();
        this.done = cell;
    }

    hide() {
        clearTimeout(this.timer);
        if (this.cell < 0) return;
        this.board.cells[this.cell]?.removeAttribute("aria-describedby");
        this.cell = -1;
        this.element.hidden = true;
    }

    /** Show the card of the cell that has the focus already. */
    start() {
        const { board } = this;
        if (board.element.contains(document.activeElement)) this.#turnTo(board.current);
    }

    /** A card that is still to come stands beside its cell wherever that is then. */
    #scrolled() {
        if (!this.element.hidden) this.hide();
    }

    /** @param {Event} event */
    #point(event) {
        const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
        this.#turnTo(isTouch ? -1 : this.board.cellOf(event));
    }

    /** @param {number} cell  none if negative */
    #turnTo(cell) {
        if (cell === this.cell || cell === this.done) return;
        this.hide();
        this.done = -1;
        if (cell < 0 || !this.isWanted() || !"#F".includes(this.board.face(cell))) return;
        this.cell = cell;
        this.timer = window.setTimeout(() => void this.#show(cell), DELAY);
    }

    /** @param {number} cell */
    async #show(cell) {
        const odds = await this.odds().catch((error) => {
            if (error instanceof ApiError) return null;
            throw error;
        });
        const place = this.board.cells[cell];
        if (cell !== this.cell || !place?.isConnected) return;
        this.element.replaceChildren(...this.#words(cell, odds));
        this.element.hidden = false;
        place.setAttribute("aria-describedby", this.element.id);
        this.#stand(place.getBoundingClientRect());
    }

    /** @param {number} cell  @param {Odds | null} odds */
    #words(cell, odds) {
        const { grid } = this.board;
        const [row, col] = grid.place(cell);
        const name = grid.name(cell);
        const beside = odds?.frontier?.find((each) => each[0] === row && each[1] === col);
        const risk = beside?.[2] ?? odds?.elsewhere ?? null;
        /** @param {[number, number][]} places */
        const has = (places) => places.some((place) => grid.at(place) === cell);
        const key = odds && has(odds.safe) ? "safe" : odds && has(odds.mines) ? "mine" : "risk";
        const text =
            key === "risk" && risk === null
                ? t("card.unknown", { cell: name })
                : t(`card.${key}`, { cell: name, risk: percent(risk ?? 0) });
        return [make("b", {}, text), make("small", {}, t("card.more"))];
    }

    /** Stand below the cell, above it if there is no room. @param {DOMRect} cell */
    #stand(cell) {
        const { offsetWidth: width, offsetHeight: height } = this.element;
        const middle = (cell.left + cell.right - width) / 2;
        const left = Math.min(Math.max(middle, GAP), window.innerWidth - width - GAP);
        const below = cell.bottom + GAP;
        const top = below + height > window.innerHeight ? cell.top - height - GAP : below;
        this.element.style.left = `${left}px`;
        this.element.style.top = `${top}px`;
    }
}
