/**
 * The card of a daily board: how it went, as a picture and as text, to be shared with those who
 * still want to play it. It shows how far the player came, and nothing of the board.
 */

import { copy } from "../page/clipboard.js";
import { byId, make, styled } from "../page/dom.js";
import { download } from "../page/download.js";
import { dailyStreak } from "./figures.js";
import { records } from "./records.js";
import { clock, today } from "../page/time.js";
import { joined, number, percent, t } from "../page/words.js";

await styled("statistics");

/** @import {Game} from "../types.js" */

const WIDTH = 600;
const HEIGHT = 315;
const SQUARES = 10;
const COLOURS = { paper: "#12202f", ink: "#ffffff", soft: "#b9c7d8", done: "#4f9bff" };
const LEFT_OUT = { open: "#33465c", lost: "#ff9d4d" };

/**
 * Show the card of a finished daily board, with ways to share it.
 *
 * @param {Game} game
 */
export function showCard(game) {
    const dialog = byId("day-card", HTMLDialogElement);
    const told = lines(game);
    const address = addressOf(drawing(game, told));
    const picture = make("img", {
        src: address,
        width: WIDTH,
        height: HEIGHT,
        alt: joined(told),
    });
    byId("day-card-picture", HTMLElement).replaceChildren(picture);
    const text = [...told, squares(game).join("")].join("\n");
    byId("day-card-text", HTMLElement).textContent = text;
    byId("day-card-copy", HTMLButtonElement).onclick = () =>
        void copy(text, t("day.copied"), t("day.not_copied"));
    byId("day-card-save", HTMLButtonElement).onclick = () => void save(picture, game);
    dialog.showModal();
}

/** Return what is said of a game, line by line. @param {Game} game */
function lines(game) {
    const { daily, status, elapsed, figures, assisted } = game;
    const streak = dailyStreak(records(), today()).now;
    const result =
        status === "won"
            ? t("day.won", { time: clock(elapsed, 1) })
            : t("day.lost", { share: percent(shareOf(game)) });
    const parts = [t("result.bbbv", { n: figures?.bbbv ?? 0 })];
    const speed = figures?.bbbv_per_second;
    if (speed && status === "won") parts.push(t("result.speed", { n: number(speed, 2) }));
    if (assisted) parts.push(t("status.assisted"));
    else if (streak > 1) parts.push(t("day.streak", { n: streak }));
    return [t("day.title", { day: daily ?? "" }), result, parts.join(" · ")];
}

/** Return how much of the board was opened, from 0 to 1. @param {Game} game */
function shareOf({ opened, rows, cols, mines }) {
    return Math.min(opened / Math.max(rows * cols - mines, 1), 1);
}

/** Return how far the player came, in squares. @param {Game} game */
function squares(game) {
    const done = game.status === "won" ? SQUARES : Math.floor(shareOf(game) * SQUARES);
    return Array.from({ length: SQUARES }, (_, i) => {
        if (i < done) return "🟦";
        return i === done ? "🟧" : "⬜";
    });
}

/**
 * Return the card as SVG.
 *
 * @param {Game} game
 * @param {string[]} told
 */
function drawing(game, [title = "", result = "", figures = ""]) {
    const { paper, ink, soft, done } = COLOURS;
    const fills = { "🟦": done, "🟧": LEFT_OUT.lost, "⬜": LEFT_OUT.open };
    const boxes = squares(game).map(
        (square, i) =>
            `<rect x="${40 + i * 52}" y="216" width="44" height="44" rx="8" fill="${fills[square]}"/>`,
    );
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>
<rect x="40" y="34" width="32" height="32" rx="8" fill="${done}"/>
<path d="M48 51l6 6 11-14" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
<text x="84" y="57" fill="${soft}" font-size="20">${escaped(title)}</text>
<text x="40" y="132" fill="${ink}" font-size="44" font-weight="700">${escaped(result)}</text>
<text x="40" y="178" fill="${soft}" font-size="22">${escaped(figures)}</text>
${boxes.join("\n")}
</svg>`;
}

/** @param {string} text */
function escaped(text) {
    return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {string} svg */
function addressOf(svg) {
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Save the picture as PNG, twice as large: many places take no SVG.
 *
 * @param {HTMLImageElement} picture
 * @param {Game} game
 */
async function save(picture, { daily }) {
    await picture.decode();
    const canvas = make("canvas", { width: 2 * WIDTH, height: 2 * HEIGHT });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, 2 * WIDTH, 2 * HEIGHT);
    canvas.toBlob((blob) => blob && download(`mineproof-${daily}.png`, blob), "image/png");
}
