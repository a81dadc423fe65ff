/** The counters of the classic theme: three digits of seven segments. */

import { draw } from "../page/dom.js";

const WIDTH = 13;
const HEIGHT = 23;
/** @type {Record<string, string>} each segment as a line */
const SEGMENTS = {
    a: "M3.500 2.500h6",
    b: "M10.500 3.500v7",
    c: "M10.500 12.500v7",
    d: "M3.500 20.500h6",
    e: "M2.500 12.500v7",
    f: "M2.500 3.500v7",
    g: "M3.500 11.500h6",
};
/** @type {Record<string, string>} the segments that are lit */
const LIT = {
    0: "abcdef",
    1: "bc",
    2: "abged",
    3: "abgcd",
    4: "fgbc",
    5: "afgcd",
    6: "afgedc",
    7: "abc",
    8: "abcdefg",
    9: "abcdfg",
    "-": "g",
};

/**
 * Show a number from -99 to 999; what is beyond is shown as the nearest of these.
 *
 * @param {HTMLElement} host
 * @param {number} value
 */
export function showLed(host, value) {
    const near = Math.max(-99, Math.min(999, Math.floor(value)));
    const text = near < 0 ? `-${String(-near).padStart(2, "0")}` : String(near).padStart(3, "0");
    if (host.dataset.shown === text) return;
    host.dataset.shown = text;
    const box = `0 0 ${3 * WIDTH} ${HEIGHT}`;
    host.replaceChildren(draw("svg", { viewBox: box }, ...[...text].map(digit)));
}

/** @param {string} character  @param {number} at */
function digit(character, at) {
    const lines = Object.entries(SEGMENTS).map(([name, d]) =>
        draw("path", { d, class: (LIT[character] ?? "").includes(name) ? "lit" : "unlit" }),
    );
    return draw("g", { transform: `translate(${at * WIDTH} 0)` }, ...lines);
}
