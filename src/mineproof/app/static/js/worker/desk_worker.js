/**
 * The desk's worker: it has the games, and answers the requests of the page. While it answers one
 * about a game, it holds a lock on that game, in all tabs, except while an analyst works for it.
 */

import { Analysts } from "./analysts.js";
import { Games } from "./games.js";
import { Turn } from "./turn.js";
import { filesKept } from "./first_visit.js";
import { startPython } from "./python.js";

/** @import {FromDesk, Question, Start, ToDesk} from "./types.js" */

const AFTER_FIRST = 1500; // milliseconds that a first click has the machine to itself
const QUICK = /"task": "(generate_board)".*"(beginner|9x9)/; // what the desk does before an analyst is ready

const games = new Games((trouble) => say({ trouble }));
/** @type {Promise<Answer>} */
let answering;

/** @typedef {(method: string, address: string, body?: string, language?: string, turn?: Turn) => Promise<[number, string]>} Answer */

self.onmessage = ({ data }) => {
    const told = /** @type {ToDesk} */ (data);
    if ("start" in told) void begin(told.start);
    else if ("ping" in told) say({ pong: told.ping });
    else void handle(told.question);
};

/** @param {Start} start */
async function begin(start) {
    answering = open(start);
    try {
        await answering;
        say({ ready: true });
        await filesKept();
        say({ kept: true });
        await games.prune();
    } catch (error) {
        console.error(error);
        say({ failed: String(error) });
    }
}

/** @param {Start} start  @returns {Promise<Answer>} */
async function open(start) {
    const python = await startPython(start, (loaded) => say({ loaded }));
    const analysts = new Analysts(start);
    const here = python.pyimport("mineproof.app.browser.analyst_worker").do;
    const ask = async (/** @type {string} */ line, /** @type {number} */ seconds) => {
        if (!analysts.isReady && QUICK.test(line)) return here(line);
        await filesKept(); // so that the analyst need not load them again
        return analysts.ask(line, seconds);
    };
    const store = {
        load: (/** @type {string} */ token) => games.load(token),
        keep: (/** @type {string} */ token, /** @type {string} */ row) => games.keep(token, row),
    };
    const carrier = python.pyimport("mineproof.app.browser.desk_worker").open_desk(store, ask);
    setTimeout(() => void filesKept().then(() => analysts.prepare()), AFTER_FIRST);
    return async (...request) => {
        const told = await carrier.answer(...request);
        const [status, text] = told;
        told.destroy();
        return [status, text];
    };
}

/** @param {Question} question */
async function handle({ id, method, path, body, language, token }) {
    const game = token ?? /^games\/([^/?]+)/.exec(path)?.[1];
    const turn = game ? new Turn(game) : undefined;
    try {
        await turn?.begin();
        const answer = await answering;
        const told = await answer(method, `/api/${path}`, body, language, turn);
        const [status, text] = token && told[0] === 201 ? await named(told[1], token) : told;
        say({ id, status, text });
    } catch (error) {
        console.error(error);
        say({ id, lost: String(error) });
    } finally {
        turn?.end();
    }
}

/**
 * Call a new game by another token, and return it as an answer.
 *
 * @param {string} text
 * @param {string} token
 * @returns {Promise<[number, string]>}
 */
async function named(text, token) {
    const known = JSON.parse(text).token;
    await games.rename(known, token);
    return [201, text.replace(known, token)];
}

/** @param {FromDesk} message */
function say(message) {
    self.postMessage(message);
}
