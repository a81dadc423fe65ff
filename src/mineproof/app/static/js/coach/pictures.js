/**
 * Positions and explanations as pictures to share, drawn by whoever answers: one picture, or one step
 * at a time. In a browser Python draws SVG alone, for the other forms need Pillow, which does not run
 * there.
 */

import { notify } from "../page/announce.js";
import { api } from "../page/api.js";
import { asked } from "../page/asked.js";
import { copy } from "../page/clipboard.js";
import { make } from "../page/dom.js";
import { bytesOf, download } from "../page/download.js";
import { isStatic } from "../page/transport.js";
import { inWords, language, t } from "../page/words.js";

/** @import {Position} from "../types.js" */

/** @type {Record<string, string>} the forms of a picture, and their types */
const FORMATS = isStatic ? { svg: "image/svg+xml" } : { png: "image/png", gif: "image/gif" };
const STILL = isStatic ? "svg" : "png";

/**
 * Return buttons that save the explanation of a cell.
 *
 * @param {() => Position & {cell: string}} explained
 */
export function pictureButtons(explained) {
    const buttons = Object.keys(FORMATS).map((format) => {
        const attributes = {
            type: "button",
            "data-picture": format,
            title: t(`picture.${format}`),
        };
        const label = t("picture.save", { format: format.toUpperCase() });
        return make(
            "button",
            { ...attributes, onclick: () => void save(explained(), format) },
            label,
        );
    });
    return make("div", { class: "row-of-buttons" }, ...buttons);
}

/**
 * Let a button save a position.
 *
 * @param {HTMLButtonElement} button
 * @param {() => Position} position
 */
export function savesPicture(button, position) {
    inWords(() => (button.textContent = t("picture.save", { format: STILL.toUpperCase() })));
    button.addEventListener("click", () => void save(position(), STILL));
}

/** @param {Position & {cell?: string}} drawn  @param {string} format */
async function save(drawn, format) {
    const { board, mines, shape, cell } = drawn;
    const wish = { board, mines, shape, cell, format, lang: language() };
    const picture = await asked(() => api.analysePicture(wish));
    if (!picture) return;
    download(picture.file, bytesOf(picture.base64), FORMATS[format]);
    const { text } = picture;
    const copyText = () => void copy(text, t("day.copied"), t("picture.not_copied"));
    notify(t("picture.saved"), t("picture.copy"), copyText);
}
