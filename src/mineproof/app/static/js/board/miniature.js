/** A small picture of a position, to look at only. */

import { make } from "../page/dom.js";

/** @import {Sign} from "./labels.js" */
/** @import {Shape} from "../types.js" */

/**
 * @param {string[]} rows  in the characters of a position
 * @param {Shape} [shape]
 * @param {Map<number, Sign>} [signs]  by cells, in reading order
 */
export function miniature(rows, shape = "square", signs = new Map()) {
    let cell = 0;
    const lines = rows.map((row) => {
        const cells = [...row].map((face) => picturedCell(face, signs.get(cell++)));
        return make("div", { class: "row" }, ...cells);
    });
    const grid = make("div", { class: "grid" }, ...lines);
    return make("div", { class: `miniature ${shape}`, "aria-hidden": "true" }, grid);
}

/** @param {string} face  @param {Sign | undefined} sign */
function picturedCell(face, sign) {
    const text = face >= "1" && face <= "8" ? face : "";
    return make("div", { class: "cell", "data-face": face, "data-sign": sign ?? null }, text);
}
