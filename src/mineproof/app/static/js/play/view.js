/** The play view: passes on what the player does. */

import { spreads } from "../board/finish.js";
import { Ai } from "./ai.js";
import { announce, remark } from "../page/announce.js";
import { api } from "../page/api.js";
import { Board } from "../board/board.js";
import { Coach } from "../coach/coach.js";
import { byId } from "../page/dom.js";
import { first, lastGame } from "../page/first.js";
import { followPointer } from "../board/pointer.js";
import { settings } from "../page/settings.js";
import { Setup } from "./setup.js";
import { Marks } from "./marks.js";
import { Redo } from "./redo.js";
import { tellLosses } from "../review/loss.js";
import { keepFinished } from "../statistics/records.js";
import { StatusLine, sayBoard, sayMove } from "./status.js";
import { load, save } from "../page/store.js";
import { Table } from "./table.js";
import { useTabs } from "../page/tabs.js";
import { today } from "../page/time.js";
import { inWords, t } from "../page/words.js";

/** @import {Act, Game, Info, Place} from "../types.js" */

/** @type {Record<string, Act>} */
const KEYS = { " ": "open", Enter: "open", f: "flag", F: "flag", c: "chord", C: "chord" };

export class PlayView {
    constructor() {
        const frame = byId("play-board", HTMLElement);
        this.board = new Board(frame, (event, cell) => this.#key(event, cell));
        this.table = new Table(this.board);
        this.setup = new Setup((wish) => void this.#begin(wish));
        this.ai = new Ai(this.table);
        this.status = new StatusLine();
        this.coach = new Coach(this.table, () => this.status.show());
        this.redo = new Redo(this.table);
        this.marks = new Marks(this.table);
        this.tab = useTabs(byId("play-tabs", HTMLElement));
        this.isFlagMode = false;
        this.table.onChange((game, before) => this.#changed(game, before));
        tellLosses(this.table);
        this.table.onPending = (flags, hasMoves) => this.status.foresee(flags, hasMoves);
        this.#listen();
        inWords(() => this.status.show());
    }

    /** @param {Info} info */
    offer(info) {
        this.setup.offer(info);
        this.ai.offer(info);
    }

    /**
     * Open a shared game, the game that was left, or a new one.
     *
     * @param {string} code
     */
    async enter(code) {
        if (code) return this.#begin({ code });
        const { game } = first;
        first.game = null;
        if (!this.table.game) await this.table.run(() => game ?? lastGame());
    }

    leave() {
        this.ai.stop();
    }

    /** What is on its way: moves, or another game. */
    get settled() {
        return this.table.last;
    }

    /**
     * Begin a game, or go on with another.
     *
     * @param {Parameters<Table["begin"]>} wish
     */
    #begin(...wish) {
        this.ai.stop();
        return this.table.begin(...wish);
    }

    /** Go back in the game. @param {"undo" | "restart"} way */
    #goBack(way) {
        this.ai.stop();
        void this.table[way]();
    }

    #listen() {
        followPointer(this.board, {
            act: (act, cell) => this.act(act, cell),
            isFlagMode: () => this.isFlagMode,
            isAsking: () => this.coach.ask.isOn,
            ask: (cell) => this.ask(cell),
        });
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("new-game", () => this.setup.again());
        on("smiley", () => this.setup.again());
        on("daily", () => void this.#playDaily());
        on("next-game", () => this.setup.again());
        on("undo", () => this.#goBack("undo"));
        on("restart", () => this.#goBack("restart"));
        on("hint", () => this.#hint());
        on("ai", () => this.#aiMove());
        on("share-day", () => void this.#shareDay());
        on("flag-mode", () => this.#toggleFlagMode());
        on("ai-auto", () => this.tab("tab-ai"));
        on("explain", () => this.tab("tab-coach"));
    }

    /**
     * Handle a key that has no button, wherever the focus is; tell whether it was handled.
     *
     * @param {string} key
     */
    shortcut(key) {
        /** @type {Record<string, () => void>} */
        const works = {
            d: () => this.table.game && sayBoard(this.table.game, this.board),
            escape: () => this.coach.ask.close() || this.ai.stop(),
        };
        works[key]?.();
        return key in works;
    }

    /**
     * @param {KeyboardEvent} event
     * @param {number} cell
     */
    #key(event, cell) {
        const act = KEYS[event.key];
        if (!act || event.repeat) return;
        event.preventDefault();
        if (act === "open" && this.coach.ask.isOn) this.ask(cell);
        else this.act(act, cell);
    }

    /** Ask the coach about a cell. @param {number} cell */
    ask(cell) {
        if (!this.table.isPlaying) return;
        this.tab("tab-coach");
        this.ai.stop();
        this.coach.askAbout(cell);
    }

    /**
     * Make a move, or say why it is impossible. Opening a number chords on it, if that setting is
     * on.
     *
     * @param {Act} act
     * @param {number} cell
     */
    act(act, cell) {
        if (!this.table.isPlaying) return;
        const face = this.board.face(cell);
        const isOpen = face !== "#" && face !== "F";
        if (isOpen && act === "open" && settings.chord && this.#canChord(cell)) act = "chord";
        if (act === "open" && face === "F") return announce(t("play.flagged"));
        if (act === "chord" && !this.#canChord(cell)) return announce(t("play.no_chord"));
        if (isOpen && act !== "chord") return;
        this.ai.stop();
        if (act === "flag" && this.marks.turn(cell)) return;
        void this.table.move(act, cell);
    }

    /**
     * Tell whether a number has all its flags, and a neighbour left to open.
     *
     * @param {number} cell
     */
    #canChord(cell) {
        const { grid, shown } = this.board;
        const near = grid.neighbours(cell).map((each) => shown.cells[each]);
        const flags = near.filter((face) => face === "F").length;
        const { game } = this.table;
        if (!game || !spreads(game.finish)) return false;
        return shown.cells[cell] === String(flags) && near.includes("#");
    }

    /** Play the board of the day, or continue it if already begun. */
    async #playDaily() {
        const day = today();
        const kept = load("daily", { day: "", token: "" });
        await this.#begin({ daily: day }, kept.day === day ? kept.token : "");
        const { game } = this.table;
        if (game?.daily === day) save("daily", { day, token: game.token });
    }

    async #shareDay() {
        const { showCard } = await import("../statistics/card.js");
        if (this.table.game) showCard(this.table.game);
    }

    #hint() {
        this.tab("tab-coach");
        this.ai.stop();
        this.coach.ladder.climb();
    }

    #aiMove() {
        this.tab("tab-ai");
        this.ai.stop();
        void this.ai.move();
    }

    #toggleFlagMode() {
        this.isFlagMode = !this.isFlagMode;
        byId("flag-mode", HTMLButtonElement).setAttribute("aria-pressed", String(this.isFlagMode));
        announce(t(this.isFlagMode ? "play.flag_mode_on" : "play.flag_mode_off"));
    }

    /**
     * @param {Game} game
     * @param {Game | null} before
     */
    #changed(game, before) {
        const isNew = game.token !== before?.token;
        this.status.follow(game);
        byId("share-day", HTMLButtonElement).hidden = !game.daily || game.status === "playing";
        if (isNew) this.setup.follow(game);
        if (!this.ai.isRunning || game.status !== "playing") sayMove(game, before, this.board);
        const isOver = !isNew && before?.status === "playing" && game.status !== "playing";
        if (isOver) void keepFinished(game, before);
        if (before) this.#liven(game, before).catch(() => {}); // nobody misses it
        const hasMore = !isNew && game.opened > (before?.opened ?? 0);
        if (settings.autoflag && hasMore && game.status === "playing") void this.#flagProved();
    }

    /** Sound and motion, where they are welcome; loaded when first needed.
     *  @param {Game} game  @param {Game} before */
    async #liven(game, before) {
        if (settings.sound) (await import("./sound.js")).play(game, before);
        const isMoving = settings.motion && !matchMedia("(prefers-reduced-motion)").matches;
        if (isMoving) (await import("./motion.js")).ripple(game, before, this.board);
    }

    /** Have every proved mine flagged, and say which. */
    async #flagProved() {
        /** @type {Place[]} */
        let cells = [];
        await this.table.run(async (known) => {
            const { game, flagged } = await api.flagProved(known);
            cells = flagged;
            return game;
        });
        const names = cells.map((place) => this.board.grid.name(this.board.grid.at(place)));
        const said = t("play.autoflagged", { n: names.length, cells: names.join(", ") });
        if (names.length > 0) remark(said);
    }
}
