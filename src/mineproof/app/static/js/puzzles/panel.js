/** What stands around the board: the task, the figure beside it, the buttons and the panel. */

import { byId, make } from "../page/dom.js";
import { clock } from "../page/time.js";
import { t } from "../page/words.js";
import { counter } from "./counters.js";
import { ownRating, ratingTable } from "./ratings.js";

/** @import {PuzzlesView} from "./view.js" */
/** @import {Technique} from "../types.js" */

const MIXED = ""; // the entry of the menu that stands for all techniques

/**
 * Fill the menu of techniques, by how hard they are.
 *
 * @param {HTMLSelectElement} menu
 * @param {Technique[]} all
 */
export function fillMenu(menu, all) {
    const levels = [...new Set(all.map(({ level }) => level))];
    const groups = levels.map((level) => {
        const mine = all.filter((each) => each.level === level);
        const entries = mine.map(({ name, title }) => make("option", { value: name }, title));
        const label = `${level} · ${mine[0]?.level_title}`;
        return make("optgroup", { label }, ...entries);
    });
    menu.replaceChildren(make("option", { value: MIXED }, t("puzzle.mixed")), ...groups);
}

/** @param {PuzzlesView} view */
export function showTexts(view) {
    for (const button of modeButtons()) {
        button.setAttribute("aria-pressed", String(button.value === view.name));
    }
    const technique = view.puzzle?.technique ? view.titleOf(view.puzzle.technique) : "";
    const key = !view.puzzle ? "idle" : technique ? "task_technique" : "task";
    byId("puzzle-task", HTMLElement).textContent = t(`puzzle.${key}`, { technique });
    showPanel(view);
    showFigure(view);
    showButtons(view);
}

/** @returns {HTMLButtonElement[]} */
export function modeButtons() {
    return [...byId("puzzle-modes", HTMLElement).querySelectorAll("button")];
}

/** @param {PuzzlesView} view */
export function showPanel(view) {
    const [name, idea, score] = view.isGiven
        ? [view.puzzle?.id ?? "", t("puzzle.given"), ""]
        : [titleOf(view), ideaOf(view), scoreOf(view)];
    byId("puzzle-name", HTMLElement).textContent = name;
    byId("puzzle-idea", HTMLElement).textContent = idea;
    byId("puzzle-score", HTMLElement).textContent = score;
    byId("puzzle-ratings", HTMLDetailsElement).hidden = view.name !== "rated";
    const own = ownRating() || t("puzzle.unrated");
    byId("puzzle-own", HTMLElement).textContent = t("puzzle.ratings", { own });
    byId("puzzle-classes", HTMLElement).replaceChildren(ratingTable(view.classes));
}

/** @param {PuzzlesView} view */
function titleOf(view) {
    if (view.name !== "rated") return t(`puzzle.${view.name}`);
    return view.titleOf(view.rated.state.technique) || t("puzzle.mixed");
}

/** @param {PuzzlesView} view */
function ideaOf(view) {
    if (view.name !== "rated") return t(`puzzle.${view.name}_about`);
    const { technique } = view.rated.state;
    return view.techniques.find((each) => each.name === technique)?.idea ?? t("puzzle.idea");
}

/** @param {PuzzlesView} view */
function scoreOf({ name, rated, streak, storm, daily }) {
    if (name === "rated") return t("puzzle.score", counter(rated.state.technique));
    if (name === "daily") return daily.date;
    if (name === "storm") return t("puzzle.storm_score", { best: storm.state.best });
    return t("puzzle.streak_score", { now: streak.state.count, best: streak.state.best });
}

/** Show the rating, the length of the streak, or the clock and the score. @param {PuzzlesView} view */
export function showFigure({ name, streak, storm, daily }) {
    const figures = {
        rated: ownRating() || "–",
        streak: String(streak.state.count),
        storm: `${clock(storm.seconds)} · ${storm.state.score}`,
        daily: daily.isOver ? clock(daily.state.seconds ?? 0) : "",
    };
    byId("puzzle-figure", HTMLElement).textContent = figures[name];
}

/** @param {PuzzlesView} view */
function showButtons(view) {
    const isRated = view.name === "rated";
    const { technique, shape } = view.rated.state;
    view.technique.value = technique;
    view.shape.value = shape;
    for (const menu of [view.technique, view.shape]) menu.hidden = !isRated;
    const next = byId("puzzle-next", HTMLButtonElement);
    next.hidden = !view.mayGoOn;
    byId("puzzle-bar", HTMLElement).hidden = next.hidden && !isRated;
    const key = { rated: "next", streak: "again", storm: "start", daily: "next" }[view.name];
    byId("puzzle-next-name", HTMLElement).textContent = t(`puzzle.${key}`);
    for (const id of ["puzzle-hint", "puzzle-show"]) {
        byId(id, HTMLButtonElement).disabled = !view.isHelpful;
    }
    const isFast = view.name === "storm" || view.name === "streak";
    byId("puzzle-ladder", HTMLElement).hidden = !view.isHelpful || isFast;
}
