/** The statistics view: what the records say, level by level; lost games have no best time. */

import { notify } from "../page/announce.js";
import { byId, make } from "../page/dom.js";
import { records } from "./records.js";
import { levelName } from "../play/setup.js";
import { save } from "../page/store.js";
import { clock } from "../page/time.js";
import { number, inWords, percent, t, tOr } from "../page/words.js";

/** @import {GameRecord} from "./records.js" */

export class StatisticsView {
    constructor() {
        this.host = byId("statistics-table", HTMLElement);
        byId("export-records", HTMLButtonElement).addEventListener("click", exportRecords);
        byId("clear-records", HTMLButtonElement).addEventListener("click", () => this.#clear());
        inWords(() => this.enter());
    }

    /** Show what was recorded. */
    enter() {
        const all = records();
        const kinds = [...new Set(all.map(({ kind }) => kind))];
        for (const id of ["export-records", "clear-records"]) {
            byId(id, HTMLButtonElement).disabled = all.length === 0;
        }
        this.host.replaceChildren(all.length ? table(kinds, all) : nothingYet());
    }

    leave() {}

    #clear() {
        const gone = records();
        save("records", []);
        this.enter();
        notify(t("stats.cleared", { n: gone.length }), t("stats.take_back"), () => {
            save("records", gone);
            this.enter();
        });
    }
}

/** Say what will be there, and lead to where it comes from. */
function nothingYet() {
    const link = make("a", { class: "button primary", href: "#play" }, t("nav.play"));
    return make("div", { class: "soft empty" }, make("p", {}, t("stats.none")), link);
}

const COLUMNS = ["kind", "games", "wins", "best", "mean", "bbbv", "speed", "guesses", "luck"];

/** @param {string[]} kinds  @param {GameRecord[]} all */
function table(kinds, all) {
    const heads = COLUMNS.map((key) => make("th", { scope: "col" }, t(`stats.${key}`)));
    const rows = kinds.map((kind) =>
        row(
            kind,
            all.filter((each) => each.kind === kind),
        ),
    );
    const made = make("table", { class: "figures wide" });
    made.append(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    return made;
}

/** @param {string} kind  @param {GameRecord[]} games */
function row(kind, games) {
    const won = games.filter((game) => game.won);
    const times = won.map(({ seconds }) => seconds);
    const speeds = won.map(({ bbbv, seconds }) => (bbbv && seconds > 0 ? bbbv / seconds : 0));
    const cells = [
        number(games.length),
        t("stats.won", { n: won.length, share: percent(won.length / games.length) }),
        times.length ? clock(Math.min(...times), 1) : "–",
        times.length ? clock(mean(times) ?? 0, 1) : "–",
        figure(mean(known(games, "bbbv")), 1),
        won.length ? number(Math.max(...speeds), 2) : "–",
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
    return make("tr", {}, make("th", { scope: "row" }, ...kindWords(kind)), ...tds);
}

/** @param {string} kind */
function kindWords(kind) {
    const [level = "", start = "", finish = ""] = kind.split(" ");
    const rest = [start, finish].map((word) => tOr(`kind.${word}`, word)).join(" · ");
    return [make("b", {}, levelName(level)), make("small", {}, rest)];
}

/** @param {GameRecord[]} games  @param {"bbbv" | "guesses" | "luck"} name  @returns {number[]} */
function known(games, name) {
    return games.flatMap((game) => game[name] ?? []);
}

/** @param {number[]} values */
function mean(values) {
    return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
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

function exportRecords() {
    const text = JSON.stringify(records(), null, 1);
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    make("a", { href: url, download: "mineproof-statistics.json" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
