/**
 * Analysts: workers that do what may take long. One does a task at a time; if a task takes too long,
 * its worker is ended, and another one started. There are two, so that what is quick does not wait
 * for what is not; the second starts when both are needed.
 */

/** @import {Start} from "./types.js" */

const MOST = 2;

/** @typedef {(worker: Worker) => void} Taker */

export class Analysts {
    /** @param {Start} start */
    constructor(start) {
        this.start = start;
        this.count = 0;
        this.isReady = false;
        /** @type {Worker[]} */
        this.idle = [];
        /** @type {Taker[]} who wait for a worker, in their order */
        this.waiting = [];
    }

    /** Start the first analyst, before anybody asks. */
    prepare() {
        if (this.count === 0) this.#hire();
    }

    /**
     * Have a line done, and return the answer; nothing if that takes more than so many seconds. The
     * time in which a worker gets ready does not count.
     *
     * @param {string} line
     * @param {number} seconds
     * @returns {Promise<string | undefined>}
     */
    async ask(line, seconds) {
        for (const isLast of [false, true]) {
            const worker = await this.#free();
            const answer = await doneBy(worker, line, seconds);
            if (typeof answer === "string") {
                this.#offer(worker);
                return answer;
            }
            worker.terminate();
            this.count--;
            this.#hire(); // the next task finds one that is ready
            if (answer === LATE) return undefined;
            if (isLast) break;
        }
        return JSON.stringify({
            error: "WorkersLost",
            message: "two workers died of this question",
        });
    }

    /** @returns {Promise<Worker>} */
    #free() {
        const worker = this.idle.pop();
        if (worker) return Promise.resolve(worker);
        if (this.count < MOST) this.#hire();
        return new Promise((resolve) => this.waiting.push(resolve));
    }

    /** @param {Worker} worker */
    #offer(worker) {
        const taker = this.waiting.shift();
        if (taker) taker(worker);
        else this.idle.push(worker);
    }

    /** Start a worker, who takes tasks when it is ready. */
    #hire() {
        this.count++;
        const worker = new Worker(new URL("analyst_worker.js", import.meta.url), {
            type: "module",
        });
        worker.onmessage = () => {
            this.isReady = true;
            this.#offer(worker);
        };
        worker.onerror = (event) => console.error(event.message);
        worker.postMessage(this.start);
    }
}

const LATE = 1;
const DEAD = 2;

/**
 * Return what a worker answers; or that it is late, or dead.
 *
 * @param {Worker} worker
 * @param {string} line
 * @param {number} seconds
 * @returns {Promise<string | typeof LATE | typeof DEAD>}
 */
function doneBy(worker, line, seconds) {
    return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(LATE), 1000 * seconds);
        worker.onmessage = ({ data }) => {
            clearTimeout(timer);
            resolve(data ?? DEAD);
        };
        worker.onerror = () => resolve(DEAD);
        worker.postMessage(line);
    });
}
