/** Settings: an engine with its options as text, and the safe cells that a game hands out. */

/** @import {Position} from "../types.js" */

/** @typedef {{code: string} | Position} Subject */
/** @typedef {{engine: string, options: Record<string, string>, safe: string}} Setting */

/** The engines that tell what they do. */
export const ENGINES = ["resolution", "single", "subset", "dpll", "cascade"];

/** The options of `resolution` and the values to choose from, as they are written. */
export const KNOBS = {
    width: ["1", "2", "3", "None"],
    hints: ["'at once'", "'when needed'"],
    units: ["'oldest'", "'newest'", "'safe first'"],
    count_limit: ["0", "8", "15", "20", "1000000"],
    max_clauses: ["20", "100", "1000", "50000"],
};

/** The value that an option has if it is not written. @type {Record<string, string>} */
export const USUAL_VALUES = {
    width: "2",
    hints: "'when needed'",
    units: "'oldest'",
    count_limit: "15",
    max_clauses: "50000",
};

const LIST = /\/list:?([\d.]*)(%?)(?=[/#])/;

/**
 * Read an engine's text, such as `resolution(width=3)`.
 *
 * @param {string} text
 * @returns {{engine: string, options: Record<string, string>}}
 */
export function readEngine(text) {
    const [, engine = text, inside = ""] = /^(\w[\w-]*)\((.*)\)$/.exec(text.trim()) ?? [];
    const options = { ...USUAL_VALUES };
    for (const [, name = "", value = ""] of inside.matchAll(
        /(\w+)\s*=\s*('[^']*'|"[^"]*"|[^,]+)/g,
    )) {
        options[name] = value.trim().replace(/"/g, "'");
    }
    return { engine, options };
}

/**
 * Return the text of an engine: options are written if they are unusual.
 *
 * @param {Setting} setting
 */
export function engineText({ engine, options }) {
    if (engine !== "resolution") return engine;
    const written = Object.entries(options)
        .filter(([name, value]) => value !== USUAL_VALUES[name])
        .map(([name, value]) => `${name}=${value}`);
    return written.length ? `resolution(${written.join(", ")})` : "resolution";
}

/**
 * Return how many safe cells a game hands out: "" if that is its usual number, null if it hands
 * out none and cannot.
 *
 * @param {Subject} subject
 * @returns {string | null}
 */
export function safeCells(subject) {
    const found = "code" in subject ? LIST.exec(subject.code) : null;
    return found ? (found[1] ?? "") : null;
}

/**
 * Return a game that hands out so many safe cells, the usual number if that is empty. The mines
 * are the same, and so are the first safe cells.
 *
 * @param {Subject} subject
 * @param {string} safe
 * @returns {Subject}
 */
export function withSafeCells(subject, safe) {
    if (!("code" in subject)) return subject;
    return { code: subject.code.replace(LIST, `/list${safe}`) };
}
