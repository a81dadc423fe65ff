/** What is kept in the browser. The page also works in browsers that keep nothing. */

const PREFIX = "mineproof.";

/**
 * Return what was kept under a name, or `fallback` if nothing readable was.
 *
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function load(name, fallback) {
    try {
        const text = localStorage.getItem(PREFIX + name);
        return text === null ? fallback : JSON.parse(text);
    } catch {
        return fallback;
    }
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
    } catch {
        // Private browsing, or no room: the page works without.
    }
}
