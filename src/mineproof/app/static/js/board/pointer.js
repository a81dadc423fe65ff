/**
 * Mouse, pen and touch input on a board, turned into acts.
 *
 * A mouse opens with the left button, flags with the right one, and chords with the middle one, or
 * with the left on a number. A finger opens by a tap and flags by a long press; in flag mode the
 * two are swapped. While a finger rests, a ring fills up until the press is long enough.
 */

import { settings } from "../page/settings.js";

/** @import {Board} from "./board.js" */
/** @import {Act} from "../types.js" */

const SLIP = 12; // pixels that a finger may slip before a press becomes a scroll

/**
 * @typedef {object} Play
 * @property {(act: Act, cell: number) => void} act
 * @property {() => boolean} isFlagMode
 */

/**
 * @param {Board} board
 * @param {Play} play
 */
export function followPointer(board, play) {
    new Gesture(board, play);
}

class Gesture {
    /** @param {Board} board  @param {Play} play */
    constructor(board, play) {
        this.board = board;
        this.play = play;
        this.cell = -1;
        this.timer = 0;
        this.at = { x: 0, y: 0 };
        const grid = board.element;
        grid.addEventListener("pointerdown", (event) => this.down(event));
        grid.addEventListener("pointermove", (event) => this.move(event));
        grid.addEventListener("pointerup", (event) => this.up(event));
        grid.addEventListener("pointercancel", () => this.end());
        grid.addEventListener("pointerleave", () => this.end());
        grid.addEventListener("contextmenu", (event) => event.preventDefault());
        grid.addEventListener("click", (event) => this.clicked(event));
    }

    /** @param {PointerEvent} event */
    down(event) {
        const cell = this.board.cellOf(event);
        if (cell < 0) return;
        this.board.stopAt(cell);
        if (event.pointerType === "touch") this.rest(cell, event);
        else if (event.button === 2) this.play.act("flag", cell);
        else this.press(cell);
        if (event.button === 1) event.preventDefault();
    }

    /** A mouse button goes down: show which cells would open. @param {number} cell */
    press(cell) {
        this.cell = cell;
        const { grid, shown } = this.board;
        const isOpen = this.board.face(cell) <= "8" && this.board.face(cell) >= "0";
        const around = isOpen ? grid.neighbours(cell) : [cell];
        this.board.light(
            around.filter((each) => shown.cells[each] === "#"),
            "pressed",
        );
    }

    /** A finger goes down: a tap if it lifts soon, else a long press.
     *  @param {number} cell  @param {PointerEvent} event */
    rest(cell, event) {
        this.end();
        this.cell = cell;
        this.at = { x: event.clientX, y: event.clientY };
        if (!"#F".includes(this.board.face(cell))) return;
        this.board.cells[cell]?.classList.add("held");
        this.timer = window.setTimeout(() => this.held(), settings.hold);
    }

    held() {
        const cell = this.cell;
        this.end();
        if (settings.vibrate) navigator.vibrate?.(15);
        this.play.act(this.play.isFlagMode() ? "open" : "flag", cell);
    }

    /** @param {PointerEvent} event */
    move(event) {
        if (event.pointerType !== "touch" || this.cell < 0) return;
        if (Math.hypot(event.clientX - this.at.x, event.clientY - this.at.y) > SLIP) this.end();
    }

    /** @param {PointerEvent} event */
    up(event) {
        const cell = this.cell;
        this.end();
        if (cell < 0 || this.board.cellOf(event) !== cell || event.button === 2) return;
        this.play.act(this.meaning(cell, event), cell);
    }

    /**
     * Return what a tap or a click asks for; `act` knows what that means on an open cell.
     *
     * @param {number} cell
     * @param {PointerEvent} event
     * @returns {Act}
     */
    meaning(cell, event) {
        if (event.button === 1) return "chord";
        const isCovered = "#F".includes(this.board.face(cell));
        return isCovered && this.play.isFlagMode() ? "flag" : "open";
    }

    end() {
        clearTimeout(this.timer);
        this.board.cells[this.cell]?.classList.remove("held");
        this.board.light([], "pressed");
        this.cell = -1;
    }

    /** A click without a pointer comes from an assistive program. @param {MouseEvent} event */
    clicked(event) {
        const cell = this.board.cellOf(event);
        if (event.detail === 0 && cell >= 0) this.play.act("open", cell);
    }
}
