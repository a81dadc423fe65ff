/**
 * Opens files and texts: a position is analysed, a finished game reviewed, a board played or shown,
 * unless the room that is shown takes it. The server reads them; what it refuses is a sentence.
 */

import { ApiError, api } from "../page/api.js";
import { byId } from "../page/dom.js";
import { first } from "../page/first.js";
import { decode, encode } from "../board/position.js";
import { joined, language, number, t } from "../page/words.js";
import { Verdict } from "./verdict.js";

/** @import {Table} from "../play/table.js" */
/** @import {Shape} from "../types.js" */
/** @import {FileContent, Unsaid} from "./types.js" */

/**
 * @typedef {object} Room  A view that may have a use of its own for what is opened.
 * @property {(content: FileContent) => void} [take]
 * @property {Shape} [usualShape]  of a position that does not say its own
 */

/** @type {Opener | null} */
let only = null;

/** @type {Omit<FileContent, "board" | "mines" | "shape">} */
const NO_GAME = { format: "code", holds: "view", game: null, figures: null };

export class Opener {
    /**
     * Return the opener; there is one dialog, and so one of them.
     *
     * @param {Table} table
     * @param {() => Room | null} room
     */
    static at(table, room) {
        only ??= new Opener(table, room);
        return only;
    }

    /**
     * @param {Table} table  where boards are played
     * @param {() => Room | null} room  the one that is shown
     */
    constructor(table, room) {
        this.table = table;
        this.room = room;
        this.dialog = byId("open-file", HTMLDialogElement);
        this.text = byId("open-file-text", HTMLTextAreaElement);
        this.file = byId("open-file-file", HTMLInputElement);
        this.mines = byId("open-file-mines", HTMLInputElement);
        this.shape = byId("open-file-shape", HTMLSelectElement);
        this.verdict = new Verdict(this.dialog);
        /** @type {FileContent | null} a board that waits for the player's choice */
        this.board = null;
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("open-file-choose", () => this.file.click());
        on("open-file-play", () => void this.#play());
        on("open-file-show", () => this.#analyse());
        on("open-file-certify", () => void this.#certify());
        on("open-file-cancel", () => this.dialog.close());
        this.file.addEventListener("change", () => void this.#chosen());
        byId("open-file-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            void this.#try(this.text.value);
        });
    }

    /** Ask for a file or a text. */
    showDialog() {
        this.#ask(null);
        this.#fail("");
        this.mines.value = "";
        this.shape.value = this.#usual.shape;
        if (!this.dialog.open) this.dialog.showModal();
    }

    /** What holds of a position in plain text unless the player says otherwise. @returns {Unsaid} */
    get #usual() {
        return { mines: null, shape: this.room()?.usualShape ?? "square" };
    }

    /** What the player says of a position in plain text. @returns {Unsaid} */
    get #said() {
        const mines = this.mines.value === "" ? null : Number(this.mines.value);
        return { mines, shape: /** @type {Shape} */ (this.shape.value) };
    }

    /**
     * Open a file or a text; return what is wrong with it, or nothing.
     *
     * @param {File | string} what
     * @param {Unsaid} [unsaid]
     * @returns {Promise<string>}
     */
    async open(what, unsaid = this.#usual) {
        const isFile = what instanceof File;
        if (isFile && what.type.startsWith("image/")) return t("file.image");
        const position = isFile ? null : decode(what.trim()); // a code, from an address of ours
        if (position) {
            await this.#show({ ...position, ...NO_GAME });
            return "";
        }
        const { limits } = await first.info;
        const content = isFile ? what : new Blob([what]);
        const most = limits.file_bytes;
        if (content.size > most) return t("file.too_large", { most: number(most) });
        try {
            const name = isFile ? what.name.slice(-255) : "";
            const base64 = await base64Of(content);
            await this.#show(await api.readFile({ name, base64, ...unsaid, lang: language() }));
            return "";
        } catch (error) {
            if (error instanceof ApiError) return error.message;
            throw error;
        }
    }

    async #chosen() {
        const file = this.file.files?.[0];
        if (file) await this.#try(file);
        this.file.value = ""; // the same file can be chosen again
    }

    /** @param {File | string} what */
    async #try(what) {
        this.#fail(what ? await this.open(what, this.#said) : t("file.nothing"));
    }

    /** @param {string} sentence */
    #fail(sentence) {
        byId("open-file-error", HTMLElement).textContent = sentence;
    }

    /** @param {FileContent} content */
    async #show(content) {
        const room = this.room();
        if (!room?.take && content.figures) return this.#ask(content);
        this.dialog.close();
        if (room?.take) return room.take(content);
        const { game } = content;
        if (game === null || game.status === "playing") return this.#go(content);
        const { token } = await api.begin({ code: game.code, seconds: game.seconds });
        location.hash = `#review/${token}`;
    }

    /**
     * Ask what to do with a board, or for a file if there is none.
     *
     * @param {FileContent | null} board
     */
    #ask(board) {
        this.board = board;
        this.verdict.hide();
        byId("open-file-form", HTMLElement).hidden = board !== null;
        byId("open-file-board", HTMLElement).hidden = board === null;
        byId("open-file-about", HTMLElement).textContent = board ? aboutBoard(board) : "";
        if (!this.dialog.open) this.dialog.showModal();
        if (board) byId("open-file-play", HTMLButtonElement).focus();
    }

    async #play() {
        const code = this.board?.game?.code;
        this.dialog.close();
        if (code) await this.table.begin({ code });
        location.hash = "#play";
    }

    async #certify() {
        const code = this.board?.game?.code;
        byId("open-file-board", HTMLElement).hidden = true;
        if (code) await this.verdict.ask(code);
    }

    #analyse() {
        const { board } = this;
        this.dialog.close();
        if (board) this.#go(board);
    }

    /** Analyse a position. @param {FileContent} position */
    #go({ board, mines, shape }) {
        location.hash = `#analyse/${encode({ board, mines, shape })}`;
    }
}

/** @param {FileContent} content */
function aboutBoard({ board, mines, figures }) {
    const { bbbv = 0, zini = null } = figures ?? {};
    const size = { rows: board.length, cols: board[0]?.length ?? 0, mines: mines ?? 0, bbbv };
    const parts = [t("file.board", size)];
    if (zini !== null) parts.push(t("file.zini", { n: zini }));
    return joined(parts);
}

/**
 * @param {Blob} content
 * @returns {Promise<string>}
 */
function base64Of(content) {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
        reader.onerror = () => reject(new ApiError(t("file.unreadable"), 0));
        reader.readAsDataURL(content);
    });
}
