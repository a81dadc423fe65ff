/**
 * Zoom: how large the cells of a board are, chosen by buttons, keys, pinch or wheel.
 *
 * The browser scrolls a board that is larger than its frame: one finger pans. Two fingers zoom and
 * pan. Where cells are too small for a finger, a tap does not open one; it zooms in there. On a map,
 * where they are too small for a mouse as well, so does a click.
 */

import { make } from "../page/dom.js";
import { LARGEST, isInline, pitch } from "./fit.js";
import { inWords, t } from "../page/words.js";

/** @import {Board} from "./board.js" */
/** @typedef {{x: number, y: number}} Point  on the screen */

const STEP = 1.25;
const TAPPED = 18; // pixels of the smallest cell that a tap opens
const SLIP = 12; // pixels that a finger may slip in a tap
const WHEEL = 0.004; // how much a pixel of the wheel zooms

export class Zoom {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.wish = 0; // the size that the player has chosen, 0 if none
        /** @type {Point | null} where a tap began that may zoom in */
        this.tap = null;
        /** @type {{size: number, width: number, place: Point} | null} where a pinch began */
        this.start = null;
        this.close = () => {};
        if (!isInline(board.frame)) this.#listen();
    }

    /** The size of a cell now. */
    get size() {
        const { usual, whole } = this.board.room;
        if (!this.wish) return usual;
        const size = Math.min(Math.max(this.wish, whole), Math.max(LARGEST, usual));
        return size >= 10 ? Math.floor(size) : size; // whole pixels look sharp
    }

    /** Show the buttons where they are of use. */
    show() {
        const { frame, room } = this.board;
        if (isInline(frame)) return;
        if (!this.bar?.isConnected) frame.after(this.#makeBar());
        const { bar } = this;
        if (!bar) return;
        bar.hidden = Math.floor(room.whole) >= room.usual && this.wish === 0;
        const [less, whole, more] = /** @type {HTMLCollectionOf<HTMLButtonElement>} */ (
            bar.children
        );
        if (!less || !whole || !more) return;
        less.disabled = this.size <= Math.max(room.whole, 10) && this.#isWhole;
        more.disabled = this.size >= LARGEST;
        whole.textContent = t(this.#isWhole ? "zoom.usual" : "zoom.whole");
    }

    /** Forget what the player has chosen: there is another board. */
    reset() {
        this.wish = 0;
    }

    /** Show the whole board, or if it is shown, cells of the usual size. */
    toggle() {
        const { whole, usual } = this.board.room;
        this.to(this.#isWhole ? usual : whole, this.#middle);
    }

    /**
     * Zoom; what is at this point of the screen stays there.
     *
     * @param {number} size
     * @param {Point} at
     */
    to(size, at) {
        this.#place(size, at, this.#under(at));
    }

    /** Bring a cell to the middle of the frame. @param {number} row  @param {number} col */
    centre(row, col) {
        const { left, right, top, bottom } = this.board.frame.getBoundingClientRect();
        const place = { x: col + 0.5, y: (row + 0.5) * pitch(this.board.grid) };
        this.#bring(place, { x: (left + right) / 2, y: (top + bottom) / 2 });
    }

    get #isWhole() {
        return this.size <= this.board.room.whole;
    }

    /** The cell at the tab stop, if it is in sight; else the middle of the frame. @returns {Point} */
    get #middle() {
        const view = this.board.frame.getBoundingClientRect();
        const stop = this.board.cells[this.board.current]?.getBoundingClientRect();
        const { left, right, top, bottom } = stop && overlap(view, stop) ? stop : view;
        return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }

    /** Return the place under a point, in cells from the corner of the grid. @param {Point} at */
    #under({ x, y }) {
        const { left, top } = this.board.element.getBoundingClientRect();
        return { x: (x - left) / this.board.size, y: (y - top) / this.board.size };
    }

    /** Zoom, and bring a place of the board to a point of the screen.
     *  @param {number} size  @param {Point} at  @param {Point} place */
    #place(size, at, place) {
        this.wish = size;
        this.board.fit();
        this.#bring(place, at);
    }

    /** Scroll a place of the board, in cells, to a point of the screen.
     *  @param {Point} place  @param {Point} at */
    #bring(place, at) {
        const { element, frame, size } = this.board;
        const { left, top } = element.getBoundingClientRect();
        frame.scrollBy(left + place.x * size - at.x, top + place.y * size - at.y);
    }

    #makeBar() {
        this.bar = make("div", { class: "zoom", role: "group" });
        /** @param {() => void} onclick */
        const button = (onclick) => make("button", { type: "button", onclick });
        const by = (/** @type {number} */ factor) => () =>
            this.to(this.size * factor, this.#middle);
        this.bar.append(
            button(by(1 / STEP)),
            button(() => this.toggle()),
            button(by(STEP)),
        );
        this.#word();
        return this.bar;
    }

    #word() {
        const { bar } = this;
        if (!bar) return;
        bar.setAttribute("aria-label", t("zoom.label"));
        const keys = ["-", "0", "+"];
        const names = [t("zoom.out"), null, t("zoom.in")];
        for (const [i, button] of [...bar.children].entries()) {
            button.setAttribute("aria-keyshortcuts", keys[i] ?? "");
            if (i !== 1) button.textContent = i ? "+" : "−";
            if (names[i]) button.setAttribute("aria-label", names[i]);
        }
    }

    #listen() {
        const { frame } = this.board;
        const ended = new AbortController();
        const { signal } = ended;
        const before = { capture: true, signal }; // before those who play on the board
        const active = { passive: false, signal };
        frame.addEventListener("pointerdown", (event) => this.#down(event), before);
        frame.addEventListener("pointermove", (event) => this.#moved(event), before);
        frame.addEventListener("pointerup", (event) => this.#up(event), before);
        frame.addEventListener("pointercancel", () => (this.tap = null), before);
        frame.addEventListener("touchstart", (event) => this.#pinched(event), active);
        frame.addEventListener("touchmove", (event) => this.#pinched(event), active);
        frame.addEventListener("touchend", (event) => this.#lifted(event), { signal });
        frame.addEventListener("touchcancel", (event) => this.#lifted(event), { signal });
        frame.addEventListener("wheel", (event) => this.#wheeled(event), active);
        document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
        const endWords = inWords(() => (this.#word(), this.show()));
        this.close = () => (ended.abort(), endWords());
    }

    /** Keep a tap on cells that are too small from those who would open one.
     *  @param {PointerEvent} event */
    #down(event) {
        const { board } = this;
        const isTouch = event.pointerType === "touch";
        const isTooSmall = board.isMap || (isTouch && board.size < TAPPED);
        if (!isTooSmall && !this.start) return;
        event.stopPropagation();
        this.tap = event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
    }

    /** @param {PointerEvent} event */
    #moved(event) {
        if (this.start) event.stopPropagation();
        if (this.tap && apart(this.tap, at(event)) > SLIP) this.tap = null;
    }

    /** @param {PointerEvent} event */
    #up(event) {
        const { tap } = this;
        this.tap = null;
        if (!tap || this.start) return;
        event.stopPropagation();
        this.to(this.board.room.usual, tap);
    }

    /**
     * Two fingers zoom and pan. While the browser itself scrolls, it lets nobody interfere.
     *
     * @param {TouchEvent} event
     */
    #pinched(event) {
        const two = event.cancelable && fingers(event);
        if (!two) return;
        event.preventDefault();
        const { size, width, place } = this.start ?? this.#begin(two);
        this.#place((size * two.width) / width, two.middle, place);
    }

    /** A second finger is there: what the first one does is no press and no tap.
     *  @param {{width: number, middle: Point}} two */
    #begin({ width, middle }) {
        this.tap = null;
        this.board.element.dispatchEvent(new PointerEvent("pointercancel"));
        return (this.start = { size: this.board.size, width, place: this.#under(middle) });
    }

    /** @param {TouchEvent} event */
    #lifted(event) {
        if (event.touches.length === 0) this.start = null;
    }

    /** A wheel with Ctrl, which is also what a touchpad sends for a pinch.
     *  @param {WheelEvent} event */
    #wheeled(event) {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.to(this.board.size * Math.exp(-WHEEL * event.deltaY), at(event));
    }

    /** @param {KeyboardEvent} event */
    #keyed(event) {
        const { key, target } = event;
        if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        if (this.board.frame.offsetParent === null || document.querySelector("dialog[open]"))
            return;
        if (target instanceof Element && target.closest("input, select, textarea")) return;
        if (key === "+" || key === "=") this.to(this.size * STEP, this.#middle);
        else if (key === "-") this.to(this.size / STEP, this.#middle);
        else if (key === "0") this.toggle();
        else return;
        event.preventDefault();
    }
}

/** @param {MouseEvent} event @returns {Point} */
function at({ clientX, clientY }) {
    return { x: clientX, y: clientY };
}

/** @param {Point} a  @param {Point} b */
function apart(a, b) {
    return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Return how far two fingers are apart, and the point between them. @param {TouchEvent} event */
function fingers({ touches: [one, other, more] }) {
    if (!one || !other || more) return null;
    const [a, b] = [one, other].map(({ clientX: x, clientY: y }) => ({ x, y }));
    if (!a || !b) return null;
    return { width: apart(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}

/** @param {DOMRect} a  @param {DOMRect} b */
function overlap(a, b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
