/** The view of all exercises to resolve: a menu of them, by difficulty, and the one that is chosen. */

import { api } from "../api.js";
import { byId, make } from "../dom.js";
import { load, save } from "../store.js";
import { inWords, language, t } from "../words.js";
import { asked } from "../asked.js";
import { mountResolve } from "./resolve.js";

/** @import {CourseEntry} from "../types.js" */

export class ResolveView {
    constructor() {
        this.menu = byId("resolve-menu", HTMLSelectElement);
        this.body = mountResolve(byId("resolve-body", HTMLElement), (id, steps) =>
            this.#solved(id, steps),
        );
        /** @type {CourseEntry[]} */
        this.entries = [];
        this.shown = "";
        this.menu.addEventListener("change", () => this.#go(this.menu.value));
        byId("resolve-next", HTMLButtonElement).addEventListener("click", () => this.next());
        inWords(() => (this.listed = this.#list()));
    }

    /**
     * Show an exercise by its id, or the one that was shown last.
     *
     * @param {string} id
     */
    async enter(id) {
        await this.listed;
        const wish = [id, this.shown, load("resolve.last", "")].find((each) => this.#has(each));
        const chosen = wish ?? this.entries[0]?.id ?? "";
        this.menu.value = chosen;
        if (chosen === this.shown || !chosen) return;
        this.shown = chosen;
        save("resolve.last", chosen);
        await this.body.show(chosen);
    }

    leave() {}

    /**
     * Handle a key; tell whether it was handled.
     *
     * @param {string} key
     */
    shortcut(key) {
        /** @type {Record<string, () => void>} */
        const works = {
            u: () => void this.body.undo(),
            h: () => void this.body.hint(),
            r: () => this.body.restart(),
            s: () => void this.body.solve(),
            n: () => this.next(),
        };
        works[key]?.();
        return key in works;
    }

    /** Go on to the next exercise. */
    next() {
        const at = this.entries.findIndex(({ id }) => id === this.shown);
        const next = this.entries[(at + 1) % this.entries.length];
        if (next) this.#go(next.id);
    }

    /** @param {string} id */
    #go(id) {
        location.hash = `#resolve/${id}`;
    }

    /** @param {string | undefined} id */
    #has(id) {
        return this.entries.some((entry) => entry.id === id);
    }

    async #list() {
        const found = await asked(() => api.course(language()));
        this.entries = (found?.exercises ?? []).filter(({ kind }) => kind === "resolve");
        this.#fill();
    }

    #fill() {
        const solved = load("resolve.solved", /** @type {Record<string, number>} */ ({}));
        const levels = [...new Set(this.entries.map(({ difficulty }) => difficulty))];
        const groups = levels.map((level) => {
            const mine = this.entries.filter(({ difficulty }) => difficulty === level);
            const label = t("resolve.level", { n: level });
            return make("optgroup", { label }, ...mine.map((entry) => optionOf(entry, solved)));
        });
        this.menu.replaceChildren(...groups);
        this.menu.value = this.shown;
    }

    /** Keep the fewest steps made. @param {string} id  @param {number} steps */
    #solved(id, steps) {
        const solved = load("resolve.solved", /** @type {Record<string, number>} */ ({}));
        save("resolve.solved", { ...solved, [id]: Math.min(steps, solved[id] ?? steps) });
        this.#fill();
    }
}

/** @param {CourseEntry} entry  @param {Record<string, number>} solved */
function optionOf({ id, question }, solved) {
    const done = solved[id] === undefined ? "" : ` ✓ ${solved[id]}`;
    const goal = question.cells[0]?.name ?? "";
    return make("option", { value: id }, `${id.replace("resolve-", "")} · ${goal}${done}`);
}
