/** The rows and cells of a board that are in the document: those in sight, and the tab stop. */

import { make } from "../page/dom.js";

/** @import {Grid} from "./grid.js" */

/**
 * @typedef {object} Area  Rows and columns, the last ones included.
 * @property {number} top
 * @property {number} bottom
 * @property {number} left
 * @property {number} right
 */

export class Lines {
    /** @param {HTMLElement} host */
    constructor(host) {
        this.host = host;
        /** @type {HTMLElement[]} by cell; those out of sight are missing */
        this.cells = [];
        /** @type {Map<number, HTMLElement>} */
        this.rows = new Map();
    }

    clear() {
        this.host.replaceChildren();
        this.cells = [];
        this.rows.clear();
    }

    /**
     * Have the cells of an area in the document, and one more; return the new ones. Elements that
     * stay are not moved: a cell that is moved loses the focus.
     *
     * @param {Grid} grid
     * @param {Area} area
     * @param {number} stop
     */
    lay(grid, area, stop) {
        const [stopRow, stopCol] = grid.spot(stop);
        const rows = withOne(area.top, area.bottom, stopRow);
        for (const row of this.rows.keys()) if (!rows.has(row)) this.#drop(row);
        /** @type {number[]} */
        const fresh = [];
        let next = this.host.firstElementChild;
        for (const row of rows) {
            const line = this.rows.get(row) ?? this.#insertRow(row, next);
            next = line.nextElementSibling;
            const isInside = area.top <= row && row <= area.bottom;
            const cols = isInside
                ? withOne(area.left, area.right, row === stopRow ? stopCol : area.left)
                : new Set([stopCol]);
            fresh.push(...this.#fill(line, row * grid.cols, cols));
        }
        return fresh;
    }

    /** @param {number} row */
    #drop(row) {
        const line = /** @type {HTMLElement} */ (this.rows.get(row));
        for (const cell of line.children) this.#forget(cell);
        line.remove();
        this.rows.delete(row);
    }

    /** @param {Element} cell */
    #forget(cell) {
        delete this.cells[Number(/** @type {HTMLElement} */ (cell).dataset.cell)];
    }

    /** @param {number} row  @param {Element | null} before */
    #insertRow(row, before) {
        const style = row % 2 ? "row odd" : "row";
        const line = make("div", { role: "row", class: style, "aria-rowindex": row + 1 });
        line.style.setProperty("--row", String(row));
        this.host.insertBefore(line, before);
        this.rows.set(row, line);
        return line;
    }

    /**
     * @param {HTMLElement} line
     * @param {number} start  the first cell of the row
     * @param {Set<number>} cols
     */
    #fill(line, start, cols) {
        for (const cell of [...line.children]) {
            if (cols.has(Number(cell.getAttribute("aria-colindex")) - 1)) continue;
            this.#forget(cell);
            cell.remove();
        }
        const fresh = [];
        let next = line.firstElementChild;
        for (const col of cols) {
            const there = this.cells[start + col];
            if (!there) {
                line.insertBefore((this.cells[start + col] = makeCell(start + col, col)), next);
                fresh.push(start + col);
            } else next = there.nextElementSibling;
        }
        return fresh;
    }
}

/** @param {number} cell  @param {number} col */
function makeCell(cell, col) {
    const names = { role: "gridcell", class: "cell", tabindex: "-1", "data-cell": cell };
    const element = make("div", { ...names, "aria-colindex": col + 1 });
    element.style.setProperty("--col", String(col));
    return element;
}

/** Return the numbers of a span and one more, in order.
 *  @param {number} first  @param {number} last  @param {number} more */
function withOne(first, last, more) {
    const span = new Set(more < first ? [more] : []);
    for (let each = first; each <= last; each++) span.add(each);
    return span.add(more);
}
