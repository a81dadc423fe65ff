/** The Learn view: the list of lessons with progress, and one lesson with its exercises. */

import { notify } from "../page/announce.js";
import { api } from "../page/api.js";
import { byId, make, styled } from "../page/dom.js";
import { inWords, language, t } from "../page/words.js";
import { asked } from "../page/asked.js";
import { ExerciseCard, lessonDesk } from "./exercise.js";
import { reset, solved } from "./progress.js";
import { LessonText } from "./text.js";

await styled("learn");

/** @import {Lesson, LessonInfo} from "./types.js" */

export class LearnView {
    constructor() {
        this.body = byId("learn-body", HTMLElement);
        this.code = "";
        /** @type {LessonInfo[]} */
        this.lessons = [];
        /** @type {LessonInfo | undefined} */
        this.current = undefined;
        /** @type {{close: () => void}[]} */
        this.parts = []; // what is shown, to be closed
        this.isEntered = false;
        inWords(() => {
            if (this.isEntered) void this.#show(false);
        });
    }

    /**
     * Show a lesson by number or name, or the list.
     *
     * @param {string} code
     */
    async enter(code) {
        this.isEntered = true;
        if (code !== this.code || this.parts.length === 0) {
            this.code = code;
            await this.#show(true);
        }
    }

    leave() {}

    /**
     * Handle a key; tell whether it was handled.
     *
     * @param {string} key
     */
    shortcut(key) {
        const steps = new Map([
            ["n", 1],
            ["p", -1],
        ]);
        const to = this.#beside(steps.get(key) ?? 0);
        if (to) location.hash = placeOf(to);
        return to !== undefined;
    }

    /** @param {number} step */
    #beside(step) {
        if (!this.current || step === 0) return undefined;
        return this.lessons[this.current.number - 1 + step];
    }

    /** @param {boolean} isNew  whether the reader has just come here */
    async #show(isNew) {
        const { code } = this;
        const list = await asked(() => api.lessons(language()));
        const lesson = code && list ? await asked(() => api.lesson(code, language())) : null;
        if (!list || code !== this.code) return;
        this.#close();
        this.lessons = list.lessons;
        this.current = this.lessons.find(({ name }) => name === lesson?.name);
        if (lesson) this.#showLesson(lesson);
        else this.#showList();
        if (isNew && lesson) byId("lesson-title", HTMLElement).focus();
        if (isNew) window.scrollTo(0, 0);
    }

    #close() {
        for (const part of this.parts) part.close();
        this.parts = [];
    }

    // The list

    #showList() {
        const done = this.lessons.filter((each) => solvedOf(each) === each.exercises).length;
        const items = this.lessons.map((lesson) => make("li", {}, entry(lesson)));
        this.body.replaceChildren(
            make("h2", {}, t("learn.title")),
            make("p", {}, t("learn.about")),
            make("ol", { class: "lessons" }, ...items),
            invitation(),
            make(
                "div",
                { class: "row-of-buttons" },
                make("p", { class: "soft" }, t("learn.done", { done, all: items.length })),
                make(
                    "button",
                    { type: "button", id: "learn-reset", onclick: () => this.#reset() },
                    t("learn.reset"),
                ),
            ),
        );
        this.parts = [{ close: () => {} }];
    }

    #reset() {
        const takeBack = reset();
        this.#showList();
        notify(t("learn.was_reset"), t("stats.take_back"), () => {
            takeBack();
            this.#showList();
        });
    }

    // One lesson

    /** @param {Lesson} lesson */
    #showLesson(lesson) {
        const text = new LessonText(lesson);
        const state = make("p", { class: "soft", id: "lesson-progress" });
        const showState = () => {
            const count = solved(lesson.name).size;
            state.textContent = t("learn.progress", { n: count, all: lesson.exercises.length });
        };
        const cards = lesson.exercises.map(
            (each, i) => new ExerciseCard(each, i + 1, lessonDesk(lesson, i + 1), showState),
        );
        showState();
        this.parts = [text, ...cards];
        const place = t("learn.lesson", { n: lesson.number, all: this.lessons.length });
        this.body.replaceChildren(
            make(
                "p",
                { class: "crumbs" },
                make("a", { href: "#learn" }, t("learn.all")),
                ` · ${place}`,
            ),
            make(
                "article",
                { lang: lesson.lang },
                make("h2", { id: "lesson-title", tabindex: -1 }, lesson.title),
                make("p", { class: "about" }, lesson.about),
                text.element,
                ...(cards.length > 0 ? [make("h3", {}, t("learn.exercises")), state] : []),
                ...cards.map(({ element }) => element),
                lesson.name === "resolution" ? invitation() : null,
            ),
            this.#turns(),
        );
    }

    #turns() {
        const link = (
            /** @type {number} */ step,
            /** @type {string} */ id,
            /** @type {string} */ key,
        ) => {
            const to = this.#beside(step);
            if (!to) return null;
            const looks = { id, class: "button", href: placeOf(to), "aria-keyshortcuts": key };
            return make(
                "a",
                looks,
                t(step > 0 ? "learn.next" : "learn.previous", { title: to.title }),
            );
        };
        return make(
            "div",
            { class: "row-of-buttons turns" },
            link(-1, "learn-previous", "P"),
            make("span", { class: "push" }),
            link(1, "learn-next", "N"),
        );
    }
}

/** Return the link to the exercises in which the steps of a proof are made. */
function invitation() {
    return make("p", { class: "invite" }, make("a", { href: "#resolve" }, t("resolve.invite")));
}

/** @param {LessonInfo} lesson */
function placeOf({ number }) {
    return `#learn/${number}`;
}

/** How many exercises of a lesson are solved. @param {LessonInfo} lesson */
function solvedOf({ name, exercises }) {
    return [...solved(name)].filter((number) => number <= exercises).length;
}

/** Return a lesson of the list, with its progress. @param {LessonInfo} lesson */
function entry(lesson) {
    const { number, title, about, exercises } = lesson;
    const done = solvedOf(lesson);
    const dots = "●".repeat(done) + "○".repeat(Math.max(exercises - done, 0));
    return make(
        "a",
        { href: placeOf(lesson), class: done === exercises ? "done" : null },
        make("b", { class: "number" }, String(number)),
        make("span", { class: "what" }, make("b", {}, title), make("span", {}, about)),
        make("span", { class: "dots", "aria-hidden": "true" }, dots),
        make("span", { class: "unseen" }, t("learn.progress", { n: done, all: exercises })),
    );
}
