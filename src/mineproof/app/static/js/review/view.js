/** The review view: a finished game, move by move. */

import { ApiError, api } from "../page/api.js";
import { announce, dismissRemark, notify, tell } from "../page/announce.js";
import { Answer } from "./answer.js";
import { asked } from "../page/asked.js";
import { Board } from "../board/board.js";
import { share } from "../page/share.js";
import { byId, make, styled } from "../page/dom.js";
import { MovesBar } from "./movesbar.js";
import { plot, stateAt } from "./plot.js";
import { levelName } from "../play/setup.js";
import { finishedGames } from "../statistics/records.js";
import { figureWords } from "../play/status.js";
import { shownOf } from "../play/table.js";
import {
    badge,
    chancesOf,
    judgedPosition,
    legend,
    mistakeFrom,
    picturesOf,
    signsOf,
} from "./verdicts.js";
import { clock } from "../page/time.js";
import { inWords, joined, language, percent, t } from "../page/words.js";

await styled("review");

/** @import {Finished} from "../statistics/records.js" */
/** @import {Table} from "../play/table.js" */
/** @import {Game, Remark, Review} from "../types.js" */

/** A short game with a proof that was missed, a lucky guess and a blunder. */
const EXAMPLE = "beginner/opening:d4#2 d4 f1 g2 g1 i1 b9 c9 f7";

export class ReviewView {
    /** @param {Table} table  where a game is resumed */
    constructor(table) {
        this.table = table;
        /** @type {Game | null} */
        this.game = null;
        /** @type {Review | null} */
        this.review = null;
        this.state = 0; // how many moves have been made
        this.example = ""; // the token of a game to look at
        this.board = new Board(byId("review-board", HTMLElement), (event, cell) =>
            this.#key(event, cell),
        );
        const answer = byId("review-answer", HTMLElement);
        this.answer = new Answer(answer, this.board, () => this.go(this.state));
        this.bar = new MovesBar(byId("review-bar", HTMLElement), (move) => this.go(move));
        this.plot = byId("review-plot", HTMLElement);
        this.menu = byId("review-game", HTMLSelectElement);
        this.#listen();
        inWords(() => this.game && void this.#load(this.game.token));
    }

    /**
     * Review a game: the one with this token, the one at the table, or the last one finished; if
     * there is none, or the token is "example", a game to look at.
     *
     * @param {string} token
     */
    async enter(token) {
        const atTable = this.table.isPlaying ? undefined : this.table.game?.token;
        const own = token || atTable || finishedGames()[0]?.token || "example";
        await this.#load(own === "example" ? await this.#exampleToken() : own);
    }

    leave() {}

    async #exampleToken() {
        this.example ||= (await asked(() => api.begin({ code: EXAMPLE })))?.token ?? "";
        return this.example;
    }

    /**
     * Handle a key that has no button; tell whether it was handled.
     *
     * @param {string} key
     */
    shortcut(key) {
        if (key !== "s") return false;
        this.answer.show();
        return true;
    }

    /**
     * @param {KeyboardEvent} event
     * @param {number} cell
     */
    #key(event, cell) {
        if ((event.key !== "Enter" && event.key !== " ") || event.repeat) return;
        event.preventDefault();
        void this.answer.attempt(cell);
    }

    #listen() {
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("review-first", () => this.go(0));
        on("review-back", () => this.go(this.state - 1));
        on("review-next", () => this.go(this.state + 1));
        on("review-last", () => this.go(Infinity));
        on("review-mistake-back", () => this.goToMistake(-1));
        on("review-mistake-next", () => this.goToMistake(1));
        on("review-again", () => void this.#tryAgain());
        on("review-share", () => void this.#share());
        this.menu.addEventListener("change", () => {
            location.hash = `#review/${this.menu.value}`;
        });
        this.plot.addEventListener("click", (event) => {
            const drawing = this.plot.querySelector("svg");
            const count = (this.review?.moves.length ?? 0) + 1;
            if (drawing) this.go(stateAt(drawing, event.clientX, count));
        });
    }

    /** @param {string} token */
    async #load(token) {
        this.menu.replaceChildren(...finishedGames().map(entryOf));
        this.menu.value = token;
        byId("review-menu", HTMLElement).hidden = this.menu.options.length === 0;
        const isThere = token !== "" && (await this.#fetch(token));
        const isExample = isThere && token === this.example;
        byId("review-example", HTMLElement).hidden = !isExample;
        byId("review-none", HTMLElement).hidden = isThere && !isExample;
        byId("review-body", HTMLElement).hidden = !isThere;
        if (!isThere) return;
        this.#show();
        await this.#addChances(token);
    }

    /**
     * Plot the chance of winning as soon as it is known: it takes a second or two.
     *
     * @param {string} token
     */
    async #addChances(token) {
        const { review } = this;
        try {
            const { win } = await api.chances(token);
            if (!review || review !== this.review) return;
            review.win = win;
            this.#showPlot(review);
        } catch (error) {
            if (!(error instanceof ApiError)) throw error; // the plot stays as it is
        }
    }

    /**
     * Fetch a game and its review; tell whether both arrived.
     *
     * @param {string} token
     */
    async #fetch(token) {
        try {
            const answers = [api.read(token), api.review(token, language())];
            [this.game, this.review] = /** @type {[Game, Review]} */ (await Promise.all(answers));
            return true;
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
            return false;
        }
    }

    #show() {
        const { game, review } = this;
        if (!game || !review) return;
        const words = review.words.map((text) => make("p", {}, text));
        const figures = make("p", { class: "soft" }, timedFigures(game));
        byId("review-words", HTMLElement).replaceChildren(...words, figures);
        byId("review-legend", HTMLElement).replaceChildren(...legend(review));
        this.bar.fill(review.moves);
        this.answer.forget();
        this.go(review.losing ? review.losing - 1 : 0);
    }

    /**
     * Go to the next mistake, or back to the one before.
     *
     * @param {1 | -1} step
     */
    goToMistake(step) {
        const to = mistakeFrom(this.review?.moves ?? [], this.state, step);
        if (to >= 0) this.go(to);
        else announce(t("review.no_mistake"));
    }

    /**
     * Show the game after this many moves, and the move that comes next.
     *
     * @param {number} state
     */
    go(state) {
        const { game, review } = this;
        if (!game || !review) return;
        const last = review.moves.length;
        this.state = Math.min(Math.max(state, 0), last);
        this.bar.choose(this.state);
        const remark = review.moves[this.state];
        this.#showBoard(game, review, remark);
        this.#showPlot(review);
        showRemark(remark, last, this.answer.isHidden);
        this.#disable(review.moves);
    }

    /** Disable the buttons that lead nowhere from here. @param {Remark[]} moves */
    #disable(moves) {
        const isFirst = this.state === 0;
        const isLast = this.state === moves.length;
        const ends = {
            "review-first": isFirst,
            "review-back": isFirst,
            "review-next": isLast,
            "review-last": isLast,
            "review-again": isLast,
            "review-mistake-back": mistakeFrom(moves, this.state, -1) < 0,
            "review-mistake-next": mistakeFrom(moves, this.state, 1) < 0,
        };
        for (const [id, isEnd] of Object.entries(ends))
            byId(id, HTMLButtonElement).disabled = isEnd;
    }

    /**
     * @param {Game} game
     * @param {Review} review
     * @param {Remark | undefined} remark  on the move that comes next
     */
    #showBoard(game, review, remark) {
        const end = shownOf(game, this.board);
        const cells = review.boards ? picturesOf(review, game)[this.state] : undefined;
        this.board.show(remark ? { grid: end.grid, cells: cells ?? end.cells } : end);
        this.board.light([]);
        const isKnown = remark !== undefined && cells !== undefined;
        const position = judgedPosition(cells ?? "", game);
        this.answer.come(isKnown ? { token: game.token, remark, position } : null);
        if (!remark) return this.board.sign(new Map());
        const played = end.grid.at(remark.cell);
        this.board.sign(
            this.answer.isHidden ? new Map([[played, "move"]]) : signsOf(remark, end.grid),
        );
        this.board.reveal([played]);
    }

    /** @param {Review} review */
    #showPlot(review) {
        const chances = chancesOf(review);
        const chance = percent(chances[this.state] ?? 0);
        const label = t(review.win ? "review.win" : "review.ahead", { chance });
        byId("review-plot-title", HTMLElement).textContent = label;
        this.plot.replaceChildren(plot(chances, this.state, label));
    }

    async #tryAgain() {
        if (!this.game) return;
        try {
            this.table.take(await api.again(this.game.token, this.state + 1));
            location.hash = "#play";
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notify(error.message);
        }
    }

    async #share() {
        const { game } = this;
        const answer = game && (await asked(() => api.code(game.token)));
        if (!answer) return;
        const place = `#game/${encodeURIComponent(answer.code.replace(/\s+/g, " "))}`;
        await share(place, answer.code, t("share.failed"));
    }
}

/**
 * Show the remark on a move, or that there are no more; a hidden one keeps its reason.
 *
 * @param {Remark | undefined} remark
 * @param {number} count
 * @param {boolean} isHidden
 */
function showRemark(remark, count, isHidden) {
    const host = byId("review-remark", HTMLElement);
    if (!remark) return host.replaceChildren(make("h2", {}, t("review.end")));
    const { number, name, act, verdict, sign, title, words, risk } = remark;
    const values = { n: number, of: count, act: t(`act.${act}`), cell: name };
    const heading = t("review.heading", values);
    const parts = [make("h2", {}, heading), badge(verdict, `${sign} ${title}`)];
    if (!isHidden) parts.push(make("p", {}, words));
    const isGuess = risk > 0 && risk < 1;
    if (isGuess)
        parts.push(make("p", { class: "soft" }, t("review.risk", { risk: percent(risk) })));
    host.replaceChildren(...parts);
    dismissRemark();
    if (isHidden) tell(joined([`${heading} ${title}.`, t("try.prompt")]), host);
    else announce(joined([`${heading} ${title}.`, words]));
}

/** Return the time of a game, if it is known, and its figures. @param {Game} game */
function timedFigures(game) {
    const time = game.elapsed > 0 ? [t("result.time", { time: clock(game.elapsed, 1) })] : [];
    return [...time, figureWords(game)].join(" · ");
}

/** @param {Finished} game */
function entryOf({ token, level, status, when }) {
    const form = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
    const time = form.format(new Date(when));
    const values = { level: levelName(level), status: t(`review.${status}`), time };
    return make("option", { value: token }, t("review.entry", values));
}
