/** What to watch: a game or position for the classroom, one that is typed, or one's own game. */

import { api } from "../page/api.js";
import { notify } from "../page/announce.js";
import { byId, make } from "../page/dom.js";
import { inWords, t } from "../page/words.js";
import { EXAMPLES } from "./examples.js";
import { positionOf, readAddress, readSubject } from "./subject.js";

/** @import {Game} from "../types.js" */
/** @import {Subject} from "./setting.js" */

export class Opener {
    /**
     * @param {() => Game | null} game  the game at the table
     * @param {(subject: Subject, engine?: string) => void} watch  by this engine, or the same
     */
    constructor(game, watch) {
        this.game = game;
        this.watch = watch;
        this.menu = byId("logic-example", HTMLSelectElement);
        this.dialog = byId("logic-open-dialog", HTMLDialogElement);
        /** @type {Subject | null} */
        this.subject = null;
        this.menu.addEventListener("change", () => {
            const place = readAddress(this.menu.value);
            if (place) watch(place.subject, place.engine);
        });
        this.#listen();
        inWords(() => this.#translate());
    }

    /** Say what is watched. @param {Subject} subject */
    name(subject) {
        this.subject = subject;
        const text = JSON.stringify(subject);
        const found = EXAMPLES.find(
            ([, code]) => JSON.stringify(readAddress(code)?.subject) === text,
        );
        this.menu.value = found ? found[1] : "";
    }

    #listen() {
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("logic-open", () => this.dialog.showModal());
        on("logic-cancel", () => this.dialog.close());
        on("logic-from-game", () => void this.#fromGame());
        byId("logic-open-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            const error = this.#open();
            byId("logic-open-error", HTMLElement).textContent = error;
            if (!error) this.dialog.close();
        });
    }

    /** Watch what was typed; return what is wrong with it, or nothing. */
    #open() {
        const text = byId("logic-open-text", HTMLTextAreaElement).value;
        const mines = byId("logic-open-mines", HTMLInputElement).value;
        try {
            this.watch(readSubject(text, mines === "" ? null : Number(mines)));
            return "";
        } catch (error) {
            return error instanceof Error ? error.message : String(error);
        }
    }

    /** Watch the game at the table: as it stands, or, if it is over, from its beginning. */
    async #fromGame() {
        const game = this.game();
        this.dialog.close();
        if (!game) return notify(t("analyse.no_game"));
        if (game.status === "playing") return this.watch(positionOf(game));
        const { code } = await api.code(game.token);
        return this.watch({ code });
    }

    #translate() {
        const examples = EXAMPLES.map(([name, code]) =>
            make("option", { value: code }, t(`example.${name}`)),
        );
        const own = make("option", { value: "", hidden: "" }, t("logic.own"));
        this.menu.replaceChildren(own, ...examples);
        if (this.subject) this.name(this.subject);
    }
}
