/** Times as players read them. */

import { number } from "./words.js";

/**
 * Return seconds as 0:05, 12:34 or 1:02:03, with tenths if `digits` is 1.
 *
 * @param {number} seconds
 * @param {0 | 1} [digits]
 */
export function clock(seconds, digits = 0) {
    const whole = digits ? Math.floor(seconds * 10) / 10 : Math.floor(seconds);
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor(whole / 60) % 60;
    const rest = number(whole % 60, digits).padStart(digits ? 4 : 2, "0");
    return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Return the player's local date, such as 2026-02-01. */
export function today() {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map((part) => String(part).padStart(2, "0"))
        .join("-");
}
