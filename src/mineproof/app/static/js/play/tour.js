/** The tour: three steps for newcomers, the last one a position to solve. */

import { Board } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { miniature } from "../board/miniature.js";
import { followPointer } from "../board/pointer.js";
import { byId } from "../page/dom.js";
import { save } from "../page/store.js";
import { inWords, t } from "../page/words.js";

/** @import {Sign} from "../board/labels.js" */
/** @import {Act} from "../types.js" */

/** @typedef {[number, Sign][]} Signs */

/** What the steps before the last one show. */
const PICTURES = [
    { rows: ["F10", "220", "F10"], signs: /** @type {Signs} */ ([[3, "clue"]]) },
    {
        rows: ["001#", "0011", "0000"],
        signs: /** @type {Signs} */ ([
            [2, "clue"],
            [3, "mine"],
        ]),
    },
];
const LAST = PICTURES.length;
const RIDDLE = "###121000"; // three columns: the outer two of the first row are mines
const SAFE = 1;
const SOLVED = "F2F121000";
/** @type {Record<string, Act>} */
const KEYS = { " ": "open", Enter: "open", f: "flag", F: "flag" };

export class Tour {
    constructor() {
        this.dialog = byId("tour", HTMLDialogElement);
        this.stage = byId("tour-stage", HTMLElement);
        this.told = byId("tour-told", HTMLElement);
        this.step = 0;
        this.grid = new Grid(3, 3, "square");
        this.cells = RIDDLE;
        this.board = new Board(this.stage, (event, cell) => this.#key(event, cell));
        followPointer(this.board, {
            act: (act, cell) => this.#act(act, cell),
            isFlagMode: () => false,
        });
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("tour-skip", () => this.dialog.close());
        on("tour-back", () => this.#go(this.step - 1));
        on("tour-next", () => this.#next());
        this.dialog.addEventListener("close", () => save("tour", true));
        inWords(() => this.#show());
    }

    /** Begin at the first step. */
    start() {
        this.#go(0);
        this.dialog.showModal();
        byId("tour-next", HTMLButtonElement).focus();
    }

    #next() {
        if (this.step === LAST) return this.dialog.close();
        this.#go(this.step + 1);
        if (this.step === LAST) this.board.stopAt(0, true);
    }

    /** @param {number} step */
    #go(step) {
        this.step = step;
        this.cells = RIDDLE;
        this.told.textContent = "";
        this.board.sign(new Map());
        this.#show();
    }

    #show() {
        const { step } = this;
        const values = { n: step + 1, of: LAST + 1 };
        byId("tour-place", HTMLElement).textContent = t("tour.place", values);
        byId("tour-title", HTMLElement).textContent = t(`tour.title_${step}`);
        byId("tour-words", HTMLElement).textContent = t(`tour.words_${step}`);
        byId("tour-back", HTMLElement).hidden = step === 0;
        byId("tour-skip", HTMLElement).hidden = step === LAST;
        this.told.hidden = step !== LAST;
        const next = step === LAST ? "tour.end" : "tour.next";
        byId("tour-next", HTMLElement).textContent = t(next);
        this.#showStage();
    }

    #showStage() {
        const picture = PICTURES[this.step];
        if (picture) {
            this.board.show({ grid: new Grid(0, 0, "square"), cells: "" });
            this.stage.replaceChildren(miniature(picture.rows, "square", new Map(picture.signs)));
        } else this.board.show({ grid: this.grid, cells: this.cells });
    }

    /** @param {KeyboardEvent} event  @param {number} cell */
    #key(event, cell) {
        const act = KEYS[event.key];
        if (!act || event.repeat) return;
        event.preventDefault();
        this.#act(act, cell);
    }

    /** A flag is a note; an opened cell is the answer. @param {Act} act  @param {number} cell */
    #act(act, cell) {
        const face = this.cells[cell] ?? "";
        if (act === "flag" && "#F".includes(face)) this.#put(cell, face === "#" ? "F" : "#");
        else if (act === "open" && face === "#") this.#answer(cell);
    }

    /** @param {number} cell  @param {string} face */
    #put(cell, face) {
        this.cells = this.cells.slice(0, cell) + face + this.cells.slice(cell + 1);
        this.#showStage();
    }

    /** @param {number} cell */
    #answer(cell) {
        const isRight = cell === SAFE;
        const name = this.grid.name(cell);
        this.told.textContent = t(isRight ? "tour.right" : "tour.wrong", { cell: name });
        this.board.sign(isRight ? new Map() : new Map([[cell, "mine"]]));
        if (!isRight) return;
        this.cells = SOLVED;
        this.#showStage();
        byId("tour-next", HTMLButtonElement).focus();
    }
}
