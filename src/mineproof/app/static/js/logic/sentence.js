/**
 * A step in words: what happens and why.
 *
 * The words of a kind are under `step.KIND`, or under `step.KIND_VARIANT` if it has variants here.
 * A kind that is not named in this file needs nothing but words: all values are there for all.
 */

import { make } from "../page/dom.js";
import { number, t, tNodes, tOr } from "../page/words.js";
import {
    clauseText,
    clauseView,
    literalText,
    pivotOf,
    sentenceText,
    sentenceView,
} from "./clauses.js";
import { cellOf } from "./trace.js";

/** @import {Board} from "../board/board.js" */
/** @import {Grid} from "../board/grid.js" */
/** @import {TraceStep} from "../types.js" */

const MOST_NAMES = 12;

/** @type {Record<string, (step: TraceStep, isInKb: boolean) => string>} */
const VARIANTS = {
    begin: ({ game }) => (game === null ? "position" : ""),
    learned: verdict,
    marked: (step) => `${verdict(step)}${hasUnits(step) ? "" : "_other"}`,
    settled: ({ clue, sentence }) =>
        `${clue === undefined ? "" : "clue_"}${sentence?.mines ? "mines" : "safe"}`,
    shortened: ({ sentence }) => (sentence ? (sentence.cells.length ? "sentence" : "nothing") : ""),
    stalled: (step) => (hasUnits(step) ? "" : "other"),
    limit: (step) => (hasUnits(step) ? "" : "other"),
    search: ({ literal }) => (literal === null ? "any" : supposed(literal)),
    decided: ({ literal }) => supposed(literal),
    propagated: ({ literal }) => supposed(literal),
    backtracked: ({ literal }) => supposed(literal),
    hint: ({ mines, cells }) =>
        mines === 0 ? "safe" : mines === cells?.length ? "mines" : "mixed",
    duplicate: ({ clause, parents, sentence }) => {
        if (sentence) return "sentence";
        return clause?.length === 1 ? "unit" : parents?.length === 2 ? "resolvent" : "";
    },
    subsumed: (_, isInKb) => (isInKb ? "old" : "new"),
    move: ({ act, opened }) => `${act}${opened?.length === 1 ? "" : act === "flag" ? "" : "_many"}`,
    end: ({ outcome }) => outcome ?? "",
};

/** Kinds after whose sentence it is said where their clause comes from. */
const WITH_ORIGIN = new Set(["inserted", "unit", "marked"]);

/** Tell whether the engine that speaks has clauses and units. @param {TraceStep} step */
function hasUnits({ by = "" }) {
    return by.startsWith("resolution") || by.startsWith("seed");
}

/** @param {number | null} [literal] */
function supposed(literal) {
    return (literal ?? 0) > 0 ? "mine" : "safe";
}

/** @param {TraceStep} step */
function verdict({ clause }) {
    return (clause?.[0] ?? 0) > 0 ? "mine" : "safe";
}

/**
 * Return the sentence of a step, with its clauses as elements.
 *
 * @param {TraceStep} step
 * @param {Board} board
 * @param {{isInKb: boolean, kb: number}} now  whether KB had its clause before, and its size after
 */
export function sentence(step, board, { isInKb, kb }) {
    const variant = VARIANTS[step.kind]?.(step, isInKb);
    const key = `step.${step.kind}${variant ? `_${variant}` : ""}`;
    const parts = tNodes(tOr(key, "") ? key : "step.other", valuesOf(step, board, kb));
    if (step.kind === "hint" && variant === "mixed") parts.push(" ", t("step.why", counts(step)));
    if (WITH_ORIGIN.has(step.kind)) parts.push(...origin(step, board));
    return parts;
}

/**
 * Return whatever a sentence may speak of.
 *
 * @param {TraceStep} step
 * @param {Board} board
 * @param {number} kb
 */
function valuesOf(step, board, kb) {
    const { grid } = board;
    const { clause = [], parents = [], cells = [], opened = [] } = step;
    const [a = [], b = []] = parents;
    const pivot = pivotOf(a, b);
    const about = step.literal ?? (clause.length === 1 ? (clause[0] ?? 1) : 0);
    const cell = step.cell ?? (about ? cellOf(about) : -1);
    return {
        kind: step.kind,
        clause: clauseView(clause, board),
        a: clauseView(a, board, pivot),
        b: clauseView(b, board, pivot),
        pivot: pivot < 0 ? "" : grid.name(pivot),
        cell: cell < 0 ? "" : grid.name(cell),
        cells: names(step.sentence?.cells ?? cells, grid),
        sentence: step.sentence ? sentenceView(step.sentence, board) : "",
        whole: step.whole ? sentenceView(step.whole, board) : "",
        part: step.part ? sentenceView(step.part, board) : "",
        who: who(step, grid),
        game: step.game ?? "",
        by: step.by ?? "",
        shows: opened[0]?.[1] ?? "",
        mines: step.mines ?? "",
        m: cells.length,
        kb: number(kb),
        n: pluralOf(step, kb),
    };
}

/** Return the number that decides between the plural forms of a sentence.
 *  @param {TraceStep} step  @param {number} kb */
function pluralOf({ kind, mines, opened = [] }, kb) {
    if (kind === "stalled") return kb;
    return kind === "hint" || kind === "mine count" ? (mines ?? 0) : opened.length;
}

/**
 * Return what a hint counts: m cells, n mines, C(m, m - n + 1) positive clauses and C(m, n + 1)
 * negative ones.
 *
 * @param {TraceStep} step
 */
function counts({ cells = [], mines, clauses = [0, 0] }) {
    const [m, n] = [cells.length, mines ?? 0];
    const [positive = "", negative = ""] = clauses.map((count) => number(count));
    return { m, mines: n, safe: m - n, p: m - n + 1, q: n + 1, positive, negative };
}

/** @param {TraceStep} step  @param {Grid} grid */
function who({ clue, shown = 0, mines, sentence: told }, grid) {
    if (clue === undefined) return "";
    if (clue === null) return t("step.who_count");
    const found = shown - (mines ?? told?.mines ?? 0);
    const values = { shown, clue: grid.name(clue), found };
    return t(found > 0 ? "step.who_found" : "step.who", values);
}

/** @param {TraceStep} step  @param {Board} board */
function origin({ clue, parents = [], sentence: told, twin }, board) {
    if (twin !== undefined) return [" ", t("step.from_twin", { twin: board.grid.name(twin) })];
    if (told)
        return [" ", ...tNodes("step.from_sentence", { sentence: sentenceView(told, board) })];
    if (clue === null) return [" ", t("step.from_count")];
    if (clue !== undefined) return [" ", t("step.from_clue", { clue: board.grid.name(clue) })];
    const [a, b] = parents;
    if (!a || !b) return [];
    const pivot = pivotOf(a, b);
    const [left, right] = [clauseView(a, board, pivot), clauseView(b, board, pivot)];
    return [" ", ...tNodes("step.from_two", { a: left, b: right })];
}

/**
 * Return the names of cells; of a long list, how many more there are.
 *
 * @param {number[]} cells
 * @param {Grid} grid
 */
export function names(cells, grid) {
    const shown = cells.length > MOST_NAMES ? cells.slice(0, MOST_NAMES - 2) : cells;
    const text = shown.map((cell) => grid.name(cell)).join(t("step.join"));
    const rest = cells.length - shown.length;
    return rest > 0 ? t("step.more", { names: text, rest: number(rest) }) : text;
}

/**
 * Return a step in one short line, for lists.
 *
 * @param {TraceStep} step
 * @param {Grid} grid
 */
export function line(step, grid) {
    return [make("em", {}, tOr(`kind.${step.kind}`, step.kind)), " ", formula(step, grid)];
}

/** Kinds whose clause is enough: where it comes from is another step. */
const ALONE = new Set(["marked", "inserted", "unit"]);

/** @param {TraceStep} step  @param {Grid} grid */
function formula(step, grid) {
    const { kind, clause, parents = [], cell, cells, mines, clue, literal } = step;
    const [a, b] = parents.map((parent) => clauseText(parent, grid));
    if (cells) return `${clue == null ? "" : `${grid.name(clue)}: `}${mines}/${cells.length}`;
    if (literal) return literalText(literal, grid);
    if (step.sentence && !clause) return sentenceText(step.sentence, grid);
    if (!clause) return cell === undefined ? (step.outcome ?? "") : grid.name(cell);
    const text = clauseText(clause, grid);
    if (!a || ALONE.has(kind)) return text;
    return b ? `${a} + ${b} → ${text}` : `${text} ← ${a}`;
}

/**
 * Return a step as plain text, for screen readers.
 *
 * @param {(string | Node)[]} parts
 */
export function spokenText(parts) {
    return parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
}
