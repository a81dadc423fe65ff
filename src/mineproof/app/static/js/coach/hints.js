/** The ladder of a hint: each rung reveals a little more. */

import { ApiError } from "../page/api.js";
import { notify, tell } from "../page/announce.js";
import { make } from "../page/dom.js";
import { guessTable } from "./guesses.js";
import { pictureButtons } from "./pictures.js";
import { places, sentenceList } from "./sentences.js";
import { joined, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Candidate, Hint, Move, Position, Sentence} from "../types.js" */

/**
 * @typedef {object} Helper  Who gives hints about a position.
 * @property {(rung: number) => Promise<Hint>} ask
 * @property {(move: Move) => void} play  makes the move of the last rung
 * @property {() => Position} position
 * @property {() => boolean} [flags]  whether a mine to flag is a move too
 * @property {number} [first]  the lowest rung, if those below it say nothing new
 * @property {(work: () => void) => void} [when]  does something as soon as the position stands
 */

const PROOF = 5;
const TOP = 6;

export class Ladder {
    /**
     * @param {HTMLElement} host
     * @param {Board} board
     * @param {Helper} helper
     */
    constructor(host, board, helper) {
        this.host = host;
        this.board = board;
        this.helper = helper;
        this.first = helper.first ?? 0;
        /** @type {Hint | null} */
        this.hint = null;
        this.isAsking = false;
        this.presses = 0; // that have not been answered by a rung
        this.position = 0; // how many positions there have been
    }

    get isClimbed() {
        return this.hint !== null;
    }

    /** Step down: the position has changed. */
    reset() {
        this.hint = null;
        this.presses = 0;
        this.position += 1;
        this.board.shade(undefined);
        this.render();
    }

    /**
     * Go up one rung, over those that have nothing to add; from the last one, play the move. Presses
     * while an answer is on its way lead up to the last rung, but play no move that was not seen.
     */
    climb() {
        const press = () => void this.#press();
        if (this.helper.when) this.helper.when(press);
        else press();
    }

    async #press() {
        if (this.#isAtTop) {
            if (this.hint?.move) this.helper.play(this.hint.move);
            return;
        }
        this.presses += 1;
        if (this.isAsking) return;
        this.isAsking = true;
        try {
            while (this.presses > 0 && !this.#isAtTop) await this.#climbOn();
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
        } finally {
            this.isAsking = false;
            this.presses = 0;
        }
    }

    get #next() {
        return this.hint ? this.hint.rung + 1 : this.first;
    }

    get #isAtTop() {
        return this.hint?.rung === TOP;
    }

    async #climbOn() {
        const { position, helper } = this;
        let hint = await helper.ask(this.#next);
        while (hint.rung < TOP && (hint.words[hint.rung] ?? []).length === 0) {
            hint = await helper.ask(hint.rung + 1);
        }
        if (position !== this.position) return;
        this.presses -= 1;
        this.hint = hint;
        this.render();
        this.#sign(hint);
        tell(joined((hint.words[hint.rung] ?? []).map(({ text }) => text)), this.host);
    }

    render() {
        const hint = this.hint;
        const rungs = hint ? hint.words.map((_, rung) => this.#rung(hint, rung)) : [];
        const list = make("ol", { class: "ladder", "aria-label": t("hint.ladder") });
        list.append(...rungs.filter((rung) => rung !== null));
        const hadFocus = this.host.contains(document.activeElement);
        this.host.replaceChildren(
            ...(hint ? [list] : [make("p", { class: "soft" }, t("hint.intro"))]),
            ...this.#pictures(),
            ...this.#button(),
        );
        const more = this.host.querySelector("button.more");
        if (hadFocus && more instanceof HTMLElement) more.focus();
        if (hint && more) bringIntoSheet(more);
    }

    /** @param {Hint} hint  @param {number} rung */
    #rung(hint, rung) {
        const figures = rung === PROOF ? hint.figures : undefined;
        const words = without(hint.words[rung] ?? [], figures ?? []);
        if (rung < this.first || words.length === 0) return null;
        const title = make("h3", {}, t(rungKey("rung", hint, rung)));
        const table = figures ? guessTable(figures, this.board) : null;
        return make("li", { class: "rung" }, title, sentenceList(words, this.board), table);
    }

    #button() {
        const isLast = this.#isAtTop;
        if (isLast && !this.hint?.move) return [];
        const key = isLast ? "rung.play" : this.#question();
        const climb = () => this.climb();
        return [make("button", { type: "button", class: "more primary", onclick: climb }, t(key))];
    }

    /** The key of what the next rung answers. */
    #question() {
        const isAny = this.#next === 0 && this.helper.flags?.();
        return isAny ? "rung.ask.any" : rungKey("rung.ask", this.hint, this.#next);
    }

    /** The proof as a picture, once it is told. */
    #pictures() {
        const { hint } = this;
        const targets = (hint && hint.rung >= PROOF && hint.targets) || [];
        const told = targets.find((each) => !each.is_mine) ?? targets[0];
        if (!told) return [];
        return [pictureButtons(() => ({ ...this.helper.position(), cell: told.name }))];
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
