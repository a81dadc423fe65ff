/** The state of the game: figures and buttons to see, sentences to hear. */

import { announce } from "../page/announce.js";
import { byId } from "../page/dom.js";
import { what, where } from "../board/labels.js";
import { heard } from "../board/paint.js";
import { clock } from "../page/time.js";
import { onSettings, settings } from "../page/settings.js";
import { joined, number, t } from "../page/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Game} from "../types.js" */

const HELP = ["hint", "ask", "ai", "ai-move", "ai-auto", "check-flags", "explain", "risks"];
const AFTERWARDS = ["to-review", "next-game", "coach-over"];

export class StatusLine {
    constructor() {
        /** @type {Game | null} */
        this.game = null;
        this.extra = 0; // flags that the server does not know of yet
        this.hasMoves = false; // that it does not know of yet
        this.since = 0; // when the game began, on the clock of the page
        this.time = byId("game-time", HTMLElement);
        /** @type {typeof import("./led.js").showLed | null} in the classic theme */
        this.led = null;
        window.setInterval(() => this.tick(), 200);
        onSettings(() => void this.#dress());
        void this.#dress();
    }

    /**
     * Follow a game from now on.
     *
     * @param {Game} game
     */
    follow(game) {
        this.game = game;
        this.since = performance.now() - game.elapsed * 1000;
        this.show();
    }

    /** The classic theme has counters of its own. */
    async #dress() {
        if (settings.theme !== "classic" || this.led) return;
        this.led = (await import("./led.js")).showLed;
        this.show();
    }

    /** Follow what the server has not confirmed: more flags, and any moves.
     *  @param {number} flags  @param {boolean} hasMoves */
    foresee(flags, hasMoves) {
        this.extra = flags;
        this.hasMoves = hasMoves;
        this.#count();
    }

    /** Show how many mines are left, and whether there is anything to take back. */
    #count() {
        const { game, extra, hasMoves } = this;
        const left = (game?.mines_left ?? 0) - extra;
        byId("mines-left", HTMLElement).textContent = number(left);
        this.led?.(byId("mines-led", HTMLElement), left);
        byId("undo", HTMLButtonElement).disabled = !game?.can_undo && !hasMoves;
        byId("restart", HTMLButtonElement).disabled = !game?.moves && !hasMoves;
    }

    /** Show the state of the game. */
    show() {
        const { game } = this;
        if (!game) return;
        const isOver = game.status !== "playing";
        byId("play", HTMLElement).dataset.status = game.status;
        this.#count();
        byId("game-status", HTMLElement).textContent = statusWords(game);
        byId("result", HTMLElement).textContent = figureWords(game);
        byId("assisted", HTMLElement).hidden = !game.assisted;
        byId("of-day", HTMLElement).hidden = !game.daily;
        byId("of-day", HTMLElement).textContent = t("status.daily", { day: game.daily ?? "" });
        for (const id of HELP) byId(id, HTMLButtonElement).disabled = isOver;
        for (const id of AFTERWARDS) byId(id, HTMLElement).hidden = !isOver;
        this.tick();
    }

    tick() {
        const { game } = this;
        if (!game) return;
        const seconds = game.clock_runs ? (performance.now() - this.since) / 1000 : game.elapsed;
        const text = clock(seconds, game.status === "playing" ? 0 : 1);
        if (this.time.textContent !== text) this.time.textContent = text;
        this.led?.(byId("time-led", HTMLElement), seconds);
    }
}

/**
 * Announce the result of a move, or a new game.
 *
 * @param {Game} game
 * @param {Game | null} before
 * @param {Board} board
 */
export function sayMove(game, before, board) {
    const { rows, cols, mines } = game;
    if (game.token !== before?.token) return announce(t("say.new", { rows, cols, mines }));
    if (game.status !== "playing") return announce(joined([statusWords(game), figureWords(game)]));
    const [first] = game.changed;
    if (!first) return;
    const cell = board.grid.at([first[0], first[1]]);
    const face = first[2] === "#" ? heard(board, cell) : first[2];
    const parts = [`${where(board.grid, cell)}${t("cell.join")}${what(face)}.`];
    if (game.changed.length > 1) parts.push(t("say.changed", { n: game.changed.length }));
    if (game.mines_left !== before.mines_left) parts.push(t("say.left", { n: game.mines_left }));
    announce(joined(parts));
}

/**
 * Describe the whole board, and where the player is on it.
 *
 * @param {Game} game
 * @param {Board} board
 */
export function sayBoard(game, board) {
    const { rows, cols, mines } = game;
    const at = where(board.grid, board.current);
    const parts = [
        t("describe.board", { rows, cols, mines }),
        t("describe.open", { n: countOf(board, /[0-8]/g) }),
        t("describe.hidden", { n: countOf(board, /#/g) }),
        t("describe.flags", { n: countOf(board, /F/g) }),
        statusWords(game),
        t("describe.at", { where: at, what: what(heard(board, board.current)) }),
    ];
    announce(joined(parts));
}

/**
 * @param {Board} board
 * @param {RegExp} faces
 */
function countOf(board, faces) {
    return board.shown.cells.match(faces)?.length ?? 0;
}

/** @param {Game} game */
function statusWords(game) {
    if (game.status === "won") return t("status.won", { time: clock(game.elapsed, 1) });
    if (game.status === "lost") return t("status.lost");
    return t(isLaid(game) || game.moves > 0 ? "status.playing" : `status.ready_${game.finish}`);
}

/** Tell whether a no-guess game has its board: the first cell, which decides it, is not a move.
 *  @param {Game} game */
function isLaid({ no_guess: noGuess, opened }) {
    return noGuess && opened > 0;
}

/**
 * Return the figures of a finished game in words.
 *
 * @param {Game} game
 */
export function figureWords(game) {
    const { bbbv, bbbv_per_second: speed } = game.figures ?? {};
    if (bbbv === undefined) return "";
    const parts = [t("result.bbbv", { n: bbbv })];
    if (speed && game.status === "won") parts.push(t("result.speed", { n: number(speed, 2) }));
    return parts.join(" · ");
}
