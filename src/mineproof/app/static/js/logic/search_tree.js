/** The search tree of `dpll`, drawn as it grows: decisions downwards, the opposite beside them. */

import { draw } from "../page/dom.js";
import { number, t } from "../page/words.js";
import { clauseText, literalText } from "./clauses.js";

/** @import {Grid} from "../board/grid.js" */
/** @import {Branch} from "./replay.js" */

const ACROSS = 64;
const DOWN = 58;
const RADIUS = 19;

/**
 * @param {Branch[]} tree  its nodes by their numbers
 * @param {number} now  the node that the step is about, or -1
 * @param {Grid} grid
 */
export function searchTree(tree, now, grid) {
    const places = layout(tree);
    const width = ACROSS * (1 + Math.max(0, ...places.map(([x]) => x)));
    const height = DOWN * (1 + Math.max(0, ...places.map(([, y]) => y)));
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const label = spoken(tree, now, grid);
    const edges = tree.flatMap(({ above }, node) =>
        above === null ? [] : [edge(at(places, above), at(places, node))],
    );
    const nodes = tree.map((branch, node) =>
        nodeView(branch, node === now, at(places, node), grid),
    );
    return draw(
        "svg",
        { ...size, class: "search-tree", role: "img", "aria-label": label },
        ...edges,
        ...nodes,
    );
}

/**
 * Return where the nodes stand: a leaf beside the leaf before, others above the middle of theirs.
 *
 * @param {Branch[]} tree
 * @returns {[number, number][]}
 */
function layout(tree) {
    /** @type {number[][]} */
    const below = tree.map(() => []);
    tree.forEach(({ above }, node) => above !== null && below[above]?.push(node));
    /** @type {[number, number][]} */
    const places = tree.map(({ above }) => [0, above === null ? 0 : -1]);
    tree.forEach(({ above }, node) => {
        const place = places[node]; // what is above has a smaller number
        if (place && above !== null) place[1] = (places[above]?.[1] ?? 0) + 1;
    });
    let leaves = 0;
    for (const node of order(below)) {
        const xs = (below[node] ?? []).map((child) => places[child]?.[0] ?? 0);
        const x = xs.length ? (Math.min(...xs) + Math.max(...xs)) / 2 : leaves++;
        const place = places[node];
        if (place) place[0] = x;
    }
    return places;
}

/** Return the nodes so that each comes after all below it, without recursion: trees may be deep.
 *  @param {number[][]} below */
function order(below) {
    const found = [];
    const stack = below.length ? [0] : [];
    while (stack.length) {
        const node = /** @type {number} */ (stack.pop());
        found.push(node);
        stack.push(...(below[node] ?? []));
    }
    return found.reverse(); // children were taken from right to left
}

/** @param {[number, number][]} places  @param {number} node */
function at(places, node) {
    const [x, y] = places[node] ?? [0, 0];
    return { x: ACROSS * (x + 0.5), y: DOWN * (y + 0.5) };
}

/** @typedef {{x: number, y: number}} Point */

/** @param {Point} from  @param {Point} to */
function edge(from, to) {
    const ends = { x1: from.x, y1: from.y + RADIUS, x2: to.x, y2: to.y - RADIUS };
    return draw("line", { ...ends, class: "edge" });
}

/**
 * @param {Branch} branch
 * @param {boolean} isNow
 * @param {Point} place
 * @param {Grid} grid
 */
function nodeView(branch, isNow, { x, y }, grid) {
    const style = `node ${stateOf(branch)}${isNow ? " now" : ""}`;
    const name = branch.literal === null ? "∅" : literalText(branch.literal, grid);
    const label = draw("text", { x, y: y + 1 });
    label.textContent = name;
    const sign = draw("text", { x: x + RADIUS - 3, y: y - RADIUS + 5, class: "sign" });
    sign.textContent = { failed: "✗", fits: "✓", open: "" }[stateOf(branch)];
    const title = draw("title", {});
    title.textContent = told(branch, name, grid);
    return draw(
        "g",
        { class: style },
        title,
        draw("circle", { cx: x, cy: y, r: RADIUS }),
        label,
        sign,
    );
}

/** @param {Branch} branch  @returns {"failed" | "fits" | "open"} */
function stateOf({ clause, fits }) {
    return clause ? "failed" : fits ? "fits" : "open";
}

/** @param {Branch} branch  @param {string} name  @param {Grid} grid */
function told({ following, clause }, name, grid) {
    const follows = following.map((literal) => literalText(literal, grid)).join(", ");
    return [name, follows && `⇒ ${follows}`, clause && `✗ ${clauseText(clause, grid)}`]
        .filter(Boolean)
        .join("\n");
}

/** @param {Branch[]} tree  @param {number} now  @param {Grid} grid */
function spoken(tree, now, grid) {
    const path = [];
    for (let node = now; node >= 0 && tree[node]; node = tree[node]?.above ?? -1) {
        const literal = tree[node]?.literal ?? null;
        path.unshift(literal === null ? t("logic.tree_root") : literalText(literal, grid));
    }
    const failed = tree.filter(({ clause }) => clause).length;
    const values = { n: number(tree.length), failed: number(failed), path: path.join(", ") };
    return t("logic.tree_about", values);
}
