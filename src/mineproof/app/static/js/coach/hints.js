/** The ladder of a hint: each rung reveals a little more. */

import { ApiError } from "../page/api.js";
import { notify, tell } from "../page/announce.js";
import { make } from "../page/dom.js";
import { guessTable } from "./guesses.js";
import { places, sentenceList } from "./sentences.js";
import { t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Candidate, Hint, Move, Sentence} from "../types.js" */

const TOP = 6;

export class Ladder {
    /**
     * @param {HTMLElement} host
     * @param {Board} board
     * @param {(rung: number) => Promise<Hint>} ask
     * @param {(move: Move) => void} play  makes the move of the last rung
     */
    constructor(host, board, ask, play) {
        this.host = host;
        this.board = board;
        this.ask = ask;
        this.play = play;
        /** @type {Hint | null} */
        this.hint = null;
        this.isAsking = false;
        this.position = 0; // how many positions there have been
    }

    get isClimbed() {
        return this.hint !== null;
    }

    /** Step down: the position has changed. */
    reset() {
        this.hint = null;
        this.position += 1;
        this.board.shade(undefined);
        this.render();
    }

    /** Go up one rung, over those that have nothing to add; from the last one, play the move. */
    async climb() {
        if (this.isAsking) return;
        if (this.hint?.rung === TOP) {
            if (this.hint.move) this.play(this.hint.move);
            return;
        }
        this.isAsking = true;
        try {
            await this.#climbTo(this.hint ? this.hint.rung + 1 : 0);
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
        } finally {
            this.isAsking = false;
        }
    }

    /** @param {number} rung */
    async #climbTo(rung) {
        const { position } = this;
        let hint = await this.ask(rung);
        while (hint.rung < TOP && (hint.words[hint.rung] ?? []).length === 0) {
            hint = await this.ask(hint.rung + 1);
        }
        if (position !== this.position) return;
        this.hint = hint;
        this.render();
        this.#sign(hint);
        tell((hint.words[hint.rung] ?? []).map(({ text }) => text).join(" "), this.host);
    }

    render() {
        const hint = this.hint;
        const rungs = hint ? hint.words.map((_, rung) => this.#rung(hint, rung)) : [];
        const list = make("ol", { class: "ladder", "aria-label": t("hint.ladder") });
        list.append(...rungs.filter((rung) => rung !== null));
        const hadFocus = this.host.contains(document.activeElement);
        this.host.replaceChildren(
            ...(hint ? [list] : [make("p", { class: "soft" }, t("hint.intro"))]),
            ...this.#button(),
        );
        const more = this.host.querySelector("button.more");
        if (hadFocus && more instanceof HTMLElement) more.focus();
        if (hint && more) bringIntoSheet(more);
    }

    /** @param {Hint} hint  @param {number} rung */
    #rung(hint, rung) {
        const figures = rung === 5 ? hint.figures : undefined;
        const words = without(hint.words[rung] ?? [], figures ?? []);
        if (words.length === 0) return null;
        const title = make("h3", {}, t(rungKey("rung", hint, rung)));
        const table = figures ? guessTable(figures, this.board) : null;
        return make("li", { class: "rung" }, title, sentenceList(words, this.board), table);
    }

    #button() {
        const isLast = this.hint?.rung === TOP;
        if (isLast && !this.hint?.move) return [];
        const next = this.hint ? this.hint.rung + 1 : 0;
        const key = isLast ? "rung.play" : rungKey("rung.ask", this.hint, next);
        const climb = () => void this.climb();
        return [make("button", { type: "button", class: "more primary", onclick: climb }, t(key))];
    }

    /** @param {Hint} hint */
    #sign(hint) {
        /** @type {Map<number, Sign>} */
        const signs = new Map();
        const clue = hint.outlook === "impossible" ? "clash" : "clue";
        for (const cell of places(hint.clues ?? [], this.board)) signs.set(cell, clue);
        for (const cell of places(hint.candidates ?? [], this.board)) signs.set(cell, "candidate");
        for (const fact of hint.targets ?? []) {
            signs.set(this.board.grid.at(fact.cell), fact.is_mine ? "mine" : "safe");
        }
        if (hint.best) signs.set(this.board.grid.at(hint.best.cell), "best");
        this.board.sign(signs);
        this.board.reveal(signs.keys());
        this.board.shade(hint.rung < 3 ? hint.region : undefined);
    }
}

/**
 * Scroll an element into view within its sheet; never scroll the page, which would take the board
 * away.
 *
 * @param {Element} element
 */
function bringIntoSheet(element) {
    const sheet = element.closest(".sheet");
    if (!sheet) return;
    const below = element.getBoundingClientRect().bottom - sheet.getBoundingClientRect().bottom;
    if (below > 0) sheet.scrollTop += below + 16;
}

/**
 * Return the sentences, except those that only repeat the table of figures.
 *
 * @param {Sentence[]} sentences
 * @param {Candidate[]} figures
 */
function without(sentences, figures) {
    const shown = figures.flatMap(({ name }) => [`${name}:`, `${name}：`]);
    return sentences.filter(({ text }) => !shown.some((start) => text.startsWith(start)));
}

/**
 * Return the key of a rung's name; three rungs have other names where a guess is forced.
 *
 * @param {string} prefix
 * @param {Hint | null} hint
 * @param {number} rung
 */
function rungKey(prefix, hint, rung) {
    const isGuess = hint?.outlook === "guess" && rung >= 3 && rung <= 5;
    return `${prefix}.${isGuess ? "guess." : ""}${rung}`;
}
