/** Files that the browser saves. */

import { make } from "./dom.js";

/**
 * Save content as a file of this name.
 *
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} [type]
 */
export function download(name, content, type) {
    const url = URL.createObjectURL(new Blob([content], type ? { type } : {}));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // a busy machine fetches it late
}

/**
 * Return the bytes that a text in base 64 stands for.
 *
 * @param {string} base64
 */
export function bytesOf(base64) {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
