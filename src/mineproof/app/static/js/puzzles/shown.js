/** The board of a puzzle: the part that matters, or all of it, and a note that says which. */

import { Board } from "../board/board.js";
import { Crop } from "../board/crop.js";
import { Grid } from "../board/grid.js";
import { byId } from "../page/dom.js";
import { number, t } from "../page/words.js";

/** @import {Window} from "../board/crop.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Puzzle} from "../types.js" */

export class ShownPuzzle {
    /** @param {(event: KeyboardEvent, cell: number) => void} onKey */
    constructor(onKey) {
        this.frame = byId("puzzle-board", HTMLElement);
        this.board = new Board(this.frame, onKey);
        this.button = byId("puzzle-whole", HTMLButtonElement);
        /** @type {Puzzle | null} */
        this.puzzle = null;
        this.isWhole = false;
        this.button.addEventListener("click", () => this.#toggle());
    }

    /** The part that is shown; null for the whole board. @returns {Window | null} */
    get crop() {
        return this.isWhole ? null : (this.puzzle?.crop ?? null);
    }

    /** @param {Puzzle} puzzle */
    show(puzzle) {
        this.puzzle = puzzle;
        this.isWhole = false;
        this.board.sign(new Map());
        this.board.light([]);
        this.#draw();
    }

    /** Put the note into the language of the page. */
    translate() {
        const { puzzle, crop } = this;
        byId("puzzle-part", HTMLElement).hidden = this.frame.hidden = puzzle === null;
        this.frame.dataset.puzzle = puzzle?.id ?? "";
        if (!puzzle) return;
        const flags = puzzle.board.join("").match(/F/g)?.length ?? 0;
        const mines = crop ? t("puzzle.no_count") : number(puzzle.mines - flags);
        byId("puzzle-mines", HTMLElement).textContent = mines;
        const { grid } = this.board;
        const [first, last] = [grid.name(0), grid.name(grid.size - 1)];
        const words = t(crop ? "puzzle.part" : "puzzle.whole", { first, last });
        byId("puzzle-part-words", HTMLElement).textContent = words;
        this.button.hidden = puzzle.crop === null;
        this.button.textContent = t(this.isWhole ? "puzzle.show_part" : "puzzle.show_whole");
    }

    /** Show nothing. */
    clear() {
        this.puzzle = null;
        this.translate();
    }

    #draw() {
        const { puzzle, crop, board } = this;
        if (!puzzle) return;
        const whole = new Grid(puzzle.board.length, puzzle.board[0]?.length ?? 0, puzzle.shape);
        const fresh = crop ? new Crop(whole, crop) : whole;
        const grid = fresh.equals(board.grid) ? board.grid : fresh;
        const faces = Array.from({ length: grid.size }, (_, cell) => {
            const [row, col] = grid.place(cell);
            return puzzle.board[row]?.[col] ?? "#";
        });
        board.show({ grid, cells: faces.join("") });
        this.translate();
        board.fit(); // it may have been hidden
    }

    /** Show the whole board instead of a part, or the other way round; signs stay. */
    #toggle() {
        const { board } = this;
        const signs = [...board.signs].map(([cell, sign]) => ({
            place: board.grid.place(cell),
            sign,
        }));
        board.sign(new Map());
        this.isWhole = !this.isWhole;
        this.#draw();
        /** @type {Map<number, Sign>} */
        const moved = new Map();
        for (const { place, sign } of signs) moved.set(board.grid.at(place), sign);
        board.sign(moved);
    }
}
