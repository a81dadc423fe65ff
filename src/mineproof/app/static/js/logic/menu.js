/** What to watch: a game or position for the classroom, or one's own game. */

import { api } from "../page/api.js";
import { notify } from "../page/announce.js";
import { byId, make } from "../page/dom.js";
import { inWords, t } from "../page/words.js";
import { EXAMPLES } from "./examples.js";
import { positionOf, readAddress } from "./subject.js";

/** @import {Game} from "../types.js" */
/** @import {Subject} from "./setting.js" */

export class Menu {
    /**
     * @param {() => Game | null} game  the game at the table
     * @param {(subject: Subject, engine?: string) => void} watch  by this engine, or the same
     */
    constructor(game, watch) {
        this.game = game;
        this.watch = watch;
        this.list = byId("logic-example", HTMLSelectElement);
        /** @type {Subject | null} */
        this.subject = null;
        this.list.addEventListener("change", () => {
            const place = readAddress(this.list.value);
            if (place) watch(place.subject, place.engine);
        });
        byId("logic-from-game", HTMLButtonElement).addEventListener(
            "click",
            () => void this.#fromGame(),
        );
        inWords(() => this.#translate());
    }

    /** Say what is watched. @param {Subject} subject */
    name(subject) {
        this.subject = subject;
        const text = JSON.stringify(subject);
        const found = EXAMPLES.find(
            ([, code]) => JSON.stringify(readAddress(code)?.subject) === text,
        );
        this.list.value = found ? found[1] : "";
    }

    /** Watch the game at the table: as it stands, or, if it is over, from its beginning. */
    async #fromGame() {
        const game = this.game();
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
        this.list.replaceChildren(own, ...examples);
        if (this.subject) this.name(this.subject);
    }
}
