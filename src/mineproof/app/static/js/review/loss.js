/** Why a game was lost: one sentence below its board as soon as it is over, and a way to the review. */

import { announce } from "../page/announce.js";
import { ApiError, api } from "../page/api.js";
import { byId, make } from "../page/dom.js";
import { places } from "../coach/sentences.js";
import { signsOf } from "./verdicts.js";
import { joined, language, percent, t } from "../page/words.js";

/** @import {Table} from "../play/table.js" */
/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Game, Missed, Remark} from "../types.js" */

/** @param {Table} table */
export function tellLosses(table) {
    const host = byId("play-loss", HTMLElement);
    table.onChange((game) => {
        host.hidden = true;
        byId("coach-missed", HTMLElement).hidden = true;
        if (game.status !== "lost") return;
        void (game.finish === "fair" ? tellMissed : tell)(game, table, host);
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
    const remark = await api.lastRemark(game.token, language()).catch(leftToReview);
    if (!remark || table.game !== game) return;
    const words = wordsOf(remark);
    host.replaceChildren(make("span", {}, words), " ", linkTo(game));
    host.hidden = false;
    const { board } = table;
    const signs = signsOf(remark, board.grid);
    if (game.lost_at) signs.delete(board.grid.at(game.lost_at)); // it shows that it was opened
    board.sign(signs);
    say(words);
}

/** Say it with the result, whose own announcement it replaces. @param {string} words */
function say(words) {
    announce(joined([t("status.lost"), words]));
}

/** @param {Remark} remark */
function wordsOf({ name, risk, words }) {
    const isGuess = risk > 0 && risk < 1;
    return isGuess ? `${t("loss.guess", { cell: name, risk: percent(risk) })} ${words}` : words;
}

/**
 * Say what a prove-it game wanted: all cells that were provably safe, and the proof of one of them,
 * or that the opened cell was certainly a mine.
 *
 * @param {Game} game
 * @param {Table} table
 * @param {HTMLElement} host
 */
async function tellMissed(game, table, host) {
    const [missed, { explanationView }] = await Promise.all([
        api.missed(game.token, language()).catch(leftToReview),
        import("../coach/explanation.js"),
    ]);
    if (!missed || table.game !== game) return;
    const { board } = table;
    const { words, explanation } = missed;
    const fits = make("p", { class: "soft" }, t("loss.fits"), " ", linkTo(game));
    host.replaceChildren(make("p", {}, words.text), fits);
    const proof = byId("coach-missed", HTMLElement);
    proof.replaceChildren(make("h2", {}, t("loss.proof")), explanationView(explanation, board));
    host.hidden = proof.hidden = false;
    board.sign(missedSigns(missed, board));
    say(words.text);
}

/** @param {Missed} missed  @param {Board} board */
function missedSigns({ safe, explanation }, board) {
    /** @type {Map<number, Sign>} */
    const signs = new Map(places(safe, board).map((cell) => [cell, "safe"]));
    for (const step of explanation.steps) {
        for (const clue of places(step.clues, board)) signs.set(clue, "clue");
    }
    return signs;
}

/** @param {Game} game */
const linkTo = ({ token }) => make("a", { href: `#review/${token}` }, t("loss.review"));

/** The review says more, and why it cannot. @param {unknown} error */
function leftToReview(error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
}
