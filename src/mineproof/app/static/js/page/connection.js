/** Whether the server answers. A notice stays while it does not, and leaves when it is back. */

import { hold, notify } from "./announce.js";
import { pause } from "./dom.js";
import { answers, isStatic } from "./transport.js";
import { t } from "./words.js";

const FIRST_WAIT = 200; // milliseconds between two tries; each time twice as long
const LONGEST_WAIT = 2000;

/** @type {Promise<void> | null} while the server is gone */
let watch = null;

/** No answer came: wait until the server answers again. */
export function untilBack() {
    watch ??= watched().finally(() => (watch = null));
    return watch;
}

async function watched() {
    const release = hold(() => t(isStatic ? "error.restarts" : "error.lost"));
    for (let wait = FIRST_WAIT; !(await answers()); wait = Math.min(2 * wait, LONGEST_WAIT)) {
        await pause(wait);
    }
    release();
    notify(t(isStatic ? "play.restarted" : "play.reconnected"));
}
