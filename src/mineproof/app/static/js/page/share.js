/**
 * Links to share. They lead to where this page is; from a server on one's own machine, to the public
 * address that it was told. Where it knows none, a link works on this machine only, and what is
 * shared is told as text as well.
 */

import { copy } from "./clipboard.js";
import { first } from "./first.js";
import { t } from "./words.js";

const IS_LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** @type {string | null} */
let publicUrl = null;
first.info.then((info) => (publicUrl = info.public_url)).catch(() => {});

/** Whether the links that are shared lead others anywhere. */
export const isForAll = () => publicUrl !== null || !IS_LOCAL;

/**
 * Return the address of a place on the page.
 *
 * @param {string} hash
 */
export function linkTo(hash) {
    return new URL(hash, publicUrl ?? location.href).href;
}

/**
 * Copy a link to a place; if only this machine can follow it, below what it is about as text.
 *
 * @param {string} hash
 * @param {string} text
 * @param {string} failed  what to say where the browser forbids it
 */
export async function share(hash, text, failed) {
    const link = linkTo(hash);
    if (isForAll()) await copy(link, t("share.copied"), failed);
    else await copy(`${text}\n${link}`, t("share.copied_local"), failed);
}
