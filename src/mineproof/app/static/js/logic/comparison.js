/**
 * Two settings on the same game, side by side: A is what is watched, B is measured beside it.
 * Whatever is changed is measured at once.
 */

import { ApiError } from "../page/api.js";
import { byId, make } from "../page/dom.js";
import { entryName } from "../page/names.js";
import { inWords, number, t, tOr } from "../page/words.js";
import { ENGINES, KNOBS, engineText, readEngine, safeCells, withSafeCells } from "./setting.js";
import { Trace } from "./trace.js";

/** @import {TraceHead} from "../types.js" */
/** @import {Setting, Subject} from "./setting.js" */

/** What is compared, and how it is read from the head of a trace.
 *  @type {Record<string, (head: TraceHead) => string>} */
const FIGURES = {
    outcome: ({ outcome }) => t(`outcome.${outcome ?? "cut"}`),
    marked: ({ kinds }) => count(kinds.marked),
    inserted: ({ kinds }) => count(kinds.inserted),
    largest_kb: ({ largest_kb }) => count(largest_kb),
    resolved: ({ kinds }) => count(kinds.resolved),
    subsumed: ({ kinds }) => count(kinds.subsumed),
    round: ({ kinds }) => count(kinds.round),
    total: ({ total }) => count(total),
    seconds: ({ seconds }) => t("compare.ms", { n: number(1000 * seconds, seconds < 0.1 ? 1 : 0) }),
};

/** @param {number | undefined} value */
const count = (value) => number(value ?? 0);

/** @typedef {"a" | "b"} Side */

export class Comparison {
    /** @param {(subject: Subject, engine: string) => void} watch  A has changed */
    constructor(watch) {
        this.watch = watch;
        this.panel = byId("panel-compare", HTMLElement);
        this.table = byId("logic-compare", HTMLElement);
        /** @type {Subject | null} */
        this.subject = null;
        /** @type {Record<Side, Setting>} */
        this.settings = {
            a: { ...readEngine("resolution"), safe: "" },
            b: { ...readEngine("resolution(width=1, hints='at once')"), safe: "" },
        };
        /** @type {Record<Side, TraceHead | null>} */
        this.heads = { a: null, b: null };
        this.asked = 0;
        byId("logic-swap", HTMLButtonElement).addEventListener("click", () => this.#swap());
        inWords(() => this.render());
    }

    /** A trace is watched: it is A. @param {Trace} trace */
    follow({ wish: { engine, ...subject }, head }) {
        const safe = safeCells(subject) ?? "";
        const game = JSON.stringify(withSafeCells(subject, ""));
        const isNew = !this.subject || game !== JSON.stringify(withSafeCells(this.subject, ""));
        this.subject = subject;
        this.settings.a = { ...readEngine(engine), safe };
        if (isNew) this.settings.b.safe = safe;
        this.heads = { a: head, b: isNew ? null : this.heads.b };
        this.shown();
    }

    /** Measure B unless that is done, if anybody is looking. */
    shown() {
        if (this.panel.hidden) return;
        this.render();
        if (!this.heads.b) void this.#measure();
    }

    async #measure() {
        if (!this.subject) return;
        const { b } = this.settings;
        const asked = ++this.asked;
        const wish = { ...withSafeCells(this.subject, b.safe), engine: engineText(b) };
        try {
            const { head } = await Trace.load(wish);
            if (asked !== this.asked) return; // it has been changed in the meantime
            this.heads.b = head;
            this.#tell("");
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            this.#tell(error.message);
        }
        this.render();
    }

    /** @param {string} sentence */
    #tell(sentence) {
        byId("logic-compare-error", HTMLElement).textContent = sentence;
    }

    /** Watch B, and measure A beside it. */
    #swap() {
        const { a, b } = this.settings;
        this.settings = { a: b, b: a };
        this.heads = { a: this.heads.b, b: this.heads.a };
        this.#watchA();
    }

    #watchA() {
        if (!this.subject) return;
        const { a } = this.settings;
        this.watch(withSafeCells(this.subject, a.safe), engineText(a));
    }

    /** @param {Side} side */
    #changed(side) {
        this.heads[side] = null;
        if (side === "a") this.#watchA();
        else void this.#measure();
        this.render();
    }

    render() {
        if (this.panel.hidden) return;
        const focus = document.activeElement?.id;
        const knobs = [
            row("engine", (side) => this.#menu(side, "engine", ENGINES)),
            ...Object.entries(KNOBS).map(([name, values]) =>
                row(name, (side) => this.#menu(side, name, values)),
            ),
            row("safe", (side) => this.#safeField(side)),
        ];
        const figures = Object.entries(FIGURES).map(([name, read]) =>
            row(name, (side) => this.#figure(side, read)),
        );
        const bodies = [knobs, figures].map((rows) => make("tbody", {}, ...rows));
        this.table.replaceChildren(titles(), ...bodies);
        if (focus) document.getElementById(focus)?.focus();
    }

    /** @param {Side} side  @param {(head: TraceHead) => string} read */
    #figure(side, read) {
        const head = this.heads[side];
        return head ? read(head) : "…";
    }

    /**
     * Return the menu of a knob, with the value that is set even if it is an unusual one.
     *
     * @param {Side} side
     * @param {string} name
     * @param {string[]} values
     */
    #menu(side, name, values) {
        const setting = this.settings[side];
        const isEngine = name === "engine";
        const value = isEngine ? setting.engine : (setting.options[name] ?? "");
        const all = values.includes(value) ? values : [...values, value];
        const options = all.map((each) =>
            make(
                "option",
                { value: each },
                isEngine ? entryName("engine", each) : tOr(`compare.${name}.${each}`, plain(each)),
            ),
        );
        const choose = () => {
            if (isEngine) setting.engine = menu.value;
            else setting.options = { ...setting.options, [name]: menu.value };
            this.#changed(side);
        };
        const attributes = { id: `compare-${name}-${side}`, "aria-label": label(name, side) };
        const menu = make("select", { ...attributes, onchange: choose }, ...options);
        menu.value = value;
        menu.disabled = !isEngine && setting.engine !== "resolution";
        return menu;
    }

    /** @param {Side} side */
    #safeField(side) {
        const setting = this.settings[side];
        const choose = () => {
            setting.safe = field.value;
            this.#changed(side);
        };
        const field = make("input", {
            type: "number",
            min: 1,
            inputmode: "numeric",
            placeholder: "√",
            id: `compare-safe-${side}`,
            "aria-label": label("safe", side),
            onchange: choose,
        });
        field.value = setting.safe;
        field.disabled = !this.subject || safeCells(this.subject) === null;
        return field;
    }
}

/** @param {string} value */
const plain = (value) => value.replace(/'/g, "");

/** @param {string} name  @param {Side} side */
const label = (name, side) => `${t(`compare.${name}`)}, ${side.toUpperCase()}`;

/**
 * @param {string} name
 * @param {(side: Side) => HTMLElement | string} view
 */
function row(name, view) {
    const cells = /** @type {Side[]} */ (["a", "b"]).map((side) => make("td", {}, view(side)));
    return make("tr", {}, make("th", { scope: "row" }, t(`compare.${name}`)), ...cells);
}

function titles() {
    const names = [t("compare.what"), t("compare.a"), t("compare.b")];
    const cells = names.map((name) => make("th", { scope: "col" }, name));
    return make("thead", {}, make("tr", {}, ...cells));
}
