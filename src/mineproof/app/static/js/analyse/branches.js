/** The branches of a position: what was supposed on the way to it, and what else was tried. */

import { make } from "../page/dom.js";
import { t } from "../page/words.js";

/** @import {History, Moment} from "../page/history.js" */
/** @import {Position} from "../types.js" */

/**
 * Return the suppositions that lead to the present position, each a way back, and the branches
 * beside them; nothing if nothing was supposed.
 *
 * @param {History<Position>} history
 * @param {(moment: Moment<Position>) => void} goTo
 */
export function branchView(history, goTo) {
    const { line, now } = history;
    const noted = line.filter(({ note }) => note);
    const others = line.flatMap(({ after }) => after.filter((m) => m.note && !line.includes(m)));
    if (noted.length === 0 && others.length === 0) return [];
    /** @param {Moment<Position>} moment  @param {string} text */
    const button = (moment, text) => {
        const current = moment === now ? "step" : null;
        const attributes = { type: "button", class: "crumb", "aria-current": current };
        return make("button", { ...attributes, onclick: () => goTo(moment) }, text);
    };
    const root = /** @type {Moment<Position>} */ (noted[0]?.before ?? now);
    const crumbs = noted.map((moment) => make("li", {}, button(moment, moment.note)));
    crumbs.unshift(make("li", {}, button(root, t("branch.root"))));
    const list = make("ol", { class: "crumbs", "aria-label": t("branch.line") }, ...crumbs);
    if (others.length === 0) return [list];
    const beside = others.map((moment) => make("li", {}, button(moment, moment.note)));
    const label = t("branch.others");
    const rest = make("ul", { class: "crumbs", "aria-label": label }, ...beside);
    return [list, make("p", { class: "soft" }, label), rest];
}

/**
 * Return the cells about which something was supposed on the way to the present position.
 *
 * @param {History<Position>} history
 */
export function supposedCells({ line }) {
    return line.filter(({ note }) => note).map(changedCell);
}

/** @param {Moment<Position>} moment */
function changedCell({ value, before }) {
    const was = before?.value.board.join("") ?? "";
    return [...value.board.join("")].findIndex((face, cell) => face !== was[cell]);
}
