/** KB, KB0 and the units that wait, as lists that light up what a step is about. */

import { byId, make } from "../page/dom.js";
import { number, t } from "../page/words.js";
import { clauseText, clauseView, sentenceView } from "./clauses.js";
import { PagedList } from "./lists.js";
import { keyOf } from "./replay.js";
import { searchTree } from "./search_tree.js";
import { cellOf } from "./trace.js";

/** @import {Board} from "../board/board.js" */
/** @import {TraceSentence, TraceStep} from "../types.js" */
/** @import {Branch, Knowledge} from "./replay.js" */

const PAGE = 60;

export class KnowledgeLists {
    /**
     * @param {Board} board
     * @param {(clause: number[]) => void} onClause  a clause was chosen
     */
    constructor(board, onClause) {
        this.board = board;
        this.onClause = onClause;
        /** @type {Set<string>} */
        this.lit = new Set();
        /** @type {Set<string>} */
        this.litCells = new Set();
        /** @param {number[]} clause */
        const view = (clause) => this.#entry(clause);
        this.units = new PagedList(byId("logic-units", HTMLElement), PAGE, view);
        this.kb = new PagedList(byId("logic-kb", HTMLElement), PAGE, view);
        this.kb0 = new PagedList(byId("logic-kb0", HTMLElement), PAGE, view);
        /** @type {PagedList<TraceSentence>} */
        this.sentences = new PagedList(
            byId("logic-sentences", HTMLElement),
            PAGE,
            (/** @type {TraceSentence} */ sentence) => this.#sentence(sentence),
        );
    }

    /** Have room for what the steps of a trace speak of, and for nothing else.
     *  @param {Record<string, number>} kinds */
    set(kinds) {
        const has = {
            units: "unit" in kinds,
            kb: "inserted" in kinds || "hint" in kinds,
            sentences: "sentence" in kinds,
            search: "search" in kinds,
        };
        for (const [name, isThere] of Object.entries(has)) {
            byId(`logic-part-${name}`, HTMLElement).hidden = !isThere;
        }
    }

    /**
     * Show what is known after a step; a clause that it has removed from KB is shown apart.
     *
     * @param {Knowledge} knowledge
     * @param {TraceStep | undefined} step
     * @param {number[] | null} gone  the clause that the step has removed from KB
     * @param {number | null} cell  the cell that clauses must have, if they must have one
     */
    show({ kb, kb0, units, sentences, tree }, step, gone, cell) {
        this.lit = new Set([step?.clause ?? [], ...(step?.parents ?? [])].map(keyOf));
        this.#fill("kb", [...kb.values()], cell);
        this.#fill("kb0", kb0.map(alone), cell);
        this.#fill("units", units.map(alone), cell);
        const text = gone ? make("s", {}, clauseView(gone, this.board)) : "";
        byId("logic-gone", HTMLElement).replaceChildren(text);
        this.#fillSentences([...sentences.values()], step, cell);
        this.#draw(tree, step?.node ?? -1);
    }

    /**
     * @param {TraceSentence[]} sentences
     * @param {TraceStep | undefined} step
     * @param {number | null} cell
     */
    #fillSentences(sentences, step, cell) {
        const lit = [step?.sentence, step?.whole, step?.part].map((each) => each?.cells ?? []);
        this.litCells = new Set(lit.map(keyOf));
        const seen =
            cell === null ? sentences : sentences.filter(({ cells }) => cells.includes(cell));
        const title = t("logic.sentences", { n: number(sentences.length) });
        byId("logic-sentences-title", HTMLElement).textContent = title;
        const place = seen.findLastIndex(({ cells }) => this.litCells.has(keyOf(cells)));
        this.sentences.show(seen, place, title);
    }

    /** @param {Branch[]} tree  @param {number} now */
    #draw(tree, now) {
        const host = byId("logic-search", HTMLElement);
        if (byId("logic-part-search", HTMLElement).hidden) return;
        byId("logic-search-title", HTMLElement).textContent = t("logic.tree", {
            n: number(tree.length),
        });
        host.replaceChildren(searchTree(tree, now, this.board.grid));
        host.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    /**
     * @param {"kb" | "kb0" | "units"} name
     * @param {number[][]} clauses
     * @param {number | null} cell
     */
    #fill(name, clauses, cell) {
        const seen = cell === null ? clauses : clauses.filter((clause) => clause.some(isOf(cell)));
        const title = t(`logic.${name}`, { n: number(clauses.length) });
        byId(`logic-${name}-title`, HTMLElement).textContent = title;
        this[name].show(seen, this.#litPlace(seen, name), title);
    }

    /** Return where to look: at what is lit, else, in KB0, at the latest.
     *  @param {number[][]} clauses  @param {string} name */
    #litPlace(clauses, name) {
        const place = clauses.findLastIndex((clause) => this.lit.has(keyOf(clause)));
        return place < 0 && name === "kb0" ? clauses.length - 1 : place;
    }

    /** @param {TraceSentence} sentence */
    #sentence(sentence) {
        const style = this.litCells.has(keyOf(sentence.cells)) ? "pick now" : "pick";
        return make("span", { class: style }, sentenceView(sentence, this.board));
    }

    /** @param {number[]} clause */
    #entry(clause) {
        const style = this.lit.has(keyOf(clause)) ? "pick now" : "pick";
        const label = t("logic.why", { clause: clauseText(clause, this.board.grid) });
        const choose = () => this.onClause(clause);
        const attributes = { type: "button", class: style, title: label, onclick: choose };
        return make("button", attributes, clauseView(clause, this.board));
    }
}

/** Return the clause of one literal. @param {number} literal */
const alone = (literal) => [literal];

/** @param {number} cell */
function isOf(cell) {
    return (/** @type {number} */ literal) => cellOf(literal) === cell;
}
