/** What a trace is about, a game or a position, with the engine and a step: as text for addresses. */

import { checksFlags } from "../board/finish.js";
import { decode, encode } from "../board/position.js";

/** @import {Game, Position, TraceWish} from "../types.js" */

/** The engine that is watched unless another one is chosen: clauses are made as in the classroom. */
export const USUAL = "resolution(hints='at once')";

/** @typedef {{subject: {code: string} | Position, engine: string, step: number}} Place */

/**
 * Return the place of an address such as `easy/list9#4?engine=subset&step=12`, or null if it has
 * none.
 *
 * @param {string} address
 * @returns {Place | null}
 */
export function readAddress(address) {
    const [text = "", rest = ""] = address.split("?", 2);
    const options = new Map(
        rest.split("&").map((part) => {
            const [name = "", ...value] = part.split("=");
            return [name, value.join("=")];
        }),
    );
    if (text === "") return null;
    const step = Number(options.get("step"));
    return {
        subject: decode(text) ?? { code: text },
        engine: options.get("engine") || USUAL,
        step: Number.isInteger(step) ? step : 0,
    };
}

/**
 * Return the address of a trace at a step.
 *
 * @param {TraceWish} wish
 * @param {number} step
 */
export function addressOf({ engine, ...subject }, step) {
    const text = "code" in subject ? subject.code.replace(/\s+/g, " ") : encode(subject);
    const options = [
        engine === USUAL ? "" : `engine=${engine}`,
        step > 0 ? `step=${step}` : "",
    ].filter(Boolean);
    return options.length ? `${text}?${options.join("&")}` : text;
}

/**
 * Return the link to a trace at a step.
 *
 * @param {TraceWish} wish
 * @param {number} [step]
 */
export function linkTo(wish, step = 0) {
    return `#logic/${encodeURIComponent(addressOf(wish, step))}`;
}

/**
 * Return a game as it stands: what its player sees, and not a cell more. In the marking game,
 * which checks its marks, a flag is a known mine.
 *
 * @param {Game} game
 * @returns {Position}
 */
export function positionOf({ board, mines, shape, finish }) {
    const known = checksFlags(finish) ? board.map((row) => row.replace(/F/g, "*")) : board;
    return { board: known, mines, shape };
}
