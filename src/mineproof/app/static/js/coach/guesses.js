/** Guesses compared: a table of candidates, the best first. */

import { make } from "../page/dom.js";
import { lightsUp, places } from "./sentences.js";
import { percent, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Candidate} from "../types.js" */

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
    const { risk, win, survival, progress } = candidate;
    const texts = [risk, win, survival, progress].map((each) =>
        each === null ? "–" : percent(each),
    );
    const row = make("tr", {}, name, ...texts.map((text) => make("td", {}, text)));
    lightsUp(row, board, () => places([candidate], board));
    return row;
}
