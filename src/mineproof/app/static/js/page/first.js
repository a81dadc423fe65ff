/**
 * What every visit needs first. It is requested while the other modules are still loading, so the
 * page waits only once.
 */

import { USUAL_WISH } from "../play/games.js";
import { ApiError, api } from "./api.js";
import { settings } from "./settings.js";
import { load } from "./store.js";
import { fetchWords } from "./words.js";

/** @import {Game} from "../types.js" */
/** @import {Wish} from "../play/games.js" */

/** @returns {Wish} */
export function lastWish() {
    const wish = load("wish", USUAL_WISH);
    return typeof wish.level === "string" ? wish : USUAL_WISH;
}

/**
 * Return the game last played in this browser, or a new one of the same kind.
 *
 * @returns {Promise<Game>}
 */
export async function lastGame() {
    const token = load("game", "");
    const left = token ? await api.read(token).catch(() => null) : null;
    return left ?? api.begin(lastWish()).catch(beginUsual);
}

/** Begin the usual game where the server refuses what was kept. @param {unknown} error */
function beginUsual(error) {
    const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (isRefusal) return api.begin(USUAL_WISH);
    throw error;
}

const isPlay = /^#?(play)?$/.test(location.hash);

/** Whether nobody has played in this browser before, nor followed a link to something else. */
export const isNewcomer = isPlay && !load("tour", false) && load("game", "") === "";

export const first = {
    words: fetchWords(settings.language),
    info: api.info(),
    /** @type {Promise<Game> | null} */
    game: isPlay ? lastGame() : null,
};
for (const answer of Object.values(first)) answer?.catch(() => {}); // its reader handles the error
