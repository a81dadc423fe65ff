/** Where the page begins: the views, the hash that chooses between them, and the keys for all. */

import { AnalyseView } from "./analyse.js";
import { announce, notify } from "./announce.js";
import { ApiError, api } from "./api.js";
import { byId } from "./dom.js";
import { PlayView } from "./play.js";
import { ReviewView } from "./review.js";
import { settings, useSettings } from "./settings.js";
import { StatisticsView } from "./stats.js";
import { inWords, speak, t } from "./words.js";

useSettings();
await speak(settings.language);

const play = new PlayView();
const views = {
    play,
    analyse: new AnalyseView(() => play.table.game),
    review: new ReviewView(play.table),
    statistics: new StatisticsView(),
};
/** @typedef {keyof typeof views} ViewName */

/** @type {ViewName | null} */
let shown = null;

/** Show what the hash names: #play, #game/CODE, #analyse/CODE, #review/TOKEN, #statistics. */
async function route() {
    const [first = "", ...rest] = location.hash.slice(1).split("/");
    const name = first in views ? /** @type {ViewName} */ (first) : "play";
    if (shown && shown !== name) views[shown].leave();
    const isNew = shown !== name;
    shown = name;
    for (const view of document.querySelectorAll("main > section")) {
        /** @type {HTMLElement} */ (view).hidden = view.id !== name;
    }
    title();
    if (isNew) announce(t(`nav.${name}`));
    const code = first === "game" || name !== "play" ? decoded(rest.join("/")) : "";
    await views[name].enter(code);
    if (first === "game") history.replaceState(null, "", "#play");
}

/** Return what a part of the hash stands for; one that is no proper code stands for itself.
 *  @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

function title() {
    for (const link of document.querySelectorAll("nav a")) {
        if (link.getAttribute("href") === `#${shown}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    document.title = `${t(`nav.${shown}`)} · mineproof`;
}

/** @param {KeyboardEvent} event */
function keyed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if (event.key === "?") byId("help", HTMLDialogElement).showModal();
    else if (shown !== "play" || event.repeat || !play.shortcut(event.key.toLowerCase())) return;
    event.preventDefault();
}

/** Go to the view that is shown, past the head; the hash is for views. @param {Event} event */
function skip(event) {
    event.preventDefault();
    byId("main", HTMLElement).focus();
}

window.addEventListener("hashchange", () => void route());
document.addEventListener("keydown", keyed);
inWords(title);
for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
}
byId("skip", HTMLAnchorElement).addEventListener("click", skip);
byId("open-help", HTMLButtonElement).addEventListener("click", () =>
    byId("help", HTMLDialogElement).showModal(),
);

await Promise.all([route(), offer()]);
document.documentElement.dataset.ready = "true";

async function offer() {
    try {
        play.offer(await api.info());
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify(error.message);
    }
}
