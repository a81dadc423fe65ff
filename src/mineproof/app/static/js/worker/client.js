/**
 * The transport of a static site: requests go to a worker, in which Python answers them. If it ends
 * or hangs, another one is started; what had no answer may then be asked again.
 */

import { draftOf, knownAnswer } from "./drafts.js";
import { keepFiles } from "./offline.js";
import { Progress } from "./progress.js";
import { report } from "../page/store.js";
import { site } from "./site.js";

/** @import {Sent, Told, Transport} from "../page/transport.js" */
/** @import {FromDesk, Question, ToDesk} from "./types.js" */

const TICK = 2000; // milliseconds between two looks at a worker that owes an answer
const HANGS = 20_000; // after which a worker that gives no sign is ended
const FIRST_REST = 1000; // before a start that failed is tried again; each time twice as long
const LONGEST_REST = 60_000;

/**
 * @typedef {object} Owed  A request without an answer.
 * @property {Question} question
 * @property {boolean} isKept  whether it is asked again by itself if the worker ends
 * @property {(told: Told) => void} resolve
 * @property {(error: Error) => void} reject
 */

class Desk {
    constructor() {
        this.lastId = 0;
        /** @type {Map<number, Owed>} */
        this.owed = new Map();
        /** @type {Worker | null} */
        this.worker = null;
        this.isReady = false;
        /** @type {((isReady: boolean) => void)[]} who wait for a worker to be ready, or to fail */
        this.waiting = [];
        this.rest = 0; // milliseconds before the next start, after one that failed
        this.pinged = 0; // when it was asked for a sign that it has not given
        this.progress = new Progress();
        this.#start();
        setInterval(() => this.#look(), TICK);
    }

    /** @param {Sent} request  @returns {Promise<Told>} */
    async send(request) {
        const known = await knownAnswer(request);
        if (known) return known;
        const draft = this.isReady ? null : await draftOf(request);
        if (!draft) return this.#ask(request);
        this.#ask(request, draft.token).catch(() => {}); // asked until it is answered
        return draft.told;
    }

    /** @returns {Promise<boolean>} */
    answers() {
        if (this.isReady) return Promise.resolve(true);
        return new Promise((resolve) => this.waiting.push(resolve));
    }

    /**
     * @param {Sent} request
     * @param {string} [token]  of the game that it begins, if the page knows it already
     * @returns {Promise<Told>}
     */
    #ask({ method, path, body, language, signal }, token) {
        return new Promise((resolve, reject) => {
            const id = ++this.lastId;
            const question = { id, method, path, body, language, token };
            this.owed.set(id, { question, isKept: token !== undefined, resolve, reject });
            signal?.addEventListener("abort", () => {
                this.owed.delete(id);
                reject(signal.reason);
            });
            this.#say({ question });
        });
    }

    #start() {
        const worker = new Worker(new URL("desk_worker.js", import.meta.url), { type: "module" });
        this.worker = worker;
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = (event) => {
            console.error(event.message);
            this.#end();
        };
        this.#say({ start: { python: site.python, isFirst: this.progress.begin(site.bytes) } });
        for (const { question } of this.owed.values()) this.#say({ question });
    }

    /** @param {FromDesk} told */
    #hear(told) {
        this.pinged = 0;
        if ("id" in told) this.#take(told);
        else if ("loaded" in told) this.progress.show(told.loaded);
        else if ("trouble" in told) report(told.trouble);
        else if ("failed" in told) this.#end();
        else if ("ready" in told) this.#ready(true);
        else if ("kept" in told) keepFiles();
    }

    /** @param {Extract<FromDesk, {id: number}>} told */
    #take(told) {
        const owed = this.owed.get(told.id);
        this.owed.delete(told.id);
        if ("lost" in told) owed?.reject(new Error(told.lost));
        else owed?.resolve({ status: told.status, text: told.text, retryAfter: 0 });
    }

    /** @param {boolean} isReady */
    #ready(isReady) {
        this.isReady = isReady;
        for (const tell of this.waiting.splice(0)) tell(isReady);
        this.progress.end(isReady);
        this.rest = isReady ? 0 : Math.min(2 * this.rest || FIRST_REST, LONGEST_REST);
    }

    /** The worker has ended, or shall: nobody knows what it did last. Another one starts. */
    #end() {
        this.worker?.terminate();
        this.worker = null;
        this.#ready(false);
        setTimeout(() => this.#start(), this.rest);
        for (const [id, { isKept, reject }] of this.owed) {
            if (isKept) continue;
            this.owed.delete(id);
            reject(new Error("the worker has ended"));
        }
    }

    /** Ask a worker that owes an answer for a sign, and end it if it gives none for long. */
    #look() {
        if (!this.isReady || this.owed.size === 0) return;
        const now = Date.now();
        if (this.pinged === 0) this.#say({ ping: (this.pinged = now) });
        else if (now - this.pinged > HANGS) this.#end();
    }

    /** @param {ToDesk} message */
    #say(message) {
        this.worker?.postMessage(message);
    }
}

const desk = new Desk();

/** @type {Transport} */
export const WORKER = {
    send: (request) => desk.send(request),
    answers: () => desk.answers(),
};
