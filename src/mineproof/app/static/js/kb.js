/** The knowledge base of the engine `resolution`: KB, KB0, and the events that led to a move. */

import { make } from "./dom.js";
import { lightsUp, places } from "./sentences.js";
import { number, t } from "./words.js";

/** @import {Board} from "./board.js" */
/** @import {Fact, Happening, KbHint, KnowledgeBase} from "./types.js" */

const MOST = 60;

/**
 * @param {KnowledgeBase} base
 * @param {Board} board
 */
export function kbView(base, board) {
    return make(
        "div",
        { class: "kb" },
        part(t("kb.events", { n: number(base.sizes.events) }), base.events.slice(-MOST), (each) =>
            eventView(each, board),
        ),
        part(t("kb.kb", { n: number(base.sizes.kb) }), base.kb.slice(0, MOST), (each) =>
            clauseView(each, board),
        ),
        part(t("kb.kb0", { n: number(base.sizes.kb0) }), base.kb0.slice(-MOST), (each) =>
            clauseView([each], board),
        ),
    );
}

/**
 * @template T
 * @param {string} title
 * @param {T[]} values
 * @param {(value: T) => Node} view
 */
function part(title, values, view) {
    const items = values.map((value) => make("li", {}, view(value)));
    const list = items.length
        ? make("ul", { class: "clauses", tabindex: 0, "aria-label": title }, ...items)
        : make("p", { class: "soft" }, t("kb.none"));
    return make("details", { open: "" }, make("summary", {}, title), list);
}

/** @param {Happening} event  @param {Board} board */
function eventView({ happening, clause, parents, hint }, board) {
    const [first, second] = parents;
    const title = make("em", {}, t(`kb.${happening}`));
    const line = make("span", { class: `event ${happening}` }, title, " ");
    if (hint && clause.length === 0) {
        line.append(hintWords(hint));
    } else if ((happening === "resolved" || happening === "shortened") && first && second) {
        line.append(
            clauseView(first, board),
            " + ",
            clauseView(second, board),
            " → ",
            clauseView(clause, board),
        );
    } else if ((happening === "subsumed" || happening === "satisfied") && first) {
        line.append(make("s", {}, clauseView(clause, board)), " ← ", clauseView(first, board));
    } else if (clause.length > 0) {
        line.append(clauseView(clause, board));
        if (hint) line.append(` (${source(hint)})`);
    }
    return line;
}

/**
 * Say what a hint is about, and how many clauses it becomes.
 *
 * @param {KbHint} hint
 */
function hintWords(hint) {
    const clauses = hint.clauses.filter((n) => n > 0).join(" + ");
    return t("kb.about", {
        source: source(hint),
        mines: number(hint.mines),
        cells: number(hint.cells.length),
        clauses,
    });
}

/** @param {KbHint} hint */
function source(hint) {
    return hint.clue ? hint.clue.name : t("kb.count");
}

/**
 * Return a clause in logical notation; a name stands for a mine there.
 *
 * @param {Fact[]} clause
 * @param {Board} board
 */
function clauseView(clause, board) {
    const text = clause.map(({ name, is_mine }) => (is_mine ? name : `¬${name}`)).join(" ∨ ");
    const view = make("code", {}, text);
    lightsUp(view, board, () => places(clause, board));
    return view;
}
