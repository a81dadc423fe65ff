/** Guesses compared: a table of candidates, the best first, and how they were compared. */

import { make } from "../page/dom.js";
import { lightsUp, places } from "./sentences.js";
import { percent, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Candidate, Guessing} from "../types.js" */

/**
 * Return the table of a forced guess, and what is said besides its figures.
 *
 * @param {Guessing} guessing
 * @param {Board} board
 */
export function guessView({ candidates, words }, board) {
    const said = words.slice(candidates.length + 1).map((text) => make("p", {}, text));
    return [guessTable(candidates, board), ...said];
}

/**
 * @param {Candidate[]} candidates
 * @param {Board} board
 */
export function guessTable(candidates, board) {
    const heads = ["cell", "risk", "win", "survival", "progress"].map((key) =>
        make("th", { scope: "col", title: t(`guess.${key}_about`) }, t(`guess.${key}`)),
    );
    const rows = candidates.map((each, i) => guessRow(each, i === 0, board));
    const table = make("table", { class: "figures guesses" });
    table.append(
        make("caption", {}, t("guess.caption")),
        make("thead", {}, make("tr", {}, ...heads)),
        make("tbody", {}, ...rows),
    );
    return table;
}

/** @param {Candidate} candidate  @param {boolean} isBest  @param {Board} board */
function guessRow(candidate, isBest, board) {
    const name = make("th", { scope: "row" }, candidate.name, isBest ? ` ${t("guess.best")}` : "");
    const { risk, survival, progress } = candidate;
    const [first, ...others] = [risk, survival, progress].map((each) =>
        make("td", {}, percent(each)),
    );
    const row = make("tr", {}, name, first ?? null, winCell(candidate), ...others);
    lightsUp(row, board, () => places([candidate], board));
    return row;
}

/** The chance to win, and how far it may be off: two standard errors. @param {Candidate} candidate */
function winCell({ win, win_error }) {
    if (win === null) return make("td", {}, "–");
    if (!win_error) return make("td", {}, percent(win));
    const error = t("guess.error", { error: percent(2 * win_error) });
    return make("td", {}, percent(win), make("small", {}, error));
}
