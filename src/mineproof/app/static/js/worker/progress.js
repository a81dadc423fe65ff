/** What is said while Python comes: how much of it is there, and that one can play already. */

import { make, styled } from "../page/dom.js";
import { t, inWords, number } from "../page/words.js";

const PATIENCE = 1500; // milliseconds after which a start from the browser's own cache is remarked on
const MB = 1_000_000;

export class Progress {
    constructor() {
        this.bytes = 0;
        this.loaded = 0;
        this.timer = 0;
        this.bar = make("progress", { max: 1 });
        this.words = make("span", {});
        this.line = make("p", { class: "loading", role: "status" }, this.words, this.bar);
        this.line.hidden = true;
    }

    /**
     * Python starts; tell whether its files are to be counted, which they are on a first visit.
     *
     * @param {number} bytes  of all files
     */
    begin(bytes) {
        const isFirst = !navigator.serviceWorker?.controller;
        this.bytes = isFirst ? bytes : 0;
        this.loaded = 0;
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.#appear(), isFirst ? 0 : PATIENCE);
        return isFirst;
    }

    /** @param {number} loaded  so many bytes */
    show(loaded) {
        this.loaded = loaded;
        this.#say();
    }

    /** @param {boolean} isReady */
    end(isReady) {
        clearTimeout(this.timer);
        if (isReady) this.line.remove();
        else if (this.line.isConnected) this.words.textContent = t("load.failed");
    }

    async #appear() {
        await styled("loading");
        document.body.append(this.line);
        this.line.hidden = false;
        inWords(() => this.#say());
    }

    #say() {
        const { loaded, bytes } = this;
        const isLoading = loaded < bytes;
        const values = { n: number(loaded / MB, 1), all: number(bytes / MB, 1) };
        this.words.textContent = isLoading ? t("load.bytes", values) : t("load.starts");
        if (isLoading) this.bar.value = loaded / bytes;
        else this.bar.removeAttribute("value");
    }
}
