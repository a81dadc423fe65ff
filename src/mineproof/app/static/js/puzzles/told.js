/** What is said of an answer, below the task: the verdict, the reason, and what it counts. */

import { Choices, layoutsView } from "../coach/choices.js";
import { explanationView, signsOf as explained, stepView } from "../coach/explanation.js";
import { places } from "../coach/sentences.js";
import { tell } from "../page/announce.js";
import { byId, make } from "../page/dom.js";
import { load } from "../page/store.js";
import { t } from "../page/words.js";
import { dailyEnd, stormEnd, streakEnd } from "./ends.js";

/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {PuzzlesView} from "./view.js" */
/** @import {Explanation, Judged, PuzzleAnswer} from "../types.js" */

export class Told {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.element = byId("puzzle-told", HTMLElement);
        /** @type {PuzzleAnswer | null} */
        this.answer = null; // once it is revealed
        /** @type {Explanation | null} */
        this.doubted = null; // of an uncertain cell
        this.choices = new Choices(board, (isDrawn) => {
            if (!isDrawn && this.doubted) board.sign(explained(this.doubted, board));
        });
    }

    /** Be ready for another puzzle; what was said of the last one stays. */
    begin() {
        this.answer = null;
        this.choices.release();
    }

    clear() {
        this.begin();
        this.element.replaceChildren();
    }

    /** Tell those who have never answered how it is done. */
    introduce() {
        this.clear();
        const isNew = Object.keys(load("training", {})).length === 0;
        if (isNew) this.element.append(make("p", { class: "soft" }, t("puzzle.how")));
    }

    /** Tell only whether an answer was right. @param {Judged} judged */
    verdict({ words, answer }) {
        const style = answer ? "lead" : "bad";
        this.choices.release();
        this.element.replaceChildren(make("p", { class: style }, words));
        tell(words, this.element);
    }

    /** Tell all about an answer. @param {Judged} judged */
    judged(judged) {
        this.verdict(judged);
        this.board.shade(undefined);
        const { explanation, answer } = judged;
        if (explanation) this.#tell(explanation);
        if (answer) this.#explain(answer);
    }

    /** Tell why an answer was wrong; if the cell is uncertain, by two layouts that fit.
     *  @param {Explanation} explanation */
    #tell(explanation) {
        const { board, choices } = this;
        const { why_not: whyNot } = explanation;
        const view = explanationView(explanation, board);
        this.element.append(view);
        if (!whyNot) return;
        this.doubted = explanation;
        const doubt = layoutsView(explanation, whyNot, choices);
        view.querySelector("h3")?.after(doubt.view);
        doubt.first.click();
    }

    /** Reveal the answer. @param {PuzzleAnswer} answer */
    reveal(answer) {
        this.verdict({ worth: "right", words: answer.words, answer, explanation: null });
        this.#explain(answer);
    }

    /** @param {PuzzleAnswer} answer */
    #explain(answer) {
        const { steps, title } = answer;
        this.answer = answer;
        this.board.shade(undefined);
        this.board.sign(answered(answer, this.board));
        const parts = steps.map((step, i) => stepView(step, i + 1, steps.length, this.board));
        this.element.append(make("h3", {}, title), ...parts);
    }

    /** Add how a rating has changed. @param {string} words */
    rated(words) {
        this.element.append(make("p", { class: "soft rating" }, words));
    }

    /** Tell how a streak, a storm or a day has ended, if it has. @param {PuzzlesView} view */
    end({ name, streak, storm, daily }) {
        if (name === "streak" && streak.isOver) this.element.prepend(streakEnd(streak));
        if (name === "storm" && storm.isOver) this.element.replaceChildren(...stormEnd(storm));
        if (name === "daily" && daily.isOver) this.element.prepend(dailyEnd(daily));
    }
}

/** @param {PuzzleAnswer} answer  @param {Board} board */
function answered({ steps, targets }, board) {
    /** @type {Map<number, Sign>} */
    const signs = new Map();
    for (const clue of steps.flatMap((step) => places(step.clues, board))) signs.set(clue, "clue");
    for (const { cell, is_mine: isMine } of targets) {
        signs.set(board.grid.at(cell), isMine ? "mine" : "safe");
    }
    return signs;
}
