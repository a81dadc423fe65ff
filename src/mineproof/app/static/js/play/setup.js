/** Which game to play next: the menu of levels, more games, and a dialog for everything else. */

import { miniature } from "../board/miniature.js";
import { byId, make } from "../page/dom.js";
import { lastWish } from "../page/first.js";
import { load, save } from "../page/store.js";
import { number, inWords, t, tOr } from "../page/words.js";
import { LEVELS, MORE_GAMES, moreGameOf, wishFor, wishLike } from "./games.js";

/** @import {Game, Info, Level} from "../types.js" */
/** @import {MoreGame, Wish} from "./games.js" */

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
        this.more = byId("games", HTMLDialogElement);
        this.menu.addEventListener("change", () => this.#picked());
        this.noGuess.addEventListener("change", () => this.#switched());
        this.form.addEventListener("submit", (event) => this.#submitted(event));
        this.form.addEventListener("input", () => this.#check());
        byId("open-games", HTMLButtonElement).addEventListener("click", () => this.#openMore());
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
     * Follow a new game at the table, whoever asked for it: the menu shows what it is, and the next
     * game is of the same kind.
     *
     * @param {Game} game
     */
    follow(game) {
        this.game = game;
        this.wish = wishLike(game);
        this.noGuess.checked = game.no_guess;
        this.noGuess.disabled = game.finish !== "clearing";
        this.#fillMenu();
    }

    /** Begin a game of the kind that the menu shows. */
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
        const { game } = this;
        const entries = LEVELS.map((name) => make("option", { value: name }, this.#words(name)));
        const more = game && moreGameOf(game, this.levels);
        if (game && (more || !LEVELS.includes(game.level))) {
            entries.push(make("option", { value: game.level }, this.#wordsOf(game, more)));
        }
        this.menu.replaceChildren(...entries, make("option", { value: OWN }, t("setup.own")));
        this.#showLevel();
    }

    /** Choose the entry of the game at the table: the last of its name, if there are two. */
    #showLevel() {
        const fits = [...this.menu.options].filter(({ value }) => value === this.level);
        this.menu.selectedIndex = fits.at(-1)?.index ?? 0;
    }

    /** @param {string} level  its name and size, once they are known */
    #words(level) {
        const found = this.levels.find(({ name }) => name === level);
        return found ? levelWords(found) : levelName(level);
    }

    /** @param {Game} game  @param {MoreGame | undefined} more */
    #wordsOf({ level }, more) {
        const words = this.#words(level);
        return more && !sizeIn(level)
            ? t("games.entry", { game: t(`games.${more.name}`), level: words })
            : words;
    }

    #picked() {
        const { value } = this.menu;
        if (value !== OWN) return this.#take(wishFor(value, this.#wantsNoGuess()));
        this.#showLevel();
        this.open();
    }

    /** Tell what the switch says; where it does not apply, what it said before. */
    #wantsNoGuess() {
        return this.noGuess.disabled ? load("no_guess", true) : this.noGuess.checked;
    }

    #switched() {
        save("no_guess", this.noGuess.checked);
        this.#take(wishFor(this.level, this.noGuess.checked));
    }

    #openMore() {
        byId("games-list", HTMLElement).replaceChildren(
            ...MORE_GAMES.map((more) => this.#card(more)),
        );
        this.more.showModal();
    }

    /** Return what is said about a game, and a button for each of its levels.
     *  @param {MoreGame} more */
    #card({ name, picture, shape, wishes }) {
        const buttons = wishes.map((wish) => {
            const onclick = () => (this.more.close(), this.#take(wish));
            const title = this.#words(wish.level);
            return make("button", { type: "button", title, onclick }, shortName(wish.level));
        });
        const words = [
            make("h3", {}, t(`games.${name}`)),
            make("p", {}, t(`games.${name}_about`)),
            make("div", { class: "row-of-buttons" }, ...buttons),
        ];
        const seen = miniature(picture, shape);
        return make("li", { class: "game" }, seen, make("div", {}, ...words));
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
    const size = sizeIn(level);
    return size ? t("level.words", { name: t(`shape.${size.shape}`), ...size }) : nameOf(level);
}

/** Return the name of a level, or its size alone. @param {string} level */
function shortName(level) {
    const size = sizeIn(level);
    return size ? t("level.size", size) : nameOf(level);
}

/** @param {string} level */
const nameOf = (level) => tOr(`level.${level}`, level);

/** Return the size that a level without a name is called by. @param {string} level */
function sizeIn(level) {
    const [, shape = "square", rows, cols, mines] =
        /^(?:(\w+):)?(\d+)x(\d+)\/(\d+)$/.exec(level) ?? [];
    return rows && cols && mines ? { shape, rows, cols, mines } : null;
}
