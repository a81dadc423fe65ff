/** How a streak, a storm or a day has ended, and its result to share. */

import { make } from "../page/dom.js";
import { copy } from "../page/clipboard.js";
import { isForAll, linkTo } from "../page/share.js";
import { clock } from "../page/time.js";
import { t } from "../page/words.js";

/** @import {Daily, Storm, Streak} from "./modes.js" */

/** @param {Streak} streak */
export function streakEnd({ state: { count, best } }) {
    return make("p", { class: "lead" }, t("puzzle.streak_over", { n: count, best }));
}

/** Return the score, and links to the puzzles that were missed. @param {Storm} storm */
export function stormEnd({ state: { score, best, missed } }) {
    const words = t("puzzle.storm_over", { n: score, best });
    const parts = [make("p", { class: "lead" }, words)];
    if (missed.length === 0) return parts;
    const links = missed.map((id) =>
        make("li", {}, make("a", { href: `#puzzles/${encodeURIComponent(id)}` }, id)),
    );
    return [...parts, make("p", {}, t("puzzle.missed")), make("ul", {}, ...links)];
}

/** @param {Daily} daily */
export function dailyEnd(daily) {
    const text = dailyText(daily);
    const share = make("button", { type: "button" }, t("puzzle.share"));
    share.addEventListener("click", () => void copy(text, t("puzzle.shared"), text));
    return make("div", { class: "day" }, make("p", { class: "result" }, text), share);
}

/** The result of a day as text, with the address of the puzzle, if others can follow it, and nothing
 *  about its answer.  @param {Daily} daily */
function dailyText({ date, isFaulted, state: { seconds, faults, isHelped } }) {
    const key = isHelped ? "day_helped" : isFaulted ? "day_faults" : "day_first";
    const url = isForAll() ? linkTo(`#puzzles/daily/${date}`) : "";
    const values = { date, time: clock(seconds ?? 0), n: faults, url };
    return t(`puzzle.${key}`, values).trimEnd();
}
