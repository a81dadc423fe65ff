/**
 * Mouse, pen and touch input on a board, turned into acts.
 *
 * A mouse acts where its button is released, as in the classic game: the cells that would open look
 * pressed, and follow the pointer. The left button opens, the right one flags (at once), the middle
 * one, both together, or the left on a number chord. A finger opens by a tap and flags by a long
 * press; in flag mode the two are swapped. While a finger rests, a ring fills up until the press is
 * long enough. In the mode of asking, a tap or the left button asks about the cell; with Shift it
 * always does.
 */

import { settings } from "../page/settings.js";

/** @import {Board} from "./board.js" */
/** @import {Act} from "../types.js" */

const SLIP = 12; // pixels that a finger may slip before a press becomes a scroll
const MIDDLE = 1;
const RIGHT = 2;
const BOTH = 3; // as `buttons` has it: left and right

/**
 * @typedef {object} Play
 * @property {(act: Act, cell: number) => void} act
 * @property {() => boolean} isFlagMode
 * @property {() => boolean} [isAsking]  whether a tap or a click asks; one with Shift always does
 * @property {(cell: number) => void} [ask]
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
        this.cell = -1; // under the finger, or under a pressed mouse
        this.button = -1; // of the mouse, while it is down
        this.isChord = false; // both buttons are down, or were
        this.isQuestion = false; // about the cell, not a move
        this.timer = 0;
        this.at = { x: 0, y: 0 };
        const grid = board.element;
        grid.addEventListener("pointerdown", (event) => this.down(event));
        grid.addEventListener("pointermove", (event) => this.move(event));
        grid.addEventListener("pointerup", (event) => this.up(event));
        grid.addEventListener("pointercancel", () => this.end());
        grid.addEventListener("pointerleave", (event) => this.left(event));
        grid.addEventListener("contextmenu", (event) => event.preventDefault());
        grid.addEventListener("click", (event) => this.clicked(event));
    }

    /** @param {PointerEvent} event */
    down(event) {
        const cell = this.board.cellOf(event);
        if (cell < 0) return;
        this.board.stopAt(cell);
        if (event.pointerType === "touch") this.rest(cell, event);
        else this.press(cell, event);
    }

    /** A mouse button, the first one, goes down. @param {number} cell  @param {PointerEvent} event */
    press(cell, event) {
        if (event.button > RIGHT) return; // buttons that go back and forth
        this.end();
        this.button = event.button;
        this.isQuestion = this.asks(event);
        free(event);
        if (event.button === RIGHT) this.play.act("flag", cell);
        if (event.button === MIDDLE) event.preventDefault(); // no scrolling by the wheel's button
        this.hover(cell);
    }

    /** The pressed mouse is over this cell: show which cells would open. @param {number} cell */
    hover(cell) {
        if (cell === this.cell) return;
        this.cell = cell;
        const isSilent = this.isQuestion || (this.button === RIGHT && !this.isChord);
        const isShown = cell >= 0 && !isSilent;
        this.board.light(isShown ? this.#wouldOpen(cell) : [], "pressed");
    }

    /** @param {number} cell */
    #wouldOpen(cell) {
        const { grid, shown } = this.board;
        const face = this.board.face(cell);
        const isNumber = face <= "8" && face >= "0";
        const isAround = isNumber || this.isChord || this.button === MIDDLE;
        const around = isAround ? [cell, ...grid.neighbours(cell)] : [cell];
        return around.filter((each) => shown.cells[each] === "#");
    }

    /** A mouse moves, or presses or releases its second button. @param {PointerEvent} event */
    slide(event) {
        if (this.button < 0) return;
        if (event.buttons === 0) return this.end(); // released outside of the board
        const areBoth = (event.buttons & BOTH) === BOTH;
        if (this.isChord && !areBoth) return this.act(event);
        if (areBoth && !this.isChord) {
            this.isChord = true;
            this.cell = -1; // to be shown anew
        }
        this.hover(this.board.cellOf(event));
    }

    /** A finger goes down: a tap if it lifts soon, else a long press.
     *  @param {number} cell  @param {PointerEvent} event */
    rest(cell, event) {
        this.end();
        this.cell = cell;
        this.isQuestion = this.asks(event);
        this.at = { x: event.clientX, y: event.clientY };
        if (this.isQuestion || !"#F".includes(this.board.face(cell))) return;
        this.board.cells[cell]?.classList.add("held");
        this.timer = window.setTimeout(() => this.held(), settings.hold);
    }

    /** Tell whether a press asks about its cell. @param {PointerEvent} event */
    asks(event) {
        const isWanted = event.shiftKey || this.play.isAsking?.() === true;
        return isWanted && event.button === 0 && this.play.ask !== undefined;
    }

    held() {
        const cell = this.cell;
        this.end();
        if (settings.vibrate) navigator.vibrate?.(15);
        this.play.act(this.play.isFlagMode() ? "open" : "flag", cell);
    }

    /** @param {PointerEvent} event */
    move(event) {
        if (event.pointerType !== "touch") return this.slide(event);
        if (this.cell < 0) return;
        if (Math.hypot(event.clientX - this.at.x, event.clientY - this.at.y) > SLIP) this.end();
    }

    /** A mouse may come back while it is pressed. @param {PointerEvent} event */
    left(event) {
        if (event.pointerType === "touch") this.end();
        else this.hover(-1);
    }

    /** @param {PointerEvent} event */
    up(event) {
        const isTouch = event.pointerType === "touch";
        const isSame = this.board.cellOf(event) === this.cell;
        if (isTouch ? isSame : this.button >= 0 && (this.isChord || this.button !== RIGHT)) {
            this.act(event);
        } else this.end();
    }

    /** Act on the cell where the pointer is. @param {PointerEvent} event */
    act(event) {
        const cell = this.board.cellOf(event);
        const { isQuestion } = this;
        const act = this.meaning(cell);
        this.end();
        if (cell < 0) return;
        this.board.stopAt(cell);
        if (isQuestion && act !== "chord") this.play.ask?.(cell);
        else this.play.act(act, cell);
    }

    /**
     * Return what a tap or a click asks for; `act` knows what that means on an open cell.
     *
     * @param {number} cell
     * @returns {Act}
     */
    meaning(cell) {
        if (this.isChord || this.button === MIDDLE) return "chord";
        const isCovered = "#F".includes(this.board.face(cell));
        return isCovered && this.play.isFlagMode() ? "flag" : "open";
    }

    end() {
        clearTimeout(this.timer);
        this.board.cells[this.cell]?.classList.remove("held");
        this.board.light([], "pressed");
        this.cell = this.button = -1;
        this.isChord = this.isQuestion = false;
    }

    /** A click without a pointer comes from an assistive program. @param {MouseEvent} event */
    clicked(event) {
        const cell = this.board.cellOf(event);
        if (event.detail !== 0 || cell < 0) return;
        if (this.play.isAsking?.()) this.play.ask?.(cell);
        else this.play.act("open", cell);
    }
}

/** Let a pen, which stays with the cell where it began, slide like a mouse.
 *  @param {PointerEvent} event */
function free({ target, pointerId }) {
    if (target instanceof Element && target.hasPointerCapture(pointerId)) {
        target.releasePointerCapture(pointerId);
    }
}
