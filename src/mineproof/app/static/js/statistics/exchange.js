/** Records as a file: written, and read from one that may hold anything. */

import { download } from "../page/download.js";
import { faultOf, keepRecords, records } from "./records.js";
import { t } from "../page/words.js";

/** @import {GameRecord} from "./records.js" */

const MOST_BYTES = 5_000_000;

/** Save all records as a file. */
export function exportRecords() {
    const text = JSON.stringify(records(), null, 1);
    download("mineproof-statistics.json", text, "application/json");
}

/**
 * Add the records of a file to those that are kept; return a sentence that says what was done, or
 * why nothing was.
 *
 * @param {File} file
 */
export async function importRecords(file) {
    if (file.size > MOST_BYTES) return t("import.too_large");
    const { found, fault } = read(await file.text());
    if (fault) return fault;
    const kept = records();
    const all = merged(kept, found);
    keepRecords(all);
    return t("import.done", { n: all.length - kept.length, of: found.length });
}

/**
 * Return the records in a text, or what is wrong with it.
 *
 * @param {string} text
 * @returns {{found: GameRecord[], fault: string}}
 */
function read(text) {
    let found;
    try {
        found = JSON.parse(text);
    } catch {
        return { found: [], fault: t("import.not_json") };
    }
    if (!Array.isArray(found)) return { found: [], fault: t("import.not_list") };
    const at = found.findIndex((each) => faultOf(each) !== "");
    if (at < 0) return { found, fault: "" };
    return { found: [], fault: t("import.bad_record", { at: at + 1, part: faultOf(found[at]) }) };
}

/**
 * Return all records in the order of their time, without those that are there twice.
 *
 * @param {GameRecord[]} kept
 * @param {GameRecord[]} found
 */
function merged(kept, found) {
    const all = new Map([...found, ...kept].map((each) => [keyOf(each), each]));
    return [...all.values()].sort((a, b) => Date.parse(a.when) - Date.parse(b.when));
}

/** @param {GameRecord} record */
function keyOf({ kind, won, seconds, when }) {
    return JSON.stringify([Date.parse(when), kind, won, seconds]);
}
