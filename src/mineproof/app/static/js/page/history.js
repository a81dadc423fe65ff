/**
 * Undo and redo for anything that changes by taking one value after the other. Nothing is lost: a
 * change after an undo begins another branch, beside the one that was left.
 */

/**
 * @template T
 * @typedef {object} Moment  A value, and where it stands in the history.
 * @property {T} value
 * @property {string} note  what led to it, for people
 * @property {Moment<T> | null} before
 * @property {Moment<T>[]} after  how it went on, the branch of the latest visit last
 */

/** @template T */
export class History {
    /** @param {T} value  what there is at the beginning */
    constructor(value) {
        /** @type {Moment<T>} */
        this.now = { value, note: "", before: null, after: [] };
    }

    get value() {
        return this.now.value;
    }

    get canUndo() {
        return this.now.before !== null;
    }

    get canRedo() {
        return this.now.after.length > 0;
    }

    /**
     * Go on to a new value.
     *
     * @param {T} value
     * @param {string} [note]
     */
    add(value, note = "") {
        /** @type {Moment<T>} */
        const next = { value, note, before: this.now, after: [] };
        this.goTo(next);
    }

    /**
     * Change the present value: more of the same change, such as the next cell of a stroke.
     *
     * @param {T} value
     */
    amend(value) {
        this.now.value = value;
    }

    /** Go back by one change, if there is one. */
    undo() {
        if (this.now.before) this.now = this.now.before;
    }

    /** Go on by one change, on the branch that was visited last. */
    redo() {
        this.now = this.now.after.at(-1) ?? this.now;
    }

    /** @param {Moment<T>} moment */
    goTo(moment) {
        this.now = moment;
        for (let each = moment; each.before; each = each.before) {
            const { after } = each.before;
            each.before.after = [...after.filter((other) => other !== each), each];
        }
    }

    /** All moments from the beginning to the present. */
    get line() {
        const line = [this.now];
        for (let each = this.now; each.before; each = each.before) line.unshift(each.before);
        return line;
    }
}

/**
 * Return what a key asks of a history: Ctrl+Z is undo, Ctrl+Shift+Z and Ctrl+Y are redo; on a Mac,
 * Cmd takes the place of Ctrl.
 *
 * @param {KeyboardEvent} event
 * @returns {"undo" | "redo" | null}
 */
export function historyWish(event) {
    if (event.altKey || event.ctrlKey === event.metaKey) return null;
    const key = event.key.toLowerCase();
    if (key === "z") return event.shiftKey ? "redo" : "undo";
    return key === "y" && !event.shiftKey ? "redo" : null;
}
