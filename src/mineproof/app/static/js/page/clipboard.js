/** Texts to paste elsewhere. */

import { notify } from "./announce.js";

/**
 * Copy a text, and say so; where the browser forbids it, say something else.
 *
 * @param {string} text
 * @param {string} done
 * @param {string} failed
 */
export async function copy(text, done, failed) {
    try {
        await navigator.clipboard.writeText(text);
        notify(done);
    } catch {
        notify(failed);
    }
}
