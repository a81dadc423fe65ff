/** The page's entry point: the views, the hash that selects one, and the global keys. */

import { announce, dismiss, notify } from "./page/announce.js";
import { ApiError } from "./page/api.js";
import { untilBack } from "./page/connection.js";
import { byId } from "./page/dom.js";
import { first, isNewcomer } from "./page/first.js";
import { welcomeFiles } from "./files/arrivals.js";
import { historyWish } from "./page/history.js";
import { nameKeys, pressed } from "./page/keys.js";
import { PlayView } from "./play/view.js";
import { settings, useSettings } from "./page/settings.js";
import { onTrouble } from "./page/store.js";
import { inWords, speak, t } from "./page/words.js";

/** @import {FileContent} from "./files/types.js" */
/** @import {Shape} from "./types.js" */

const dressed = useSettings();
await speak(settings.language, first.words);

/**
 * @typedef {object} View
 * @property {(code: string) => Promise<void> | void} enter
 * @property {() => void} leave
 * @property {(key: string) => boolean} [shortcut]  handles a key, "undo" or "redo", and tells
 *   whether it did
 * @property {(content: FileContent) => void} [take]  takes what was opened while it is shown
 * @property {Shape} [usualShape]  of a position that is opened while it is shown
 * @property {Promise<unknown>} [settled]  when what is on its way has come
 */
/** @typedef {keyof typeof makers} ViewName */

const main = byId("main", HTMLElement);
const play = new PlayView();
const openFile = welcomeFiles(play.table, () => current);
/** How the views are made; those not shown first are loaded on demand. */
const makers = {
    play: async () => play,
    puzzles: async () => new (await import("./puzzles/view.js")).PuzzlesView(),
    resolve: async () => new (await import("./learn/resolve_view.js")).ResolveView(),
    analyse: async () => new (await import("./analyse/view.js")).AnalyseView(() => play.table.game),
    learn: async () => new (await import("./learn/view.js")).LearnView(),
    logic: async () => new (await import("./logic/view.js")).LogicView(() => play.table.game),
    review: async () => new (await import("./review/view.js")).ReviewView(play.table),
    statistics: async () => new (await import("./statistics/view.js")).StatisticsView(),
};
const OLD_NAMES = new Map([["train", "puzzles"]]); // of views, in links that people have kept
/** @type {Map<ViewName, Promise<View>>} */
const views = new Map();

/** @type {ViewName | null} */
let shown = null;
/** @type {View | null} */
let current = null; // the view that is shown, once loaded
/** @type {import("./play/tour.js").Tour | null} */
let tour = null;

/**
 * Return a view; each is made once.
 *
 * @param {ViewName} name
 */
function viewOf(name) {
    const view = views.get(name) ?? made(name);
    views.set(name, view);
    view.catch(() => views.delete(name)); // it may load next time
    return view;
}

/**
 * Make a view. If its modules cannot be loaded because the server is gone, wait until it is back.
 *
 * @param {ViewName} name
 * @returns {Promise<View>}
 */
async function made(name) {
    try {
        return await makers[name]();
    } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        await untilBack();
        return makers[name]();
    }
}

/** Show what the hash names: #play, #game/CODE, #puzzles/TECHNIQUE, #learn/LESSON, #resolve/EXERCISE, #logic/PLACE, #analyse/CODE, #review/TOKEN, #statistics. */
async function route() {
    const [word = "", ...rest] = location.hash.slice(1).split("/");
    const head = OLD_NAMES.get(word) ?? word;
    const name = head in makers ? /** @type {ViewName} */ (head) : "play";
    const isNew = shown !== name;
    if (isNew) {
        current?.leave();
        current = null;
        dismiss();
    }
    shown = name;
    for (const view of document.querySelectorAll("main > section")) {
        /** @type {HTMLElement} */ (view).hidden = view.id !== name;
    }
    main.ariaBusy = String(current === null); // until its modules and style sheets have come
    title();
    if (isNew) announce(t(`nav.${name}`));
    const code = head === "game" || name !== "play" ? decoded(rest.join("/")) : "";
    const view = await viewOf(name);
    if (shown === name) {
        current = view;
        main.ariaBusy = "false";
        await view.enter(code);
    }
    if (head === "game") history.replaceState(null, "", "#play");
}

/** Decode a part of the hash; one that is not validly encoded is returned as it is.
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
    const wish = historyWish(event);
    const isPlain = !(event.ctrlKey || event.altKey || event.metaKey);
    if ((!isPlain && !wish) || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if (event.key === "?") void help();
    else if (event.repeat && !wish) return;
    else if (event.key === "o") void openFile();
    else if (!current || !shown) return;
    else if (!pressed(shown, wish ?? event.key.toLowerCase(), current)) return;
    event.preventDefault();
}

/** Show the keys of the view, and the rules; loaded when first asked for. */
async function help() {
    (await import("./page/help.js")).showHelp(shown ?? "play");
}

/** Go to the view that is shown, past the head; the hash is for views. @param {Event} event */
function skip(event) {
    event.preventDefault();
    main.focus();
}

window.addEventListener("hashchange", () => void route());
document.addEventListener("keydown", keyed);
inWords(title);
for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
}
byId("skip", HTMLAnchorElement).addEventListener("click", skip);
for (const opener of document.querySelectorAll("[data-opens]")) {
    const dialog = byId(opener.getAttribute("data-opens") ?? "", HTMLDialogElement);
    opener.addEventListener("click", () => dialog.showModal());
}
for (const link of document.querySelectorAll("dialog a")) {
    link.addEventListener("click", () => link.closest("dialog")?.close());
}
byId("start-tour", HTMLButtonElement).addEventListener("click", () => void startTour());
byId("open-help", HTMLButtonElement).addEventListener("click", () => void help());
nameKeys();

await Promise.all([route(), offer(), dressed]);
onTrouble((trouble) => notify(t(`store.${trouble}`)));
document.documentElement.dataset.ready = "true";
if (isNewcomer && !document.querySelector("dialog[open]")) await startTour();

async function startTour() {
    byId("help", HTMLDialogElement).close();
    tour ??= new (await import("./play/tour.js")).Tour();
    tour.start();
}

async function offer() {
    try {
        play.offer(await first.info);
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify(error.message);
    }
}
