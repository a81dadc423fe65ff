/** One kind of games over time: streaks, a plot of a figure, and the best of them with dates. */

import { byId, make } from "../page/dom.js";
import { HISTORIES, isDaily, dailyStreak, speedOf, winStreak, won } from "./figures.js";
import { kindText } from "./kinds.js";
import { plot } from "../review/plot.js";
import { clock, today } from "../page/time.js";
import { language, number, percent, t } from "../page/words.js";

/** @import {GameRecord} from "./records.js" */

const ALL = "";
const MOST_BEST = 10;
const FORMS = {
    wins: percent,
    time: (/** @type {number} */ value) => clock(value),
    speed: (/** @type {number} */ value) => number(value, 1),
    efficiency: percent,
};

export class History {
    constructor() {
        this.host = byId("statistics-history", HTMLElement);
        this.kind = byId("history-kind", HTMLSelectElement);
        this.figure = byId("history-figure", HTMLSelectElement);
        /** @type {GameRecord[]} */
        this.all = [];
        for (const menu of [this.kind, this.figure]) {
            menu.addEventListener("change", () => this.#draw());
        }
    }

    /**
     * Show these records; what was chosen stays.
     *
     * @param {GameRecord[]} all
     * @param {boolean} isExample
     */
    show(all, isExample) {
        this.all = all;
        this.host.hidden = false;
        byId("history-example", HTMLElement).hidden = !isExample;
        const kinds = [...new Set(all.map(({ kind }) => kind))];
        const chosen = this.kind.value;
        this.kind.replaceChildren(
            make("option", { value: ALL }, t("history.all")),
            ...kinds.map((kind) => make("option", { value: kind }, kindText(kind))),
        );
        this.kind.value = kinds.includes(chosen) ? chosen : ALL;
        this.#draw();
    }

    #draw() {
        const kind = this.kind.value;
        const games = kind === ALL ? this.all : this.all.filter((each) => each.kind === kind);
        byId("history-streaks", HTMLElement).replaceChildren(...streaks(games));
        byId("history-plot", HTMLElement).replaceChildren(...this.#plot(games));
        byId("history-best", HTMLElement).replaceChildren(...bestList(games));
    }

    /** @param {GameRecord[]} games */
    #plot(games) {
        const name = /** @type {keyof typeof FORMS} */ (this.figure.value || "wins");
        const values = HISTORIES[name]?.(games) ?? [];
        if (values.length < 2) return [make("p", { class: "soft" }, t("history.few"))];
        const form = FORMS[name];
        const label = t(`history.${name}_now`, { now: form(values.at(-1) ?? 0) });
        const top = name === "wins" ? 1 : Math.max(...values);
        return [
            make("p", { class: "soft" }, label),
            plot(values, values.length - 1, label, { top, form }),
        ];
    }
}

/** @param {GameRecord[]} games */
function streaks(games) {
    const wins = winStreak(games);
    const said = [t("history.streak", wins)];
    if (games.some(isDaily)) said.push(t("history.daily_streak", dailyStreak(games, today())));
    return said.map((text) => make("p", {}, text));
}

/**
 * Return the fastest wins, with their dates.
 *
 * @param {GameRecord[]} games
 */
function bestList(games) {
    const best = won(games).sort((a, b) => a.seconds - b.seconds);
    if (best.length === 0) return [];
    const columns = ["best", "bbbv_one", "speed_one", "efficiency", "zini", "when"];
    const heads = columns.map((key) => make("th", { scope: "col" }, t(`stats.${key}`)));
    const table = make("table", { class: "figures" });
    table.append(
        make("caption", {}, t("history.best")),
        make("thead", {}, make("tr", {}, ...heads)),
        make("tbody", {}, ...best.slice(0, MOST_BEST).map(bestRow)),
    );
    return [table];
}

/** @param {GameRecord} game */
function bestRow(game) {
    const { seconds, bbbv, efficiency, zini, clicks, when } = game;
    const speed = speedOf(game);
    const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium" });
    const cells = [
        bbbv ? number(bbbv) : "–",
        speed ? number(speed, 2) : "–",
        efficiency ? percent(efficiency) : "–",
        zini && clicks ? percent(zini / clicks) : "–",
        day.format(new Date(when)),
    ];
    const time = make("th", { scope: "row" }, clock(seconds, 1));
    return make("tr", {}, time, ...cells.map((text) => make("td", {}, text)));
}
