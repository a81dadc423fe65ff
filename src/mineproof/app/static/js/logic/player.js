/** Plays: calls for the next step again and again, as fast as its slider says, until it is told. */

import { load, save } from "../page/store.js";
import { number, t } from "../page/words.js";

const FASTEST = 60; // steps per second

export class Player {
    /**
     * @param {HTMLButtonElement} button
     * @param {HTMLInputElement} speed
     * @param {() => boolean} step  make a step, and tell whether there are more
     */
    constructor(button, speed, step) {
        this.button = button;
        this.speed = speed;
        this.step = step;
        this.timer = 0;
        this.speed.value = String(load("logic.speed", 5));
        this.button.addEventListener("click", () => this.toggle());
        this.speed.addEventListener("input", () => this.translate());
    }

    get isRunning() {
        return this.timer !== 0;
    }

    toggle() {
        if (this.isRunning) this.stop();
        else this.#run();
    }

    stop() {
        clearTimeout(this.timer);
        this.timer = 0;
        this.translate();
    }

    translate() {
        save("logic.speed", Number(this.speed.value));
        const text = t("logic.per_second", { n: number(this.#perSecond(), 1) });
        this.speed.setAttribute("aria-valuetext", text);
        this.speed.title = text;
        const label = this.button.querySelector("span");
        if (label) label.textContent = t(this.isRunning ? "logic.pause" : "logic.play");
        this.button.setAttribute("aria-pressed", String(this.isRunning));
    }

    #perSecond() {
        return 0.5 * (2 * FASTEST) ** (Number(this.speed.value) / Number(this.speed.max));
    }

    #run() {
        this.timer = window.setTimeout(() => {
            if (this.step()) this.#run();
            else this.stop();
        }, 1000 / this.#perSecond());
        this.translate();
    }
}
