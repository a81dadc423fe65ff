/** The text of a lesson: blocks of plain data turned into elements. Nothing is parsed as HTML. */

import { make } from "../page/dom.js";
import { lightsUp } from "../coach/sentences.js";
import { AskedBoard } from "./boards.js";

/** @import {Board} from "../board/board.js" */
/** @import {Place} from "../types.js" */
/** @import {Block, ClauseLine, Lesson, Span} from "./types.js" */

/** The text of a lesson, and its boards, which are closed with it. */
export class LessonText {
    /** @param {Lesson} lesson */
    constructor(lesson) {
        this.lesson = lesson;
        /** @type {AskedBoard[]} */
        this.boards = [];
        this.element = make("div", { class: "lesson-text" });
        for (const block of lesson.blocks) this.element.append(this.#block(block));
    }

    close() {
        for (const board of this.boards) board.close();
    }

    /** @param {Block} block */
    #block(block) {
        const { kind, spans = [], items = [], lines = [], text = "" } = block;
        if (kind === "heading") return make("h3", {}, ...this.#spans(spans));
        if (kind === "board") return this.#board(block);
        if (kind === "clauses")
            return make("ul", { class: "clauses" }, ...lines.map((each) => this.#clause(each)));
        if (kind === "verbatim") return make("pre", { tabindex: 0 }, text);
        if (kind === "paragraph") return make("p", {}, ...this.#spans(spans));
        const entries = items.map((item) => make("li", {}, ...this.#spans(item)));
        return make(kind === "numbers" ? "ol" : "ul", {}, ...entries);
    }

    /** @param {Block} block */
    #board({ board = "", spans = [] }) {
        const position = this.lesson.boards[board];
        if (!position) return make("p");
        const caption = make("figcaption");
        const shown = new AskedBoard(position, caption);
        this.boards.push(shown);
        caption.append(...this.#spans(spans));
        return shown.element;
    }

    /** @param {ClauseLine} line */
    #clause({ text, cells, note }) {
        const clause = this.#pointer("clause", text, cells);
        return make("li", {}, clause, make("span", { class: "note" }, ...this.#spans(note)));
    }

    /** @param {Span[]} spans */
    #spans(spans) {
        return spans.map((span) => this.#span(span));
    }

    /** @param {Span} span */
    #span({ text, style, cells = [] }) {
        if (style === "strong") return make("strong", {}, text);
        if (style === "emphasis") return make("em", {}, text);
        if (style === "code") return make("code", {}, text);
        return style === "claim" && cells.length > 0
            ? this.#pointer("claim", text, cells)
            : document.createTextNode(text);
    }

    /**
     * Return a part of the text whose cells light up, on the board shown last.
     *
     * @param {string} style
     * @param {string} text
     * @param {Place[]} cells
     */
    #pointer(style, text, cells) {
        const button = make("button", { type: "button", class: style }, text);
        const shown = this.boards.at(-1);
        if (shown) pointAt(button, shown.board, cells);
        return button;
    }
}

/**
 * Make an element light up cells of a board; a click keeps them lit until another element does.
 *
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {Place[]} cells
 */
export function pointAt(element, board, cells) {
    lightsUp(element, board, () => cells.map((place) => board.grid.at(place)));
}
