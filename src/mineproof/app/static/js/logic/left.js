/** What a stuck engine has left, and why: one line for each group of cells. */

import { make } from "../page/dom.js";
import { lightsUp } from "../coach/sentences.js";
import { huge, t } from "../page/words.js";
import { names } from "./sentence.js";

/** @import {Board} from "../board/board.js" */
/** @import {LeftGroup} from "../types.js" */

/**
 * @param {LeftGroup[]} groups
 * @param {Board} board
 */
export function leftView(groups, board) {
    if (groups.length === 0) return [];
    const items = groups.map((group) => {
        const item = make("li", {}, make("button", button, groupWords(group, board)));
        lightsUp(item, board, () => group.cells);
        return item;
    });
    return [make("h3", {}, t("left.title")), make("ul", { class: "sentences single" }, ...items)];
}

const button = { type: "button", class: "sentence" };

/** @param {LeftGroup} group  @param {Board} board */
function groupWords({ cells, cause, certain, layouts }, { grid }) {
    const safe = certain.filter(([, isMine]) => !isMine).map(([cell]) => cell);
    const mines = certain.filter(([, isMine]) => isMine).map(([cell]) => cell);
    const found = [
        safe.length ? t("left.safe", { cells: names(safe, grid) }) : "",
        mines.length ? t("left.mines", { cells: names(mines, grid) }) : "",
    ].filter(Boolean);
    const verdict = found.join(t("left.join"));
    const fits = layouts ? huge(layouts) : "";
    return t(`left.${cause}`, { cells: names(cells, grid), layouts: fits, verdict });
}
