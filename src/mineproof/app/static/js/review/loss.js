/** Why a game was lost: one sentence below its board as soon as it is over, and a way to the review. */

import { announce } from "../page/announce.js";
import { ApiError, api } from "../page/api.js";
import { byId, make } from "../page/dom.js";
import { signsOf } from "./verdicts.js";
import { language, percent, t } from "../page/words.js";

/** @import {Table} from "../play/table.js" */
/** @import {Game, Remark} from "../types.js" */

/** @param {Table} table */
export function tellLosses(table) {
    const host = byId("play-loss", HTMLElement);
    table.onChange((game) => {
        host.hidden = true;
        if (game.status === "lost") void tell(game, table, host);
    });
}

/**
 * Say what could be known before the move that lost, and mark it on the board.
 *
 * @param {Game} game
 * @param {Table} table
 * @param {HTMLElement} host
 */
async function tell(game, table, host) {
    const remark = await api.lastRemark(game.token, language()).catch((error) => {
        if (!(error instanceof ApiError)) throw error;
        return null; // the review says more, and why it cannot
    });
    if (!remark || table.game !== game) return;
    const link = make("a", { href: `#review/${game.token}` }, t("loss.review"));
    const words = wordsOf(remark);
    host.replaceChildren(make("span", {}, words), " ", link);
    host.hidden = false;
    const { board } = table;
    const signs = signsOf(remark, board.grid);
    if (game.lost_at) signs.delete(board.grid.at(game.lost_at)); // it shows that it was opened
    board.sign(signs);
    announce(words);
}

/** @param {Remark} remark */
function wordsOf({ name, risk, words }) {
    const isGuess = risk > 0 && risk < 1;
    return isGuess ? `${t("loss.guess", { cell: name, risk: percent(risk) })} ${words}` : words;
}
