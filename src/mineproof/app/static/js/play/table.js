/**
 * The table at which a game is played: the game as the server sends it, and the board that shows
 * it, with the player's moves at once. Requests wait for each other, so quick clicks are handled in
 * order, each on the board where it was made. What the server refuses is taken back; what it did not
 * hear is sent again.
 */

import { ApiError, api } from "../page/api.js";
import { dismissRemark, notify, remark } from "../page/announce.js";
import { Batch, flagged } from "./batch.js";
import { checksFlags } from "../board/finish.js";
import { Grid } from "../board/grid.js";
import { save } from "../page/store.js";
import { t } from "../page/words.js";

/** @import {Board, Shown} from "../board/board.js" */
/** @import {Act, Game, Place} from "../types.js" */
/** @import {Played} from "./batch.js" */

/** @typedef {(game: Game, before: Game | null) => void} Listener */
/** @typedef {(game: Game) => Promise<Game | null>} Request  about the game as it is by then */
/** @typedef {Pick<Game, "token" | "moves" | "opened" | "status">} State  enough to see a change */

export class Table {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        /** @type {Game | null} */
        this.game = null;
        /** @type {Set<Listener>} */
        this.listeners = new Set();
        this.last = Promise.resolve();
        /** @type {Played[]} moves that the server has not confirmed */
        this.pending = [];
        /** @type {Batch | null} which the next move may join */
        this.batch = null;
        /** Called with how many more flags are shown than the server knows of, and whether it is
         *  about to make moves.  @type {(flags: number, hasMoves: boolean) => void} */
        this.onPending = () => {};
        this.channel = new BroadcastChannel("mineproof.game");
        this.channel.onmessage = ({ data }) => this.#hear(data);
    }

    /**
     * Call `listener` with each new state of the game, and the one before.
     *
     * @param {Listener} listener
     */
    onChange(listener) {
        this.listeners.add(listener);
    }

    get isPlaying() {
        return this.game?.status === "playing";
    }

    /**
     * Begin a game, or go on with one that the server may still have; the player can return to the
     * one that was left unfinished.
     *
     * @param {Parameters<typeof api.begin>[0]} wish
     * @param {string} [token]  of the game to go on with
     */
    begin(wish, token = "") {
        return this.run(async () => {
            const left = this.game; // with the moves that were on their way
            const kept = token ? await api.read(token).catch(() => null) : null;
            const game = kept ?? (await api.begin(wish));
            if (left && left.token !== game.token && left.status === "playing" && left.moves > 0) {
                notify(t("play.left"), t("play.back"), () => this.run(() => api.read(left.token)));
            }
            return game;
        });
    }

    /**
     * Do something about the position once the moves on their way are made, if the game goes on.
     *
     * @param {() => void} work
     */
    async whenSettled(work) {
        await this.last;
        if (this.isPlaying) work();
    }

    /**
     * Make a move. The board shows it at once, the server confirms it: a flag, or a cell that looks
     * pressed until it is known what it shows.
     *
     * @param {Act} act
     * @param {number} cell
     */
    move(act, cell) {
        const isRepeated = act === "open" && this.#isOpening(cell);
        if (isRepeated) return this.last;
        const move = { act, cell };
        this.pending.push(move);
        this.#show();
        if (this.batch?.takes(act)) {
            this.batch.add(move);
            return this.last;
        }
        const batch = new Batch(move);
        const shown = this.game?.token;
        const done = this.run(async (game) =>
            game.token === shown ? this.#deliver(batch, game) : null,
        );
        this.batch = batch;
        return done;
    }

    /** @param {number} cell */
    #isOpening(cell) {
        return this.pending.some((move) => move.act === "open" && move.cell === cell);
    }

    /** @param {Batch} batch  @param {Game} game */
    async #deliver(batch, game) {
        const { grid } = this.board;
        try {
            return await batch.deliver((moves) =>
                api.play(
                    game,
                    moves.map(({ act, cell }) => ({ act, cell: grid.place(cell) })),
                ),
            );
        } finally {
            this.pending = this.pending.filter((move) => !batch.moves.includes(move));
        }
    }

    undo() {
        return this.game ? this.run((game) => api.undo(game)) : this.last;
    }

    restart() {
        return this.game ? this.run((game) => api.restart(game.token)) : this.last;
    }

    /**
     * Make a request after those before it, and show the game in its answer, if any.
     *
     * @param {Request} request
     * @returns {Promise<void>}
     */
    run(request) {
        this.batch = null; // later moves come after this request
        this.last = this.last.then(() => this.#attempt(request));
        return this.last;
    }

    /** @param {Request} request */
    async #attempt(request) {
        try {
            const game = await request(/** @type {Game} */ (this.game));
            if (!game) return;
            this.take(game);
            this.channel.postMessage(stateOf(game));
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            await (error.status === 0 ? this.#again(request) : this.#refused(error));
        }
    }

    /**
     * No answer came, and it is unknown what was done. Read the game, which waits until the server
     * is back; if nothing was done, ask again.
     *
     * @param {Request} request
     */
    async #again(request) {
        const { game } = this;
        const now = game && (await api.read(game.token));
        if (now && !isSame(now, game)) this.take(now);
        else await this.#attempt(request);
    }

    /** Show the game as it is, without what was refused, and say why. @param {ApiError} error */
    async #refused(error) {
        const now = error.status === 409 && this.game && (await this.#read());
        if (now) this.take(now);
        else this.#show();
        remark(error.message);
    }

    async #read() {
        return api.read(this.game?.token ?? "").catch(() => null);
    }

    /** Another tab has changed its game; if it is this one, read it. @param {State} state */
    #hear(state) {
        if (!this.game || state.token !== this.game.token || isSame(state, this.game)) return;
        void this.run(async (game) => {
            this.game = await api.read(game.token); // not our doing: no listener sees a change
            return this.game;
        });
    }

    /**
     * Show a state of the game.
     *
     * @param {Game} game
     */
    take(game) {
        const before = this.game;
        this.game = game;
        if (game.token !== before?.token) this.#dropMoves();
        save("game", game.token);
        dismissRemark();
        this.#show();
        for (const listener of this.listeners) listener(game, before);
    }

    /** Another game has come: moves that were made on the board of the last one do not count here. */
    #dropMoves() {
        this.pending = [];
        this.batch = null;
    }

    /** Show the game, with the moves that the server has not confirmed. */
    #show() {
        const { game, board, pending } = this;
        if (!game) return;
        const shown = shownOf(game, board);
        if (shown.grid !== board.grid) {
            const middle = [game.rows, game.cols].map((side) => Math.floor(side / 2));
            board.current = shown.grid.at(/** @type {Place} */ (middle));
        }
        const { cells } = shown;
        shown.cells = flagged(cells, pending, checksFlags(game.finish));
        board.show(shown);
        board.light(opening(pending, shown), "pending");
        this.onPending(count(shown.cells) - count(cells), pending.length > 0);
    }
}

/**
 * Return the hidden cells that some moves are about to open.
 *
 * @param {Played[]} moves
 * @param {Shown} shown
 */
function opening(moves, { grid, cells }) {
    return moves
        .flatMap(({ act, cell }) =>
            act === "flag" ? [] : act === "open" ? [cell] : grid.neighbours(cell),
        )
        .filter((cell) => cells[cell] === "#");
}

/** How many flags there are. @param {string} cells */
const count = (cells) => cells.split("F").length;

/** @param {State} game  @returns {State} */
const stateOf = ({ token, moves, opened, status }) => ({ token, moves, opened, status });

/** Tell whether nothing has been done between two states of a game.
 *  @param {State} one  @param {State} other */
function isSame(one, other) {
    return JSON.stringify(stateOf(one)) === JSON.stringify(stateOf(other));
}

/**
 * Return what a board shows of a game; keeps the board's own grid if it is the same.
 *
 * @param {Game} game
 * @param {Board} board
 * @returns {Shown}
 */
export function shownOf(game, board) {
    const made = new Grid(game.rows, game.cols, game.shape);
    const grid = made.equals(board.grid) ? board.grid : made;
    return {
        grid,
        cells: game.board.join(""),
        lostAt: game.lost_at ? grid.at(game.lost_at) : -1,
        wrong: new Set((game.wrong_flags ?? []).map((place) => grid.at(place))),
    };
}
