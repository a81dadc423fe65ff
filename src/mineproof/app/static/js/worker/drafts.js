/**
 * What the page is told before Python is there. The choices of the menus never change; and a new
 * game whose mines are laid with its first cell looks the same each time. `make site` has asked
 * Python for both. Python then begins that game under the token which the page knows.
 */

import { site } from "./site.js";

/** @import {Sent, Told} from "../page/transport.js" */

/**
 * @typedef {object} First
 * @property {string} info  the answer to GET info
 * @property {Record<string, string>} games  the answers to wishes, by wish as JSON with sorted keys;
 *   `$token` stands for the token
 */

/** @type {Promise<First>} */
const first = fetch(site.first).then((response) => response.json());
first.catch(() => {}); // then Python is asked

/** @param {Sent} request  @returns {Promise<Told | null>} */
export async function knownAnswer({ method, path }) {
    if (method !== "GET" || path !== "info") return null;
    const text = await first.then(({ info }) => info).catch(() => null);
    return text === null ? null : { status: 200, text, retryAfter: 0 };
}

/**
 * Return a new game as it looks in any case, with a token that nobody can guess; null if the request
 * is for something else.
 *
 * @param {Sent} request
 * @returns {Promise<{told: Told, token: string} | null>}
 */
export async function draftOf({ method, path, body }) {
    if (method !== "POST" || path !== "games") return null;
    const wish = Object.entries(JSON.parse(body ?? "{}")).sort();
    const games = await first.then(({ games }) => games).catch(() => null);
    const game = games?.[JSON.stringify(wish)];
    if (!game) return null;
    const token = randomToken();
    const text = game.replace("$token", token);
    return { told: { status: 201, text, retryAfter: 0 }, token };
}

function randomToken() {
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    const text = btoa(String.fromCharCode(...bytes));
    return text.replaceAll("+", "-").replaceAll("/", "_");
}
