/** What the nodes of a derivation say, in the words of the page. */

import { number, t } from "../page/words.js";

/** @import {Grid} from "../board/grid.js" */
/** @import {DerivationClaim, DerivationNode} from "../types.js" */

const MOST = 12;

/** Return the cell of a literal. @param {number} literal */
const cellOf = (literal) => Math.abs(literal) - 1;

/** @param {DerivationClaim} claim */
export function cellsOf({ clause, literals, cells }) {
    return (clause ?? literals)?.map(cellOf) ?? cells ?? [];
}

/** Tell whether a claim settles a cell. @param {DerivationClaim} claim */
export function isFact({ clause }) {
    return clause?.length === 1;
}

/**
 * Return a claim on one line; a long one says how many more cells it has.
 *
 * @param {DerivationClaim} claim
 * @param {Grid} grid
 */
export function claimText(claim, grid) {
    const { clause, literals, least, cells = [], mines } = claim;
    if (clause && isFact(claim)) return factText(clause[0] ?? 1, grid);
    if (clause) return cut(clause.map((lit) => literalText(lit, grid))).join(" ∨ ");
    if (literals) return boundText(literals, least ?? 1, grid);
    const names = cut((cells ?? []).map((cell) => grid.name(cell))).join(", ");
    return t("tree.set", { mines: number(mines ?? 0), cells: names });
}

/** @param {string[]} parts */
function cut(parts) {
    if (parts.length <= MOST) return parts;
    return [...parts.slice(0, MOST - 1), t("tree.more", { n: parts.length - MOST + 1 })];
}

/** @param {number} literal  @param {Grid} grid */
function literalText(literal, grid) {
    return `${literal < 0 ? "¬" : ""}${grid.name(cellOf(literal))}`;
}

/**
 * Return a bound as a sum: a name counts 1 if its cell is a mine.
 *
 * @param {number[]} literals
 * @param {number} least
 * @param {Grid} grid
 */
function boundText(literals, least, grid) {
    const isMost = literals.every((lit) => lit < 0);
    const end = isMost ? `≤ ${literals.length - least}` : `≥ ${least}`;
    const terms = literals.map((lit) => literalText(isMost ? -lit : lit, grid));
    return `${cut(terms).join(" + ")} ${end}`;
}

/** @param {number} literal  @param {Grid} grid */
function factText(literal, grid) {
    return t(literal > 0 ? "tree.mine" : "tree.safe", { cell: grid.name(cellOf(literal)) });
}

/**
 * Return the lines of a node's box. The server has broken a clause or a set to fit.
 *
 * @param {DerivationNode} node
 * @param {Grid} grid
 */
export function linesOf(node, grid) {
    if (isFact(node)) return [claimText(node, grid)];
    if (node.clause || node.literals) return node.lines;
    const cells = node.lines.join(" ").replace(/^\d+ of /, "");
    const [first = "", ...rest] = node.lines;
    if (!cells.startsWith("{"))
        return [t("tree.many", { mines: node.mines ?? 0, n: node.cells?.length ?? 0 })];
    return [
        t("tree.set_open", { mines: node.mines ?? 0, cells: first.replace(/^\d+ of /, "") }),
        ...rest,
    ];
}

/**
 * Return the small line of a box: where its claim comes from.
 *
 * @param {DerivationNode} node
 * @param {Grid} grid
 */
export function noteOf(node, grid) {
    const note = t(`tree.note_${kindOf(node)}`, valuesOf(node, grid));
    return node.folded > 1
        ? t("tree.pile", { note, n: node.folded, steps: number(node.folded) })
        : note;
}

/**
 * Return a node as a sentence.
 *
 * @param {DerivationNode} node
 * @param {Grid} grid
 */
export function sentenceOf(node, grid) {
    const kind = isFact(node) ? kindOf(node).replace("clause_of", "fact_of") : kindOf(node);
    return t(`tree.${kind}`, valuesOf(node, grid));
}

/** Return which words fit a node. @param {DerivationNode} node */
function kindOf(node) {
    const { rule, clue, with_count } = node;
    if (with_count) return rule === "clause" ? "clause_of_count" : "count";
    if (clue !== null) return rule === "clause" ? "clause_of_clue" : "clue";
    if (rule === "clue" || (rule === "clause" && node.premises.length === 0)) return "given";
    if (rule === "clause" || rule === "forced") return isFact(node) ? "forced" : "clause";
    return rule;
}

/** @param {DerivationNode} node  @param {Grid} grid */
function valuesOf(node, grid) {
    const [a = "", ...rest] = node.premises;
    return {
        claim: claimText(node, grid),
        clue: node.clue === null ? "" : grid.name(node.clue),
        shown: node.shown ?? "",
        cell: node.pivot === null ? "" : grid.name(node.pivot),
        a,
        b: rest[0] ?? "",
        rest: cut(rest.map(String)).join(", "),
        all: cut(node.premises.map(String)).join(", "),
    };
}
