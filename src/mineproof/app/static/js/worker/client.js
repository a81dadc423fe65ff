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
const FIRST_REST = 1000; // before the next start
const LONGEST_REST = 60_000; // it is twice as long each time, until a worker has lived for so long
/** @type {Sent} what any worker can answer that works */
const INFO = { method: "GET", path: "info", language: "en" };

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
        this.began = 0; // when the worker was started
        this.rest = 0; // milliseconds between its end and the next start
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
        return this.#ask(INFO).then(
            () => true,
            () => false,
        );
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
        this.began = Date.now();
        worker.onmessage = ({ data }) => {
            if (this.worker === worker) this.#hear(data); // else it has ended since
        };
        worker.onerror = (event) => {
            console.error(event.message);
            if (this.worker === worker) this.#end();
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
        else if ("ready" in told) this.#ready();
        else if ("kept" in told) keepFiles();
    }

    /** @param {Extract<FromDesk, {id: number}>} told */
    #take(told) {
        if ("lost" in told) return this.#end();
        const { id, status, text } = told;
        this.owed.get(id)?.resolve({ status, text, retryAfter: 0 });
        this.owed.delete(id);
    }

    #ready() {
        this.isReady = true;
        this.progress.end(true);
    }

    /** The worker has ended, or shall: nobody knows what it did last. Another one starts. */
    #end() {
        const isSoon = !this.isReady || Date.now() - this.began < LONGEST_REST;
        this.rest = isSoon ? Math.min(2 * this.rest || FIRST_REST, LONGEST_REST) : FIRST_REST;
        this.worker?.terminate();
        this.worker = null;
        this.isReady = false;
        this.progress.end(false);
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
