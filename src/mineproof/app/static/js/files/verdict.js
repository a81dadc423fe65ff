/**
 * The verdict on a board: does it need a guess? The script can be stepped through as a reviewed game,
 * the position of a forced guess analysed, and the certificate saved for anybody to check.
 */

import { letters } from "../board/grid.js";
import { encode } from "../board/position.js";
import { ApiError, api } from "../page/api.js";
import { byId } from "../page/dom.js";
import { download } from "../page/download.js";
import { joined, language, t } from "../page/words.js";

/** @import {Certified} from "./types.js" */

/** How many cells are named before the rest is only counted. */
const MOST_NAMED = 8;

const LEVELS = {
    L1: "certify.L1",
    L2: "certify.L2",
    L3: "certify.L3",
    L4: "certify.L4",
    L5: "certify.L5",
};

export class Verdict {
    /** @param {HTMLDialogElement} dialog  in which it is shown */
    constructor(dialog) {
        this.dialog = dialog;
        this.panel = byId("verdict", HTMLElement);
        this.title = byId("open-file-title", HTMLElement);
        this.told = byId("verdict-told", HTMLElement);
        this.more = byId("verdict-more", HTMLElement);
        this.go = byId("verdict-go", HTMLButtonElement);
        this.saved = byId("verdict-save", HTMLButtonElement);
        /** @type {Certified | null} */
        this.found = null;
        this.go.addEventListener("click", () => void this.#goOn());
        this.saved.addEventListener("click", () => {
            if (this.found) download("board.cert", this.found.certificate, "text/plain");
        });
    }

    /** Forget the last board. */
    hide() {
        this.found = null;
        this.#open(false);
    }

    /** @param {boolean} isOpen */
    #open(isOpen) {
        this.panel.hidden = !isOpen;
        this.title.dataset.t = isOpen ? "certify.ask" : "file.title";
        this.title.textContent = t(this.title.dataset.t);
    }

    /** Ask about the board of a game, and show the answer. @param {string} code */
    async ask(code) {
        this.found = null;
        this.#open(true);
        this.#show(t("certify.busy"), "");
        try {
            this.found = await api.certify({ code, lang: language() });
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            this.#show(error.message, "");
            return;
        }
        this.#show(headline(this.found), details(this.found));
        this.go.textContent = t(isClear(this.found) ? "certify.steps" : "certify.position");
        this.go.focus();
    }

    /** @param {string} told  @param {string} more */
    #show(told, more) {
        this.told.textContent = told;
        this.more.textContent = more;
        this.go.hidden = this.saved.hidden = this.found === null;
    }

    async #goOn() {
        const { found } = this;
        if (!found) return;
        this.dialog.close();
        if (isClear(found)) {
            const { token } = await api.begin({ code: found.code });
            location.hash = `#review/${token}`;
        } else {
            const { board, mines, shape } = found;
            location.hash = `#analyse/${encode({ board, mines, shape })}`;
        }
    }
}

/** @param {Certified} found */
function isClear({ verdict }) {
    return verdict === "no guess";
}

/** @param {Certified} found */
function headline(found) {
    const first = named(found.first);
    if (!isClear(found)) return t("certify.guess", { first });
    return t("certify.clear", { first, level: t(LEVELS[found.hardest ?? "L1"]) });
}

/** @param {Certified} found */
function details({ steps, passed }) {
    const each = Object.entries(steps).filter(([, number]) => number > 0);
    const told = each.map(([level, number]) => `${level} ${number}`).join(", ");
    const parts = told ? [t("certify.count", { told })] : [];
    if (passed !== null)
        parts.push(t("certify.passed", { n: passed.length, cells: named(passed) }));
    return joined(parts);
}

/** @param {[number, number][]} places */
function named(places) {
    const names = places.slice(0, MOST_NAMED).map(([row, col]) => `${letters(col)}${row + 1}`);
    return names.join(", ") + (places.length > MOST_NAMED ? ", …" : "");
}
