/** What rated puzzles count: one attempt each, for the class that was found or asked. */

import { api } from "../page/api.js";
import { asked } from "../page/asked.js";
import { language } from "../page/words.js";
import { addTo } from "./counters.js";
import { showFigure, showPanel } from "./panel.js";
import { count, inWordsOf } from "./ratings.js";

/** @import {PuzzlesView} from "./view.js" */
/** @import {Puzzle, PuzzleAnswer} from "../types.js" */

export class Rater {
    /** @param {PuzzlesView} view */
    constructor(view) {
        this.view = view;
    }

    /** Count a right answer as what it was; after a fault it counts nothing.
     *  @param {PuzzleAnswer} answer */
    async win(answer) {
        const { rated } = this.view;
        const { isFaulted, state } = rated;
        rated.solve();
        if (isFaulted) return;
        addTo(state.technique, true);
        await this.#rate(answer.puzzle_class, true);
    }

    /** Count a fault, once for each puzzle, against what was asked. */
    async lose() {
        const { puzzle, rated, isGiven } = this.view;
        if (!puzzle || rated.isFaulted || isGiven) return;
        rated.fault();
        addTo(rated.state.technique, false);
        const answer = await answerOf(puzzle);
        if (answer) await this.#rate(answer.puzzle_class, false);
    }

    /** @param {string} name  @param {boolean} isSolved */
    async #rate(name, isSolved) {
        const { view } = this;
        const { puzzle } = view;
        const done = await count(name, isSolved);
        showPanel(view);
        showFigure(view);
        const title = view.classes.find((each) => each.name === name)?.title ?? name;
        if (done && puzzle === view.puzzle) view.told.rated(inWordsOf(done, title));
    }
}

/** Return what a puzzle is about, or null if the server refuses. @param {Puzzle} puzzle */
export function answerOf(puzzle) {
    return asked(() => api.puzzleAnswer({ ...positionOf(puzzle), lang: language() }));
}

/** @param {Puzzle} puzzle */
export function positionOf({ board, mines, shape }) {
    return { board, mines, shape };
}
