/** Where the files of a static site are: its page says so in a `meta` element. */

/** @import {Site} from "./types.js" */

const meta = document.querySelector('meta[name="mineproof-worker"]');
const told = /** @type {Site} */ (JSON.parse(meta?.getAttribute("content") ?? "{}"));

/** @param {string} place */
const address = (place) => String(new URL(place, document.baseURI));

/** @type {Site} with whole addresses */
export const site = {
    ...told,
    python: address(told.python),
    first: address(told.first),
    offline: address(told.offline),
};
