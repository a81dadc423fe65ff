/** Derivations as files, made by whoever answers and saved by the browser. */

import { notify } from "../page/announce.js";
import { ApiError, api } from "../page/api.js";
import { make } from "../page/dom.js";
import { bytesOf, download } from "../page/download.js";
import { isStatic } from "../page/transport.js";

/** @import {DerivationFile, Proved} from "../types.js" */

/** The names of the formats, and what they are called. */
const FORMATS = {
    svg: "SVG",
    ...(isStatic ? {} : { png: "PNG" }), // needs Pillow, which does not run in a browser
    dot: "DOT",
    latex: "LaTeX",
    dimacs: "DIMACS",
    lrat: "LRAT",
    opb: "OPB",
    veripb: "VeriPB",
    json: "JSON",
    text: "TXT",
};

/** @param {() => Proved | null} proved  what is shown */
export function exportButtons(proved) {
    return Object.entries(FORMATS).map(([format, label]) => {
        const button = make("button", { type: "button", "data-format": format }, label);
        button.addEventListener("click", () => void save(proved(), format));
        return button;
    });
}

/** @param {Proved | null} proved  @param {string} format */
async function save(proved, format) {
    if (!proved) return;
    try {
        const file = await api.derivationFile({ ...proved, format });
        download(file.file, contentOf(file));
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify(error.message);
    }
}

/** @param {DerivationFile} file */
function contentOf({ text, base64 }) {
    if (base64 === null) return text ?? "";
    return bytesOf(base64);
}
