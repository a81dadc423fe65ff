/** Where a proved cell or clause comes from: a graph that folds, its words, and its files. */

import { announce, notify } from "../page/announce.js";
import { ApiError, api } from "../page/api.js";
import { make, styled } from "../page/dom.js";
import { engineName, entryName } from "../page/names.js";
import { inWords, language, number, t } from "../page/words.js";
import { exportButtons } from "./files.js";
import { Graph } from "./graph.js";
import { claimText } from "./sentences.js";
import { Words } from "./words.js";

await styled("derivation");

/** @import {Board} from "../board/board.js" */
/** @import {Derivation, Proved} from "../types.js" */

const PROVERS = [
    "resolution+dpll",
    "resolution",
    "dpll",
    "sat",
    "exact",
    "cutting-planes",
    "subset",
    "single",
];

export class DerivationView {
    /**
     * @param {HTMLElement} host
     * @param {Board} board
     */
    constructor(host, board) {
        this.host = host;
        this.board = board;
        /** @type {Proved | null} */
        this.proved = null;
        /** @type {Derivation | null} */
        this.derivation = null;
        this.graph = new Graph(board, {
            fold: (node) => void this.#fold(node),
            light: (nodes) => this.words.light(nodes),
        });
        this.words = new Words(board, (nodes) => this.graph.light(nodes));
        inWords(() => void this.#ask(this.derivation?.unfolded));
    }

    /**
     * Show where something comes from; a refusal is told.
     *
     * @param {Proved} proved
     */
    async show(proved) {
        this.proved = proved;
        this.derivation = null;
        this.graph.current = 0; // none: it begins at the conclusion
        if (!(await this.#ask())) return;
        this.host.scrollIntoView({ block: "nearest" });
        announce(this.#title());
        this.graph.focus();
    }

    hide() {
        this.proved = this.derivation = null;
        this.host.replaceChildren();
    }

    /**
     * Ask for the derivation with these nodes unfolded; tell whether it came.
     *
     * @param {number[]} [unfolded]  by default, as many as fit a screen
     */
    async #ask(unfolded) {
        const { proved } = this;
        if (!proved) return false;
        try {
            const wish = { ...proved, unfolded: unfolded ?? null, lang: language() };
            const derivation = await api.derivation(wish);
            if (proved !== this.proved) return false;
            this.#render(derivation);
            return true;
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
            return false;
        }
    }

    /** Fold or unfold a node. @param {number} node */
    async #fold(node) {
        const open = new Set(this.derivation?.unfolded);
        if (!open.delete(node)) open.add(node);
        if (await this.#ask([...open])) this.graph.focus(node);
    }

    /** @param {Derivation} derivation */
    #render(derivation) {
        const isNew = this.derivation === null;
        this.derivation = derivation;
        this.graph.draw(derivation, this.#title());
        this.words.write(derivation);
        if (isNew || this.host.childElementCount === 0) this.host.replaceChildren(this.#frame());
        this.#tell(derivation);
    }

    #title() {
        const { derivation, board } = this;
        return derivation ? claimText(derivation.conclusion, board.grid) : "";
    }

    #frame() {
        const close = make(
            "button",
            { type: "button", class: "quiet close", "aria-label": t("dialog.close") },
            "×",
        );
        close.addEventListener("click", () => this.hide());
        this.heading = make("h2", {});
        this.length = make("p", { class: "soft" });
        return make(
            "section",
            { class: "sheet derivation", "aria-label": t("tree.title") },
            make("div", { class: "head-line" }, this.heading, this.length, close),
            make("div", { class: "parts" }, this.graph.element, this.words.element),
            make("p", { class: "soft how" }, t("tree.keys")),
            make("div", { class: "row-of-buttons" }, ...this.#tools()),
            make(
                "div",
                { class: "row-of-buttons", role: "group", "aria-label": t("tree.export") },
                make("span", { class: "soft" }, t("tree.export")),
                ...exportButtons(() => this.proved),
            ),
        );
    }

    #tools() {
        const all = make("button", { type: "button" }, t("tree.unfold"));
        all.addEventListener("click", () => void this.#unfoldSeen());
        const none = make("button", { type: "button" }, t("tree.fold"));
        none.addEventListener("click", () => void this.#ask([]));
        return [all, none, ...this.#engines()];
    }

    /** Unfold every node that is seen. */
    async #unfoldSeen() {
        const { unfolded = [], nodes = [] } = this.derivation ?? {};
        const folded = nodes.filter((node) => node.folded > 0).map((node) => node.number);
        await this.#ask([...unfolded, ...folded]);
    }

    /** Other engines prove a cell in other ways; a clause of a trace has only one origin. */
    #engines() {
        const { proved } = this;
        if (!proved || !("cell" in proved)) return [];
        const now = proved.engine ?? PROVERS[0];
        const options = PROVERS.map((name) =>
            make("option", { value: name, selected: name === now }, entryName("engine", name)),
        );
        const menu = make("select", { "aria-label": t("ai.engine") }, ...options);
        menu.addEventListener("change", () => void this.#change(menu));
        return [menu];
    }

    /** Prove the same cell by another engine, or go on with the one before. @param {HTMLSelectElement} menu */
    async #change(menu) {
        const { proved, derivation } = this;
        if (!proved || !("cell" in proved)) return;
        this.proved = { ...proved, engine: menu.value };
        if (await this.#ask()) return;
        this.proved = proved;
        this.derivation = derivation;
        menu.value = proved.engine ?? PROVERS[0] ?? "";
    }

    /** @param {Derivation} derivation */
    #tell({ steps, clues, with_count, nodes, size, engine }) {
        const count = t("tree.steps", { n: steps, steps: number(steps) });
        const from = t("tree.clues", { n: clues, clues: number(clues) });
        const sources = with_count ? t("tree.and_count", { clues: from }) : from;
        const seen =
            nodes.length < size ? t("tree.seen", { n: nodes.length, of: number(size) }) : "";
        if (this.heading) this.heading.textContent = this.#title();
        const words = t("tree.length", { steps: count, sources, engine: engineName(engine) });
        if (this.length) this.length.textContent = `${words} ${seen}`;
    }
}
