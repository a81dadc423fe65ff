/** The bar of moves: one sign per move, coloured by its verdict; one tab stop, arrows choose. */

import { make } from "../page/dom.js";
import { t } from "../page/words.js";

/** @import {Remark} from "../types.js" */

export class MovesBar {
    /**
     * @param {HTMLElement} element  a listbox
     * @param {(move: number) => void} onChoose  called with the place of a move, counted from 0
     */
    constructor(element, onChoose) {
        this.element = element;
        this.onChoose = onChoose;
        this.chosen = 0;
        /** @type {HTMLElement[]} */
        this.options = [];
        element.addEventListener("click", (event) => {
            const at = this.options.findIndex((option) => option === event.target);
            if (at >= 0) onChoose(at);
        });
        element.addEventListener("keydown", (event) => this.#key(event));
    }

    /** @param {Remark[]} remarks */
    fill(remarks) {
        this.options = remarks.map(optionOf);
        this.element.replaceChildren(...this.options);
        this.chosen = 0;
    }

    /**
     * Choose a move, or none of them once the last has been made; the tab stop stays on one.
     *
     * @param {number} move
     */
    choose(move) {
        this.#set(this.chosen, false);
        this.chosen = Math.min(move, this.options.length - 1);
        this.#set(this.chosen, move === this.chosen);
        const option = this.options[this.chosen];
        if (option) option.tabIndex = 0;
        option?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    /**
     * @param {number} move
     * @param {boolean} isChosen
     */
    #set(move, isChosen) {
        this.options[move]?.setAttribute("aria-selected", String(isChosen));
        this.options[move]?.setAttribute("tabindex", "-1");
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const last = this.options.length - 1;
        /** @type {Record<string, number>} */
        const places = {
            ArrowLeft: this.chosen - 1,
            ArrowRight: this.chosen + 1,
            Home: 0,
            End: last,
        };
        const to = places[event.key];
        if (to === undefined) return;
        event.preventDefault();
        this.onChoose(Math.min(Math.max(to, 0), last));
        this.options[this.chosen]?.focus();
    }
}

/** @param {Remark} remark */
function optionOf({ number, name, act, verdict, sign, title }) {
    const values = { n: number, act: t(`act.${act}`), cell: name, verdict: title };
    const label = t("review.move", values);
    const attributes = {
        role: "option",
        class: "move",
        tabindex: -1,
        title: label,
        "aria-label": label,
        "aria-selected": "false",
        "data-verdict": verdict,
    };
    return make("div", attributes, sign);
}
