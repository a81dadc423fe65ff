/** One exercise of a lesson: the question, the answer, and what is said of it. */

import { tell } from "../announce.js";
import { api } from "../api.js";
import { make } from "../dom.js";
import { language, t } from "../words.js";
import { asked } from "../asked.js";
import { layoutBoard } from "./boards.js";
import { inputOf } from "./inputs.js";
import { solve, solved } from "./progress.js";

/** @import {Input} from "./inputs.js" */
/** @import {Lesson, LessonExercise, Verdict} from "./types.js" */

export class ExerciseCard {
    /**
     * @param {Lesson} lesson
     * @param {number} number  from 1
     * @param {() => void} onSolved
     */
    constructor(lesson, number, onSolved) {
        this.lesson = lesson;
        this.number = number;
        this.onSolved = onSolved;
        this.exercise = /** @type {LessonExercise} */ (lesson.exercises[number - 1]);
        const name = `learn-answer-${number}`;
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
                id: `exercise-${this.number}`,
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
        this.badge.hidden = !solved(this.lesson.name).has(this.number);
    }

    /** @param {Event} event */
    #submit(event) {
        event.preventDefault();
        void this.#check();
    }

    async #check() {
        const answer = this.input.text();
        if (!answer.trim()) return this.#refuse(t("learn.empty"));
        const wish = { exercise: this.number, answer, lang: language() };
        const verdict = await asked(() => api.lessonCheck(this.lesson.name, wish));
        if (!verdict) return;
        if (verdict.is_right) solve(this.lesson.name, this.number);
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
        const sentence = words.map(({ text }) => text).join(" ");
        this.told.replaceChildren(make("p", { class: isRight ? "right" : "bad" }, sentence));
        if (reason) this.told.append(make("p", {}, reason));
        this.layout?.close();
        this.layout = null;
        if (layout && this.exercise.board) {
            const shown = layoutBoard(this.exercise.board, layout, t("learn.layout"));
            this.layout = shown;
            this.told.append(shown.element);
        }
        tell([sentence, reason ?? ""].join(" ").trim(), this.told);
    }

    async #show() {
        const wish = { exercise: this.number, lang: language() };
        const found = await asked(() => api.lessonAnswer(this.lesson.name, wish));
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
