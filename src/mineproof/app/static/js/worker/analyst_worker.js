/** The analyst's worker: tasks by lines, one at a time. Its first message says that it is ready. */

import { startPython } from "./python.js";

/** @import {Start} from "./types.js" */

/** @type {Promise<(line: string) => string>} */
let doing;

self.onmessage = async ({ data }) => {
    if (typeof data !== "string") {
        doing = begin(data);
        await doing;
        self.postMessage("ready");
        return;
    }
    try {
        self.postMessage((await doing)(data));
    } catch (error) {
        console.error(error); // Python has met its end, with a bug or without memory
        self.postMessage(null);
    }
};

/** @param {Start} start */
async function begin(start) {
    const python = await startPython(start);
    return python.pyimport("mineproof.app.browser.analyst_worker").do;
}
