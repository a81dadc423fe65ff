/** Lists that are shown in pages: they always say how many of how many are seen. */

import { make } from "../page/dom.js";
import { number, t } from "../page/words.js";

/**
 * A list of any length, one page at a time.
 *
 * @template T
 */
export class PagedList {
    /**
     * @param {HTMLElement} host
     * @param {number} size  how many there are on a page
     * @param {(value: T, place: number) => HTMLElement} view
     */
    constructor(host, size, view) {
        this.size = size;
        this.view = view;
        /** @type {T[]} */
        this.values = [];
        this.page = 0;
        this.list = make("ul", { class: "entries" });
        this.range = make("span", { class: "range" });
        this.back = this.#turner("logic.page_back", "‹", -1);
        this.next = this.#turner("logic.page_next", "›", 1);
        this.pager = make("div", { class: "pager" }, this.back, this.range, this.next);
        host.append(this.list, this.pager);
    }

    /**
     * Show the page that has the value at this place, or stay on the page if it is negative.
     *
     * @param {T[]} values
     * @param {number} [place]
     * @param {string} [label]
     */
    show(values, place = -1, label = "") {
        this.values = values;
        if (place >= 0) this.page = Math.floor(place / this.size);
        this.list.setAttribute("aria-label", label);
        this.#render();
    }

    #render() {
        const { values, size } = this;
        const last = Math.max(Math.ceil(values.length / size) - 1, 0);
        this.page = Math.min(Math.max(this.page, 0), last);
        const from = this.page * size;
        const shown = values.slice(from, from + size);
        const items = shown.map((value, i) => make("li", {}, this.view(value, from + i)));
        this.list.replaceChildren(...items);
        this.list.hidden = values.length === 0;
        const values_ = {
            from: number(Math.min(from + 1, values.length)),
            to: number(from + shown.length),
            of: number(values.length),
        };
        this.range.textContent = values.length ? t("logic.range", values_) : t("logic.none");
        this.back.hidden = this.next.hidden = last === 0;
        this.back.disabled = this.page === 0;
        this.next.disabled = this.page === last;
    }

    /** @param {string} key  @param {string} text  @param {number} by */
    #turner(key, text, by) {
        const turn = () => {
            this.page += by;
            this.#render();
        };
        const button = make("button", { type: "button", class: "quiet turn", onclick: turn }, text);
        button.setAttribute("data-t-label", key);
        button.setAttribute("aria-label", t(key));
        return button;
    }
}
