/** The analysis view: any position, analysed while it is being edited. */

import { ApiError, api } from "../page/api.js";
import { Ask } from "../coach/ask.js";
import { announce, notify } from "../page/announce.js";
import { Board } from "../board/board.js";
import { branchView, supposedCells } from "./branches.js";
import { share } from "../page/share.js";
import { elsewhereWords } from "../board/labels.js";
import { byId, debounced, make, styled } from "../page/dom.js";
import { Editor } from "./editor.js";
import { guessView } from "../coach/guesses.js";
import { Ladder } from "../coach/hints.js";
import { USUAL, linkTo } from "../logic/subject.js";
import { decode, encode } from "../board/position.js";
import { savesPicture } from "../coach/pictures.js";
import { load, save } from "../page/store.js";
import { Tree } from "../coach/tree.js";
import { huge, inWords, joined, language, percent, t } from "../page/words.js";

await styled("analyse");

/** @import {Sign} from "../board/labels.js" */
/** @import {Analysis, Game, Odds} from "../types.js" */

const QUIET = 150; // milliseconds without a change before asking the server
/** @type {Odds} */
const NOTHING = { frontier: null, elsewhere: null, safe: [], mines: [], layouts: null };
const EXAMPLE = "s.9x12.18.-y21a-1a2a-c101b0a1-c210d1-d101b02-d21a-101-h31a-m";

export class AnalyseView {
    /** @param {() => Game | null} game  the game at the table, to be copied */
    constructor(game) {
        const frame = byId("analyse-board", HTMLElement);
        this.board = new Board(frame, (event, cell) => this.editor.key(event, cell));
        this.askSoon = debounced(QUIET, () => void this.#ask());
        this.editor = new Editor(
            this.board,
            () => this.#changed(),
            (cell) => void this.ask.about(cell),
            (isLooking) => this.ask.use(isLooking),
        );
        this.ladder = new Ladder(byId("analyse-hint", HTMLElement), this.board, {
            ask: (rung) => {
                this.ask.answer?.choices.release();
                return api.analyseHint({ ...this.position, rung, lang: language() });
            },
            play: (move) => this.#play(move.act === "flag", this.board.grid.at(move.cell)),
            position: () => this.position,
        });
        /** @type {Analysis | null} */
        this.analysis = null;
        this.aborter = new AbortController();
        this.risks = byId("analyse-risks", HTMLInputElement);
        this.risks.checked = load("analyse.risks", true);
        this.verdict = byId("analyse-verdict", HTMLElement);
        const tree = new Tree(byId("analyse-tree", HTMLElement), this.board);
        this.ask = new Ask(this.board, byId("analyse-explanation", HTMLElement), tree, {
            explain: (cell) => api.analyseExplain({ ...this.position, cell, lang: language() }),
            suppose: (cell, mined) =>
                api.analyseSuppose({ ...this.position, cell, mined, lang: language() }),
            odds: async () => this.analysis ?? NOTHING,
            position: () => this.position,
            restore: () => this.analysis && this.#sign(this.analysis),
            branch: (cell, face) => this.#branch(cell, face),
        });
        this.ask.use(true); // the brush that paints nothing is the first
        this.#listen(game);
        inWords(() => this.#translate());
    }

    get position() {
        return this.editor.position;
    }

    /** The shape of a position that is opened here, if it does not say its own. */
    get usualShape() {
        return this.position.shape;
    }

    /**
     * Show the position of a code, or the last one shown.
     *
     * @param {string} code
     */
    enter(code) {
        const given = decode(code);
        if (code && !given) notify(t("analyse.bad_code"));
        const position = given ?? decode(load("position", EXAMPLE)) ?? decode(EXAMPLE);
        if (position) this.editor.set(position);
    }

    leave() {
        this.aborter.abort();
    }

    /** Handle a key that has no button, and tell whether it was handled. @param {string} key */
    shortcut(key) {
        return key === "escape" && this.ask.close();
    }

    /** @param {() => Game | null} game */
    #listen(game) {
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("analyse-clear", () => this.editor.clear());
        on("analyse-from-game", () => this.editor.copy(game()));
        on("analyse-share", () => void this.#share());
        savesPicture(byId("analyse-picture", HTMLButtonElement), () => this.position);
        on("analyse-explain", () => void this.ask.about(this.board.current));
        this.risks.addEventListener("change", () => {
            save("analyse.risks", this.risks.checked);
            if (this.analysis) this.#sign(this.analysis);
        });
        this.board.element.addEventListener("focusin", () => this.#nameCell());
        this.board.element.addEventListener("pointerdown", () => this.#nameCell());
    }

    async #share() {
        const { board, mines } = this.editor.position;
        const count = mines === null ? [] : [t("share.mines", { n: mines })];
        await share(location.hash, [...board, ...count].join("\n"), t("share.in_bar"));
    }

    #changed() {
        this.ask.forget();
        this.ladder.reset();
        this.#showBranches();
        this.#nameCell();
        this.askSoon();
    }

    /** Go on from the supposition that a cell is a mine, or shows a number.
     *  @param {number} cell  @param {string} face */
    #branch(cell, face) {
        const key = face === "*" ? "branch.mine" : "branch.number";
        this.editor.paint(cell, face, t(key, { cell: this.board.grid.name(cell), n: face }));
        this.board.stopAt(cell, true);
    }

    #showBranches() {
        const { history } = this.editor;
        const goTo = (/** @type {typeof history.now} */ moment) => this.editor.goTo(moment);
        byId("analyse-branches", HTMLElement).replaceChildren(...branchView(history, goTo));
        this.board.light(supposedCells(history), "supposed");
    }

    #nameCell() {
        const cell = this.board.grid.name(this.board.current);
        byId("analyse-explain", HTMLButtonElement).textContent = t("analyse.explain", { cell });
    }

    #translate() {
        this.ladder.render();
        if (this.position.board.length > 0) this.#changed();
    }

    /**
     * Set a flag that a hint asks for. Only the player knows what an opened cell shows.
     *
     * @param {boolean} isFlag
     * @param {number} cell
     */
    #play(isFlag, cell) {
        if (isFlag) this.editor.paint(cell, this.board.face(cell) === "F" ? "#" : "F");
        this.board.stopAt(cell, true);
    }

    /** Store the position and have it analysed; the answer to an older question is dropped. */
    async #ask() {
        if (!location.hash.startsWith("#analyse")) return; // we have left
        const code = encode(this.position);
        save("position", code);
        history.replaceState(null, "", `#analyse/${code}`);
        const logic = byId("analyse-logic", HTMLAnchorElement);
        logic.href = linkTo({ ...this.position, engine: USUAL });
        this.aborter.abort();
        this.aborter = new AbortController();
        try {
            const wish = { ...this.position, lang: language() };
            this.#show(await api.analyse(wish, this.aborter.signal));
        } catch (error) {
            if (error instanceof ApiError) this.#fail(error.message);
            else if (!(error instanceof Error) || error.name !== "AbortError") throw error;
        }
    }

    /** @param {string} sentence */
    #fail(sentence) {
        this.analysis = null;
        this.board.weigh(new Map());
        this.board.sign(new Map());
        this.verdict.replaceChildren(make("p", { class: "bad" }, sentence));
        announce(sentence);
    }

    /** @param {Analysis} analysis */
    #show(analysis) {
        this.analysis = analysis;
        this.#sign(analysis);
        const words = verdictWords(analysis);
        if (encode(this.position) === EXAMPLE) words.push(["soft", t("analyse.example")]);
        this.verdict.replaceChildren(
            ...words.map(([style, text]) => make("p", { class: style }, text)),
        );
        announce(joined(words.map(([, text]) => text)));
        if (!analysis.clash && analysis.safe.length === 0) void this.#compare(analysis);
    }

    /** @param {Analysis} analysis */
    #sign({ safe, mines, frontier, clash }) {
        const { grid } = this.board;
        /** @type {Map<number, Sign>} */
        const signs = new Map();
        for (const cell of safe.map((place) => grid.at(place))) {
            signs.set(cell, this.board.face(cell) === "F" ? "wrong" : "safe");
        }
        for (const cell of mines.map((place) => grid.at(place))) {
            if (this.board.face(cell) === "#") signs.set(cell, "mine");
        }
        for (const place of clash?.clues ?? []) signs.set(grid.at(place), "clash");
        this.board.sign(signs);
        this.board.weigh(grid.byCell(this.risks.checked ? (frontier ?? []) : []));
    }

    /**
     * Nothing is safe: compare the guesses. The table has the figures of each candidate.
     *
     * @param {Analysis} analysis
     */
    async #compare(analysis) {
        const wish = { ...this.position, lang: language() };
        const guessing = await api.analyseGuess(wish).catch(() => null);
        if (!guessing || analysis !== this.analysis) return;
        this.verdict.append(...guessView(guessing, this.board));
    }
}

/**
 * Return what an analysis says: each sentence with its style.
 *
 * @param {Analysis} analysis
 * @returns {[string, string][]}
 */
function verdictWords({ status, safe, mines, frontier, elsewhere, layouts, clash }) {
    if (clash) {
        return [
            ["bad", t("analyse.impossible")],
            ["", clash.text],
        ];
    }
    /** @type {[string, string][]} */
    const words = [["lead", t("analyse.certain", { safe: safe.length, mines: mines.length })]];
    const known = (frontier ?? []).map(([, , risk]) => risk);
    if (typeof elsewhere === "number") known.push(elsewhere);
    if (safe.length === 0 && known.length > 0) {
        const least = Math.min(...known);
        words.push(["", t("analyse.guess", { risk: percent(least) })]);
    }
    if (typeof elsewhere === "number" && known.length > 1)
        words.push(["soft", elsewhereWords({ elsewhere })]);
    if (layouts) words.push(["soft", t("analyse.layouts", { n: huge(layouts) })]);
    if (status === "limit") words.push(["soft", t("analyse.limit")]);
    return words;
}
