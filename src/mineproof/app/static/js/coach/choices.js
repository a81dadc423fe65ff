/**
 * Buttons that draw on the board what is not known, one at a time: a layout that fits, or what would
 * follow from a supposition.
 */

import { make } from "../page/dom.js";
import { places } from "./sentences.js";
import { huge, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Doubt, Explanation, Witness} from "../types.js" */

export class Choices {
    /**
     * @param {Board} board
     * @param {(isDrawn: boolean) => void} onPress  called before something is drawn, or when the
     *   board is to look as it did before
     */
    constructor(board, onPress) {
        this.board = board;
        this.onPress = onPress;
        /** @type {HTMLButtonElement | null} the one that says what is drawn */
        this.pressed = null;
    }

    /**
     * Return a button that draws something until another one is pressed, or it again.
     *
     * @param {string} text
     * @param {() => void} draw
     */
    button(text, draw) {
        const button = make("button", { type: "button", "aria-pressed": "false" }, text);
        button.addEventListener("click", () => {
            this.#press(button === this.pressed ? null : button);
            if (this.pressed) draw();
        });
        return button;
    }

    /** Let go of the button that is pressed; whoever calls draws the board. */
    release() {
        this.pressed?.setAttribute("aria-pressed", "false");
        this.pressed = null;
        this.board.frame.classList.remove("supposing");
    }

    /** @param {HTMLButtonElement | null} button */
    #press(button) {
        this.release();
        this.pressed = button;
        button?.setAttribute("aria-pressed", "true");
        this.board.frame.classList.toggle("supposing", button !== null);
        this.onPress(button !== null);
        if (button) this.board.weigh(new Map());
    }
}

/**
 * Return the two layouts that show why a cell is uncertain, and the button that draws the first.
 *
 * @param {Explanation} explanation
 * @param {Doubt} doubt
 * @param {Choices} choices
 */
export function layoutsView({ name, cell }, { mined, safe, layouts }, choices) {
    const { board } = choices;
    /** @param {Witness} shown  @param {Witness} other */
    const draw = (shown, other) => board.sign(drawn(board, board.grid.at(cell), shown, other));
    /** @param {string} key  @param {Witness} shown  @param {Witness} other */
    const button = (key, shown, other) =>
        choices.button(t(key, { cell: name }), () => draw(shown, other));
    const first = button("ask.with_mine", mined, safe);
    const second = button("ask.without_mine", safe, mined);
    const label = t("ask.layouts", { cell: name });
    const group = { class: "choices", role: "group", "aria-label": label };
    const view = make(
        "section",
        { class: "layouts" },
        make("h4", {}, label),
        make("div", group, first, second),
        make("p", { class: "soft" }, oneOf(layouts)),
    );
    return { view, first };
}

/**
 * Return the signs of a layout, and of where the other one has a mine that it lacks.
 *
 * @param {Board} board
 * @param {number} cell  the one in question
 * @param {Witness} shown
 * @param {Witness} other
 */
function drawn(board, cell, shown, other) {
    const far = new Set(places(other.elsewhere, board));
    /** @type {Map<number, Sign>} */
    const signs = new Map();
    for (const each of places([...other.frontier, ...other.elsewhere], board))
        signs.set(each, "layout_free");
    for (const each of places(shown.elsewhere, board))
        signs.set(each, far.has(each) ? "layout_far" : "layout_mine");
    for (const each of places(shown.frontier, board)) signs.set(each, "layout_mine");
    if (!signs.has(cell)) signs.set(cell, "layout_free");
    return signs;
}

/** @param {Doubt["layouts"]} layouts */
function oneOf(layouts) {
    if (!layouts) return t("ask.one_layout");
    const n = huge(String(BigInt(layouts.mined) + BigInt(layouts.safe)));
    return t("ask.one_of", { n });
}
