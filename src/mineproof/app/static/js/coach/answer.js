/**
 * The answer to a question about a cell: what it is, with its proof; or why it is not certain, by
 * two layouts that fit, drawn on the board; and what if it were a mine, or safe.
 */

import { ApiError } from "../page/api.js";
import { announce, notify } from "../page/announce.js";
import { make } from "../page/dom.js";
import { Choices, layoutsView } from "./choices.js";
import { encode } from "../board/position.js";
import { explanationView, stepView } from "./explanation.js";
import { pictureButtons } from "./pictures.js";
import { places, sentenceList } from "./sentences.js";
import { joined, t } from "../page/words.js";

/** @import {Ask} from "./ask.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Explanation, Supposition} from "../types.js" */

const isAtFoot = matchMedia("(max-width: 1000px)"); // where the answer stands, as in coach.css
/** @type {ScrollIntoViewOptions} */
const NEAREST = { block: "nearest", inline: "nearest" };

export class Answer {
    /**
     * @param {Ask} ask
     * @param {Explanation} explanation
     */
    constructor(ask, explanation) {
        this.ask = ask;
        this.board = ask.board;
        this.source = ask.source;
        this.explanation = explanation;
        this.cell = this.board.grid.at(explanation.cell);
        this.supposed = make("div", { class: "then" });
        this.choices = new Choices(this.board, (isDrawn) => {
            this.supposed.replaceChildren();
            if (!isDrawn) this.source.restore();
        });
        this.#render();
    }

    #render() {
        const { explanation, board } = this;
        board.shade(undefined);
        const view = explanationView(explanation, board, () => this.#showTree());
        const head = /** @type {HTMLElement} */ (view.querySelector("h3"));
        if (explanation.steps.length > 0) view.append(pictureButtons(() => this.#explained()));
        const { why_not: whyNot } = explanation;
        const doubt = whyNot ? layoutsView(explanation, whyNot, this.choices) : null;
        if (doubt) head.after(doubt.view);
        if (isOpenQuestion(explanation)) view.append(this.#questions(), this.supposed);
        this.ask.host.replaceChildren(make("div", { class: "answer" }, this.#closer(), view));
        doubt?.first.click();
        bringIntoSheet(this.ask.host);
        if (isAtFoot.matches) board.cells[this.cell]?.scrollIntoView(NEAREST);
        announce(explanationTitle(explanation, head));
    }

    #closer() {
        const label = t("dialog.close");
        const close = () => this.ask.close();
        const attributes = { type: "button", class: "quiet close", title: label, onclick: close };
        return make("button", { ...attributes, "aria-label": label }, "×");
    }

    #explained() {
        return { ...this.source.position(), cell: this.explanation.name };
    }

    #showTree() {
        void this.ask.tree.show(this.#explained());
    }

    // What if

    #questions() {
        const { name, verdict } = this.explanation;
        const label = t("ask.what_if", { cell: name });
        const { choices } = this;
        const values = { cell: name };
        const mine = choices.button(t("ask.is_mine", values), () => void this.#suppose(true));
        const safe = choices.button(t("ask.is_safe", values), () => void this.#suppose(false));
        const contrary = { safe: [mine], mine: [safe] };
        const buttons = contrary[/** @type {"safe"} */ (verdict)] ?? [mine, safe];
        const group = make("div", { class: "choices", role: "group", "aria-label": label });
        group.append(...buttons);
        return make("section", {}, make("h4", {}, label), group);
    }

    /** @param {boolean} isMine */
    async #suppose(isMine) {
        const { turn } = this.ask;
        const { pressed } = this.choices;
        try {
            const found = await this.source.suppose(this.explanation.name, isMine);
            if (turn === this.ask.turn && pressed === this.choices.pressed)
                this.#tellSupposed(found);
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
        }
    }

    /** @param {Supposition} found */
    #tellSupposed(found) {
        const { board } = this;
        const steps = found.steps.map((step, i) =>
            stepView(step, i + 1, found.steps.length, board),
        );
        const goOn = found.is_possible === false ? [] : this.#goOn(found.is_mine);
        this.supposed.replaceChildren(sentenceList(found.remarks, board), ...steps, ...goOn);
        board.sign(this.#supposedSigns(found));
        this.supposed.scrollIntoView(NEAREST);
        announce(joined(found.remarks.map(({ text }) => text)));
    }

    /** @param {Supposition} found */
    #supposedSigns({ is_mine, is_possible, steps, follows }) {
        const { board, cell } = this;
        /** @type {Map<number, Sign>} */
        const signs = new Map();
        for (const step of steps)
            for (const clue of places(step.clues, board)) signs.set(clue, "clue");
        for (const fact of follows)
            signs.set(board.grid.at(fact.cell), fact.is_mine ? "then_mine" : "then_safe");
        if (is_possible === false) signs.set(cell, is_mine ? "safe" : "mine");
        else signs.set(cell, is_mine ? "then_mine" : "then_safe");
        return signs;
    }

    /** What leads on from a supposition: here, or in Analyse. @param {boolean} isMine */
    #goOn(isMine) {
        const { branch, position } = this.source;
        if (!branch) {
            const { board, ...rest } = position();
            const known = isMine ? withFace(board, this.explanation.cell, "*") : board;
            const href = `#analyse/${encode({ ...rest, board: known })}`;
            return [make("a", { href, class: "watch" }, t("ask.in_analyse"))];
        }
        /** @param {string} face  @param {string} text */
        const button = (face, text) =>
            make("button", { type: "button", onclick: () => branch(this.cell, face) }, text);
        const name = this.explanation.name;
        if (isMine) return [button("*", t("ask.branch_mine", { cell: name }))];
        const numbers = this.#numbers().map((n) => button(n, n));
        const label = t("ask.branch_number", { cell: name });
        const group = make("div", { class: "choices numbers", role: "group", "aria-label": label });
        group.append(...numbers);
        return [make("p", {}, label), group];
    }

    /** The numbers that the cell could show if it were safe, judged by its neighbours alone. */
    #numbers() {
        const { grid } = this.board;
        const near = grid.neighbours(this.cell).map((each) => this.board.face(each));
        const mines = near.filter((face) => face === "*").length;
        const covered = near.filter((face) => "#F".includes(face)).length;
        return Array.from({ length: covered + 1 }, (_, n) => String(mines + n));
    }
}

/** Tell whether something can be supposed: not about what is open, or certain without a proof (a
 *  first cell, a mine that is seen). @param {Explanation} explanation */
function isOpenQuestion({ verdict, steps }) {
    const isCertain = verdict === "safe" || verdict === "mine";
    return verdict !== "open" && (!isCertain || steps.length > 0);
}

/** Scroll an answer into view within its sheet, its head first. @param {HTMLElement} host */
function bringIntoSheet(host) {
    const sheet = host.closest(".sheet");
    if (!sheet) return;
    const is = host.getBoundingClientRect();
    const room = sheet.getBoundingClientRect();
    if (is.bottom > room.bottom)
        sheet.scrollTop += Math.min(is.bottom - room.bottom, is.top - room.top) + 12;
}

/** @param {Explanation} explanation  @param {HTMLElement} head */
function explanationTitle({ why_not }, head) {
    const title = head.textContent ?? "";
    return why_not ? joined([title, t("ask.two_layouts")]) : title;
}

/**
 * Return a picture with another face on one cell.
 *
 * @param {string[]} board
 * @param {[number, number]} place
 * @param {string} face
 */
function withFace(board, [row, col], face) {
    return board.map((line, i) =>
        i === row ? line.slice(0, col) + face + line.slice(col + 1) : line,
    );
}
