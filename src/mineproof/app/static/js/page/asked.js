/** Questions to the server; a refusal is shown. */

import { ApiError } from "./api.js";
import { notify } from "./announce.js";

/**
 * Return the server's answer, or null if it refuses, which is shown.
 *
 * @template T
 * @param {() => Promise<T>} question
 * @returns {Promise<T | null>}
 */
export async function asked(question) {
    try {
        return await question();
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify(error.message);
        return null;
    }
}
