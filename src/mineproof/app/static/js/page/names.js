/** Names of engines and players. The server may know some that have none: those keep their ids. */

import { tOr } from "./words.js";

/**
 * Return the name of an engine, given as on the command line: `resolution(width=3)`.
 *
 * @param {string} text
 */
export function engineName(text) {
    const [id = "", options] = text.split(/(?=\()/);
    return options ? `${named("engine", id)} ${options}` : named("engine", id);
}

/** @param {string} id */
export function agentName(id) {
    return named("agent", id);
}

/**
 * Return an entry of a menu: the name, and the id that the command line has for it.
 *
 * @param {"engine" | "agent"} kind
 * @param {string} id
 */
export function entryName(kind, id) {
    const name = named(kind, id);
    return name.toLowerCase() === id.toLowerCase() ? name : `${name} (${id})`;
}

/** @param {string} kind  @param {string} id */
const named = (kind, id) => tOr(`${kind}_name.${id}`, id);
