/** Kinds of games in words, and which of them belong together: each has records of its own. */

import { levelName } from "../play/setup.js";
import { tOr } from "../page/words.js";

/** @param {string} kind */
export function partsOf(kind) {
    const [level = "", start = "", finish = ""] = kind.split(" ");
    const rest = [start, finish].map((word) => tOr(`kind.${word}`, word)).join(" · ");
    return { name: levelName(level), rest };
}

/** @param {string} kind */
export function kindText(kind) {
    const { name, rest } = partsOf(kind);
    return `${name} · ${rest}`;
}

/**
 * Return which group a kind belongs to: games that may need a guess, no-guess boards, or games with
 * another finish.
 *
 * @param {string} kind
 */
export function groupOf(kind) {
    const [, start, finish = ""] = kind.split(" ");
    if (finish !== "clearing") return finish;
    return start === "no-guess" ? "no-guess" : "usual";
}

/** @param {string} group */
export function groupName(group) {
    return tOr(`group.${group}`, group);
}
