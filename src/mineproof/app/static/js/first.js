/**
 * What every visit needs first. It is asked for while the other modules are still on their way, so
 * that nothing is waited for twice.
 */

import { api } from "./api.js";
import { settings } from "./settings.js";
import { load } from "./store.js";
import { fetchWords } from "./words.js";

/** @import {Game} from "./types.js" */
/** @import {Wish} from "./setup.js" */

/** @returns {Wish} */
export const lastWish = () => load("wish", { level: "beginner" });

/**
 * Return the game that was played last in this browser, or a new one of the kind that was.
 *
 * @returns {Promise<Game>}
 */
export async function lastGame() {
    const token = load("game", "");
    const left = token ? await api.read(token).catch(() => null) : null;
    return left ?? api.begin(lastWish());
}

const isPlay = /^#?(play)?$/.test(location.hash);

export const first = {
    words: fetchWords(settings.language),
    info: api.info(),
    /** @type {Promise<Game> | null} */
    game: isPlay ? lastGame() : null,
};
for (const answer of Object.values(first)) answer?.catch(() => {}); // who waits for it hears of it
