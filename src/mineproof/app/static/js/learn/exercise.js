/** One exercise to answer: the question, the input, and what is said of the answer. */

import { tell } from "../page/announce.js";
import { api } from "../page/api.js";
import { make } from "../page/dom.js";
import { joined, language, t } from "../page/words.js";
import { asked } from "../page/asked.js";
import { layoutBoard } from "./boards.js";
import { inputOf } from "./inputs.js";
import { solve, solved } from "./progress.js";

/** @import {Input} from "./inputs.js" */
/** @import {Lesson, LessonExercise, Verdict} from "./types.js" */

/**
 * @typedef {object} Desk  Who judges the answers to an exercise, and keeps what was solved.
 * @property {string} id  unique on the page
 * @property {(answer: string) => Promise<Verdict | null>} check
 * @property {() => Promise<{answer: string, reason: string | null} | null>} show
 * @property {() => boolean} isSolved
 * @property {() => void} keep
 */

/**
 * Return the desk for an exercise of a lesson.
 *
 * @param {Lesson} lesson
 * @param {number} number  from 1
 * @returns {Desk}
 */
export function lessonDesk({ name }, number) {
    return {
        id: `exercise-${number}`,
        check: (answer) =>
            asked(() => api.lessonCheck(name, { exercise: number, answer, lang: language() })),
        show: () => asked(() => api.lessonAnswer(name, { exercise: number, lang: language() })),
        isSolved: () => solved(name).has(number),
        keep: () => solve(name, number),
    };
}

export class ExerciseCard {
    /**
     * @param {LessonExercise} exercise
     * @param {number} number  from 1
     * @param {Desk} desk
     * @param {() => void} onSolved
     */
    constructor(exercise, number, desk, onSolved) {
        this.exercise = exercise;
        this.number = number;
        this.desk = desk;
        this.onSolved = onSolved;
        const name = `${desk.id}-answer`;
        /** @type {Input} */
        this.input = inputOf(this.exercise, name);
        this.told = make("div", { class: "told" });
        this.badge = make("span", { class: "chip" }, t("learn.solved"));
        /** @type {{close: () => void} | null} */
        this.layout = null;
        this.element = this.#card(name);
        this.#showBadge();
    }

    /** @param {string} name */
    #card(name) {
        const form = make(
            "form",
            {
                class: "exercise sheet",
                id: this.desk.id,
                onsubmit: (event) => this.#submit(event),
            },
            make("h4", {}, t("learn.exercise", { n: this.number }), " ", this.badge),
            make("p", { id: `${name}-q` }, this.exercise.question),
            this.input.element,
            this.told,
            make(
                "div",
                { class: "row-of-buttons" },
                make("button", { type: "submit", class: "primary" }, t("learn.check")),
                make(
                    "button",
                    { type: "button", onclick: () => void this.#show() },
                    t("learn.show"),
                ),
            ),
        );
        return form;
    }

    #showBadge() {
        this.badge.hidden = !this.desk.isSolved();
    }

    /** @param {Event} event */
    #submit(event) {
        event.preventDefault();
        void this.#check();
    }

    async #check() {
        const answer = this.input.text();
        if (!answer.trim()) return this.#refuse(t("learn.empty"));
        const verdict = await this.desk.check(answer);
        if (!verdict) return;
        if (verdict.is_right) this.desk.keep();
        this.#tell(verdict);
        this.#showBadge();
        if (verdict.is_right) this.onSolved();
    }

    /** @param {string} sentence */
    #refuse(sentence) {
        this.told.replaceChildren(make("p", { class: "bad" }, sentence));
        tell(sentence, this.told);
    }

    /** @param {Verdict} verdict */
    #tell({ is_right: isRight, words, lit, layout, reason }) {
        const { board } = this.input;
        board?.light(lit.map((place) => board.grid.at(place)));
        const sentence = joined(words.map(({ text }) => text));
        this.told.replaceChildren(make("p", { class: isRight ? "right" : "bad" }, sentence));
        if (reason) this.told.append(make("p", {}, reason));
        this.layout?.close();
        this.layout = null;
        if (layout && this.exercise.board) {
            const shown = layoutBoard(this.exercise.board, layout, t("learn.layout"));
            this.layout = shown;
            this.told.append(shown.element);
        }
        tell(joined([sentence, reason ?? ""]), this.told);
    }

    async #show() {
        const found = await this.desk.show();
        if (!found) return;
        const answer = make("p", { class: "answer" }, t("learn.answer", { answer: found.answer }));
        this.told.replaceChildren(answer);
        if (found.reason) this.told.append(make("p", {}, found.reason));
        tell(answer.textContent ?? "", this.told);
    }

    close() {
        this.input.close();
        this.layout?.close();
    }
}
