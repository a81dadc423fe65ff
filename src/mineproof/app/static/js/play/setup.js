/** Which game to play next: the menu of levels, and the dialog for everything else. */

import { byId, make } from "../page/dom.js";
import { lastWish } from "../page/first.js";
import { save } from "../page/store.js";
import { number, inWords, t, tOr } from "../page/words.js";

/** @import {Game, Info, Level} from "../types.js" */

/** @typedef {{level: string, start?: string, finish?: string, no_guess?: boolean}} Wish */

const OWN = "own"; // the entry of the menu that leads to the dialog
const NO_GUESS = "no-guess"; // a start here, a separate field for the server

export class Setup {
    /** @param {(wish: Wish | {code: string}) => void} begin */
    constructor(begin) {
        this.begin = begin;
        /** @type {Wish} */
        this.wish = lastWish();
        /** @type {Level[]} */
        this.levels = [];
        this.menu = byId("level", HTMLSelectElement);
        this.dialog = byId("setup", HTMLDialogElement);
        this.form = byId("setup-form", HTMLFormElement);
        this.noGuess = byId("no-guess", HTMLInputElement);
        this.menu.addEventListener("change", () => this.#picked());
        this.noGuess.addEventListener("change", () => this.#take(this.#ofLevel(this.level)));
        this.form.addEventListener("submit", (event) => this.#submitted(event));
        this.form.addEventListener("input", () => this.#check());
        byId("open-setup", HTMLButtonElement).addEventListener("click", () => this.open());
        byId("setup-cancel", HTMLButtonElement).addEventListener("click", () =>
            this.dialog.close(),
        );
        inWords(() => this.#fillMenu());
    }

    /** The level being played, or about to be. */
    get level() {
        return this.game?.level ?? this.wish.level;
    }

    /** @param {Info} info */
    offer(info) {
        this.levels = info.levels;
        for (const name of ["rows", "cols"]) this.#field(name).max = String(info.limits.max_side);
        this.mostCells = info.limits.max_cells;
        this.#add("shape", info.shapes);
        this.#add("start", info.starts);
        this.#add("finish", info.finishes);
        this.#fillMenu();
    }

    /**
     * Also offer what the server knows and the page has no words for.
     *
     * @param {string} name  of a field
     * @param {string[]} values
     */
    #add(name, values) {
        const field = byId(`setup-${name}`, HTMLSelectElement);
        const known = new Set([...field.options].map(({ value }) => value));
        const others = values.filter((value) => !known.has(value));
        field.append(...others.map((value) => make("option", { value }, value)));
    }

    /**
     * Follow a new game at the table: it may be of a different kind from the one asked for.
     *
     * @param {Game} game
     */
    follow(game) {
        this.game = game;
        this.noGuess.checked = game.no_guess;
        this.#fillMenu();
    }

    /** Begin a game of the kind last played. */
    again() {
        this.begin(this.wish);
    }

    open() {
        const { rows, cols, mines, shape } = this.game ?? {
            rows: 9,
            cols: 9,
            mines: 10,
            shape: "square",
        };
        for (const [name, value] of Object.entries({ rows, cols, mines, shape })) {
            this.#field(name).value = String(value);
        }
        const [, start = "safe", count = ""] =
            /^([a-z]+):?(\d*)/.exec(this.game?.start ?? "") ?? [];
        this.#field("start").value = this.game?.no_guess ? NO_GUESS : start;
        this.#field("count").value = count;
        this.#field("finish").value = this.game?.finish ?? "clearing";
        this.#check();
        this.dialog.showModal();
    }

    #fillMenu() {
        const entries = this.levels.map((level) =>
            make("option", { value: level.name }, levelWords(level)),
        );
        const own = this.game && !this.levels.some(({ name }) => name === this.game?.level);
        if (own && this.game)
            entries.push(make("option", { value: this.game.level }, levelName(this.game.level)));
        this.menu.replaceChildren(...entries, make("option", { value: OWN }, t("setup.own")));
        this.menu.value = this.level;
    }

    #picked() {
        if (this.menu.value !== OWN) return this.#take(this.#ofLevel(this.menu.value));
        this.menu.value = this.level;
        this.open();
    }

    /** @param {string} level  @returns {Wish} */
    #ofLevel(level) {
        return this.noGuess.checked ? { level, no_guess: true } : { level };
    }

    /** @param {Wish} wish */
    #take(wish) {
        this.wish = wish;
        save("wish", wish);
        this.begin(wish);
    }

    /** @param {SubmitEvent} event */
    #submitted(event) {
        event.preventDefault();
        this.dialog.close();
        const code = this.#field("code").value.trim();
        this.#field("code").value = "";
        if (code) this.begin({ code });
        else this.#take(this.#read());
    }

    /** Return what the dialog asks for. @returns {Wish} */
    #read() {
        const [rows, cols, mines, shape] = ["rows", "cols", "mines", "shape"].map(
            (name) => this.#field(name).value,
        );
        const size = `${shape === "square" ? "" : `${shape}:`}${rows}x${cols}/${mines}`;
        const level = this.#named(size) ?? size;
        const start = this.#field("start").value;
        if (start === NO_GUESS) return { level, no_guess: true };
        const count = start === "list" ? this.#field("count").value : "";
        return {
            level,
            start: count ? `${start}:${count}` : start,
            finish: this.#field("finish").value,
        };
    }

    /**
     * Return the name of a level of this size, preferring the one being played.
     *
     * @param {string} size
     */
    #named(size) {
        const fits = this.levels.filter((level) => sizeOf(level) === size).map(({ name }) => name);
        return fits.find((name) => name === this.game?.level) ?? fits[0];
    }

    /** Report impossible input at once. */
    #check() {
        const cells = Number(this.#field("rows").value) * Number(this.#field("cols").value);
        const mines = this.#field("mines");
        const isTooMany = Number(mines.value) > cells;
        mines.setCustomValidity?.(isTooMany ? t("setup.too_many", { cells: number(cells) }) : "");
        const isTooLarge = cells > (this.mostCells ?? Infinity);
        this.#field("rows").setCustomValidity?.(
            isTooLarge ? t("setup.too_large", { cells: number(this.mostCells ?? 0) }) : "",
        );
        const start = this.#field("start").value;
        byId("setup-count", HTMLElement).hidden = start !== "list";
        this.#field("finish").disabled = start === NO_GUESS;
        if (start === NO_GUESS) this.#field("finish").value = "clearing";
    }

    /** @param {string} name  @returns {HTMLInputElement} */
    #field(name) {
        return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
    }
}

/** @param {Level} level */
function sizeOf({ rows, cols, mines, shape }) {
    return `${!shape || shape === "square" ? "" : `${shape}:`}${rows}x${cols}/${mines}`;
}

/** @param {Level} level */
function levelWords({ name, rows, cols, mines }) {
    return t("level.words", { name: levelName(name), rows, cols, mines });
}

/**
 * Return the name of a level; one without a name is called by its size.
 *
 * @param {string} level
 */
export function levelName(level) {
    const [, shape = "square", rows, cols, mines] =
        /^(?:(\w+):)?(\d+)x(\d+)\/(\d+)$/.exec(level) ?? [];
    if (!rows || !cols || !mines) return tOr(`level.${level}`, level);
    return t("level.words", { name: t(`shape.${shape}`), rows, cols, mines });
}
