/** A small plot: a figure, such as a chance, over moves or games. */

import { draw, styled } from "../page/dom.js";
import { percent } from "../page/words.js";

await styled("plot");

const WIDTH = 330;
const HEIGHT = 120;
const LEFT = 40;
const TOP = 8;
const BOTTOM = 112;

/**
 * @typedef {object} Scale  What the values are.
 * @property {number} top  the largest
 * @property {(value: number) => string} form  how they are written
 */

/** @type {Scale} */
const CHANCES = { top: 1, form: percent };

/**
 * Return the drawing.
 *
 * @param {number[]} values  one for each state, the first before any move
 * @param {number} current  which of them is shown
 * @param {string} label
 * @param {Scale} [scale]
 */
export function plot(values, current, label, { top, form } = CHANCES) {
    const points = values.map((value, i) => [x(i, values.length), y(value / (top || 1))]);
    const line = `M${points.map((point) => point.map((at) => at.toFixed(1)).join(" ")).join("L")}`;
    const [last] = points.at(-1) ?? [LEFT];
    const at = points[current] ?? [LEFT, BOTTOM];
    return draw(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": label },
        ...[0, 0.5, 1].flatMap((share) => gridLine(share, form(share * top))),
        draw("path", { class: "area", d: `${line}L${last} ${BOTTOM}L${LEFT} ${BOTTOM}Z` }),
        draw("path", { class: "line", d: line }),
        draw("line", { class: "cursor", x1: at[0] ?? 0, x2: at[0] ?? 0, y1: TOP, y2: BOTTOM }),
        draw("circle", { class: "dot", cx: at[0] ?? 0, cy: at[1] ?? 0, r: 5 }),
    );
}

/**
 * Return the state at a point of the drawing.
 *
 * @param {Element} drawing
 * @param {number} clientX
 * @param {number} count
 */
export function stateAt(drawing, clientX, count) {
    const box = drawing.getBoundingClientRect();
    const share = (((clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - 8);
    return Math.min(Math.max(Math.round(share * (count - 1)), 0), count - 1);
}

/** @param {number} i  @param {number} count */
function x(i, count) {
    return LEFT + (count > 1 ? i / (count - 1) : 0) * (WIDTH - LEFT - 8);
}

/** @param {number} share */
function y(share) {
    return BOTTOM - share * (BOTTOM - TOP);
}

/** @param {number} share  @param {string} label */
function gridLine(share, label) {
    const text = draw("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" });
    text.textContent = label;
    return [
        draw("line", { class: "grid-line", x1: LEFT, x2: WIDTH - 8, y1: y(share), y2: y(share) }),
        text,
    ];
}
