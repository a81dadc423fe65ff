/**
 * Moves on their way to the server, together. Flags join while earlier ones are still on their way:
 * each request then has all moves of the batch, and the server makes those that it has not made.
 * So no answer has to be waited for, none has to come in order, and nothing is done twice.
 */

/** @import {Act, Game} from "../types.js" */

/** @typedef {{act: Act, cell: number}} Played */

const GATHER = 25; // milliseconds without another flag before the next request
const LANES = 4; // requests at the same time; browsers have six for everything

export class Batch {
    /** @param {Played} first */
    constructor(first) {
        this.moves = [first];
        this.isSent = false;
        this.isDone = false;
        this.wake = () => {};
    }

    /** Tell whether a move can join: once sent, what follows an opening must wait for it.
     *  @param {Act} act */
    takes(act) {
        if (!this.isSent) return true;
        return !this.isDone && act === "flag" && this.moves.every((move) => move.act === "flag");
    }

    /** @param {Played} move */
    add(move) {
        this.moves.push(move);
        this.wake();
    }

    /**
     * Send the moves until the server has them all; return its last answer.
     *
     * @param {(moves: Played[]) => Promise<Game>} send
     */
    async deliver(send) {
        this.isSent = true;
        let lanes = 0;
        for (;;) {
            const count = this.moves.length;
            lanes += 1;
            const answer = send([...this.moves]).finally(() => (lanes -= 1));
            answer.catch(() => {}); // it counts only if it is the last one
            await Promise.race(lanes < LANES ? [answer, this.#joined(count)] : [answer]);
            this.isDone = this.moves.length === count;
            if (this.isDone) return answer;
        }
    }

    /** Wait until more moves than this have joined, and no further one follows soon.
     *  @param {number} count */
    #joined(count) {
        return new Promise((resolve) => {
            let timer = 0;
            this.wake = () => {
                clearTimeout(timer);
                timer = window.setTimeout(resolve, GATHER);
            };
            if (this.moves.length > count) this.wake();
        });
    }
}

/**
 * Return how a board looks once some flags are set or removed.
 *
 * @param {string} cells
 * @param {Played[]} moves
 * @param {boolean} isFinal  whether a flag stays, as in the marking game
 */
export function flagged(cells, moves, isFinal) {
    const faces = [...cells];
    for (const { act, cell } of moves) {
        if (act !== "flag") continue;
        if (faces[cell] === "#") faces[cell] = "F";
        else if (faces[cell] === "F" && !isFinal) faces[cell] = "#";
    }
    return faces.join("");
}
