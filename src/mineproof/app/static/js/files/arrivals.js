/** Files and texts that arrive on the page: dropped, pasted, or chosen in a dialog. */

import { notify } from "../page/announce.js";
import { byId } from "../page/dom.js";

/** @import {Table} from "../play/table.js" */
/** @import {Room} from "./opener.js" */

const BUTTONS = ["analyse-file", "logic-file", "review-file", "review-none-file"];

/**
 * Open what arrives from now on, in the room that is shown if it takes it.
 *
 * @param {Table} table  where boards are played
 * @param {() => Room | null} room
 */
export function welcomeFiles(table, room) {
    const opener = () => import("./opener.js").then(({ Opener }) => Opener.at(table, room));
    /** @param {File | string} what */
    const open = async (what) => {
        const fault = await (await opener()).open(what);
        if (fault) notify(fault);
    };
    for (const id of BUTTONS) {
        byId(id, HTMLButtonElement).addEventListener("click", () => void openDialog());
    }
    const openDialog = async () => (await opener()).showDialog();
    followDrops((what) => void open(what));
    document.addEventListener("paste", (event) => {
        const what = isField(event) ? null : held(event.clipboardData);
        if (what) void open(what);
    });
    return openDialog;
}

/** @param {(what: File | string) => void} open */
function followDrops(open) {
    const { classList } = document.documentElement;
    document.addEventListener("dragover", (event) => {
        if (isField(event)) return;
        event.preventDefault(); // or else the browser leaves the page for the file
        classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
        if (event.relatedTarget === null) classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
        classList.remove("dropping");
        if (isField(event)) return;
        event.preventDefault();
        const what = held(event.dataTransfer);
        if (what) open(what);
    });
}

/** Return the first file, or else the text. @param {DataTransfer | null} data */
function held(data) {
    return data?.files[0] ?? data?.getData("text/plain") ?? null;
}

/** Tell whether something happens in a field, which handles it by itself. @param {Event} event */
function isField(event) {
    return event.target instanceof Element && event.target.closest("input, textarea") !== null;
}
