/** The view of all exercises that are ready: a menu, and the one that is chosen. */

import { api } from "../page/api.js";
import { byId, make, styled } from "../page/dom.js";
import { load, save } from "../page/store.js";
import { inWords, language, t } from "../page/words.js";
import { asked } from "../page/asked.js";
import { ExerciseCard } from "./exercise.js";
import { mountResolve } from "./resolve.js";

await styled("learn", "resolve");

/** @import {CourseEntry, CourseVerdict} from "../types.js" */
/** @import {Desk} from "./exercise.js" */
/** @import {Verdict} from "./types.js" */

export class ResolveView {
    constructor() {
        this.menu = byId("resolve-menu", HTMLSelectElement);
        this.place = byId("resolve-body", HTMLElement);
        this.body = mountResolve(this.place, (id, steps) => this.#solved(id, steps));
        this.card = byId("resolve-card", HTMLElement);
        /** @type {ExerciseCard | null} */
        this.shownCard = null;
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
        await this.#show(chosen);
    }

    /** Show an exercise: one to resolve, or one to answer. @param {string} id */
    async #show(id) {
        const entry = this.entries.find((each) => each.id === id);
        const isProof = entry?.kind === "resolve";
        this.place.hidden = !isProof;
        this.card.hidden = isProof;
        this.shownCard?.close();
        this.shownCard = null;
        if (isProof) await this.body.show(id);
        else await this.#showCard(id);
    }

    /** @param {string} id */
    async #showCard(id) {
        const found = await asked(() => api.courseExercise(id, language()));
        if (!found || id !== this.shown) return;
        const { kind, question, position, setting } = found;
        const board = position && { ...position, lit: [] };
        const exercise = { kind, question: question.text, board, setting };
        const beside = this.entries.filter((each) => levelOf(each) === levelOf(found));
        const number = beside.findIndex((each) => each.id === id) + 1;
        this.shownCard?.close();
        this.shownCard = new ExerciseCard(exercise, number, this.#desk(id), () => {});
        const source = make("p", { class: "soft" }, t("resolve.source"), found.source ?? "");
        this.card.replaceChildren(this.shownCard.element, source);
    }

    /** Return the desk for an exercise to answer. @param {string} id  @returns {Desk} */
    #desk(id) {
        return {
            id,
            check: async (answer) => {
                const wish = { answer, lang: language() };
                const verdict = await asked(() => api.courseCheck(id, wish));
                return verdict && verdictOf(verdict);
            },
            show: async () => {
                const found = await asked(() => api.courseSolution(id, language()));
                return found && { answer: found.text, reason: found.reason };
            },
            isSolved: () => solvedSteps()[id] !== undefined,
            keep: () => this.#solved(id, 1),
        };
    }

    leave() {}

    /**
     * Handle a key that has no button; tell whether it was handled.
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
        };
        const work = this.shownCard ? undefined : works[key];
        work?.();
        return work !== undefined;
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
        this.entries = found?.exercises ?? [];
        this.#fill();
        if (this.shownCard) await this.#showCard(this.shown);
    }

    #fill() {
        const levels = [...new Set(this.entries.map(levelOf))];
        const groups = levels.map((level) => {
            const mine = this.entries.filter((entry) => levelOf(entry) === level);
            const label = level ? t("resolve.level", { n: level }) : t("resolve.textbook");
            return make("optgroup", { label }, ...mine.map((entry, i) => optionOf(entry, i + 1)));
        });
        this.menu.replaceChildren(...groups);
        this.menu.value = this.shown;
    }

    /** Keep the fewest steps made. @param {string} id  @param {number} steps */
    #solved(id, steps) {
        const solved = solvedSteps();
        save(SOLVED, { ...solved, [id]: Math.min(steps, solved[id] ?? steps) });
        this.#fill();
    }
}

const SOLVED = "resolve.solved";

/** The fewest steps in which each exercise was solved, by its id. */
function solvedSteps() {
    return load(SOLVED, /** @type {Record<string, number>} */ ({}));
}

/** Return the difficulty of an exercise from a game, 0 for one after a textbook.
 *  @param {CourseEntry} entry */
function levelOf({ difficulty, source }) {
    return source?.includes("#") ? difficulty : 0;
}

/** @param {CourseEntry} entry  @param {number} number */
function optionOf(entry, number) {
    const steps = solvedSteps()[entry.id];
    const count = entry.kind === "resolve" ? ` ${steps}` : "";
    const done = steps === undefined ? "" : ` ✓${count}`;
    const level = levelOf(entry);
    const goal = entry.question.cells[0]?.name;
    const title = level ? `${level}-${number} · ${goal}` : `${number} · ${entry.question.text}`;
    return make("option", { value: entry.id }, title + done);
}

/** @param {CourseVerdict} verdict  @returns {Verdict} */
function verdictOf({ right, words, more, reason }) {
    const { lit = [], layout = null } = more;
    return { is_right: right, words: [words], lit, layout, reason };
}
