/**
 * The transport of a static site that came by plain http from another machine. There browsers give
 * no locks, no encryption and no room for files, so no worker starts: the page says what it needs,
 * and shows what it knows without Python.
 */

import { draftOf, knownAnswer } from "./drafts.js";
import { hold } from "../page/announce.js";
import { spoken, t } from "../page/words.js";

/** @import {Sent, Told, Transport} from "../page/transport.js" */

const sentence = () => t("load.insecure");
void spoken.then(() => hold(sentence));

/** @param {Sent} request  @returns {Promise<Told>} */
async function send(request) {
    const told = (await knownAnswer(request)) ?? (await draftOf(request))?.told;
    if (told) return told;
    await spoken;
    return { status: 403, text: JSON.stringify({ error: sentence() }), retryAfter: 0 };
}

/** @type {Transport} */
export const REFUSAL = { send, answers: async () => true };
