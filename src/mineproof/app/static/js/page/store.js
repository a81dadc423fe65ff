/**
 * What is kept in the browser. A browser may keep nothing, or have no room left: then everything is
 * kept until the page is closed. What was kept in another shape than expected counts as not kept.
 * The first such trouble is reported, and no other.
 */

/** @typedef {"refused" | "unreadable"} Trouble */

const PREFIX = "mineproof.";

/** @type {Map<string, unknown>} what the browser has refused to keep */
const refused = new Map();
/** @type {Trouble | null} */
let trouble = null;
/** @type {(trouble: Trouble) => void} */
let listener = () => {};

/**
 * Return what was kept under a name, or `fallback` if nothing was that is of the same type.
 *
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function load(name, fallback) {
    const value = refused.has(name) ? refused.get(name) : read(name);
    if (value === null) return fallback;
    if (kindOf(value) === kindOf(fallback)) return /** @type {T} */ (value);
    report("unreadable");
    return fallback;
}

/**
 * Return the entries of a list that was kept under a name, without those that are not as expected.
 *
 * @template {object} T
 * @param {string} name
 * @param {(entry: T) => boolean} isValid  is asked about objects only
 * @returns {T[]}
 */
export function loadList(name, isValid) {
    const all = load(name, /** @type {T[]} */ ([]));
    const good = all.filter((each) => kindOf(each) === "object" && isValid(each));
    if (good.length < all.length) report("unreadable");
    return good;
}

/**
 * Keep a value under a name.
 *
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
    try {
        localStorage.setItem(PREFIX + name, JSON.stringify(value));
        refused.delete(name);
    } catch {
        refused.set(name, value);
        report("refused");
    }
}

/**
 * Call `heard` with the first trouble there is, or was already.
 *
 * @param {(trouble: Trouble) => void} heard
 */
export function onTrouble(heard) {
    listener = heard;
    if (trouble) heard(trouble);
}

/** Report trouble, unless there was some already. @param {Trouble} kind */
export function report(kind) {
    if (trouble) return;
    trouble = kind;
    listener(kind);
}

/** @param {string} name  @returns {unknown} */
function read(name) {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    } catch (error) {
        report(error instanceof SyntaxError ? "unreadable" : "refused");
        return null;
    }
}

/** @param {unknown} value */
function kindOf(value) {
    if (value === null) return "null";
    return Array.isArray(value) ? "list" : typeof value;
}
