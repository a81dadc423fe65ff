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
    const cols = rows[0]?.length ?? 0;
    const lines = rows.map((faces, row) => {
        const cells = [...faces].map((face, col) =>
            placed(picturedCell(face, signs.get(row * cols + col)), { "--col": col }),
        );
        return placed(make("div", { class: row % 2 ? "row odd" : "row" }, ...cells), {
            "--row": row,
        });
    });
    const grid = make("div", { class: "grid" }, ...lines);
    const view = make("div", { class: `miniature ${shape}`, "aria-hidden": "true" }, grid);
    return placed(view, { "--rows": rows.length, "--cols": cols });
}

/**
 * Return an element with the numbers by which board.css places it.
 *
 * @param {HTMLElement} element
 * @param {Record<string, number>} numbers
 */
function placed(element, numbers) {
    for (const [name, number] of Object.entries(numbers))
        element.style.setProperty(name, String(number));
    return element;
}

/** @param {string} face  @param {Sign | undefined} sign */
function picturedCell(face, sign) {
    const text = face >= "1" && face <= "8" ? face : "";
    return make("div", { class: "cell", "data-face": face, "data-sign": sign ?? null }, text);
}
