/** The statistics view: what the records say, level by level; lost games have no best time. */

import { notify } from "../page/announce.js";
import { byId, make, styled } from "../page/dom.js";
import { EXAMPLE } from "./example.js";
import { exportRecords, importRecords } from "./exchange.js";
import { known, mean, speedOf } from "./figures.js";
import { History } from "./history.js";
import { groupName, groupOf, partsOf } from "./kinds.js";
import { keepRecords, records } from "./records.js";
import { clock } from "../page/time.js";
import { number, inWords, percent, t } from "../page/words.js";

await styled("statistics");

/** @import {GameRecord} from "./records.js" */

export class StatisticsView {
    constructor() {
        this.host = byId("statistics-table", HTMLElement);
        this.history = new History();
        this.file = byId("import-file", HTMLInputElement);
        /** @param {string} id  @param {() => void} work */
        const on = (id, work) => byId(id, HTMLButtonElement).addEventListener("click", work);
        on("export-records", exportRecords);
        on("import-records", () => this.file.click());
        on("clear-records", () => this.#clear());
        this.file.addEventListener("change", () => void this.#import());
        inWords(() => this.enter());
    }

    /** Show what was recorded. */
    enter() {
        const all = records();
        for (const id of ["export-records", "clear-records"]) {
            byId(id, HTMLButtonElement).disabled = all.length === 0;
        }
        const isEmpty = all.length === 0;
        const parts = isEmpty ? [nothingYet(), labelled(table(EXAMPLE))] : [table(all)];
        this.host.replaceChildren(...parts);
        this.history.show(isEmpty ? EXAMPLE : all, isEmpty);
    }

    leave() {}

    async #import() {
        const file = this.file.files?.[0];
        if (!file) return;
        const told = await importRecords(file);
        this.file.value = ""; // the same file can be chosen again
        notify(told);
        this.enter();
    }

    #clear() {
        const gone = records();
        keepRecords([]);
        this.enter();
        notify(t("stats.cleared", { n: gone.length }), t("stats.take_back"), () => {
            keepRecords(gone);
            this.enter();
        });
    }
}

/** Say what will be there, and lead to where it comes from. */
function nothingYet() {
    const link = make("a", { class: "button primary", href: "#play" }, t("nav.play"));
    return make("div", { class: "soft empty" }, make("p", {}, t("stats.none")), link);
}

/** Say of a table that it is an example. @param {HTMLTableElement} made */
function labelled(made) {
    made.prepend(make("caption", {}, make("span", { class: "chip" }, t("example.label"))));
    return made;
}

const COLUMNS = [
    "kind",
    "games",
    "wins",
    "best",
    "mean",
    "bbbv",
    "speed",
    "efficiency",
    "guesses",
    "luck",
];

/** @param {GameRecord[]} all */
function table(all) {
    const heads = COLUMNS.map((key) => make("th", { scope: "col" }, t(`stats.${key}`)));
    const groups = Map.groupBy(all, ({ kind }) => groupOf(kind));
    const made = make("table", { class: "figures wide" });
    made.append(make("thead", {}, make("tr", {}, ...heads)));
    for (const [group, games] of groups) made.append(body(group, games, groups.size > 1));
    return made;
}

/** @param {string} group  @param {GameRecord[]} games  @param {boolean} isOneOfMany */
function body(group, games, isOneOfMany) {
    const kinds = Map.groupBy(games, ({ kind }) => kind);
    const made = make("tbody", {}, ...[...kinds].map(([kind, its]) => row(kind, its)));
    const head = { scope: "rowgroup", colspan: COLUMNS.length, class: "group" };
    if (isOneOfMany) made.prepend(make("tr", {}, make("th", head, groupName(group))));
    return made;
}

/** @param {string} kind  @param {GameRecord[]} games */
function row(kind, games) {
    const won = games.filter((game) => game.won);
    const times = won.map(({ seconds }) => seconds);
    const efficiency = mean(won.flatMap((game) => game.efficiency ?? []));
    const cells = [
        number(games.length),
        t("stats.won", { n: won.length, share: percent(won.length / games.length) }),
        times.length ? clock(Math.min(...times), 1) : "–",
        times.length ? clock(mean(times) ?? 0, 1) : "–",
        figure(mean(known(games, "bbbv")), 1),
        won.length ? number(Math.max(...won.map((game) => speedOf(game) ?? 0)), 2) : "–",
        efficiency === null ? "–" : percent(efficiency),
        figure(mean(known(games, "guesses")), 1),
        signed(known(games, "luck")),
    ];
    const tds = cells.map((text) => make("td", {}, text));
    const bar = make("meter", {
        min: 0,
        max: 1,
        value: won.length / games.length,
        "aria-hidden": "true",
    });
    tds[1]?.append(bar);
    const { name, rest } = partsOf(kind);
    const words = [make("b", {}, name), make("small", {}, rest)];
    return make("tr", {}, make("th", { scope: "row" }, ...words), ...tds);
}

/** @param {number | null} value  @param {number} digits */
function figure(value, digits) {
    return value === null ? "–" : number(value, digits);
}

/** Return the luck of all games together, with its sign. @param {number[]} values */
function signed(values) {
    const sum = values.reduce((all, value) => all + value, 0);
    return values.length ? `${sum >= 0 ? "+" : "−"}${number(Math.abs(sum), 2)}` : "–";
}
