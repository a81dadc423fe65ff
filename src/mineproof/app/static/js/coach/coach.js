/** The coach beside the game: hints, risks, wrong flags, and answers about any cell. */

import { api } from "../page/api.js";
import { asked } from "../page/asked.js";
import { needsFlags } from "../board/finish.js";
import { elsewhereWords } from "../board/labels.js";
import { announce, remark } from "../page/announce.js";
import { byId } from "../page/dom.js";
import { onSettings, settings, take } from "../page/settings.js";
import { Ask } from "./ask.js";
import { Ladder } from "./hints.js";
import { Tree } from "./tree.js";
import { positionOf } from "../logic/subject.js";
import { inWords, language, t } from "../page/words.js";

/** @import {Table} from "../play/table.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {Live} from "./live.js" */
/** @import {Game, Odds, Place} from "../types.js" */

const TOP = 6; // the rung of a hint that tells everything

export class Coach {
    /**
     * @param {Table} table
     * @param {() => void} onHelp  called when help has made the game assisted
     */
    constructor(table, onHelp) {
        this.table = table;
        this.board = table.board;
        this.onHelp = onHelp;
        this.showsRisks = false;
        /** @type {Live | null} */
        this.live = null;
        /** @type {{game: Game | null, odds: Promise<Odds>} | null} the latest odds asked for */
        this.counted = null;
        const position = () => positionOf(/** @type {Game} */ (table.game));
        const tree = new Tree(byId("play-tree", HTMLElement), this.board);
        this.ask = new Ask(this.board, byId("play-explanation", HTMLElement), tree, {
            explain: (name) => this.#helped(api.explain(this.token, name, language())),
            suppose: (name, isMine) =>
                this.#helped(
                    api.suppose(this.token, { cell: name, mined: isMine, lang: language() }),
                ),
            odds: () => this.#odds(),
            position,
            restore: () => this.#showLive(),
        });
        this.ladder = new Ladder(byId("play-hint", HTMLElement), this.board, {
            ask: (rung) => {
                this.ask.answer?.choices.release();
                return this.#helped(api.hint(this.token, rung, language()));
            },
            play: (move) => void table.move(move.act, this.board.grid.at(move.cell)),
            position,
            when: (work) => void table.whenSettled(work),
            flags: () => table.game !== null && needsFlags(table.game.finish),
        });
        this.#listen();
    }

    get token() {
        return this.table.game?.token ?? "";
    }

    #listen() {
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("risks", () => void this.#toggleRisks());
        on("check-flags", () => void this.table.whenSettled(() => this.#checkFlags()));
        on("explain", () => this.askAbout(this.board.current));
        on("ask", () => this.toggleAsking());
        this.table.onChange((game, before) => this.#forget(game, before));
        inWords(() => this.ladder.render());
        const live = byId("live-hints", HTMLInputElement);
        live.checked = settings.live;
        live.addEventListener("change", () => take(live));
        let isLive = settings.live;
        onSettings(() => {
            if (isLive !== settings.live) void this.#enliven();
            isLive = settings.live;
        });
    }

    /** Ask about a cell of the position that follows from the moves made. @param {number} cell */
    askAbout(cell) {
        void this.table.whenSettled(() => this.ask.about(cell));
    }

    /** Begin or end the mode in which a click asks about a cell. */
    toggleAsking() {
        this.ask.use(!this.ask.isOn);
        byId("ask", HTMLButtonElement).setAttribute("aria-pressed", String(this.ask.isOn));
        announce(t(this.ask.isOn ? "ask.on" : "ask.off"));
    }

    /**
     * Drop what was said about the previous position.
     *
     * @param {Game} game
     * @param {Game | null} before
     */
    #forget(game, before) {
        this.live?.forget();
        this.#sign();
        this.board.light([]);
        this.ask.forget();
        const isNew = game.token !== before?.token;
        if (isNew) this.board.weigh(new Map()); // in the same game they stay until the next ones come
        if (isNew || this.ladder.isClimbed) this.ladder.reset();
        void this.#weigh();
        void this.#enliven();
    }

    /** Mark what is certain as the game goes on, if live hints are switched on. */
    async #enliven() {
        const { game, isPlaying } = this.table;
        if (!settings.live) {
            this.live?.forget();
            return this.#showLive();
        }
        if (!isPlaying || game?.opened === 0) return;
        if (!this.live) {
            const { Live } = await import("./live.js");
            this.live ??= new Live(this.board, byId("live-note", HTMLElement), {
                odds: () => this.#odds(),
                guess: () => this.#helped(api.hint(this.token, TOP, language())),
            });
            if (game !== this.table.game) return;
        }
        await this.live.follow(() => this.#showLive());
    }

    /** Show what is marked while nothing is asked, unless a hint or an answer is on the board. */
    #showLive() {
        if (this.ladder.isClimbed || this.ask.answer?.choices.pressed) return;
        this.#sign();
        void this.#weigh();
    }

    #sign() {
        this.board.sign(this.live?.signs ?? new Map());
    }

    async #toggleRisks() {
        this.showsRisks = !this.showsRisks;
        byId("risks", HTMLButtonElement).setAttribute("aria-pressed", String(this.showsRisks));
        byId("risk-scale", HTMLElement).hidden = !this.showsRisks;
        await this.#weigh();
    }

    /** Show the risks of the position if they are switched on, else that of a live best guess. */
    async #weigh() {
        const { game, isPlaying } = this.table;
        const rest = byId("risk-elsewhere", HTMLElement);
        rest.textContent = "";
        if (!this.showsRisks || !isPlaying) {
            return this.board.weigh(this.live?.risks ?? new Map());
        }
        const answer = await asked(() => this.#odds());
        if (game !== this.table.game || !this.showsRisks) return;
        if (!answer) return this.board.weigh(new Map());
        this.board.weigh(this.board.grid.byCell(marked(answer)));
        rest.textContent = elsewhereWords(answer);
    }

    async #checkFlags() {
        const answer = await asked(() => this.#helped(api.flags(this.token)));
        if (!answer) return;
        const { grid } = this.board;
        const wrong = answer.wrong.map((place) => grid.at(place));
        /** @type {[number, Sign][]} */
        const signs = wrong.map((cell) => [cell, "wrong"]);
        this.board.sign(new Map(signs));
        const cells = wrong.map((cell) => grid.name(cell)).join(", ");
        remark(t("play.wrong_flags", { n: wrong.length, cells }));
    }

    /** Return the odds of the position; each is asked for once. */
    #odds() {
        const { game } = this.table;
        if (this.counted?.game !== game) {
            const odds = this.#helped(api.risks(this.token));
            this.counted = { game, odds };
            odds.catch(() => (this.counted = null)); // it may be told next time
        }
        return /** @type {{odds: Promise<Odds>}} */ (this.counted).odds;
    }

    /**
     * Wait for help, and remember that there was some.
     *
     * @template T
     * @param {Promise<T>} answer
     */
    async #helped(answer) {
        const given = await answer;
        if (this.table.game) this.table.game.assisted = true;
        this.onHelp();
        return given;
    }
}

/**
 * Return what is marked of the odds: each cell beside a clue, and what is certain elsewhere.
 *
 * @param {Odds} odds
 * @returns {[number, number, number][]}
 */
function marked({ frontier, safe, mines }) {
    /** @param {Place[]} cells  @param {number} risk  @returns {[number, number, number][]} */
    const certain = (cells, risk) => cells.map(([row, col]) => [row, col, risk]);
    return [...(frontier ?? []), ...certain(safe, 0), ...certain(mines, 1)];
}
