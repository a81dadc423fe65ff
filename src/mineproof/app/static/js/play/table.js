/**
 * The table at which a game is played: the game as the server sends it, and the board that shows
 * it. Requests wait for each other, so quick clicks are handled in order.
 */

import { ApiError, api } from "../page/api.js";
import { notify } from "../page/announce.js";
import { Grid } from "../board/grid.js";
import { save } from "../page/store.js";
import { t } from "../page/words.js";

/** @import {Board, Shown} from "../board/board.js" */
/** @import {Act, Game, Place} from "../types.js" */

/** @typedef {(game: Game, before: Game | null) => void} Listener */

export class Table {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        /** @type {Game | null} */
        this.game = null;
        /** @type {Set<Listener>} */
        this.listeners = new Set();
        this.last = Promise.resolve();
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
     * Begin a game; the player can return to one that was left unfinished.
     *
     * @param {Parameters<typeof api.begin>[0]} wish
     */
    begin(wish) {
        const left = this.game;
        return this.run(async () => {
            const game = await api.begin(wish);
            if (left && left.status === "playing" && left.moves > 0) {
                notify(t("play.left"), t("play.back"), () => this.run(() => api.read(left.token)));
            }
            return game;
        });
    }

    /**
     * Make a move; a cell that is already open when its turn comes is not opened again.
     *
     * @param {Act} act
     * @param {number} cell
     */
    move(act, cell) {
        const place = this.board.grid.place(cell);
        return this.run(async (token) => {
            const isDone = act === "open" && this.board.face(cell) !== "#";
            return isDone ? null : api.move(token, act, place);
        });
    }

    undo() {
        return this.run((token) => api.undo(token));
    }

    restart() {
        return this.run((token) => api.restart(token));
    }

    /**
     * Make a request after those before it, and show the game in its answer, if any.
     *
     * @param {(token: string) => Promise<Game | null>} request
     * @returns {Promise<void>}
     */
    run(request) {
        this.last = this.last.then(() => this.#attempt(request));
        return this.last;
    }

    /** @param {(token: string) => Promise<Game | null>} request */
    async #attempt(request) {
        try {
            const game = await request(this.game?.token ?? "");
            if (game) this.take(game);
        } catch (error) {
            await this.fail(error);
        }
    }

    /**
     * Say what went wrong. Without an answer it is unknown what was done, so reload the game.
     *
     * @param {unknown} error
     */
    async fail(error) {
        if (!(error instanceof ApiError)) throw error;
        notify(error.message);
        if (error.status !== 0 || !this.game) return;
        try {
            this.take(await api.read(this.game.token));
            notify(t("play.reconnected"));
        } catch (again) {
            if (!(again instanceof ApiError)) throw again;
            notify(again.message, t("play.retry"), () => void this.run((token) => api.read(token)));
        }
    }

    /**
     * Show a state of the game.
     *
     * @param {Game} game
     */
    take(game) {
        const before = this.game;
        const shown = shownOf(game, this.board);
        this.game = game;
        save("game", game.token);
        if (shown.grid !== this.board.grid) {
            const middle = [game.rows, game.cols].map((side) => Math.floor(side / 2));
            this.board.current = shown.grid.at(/** @type {Place} */ (middle));
        }
        this.board.show(shown);
        for (const listener of this.listeners) listener(game, before);
    }
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
