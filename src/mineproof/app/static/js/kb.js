/** The knowledge base of the engine `resolution`: KB, KB0, and what the last move caused. */

import { make } from "./dom.js";
import { lightsUp, places } from "./sentences.js";
import { number, t } from "./words.js";

/** @import {Board} from "./board.js" */
/** @import {Fact, Happening, KnowledgeBase} from "./types.js" */

const MOST = 60;

/**
 * @param {KnowledgeBase} base
 * @param {Board} board
 */
export function kbView(base, board) {
    return make(
        "div",
        { class: "kb" },
        part(
            t("kb.events", { n: number(base.sizes.events) }),
            base.events.slice(-MOST).reverse(),
            (each) => eventView(each, board),
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
function eventView({ happening, clause, parents }, board) {
    const [first, second] = parents;
    const title = make("em", {}, t(`kb.${happening}`));
    const line = make("span", { class: `event ${happening}` }, title, " ");
    if (happening === "resolved" && first && second) {
        line.append(
            clauseView(first, board),
            " + ",
            clauseView(second, board),
            " → ",
            clauseView(clause, board),
        );
    } else if (happening === "subsumed" && first) {
        line.append(make("s", {}, clauseView(clause, board)), " ← ", clauseView(first, board));
    } else if (happening === "satisfied") {
        line.append(make("s", {}, clauseView(clause, board)));
    } else if (clause.length > 0) {
        line.append(clauseView(clause, board));
    }
    return line;
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
