/** A derivation as a drawing that can be walked with the arrow keys and folded with Enter. */

import { draw, make } from "../page/dom.js";
import { t } from "../page/words.js";
import { cellsOf, isFact, linesOf, noteOf } from "./sentences.js";

/** @import {Board} from "../board/board.js" */
/** @import {Derivation, DerivationEdge, DerivationNode} from "../types.js" */

const MARGIN = 8;
const LINE = 18;
const FIRST = 16.5; // where the first line stands in its box

/**
 * @typedef {object} Hooks
 * @property {(node: number) => void} fold  fold or unfold a node
 * @property {(nodes: number[]) => void} light  light up the words of nodes
 */

export class Graph {
    /**
     * @param {Board} board
     * @param {Hooks} hooks
     */
    constructor(board, hooks) {
        this.board = board;
        this.hooks = hooks;
        this.element = make("div", { class: "graph" });
        /** @type {Map<number, SVGElement>} */
        this.items = new Map();
        /** @type {Derivation | null} */
        this.derivation = null;
        this.current = 0;
        /** The node from which each was last reached, to go back up. @type {Map<number, number>} */
        this.above = new Map();
    }

    /**
     * @param {Derivation} derivation
     * @param {string} title
     */
    draw(derivation, title) {
        this.derivation = derivation;
        const { nodes, edges, width, height } = derivation;
        const [top] = nodes;
        if (!nodes.some((node) => node.number === this.current)) this.current = top?.number ?? 0;
        this.levels = levelsOf(derivation);
        this.items = new Map(nodes.map((node) => [node.number, this.#node(node)]));
        const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
        const tree = draw(
            "svg",
            {
                ...size,
                viewBox: `${-MARGIN} ${-MARGIN} ${size.width} ${size.height}`,
                role: "tree",
                "aria-label": title,
            },
            ...edges.map(edgeView),
            ...this.items.values(),
        );
        this.element.replaceChildren(tree);
    }

    /** Give the focus to a node, by default to the current one. @param {number} [number] */
    focus(number = this.current) {
        this.#current(number);
        this.items.get(this.current)?.focus();
    }

    /** Light up nodes. @param {number[]} numbers */
    light(numbers) {
        for (const [number, item] of this.items) {
            item.classList.toggle("lit", numbers.includes(number));
        }
    }

    /** @param {DerivationNode} node */
    #node(node) {
        const { number, box, folded, premises } = node;
        const [x, y, width, height] = box;
        const outline = { x: -width / 2, y: -height / 2, width, height, rx: 6 };
        const pile =
            folded > 1
                ? [draw("rect", { ...outline, class: "pile", transform: "translate(4 4)" })]
                : [];
        const item = draw(
            "g",
            {
                class: `node ${lookOf(node)}`,
                transform: `translate(${x} ${y})`,
                role: "treeitem",
                tabindex: number === this.current ? 0 : -1,
                "data-node": number,
                "aria-level": this.levels?.get(number) ?? 1,
                "aria-label": this.#label(node),
            },
            ...pile,
            draw("rect", { ...outline, class: "box" }),
            ...this.#texts(node),
        );
        if (premises.length > 0) item.setAttribute("aria-expanded", String(folded === 0));
        this.#listen(item, node);
        return item;
    }

    /** Return what is said of a node: what it shows, its number, and what it follows from.
     *  @param {DerivationNode} node */
    #label(node) {
        const { grid } = this.board;
        const text = [...linesOf(node, grid), noteOf(node, grid)].join(" ");
        const { number, premises } = node;
        const key = premises.length > 0 ? "tree.spoken_step" : "tree.spoken_leaf";
        return t(key, { text, number, all: premises.join(", ") });
    }

    /** @param {DerivationNode} node */
    #texts(node) {
        const { grid } = this.board;
        const top = -node.box[3] / 2 + FIRST;
        const lines = linesOf(node, grid);
        const texts = lines.map((line, i) => textView(line, "said", top + i * LINE));
        const space = () => document.createTextNode(" "); // not drawn, but read between the lines
        return [
            ...texts.flatMap((text) => [text, space()]),
            textView(noteOf(node, grid), "whence", top + lines.length * LINE - 3),
        ];
    }

    /** @param {SVGElement} item  @param {DerivationNode} node */
    #listen(item, node) {
        const on = () => this.#lightUp(node);
        const off = () => this.#lightUp(null);
        item.addEventListener("pointerenter", on);
        item.addEventListener("pointerleave", off);
        item.addEventListener("focusin", on);
        item.addEventListener("focusout", off);
        item.addEventListener("click", () => {
            this.focus(node.number);
            if (node.premises.length > 0) this.hooks.fold(node.number);
        });
        item.addEventListener("keydown", (event) => this.#key(event, node));
    }

    /** Light up the cells and the clue of a node on the board, and its words. @param {DerivationNode | null} node */
    #lightUp(node) {
        const clue = node?.clue ?? null;
        this.board.light(node ? [...cellsOf(node), ...(clue === null ? [] : [clue])] : []);
        this.light(node ? [node.number] : []);
        this.hooks.light(node ? [node.number] : []);
    }

    /** @param {KeyboardEvent} event  @param {DerivationNode} node */
    #key(event, node) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            if (node.premises.length > 0) this.hooks.fold(node.number);
            return;
        }
        const target = this.#target(event.key, node);
        if (target === undefined) return;
        event.preventDefault();
        if (target !== null) this.focus(target);
    }

    /**
     * Return the node that a key leads to: null if there is none, undefined for other keys.
     *
     * @param {string} key
     * @param {DerivationNode} node
     */
    #target(key, node) {
        switch (key) {
            case "ArrowDown":
                return this.#down(node);
            case "ArrowUp":
                return this.#up(node.number);
            case "ArrowLeft":
                return this.#beside(node, -1);
            case "ArrowRight":
                return this.#beside(node, 1);
            case "Home":
                return this.derivation?.nodes[0]?.number ?? null;
            case "End":
                return this.derivation?.nodes.at(-1)?.number ?? null;
        }
        return undefined;
    }

    /** @param {DerivationNode} node */
    #down(node) {
        const below = this.#inOrder(this.#premisesOf(node.number))[0];
        if (below !== undefined) this.above.set(below, node.number);
        return below ?? null;
    }

    /** Return the node above: the one we came from, or the first that uses it. @param {number} number */
    #up(number) {
        const users = (this.derivation?.edges ?? []).filter((edge) => edge.premise === number);
        const came = this.above.get(number);
        if (users.some((edge) => edge.node === came)) return came ?? null;
        return users[0]?.node ?? null;
    }

    /** Return the next premise of the same node, to the left or right. @param {DerivationNode} node  @param {number} by */
    #beside(node, by) {
        const user = this.#up(node.number);
        if (user === null) return null;
        const family = this.#inOrder(this.#premisesOf(user));
        const next = family[family.indexOf(node.number) + by];
        if (next !== undefined) this.above.set(next, user);
        return next ?? null;
    }

    /** @param {number} number */
    #premisesOf(number) {
        const edges = this.derivation?.edges ?? [];
        return edges.filter((edge) => edge.node === number).map((edge) => edge.premise);
    }

    /** Return nodes from left to right. @param {number[]} numbers */
    #inOrder(numbers) {
        const places = new Map(this.derivation?.nodes.map((node) => [node.number, node.box[0]]));
        return numbers.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    }

    /** Make a node the one that Tab leads to. @param {number} number */
    #current(number) {
        if (!this.items.has(number)) return;
        this.items.get(this.current)?.setAttribute("tabindex", "-1");
        this.current = number;
        this.items.get(number)?.setAttribute("tabindex", "0");
    }
}

/** @param {DerivationNode} node */
function lookOf(node) {
    if (isFact(node)) return (node.clause?.[0] ?? 0) > 0 ? "mine" : "safe";
    if (node.clue !== null) return `leaf digit-${node.shown}`;
    return node.premises.length === 0 ? "leaf" : "step";
}

/** @param {DerivationEdge} edge */
function edgeView({ points }) {
    const [[x0, y0] = [0, 0], ...rest] = points;
    let [x, y] = [x0, y0];
    const parts = [`M${x} ${y}`];
    for (const [a, b] of rest) {
        const middle = (y + b) / 2;
        parts.push(`C${x} ${middle} ${a} ${middle} ${a} ${b}`);
        [x, y] = [a, b];
    }
    return draw("path", { class: "edge", d: parts.join("") });
}

/** @param {string} text  @param {string} style  @param {number} y */
function textView(text, style, y) {
    const view = draw("text", { class: style, y });
    view.textContent = text;
    return view;
}

/** Return how far below the conclusion each node is. @param {Derivation} derivation */
function levelsOf({ nodes, edges }) {
    const levels = new Map([[nodes[0]?.number ?? 0, 1]]);
    for (const { number } of nodes) {
        const level = (levels.get(number) ?? 1) + 1;
        for (const { premise } of edges.filter((edge) => edge.node === number)) {
            levels.set(premise, Math.max(levels.get(premise) ?? 0, level));
        }
    }
    return levels;
}
