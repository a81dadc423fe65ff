/**
 * Inputs: how an answer is given. Each is an element, a text that the server takes as the answer,
 * and boards that are closed in the end. Which one an exercise needs is in its setting.
 */

import { make } from "../page/dom.js";
import { t } from "../page/words.js";
import { ChosenCells, TypedCells, layoutBoard } from "./boards.js";
import { pointAt } from "./text.js";

/** @import {Board} from "../board/board.js" */
/** @import {Sign} from "../board/labels.js" */
/** @import {LessonBoard, LessonExercise, Setting} from "./types.js" */

/**
 * @typedef {object} Input
 * @property {HTMLElement} element
 * @property {() => string} text
 * @property {Board | undefined} board  where cells are lit
 * @property {() => void} close
 */

/** @type {Record<string, {isSingle?: boolean, isOpen?: boolean}>} */
const CHOICES = { cells: {}, mines: {}, cell: { isSingle: true }, clues: { isOpen: true } };
/** @type {Record<string, Sign>} */
const SIGNS = { safe: "safe", mines: "mine", layout: "mine", clues: "clue" };

/**
 * Return the input of an exercise.
 *
 * @param {LessonExercise} exercise
 * @param {string} name  unique on the page
 * @returns {Input}
 */
export function inputOf(exercise, name) {
    const { board, setting } = exercise;
    const choice = CHOICES[setting.input];
    if (choice && board) return chosenCells(exercise, board, choice);
    if (setting.input === "truth") return words(exercise, name, ["yes", "no"]);
    if (setting.input === "step") return step(exercise, name);
    if (setting.input === "numbers" || setting.input === "options") return listed(exercise, name);
    return typed(exercise, name);
}

/**
 * @param {LessonExercise} exercise
 * @param {LessonBoard} position
 * @param {{isSingle?: boolean, isOpen?: boolean}} choice
 * @returns {Input}
 */
function chosenCells({ kind, setting }, position, choice) {
    const cells = new ChosenCells(position, { sign: SIGNS[kind] ?? "candidate", ...choice });
    const models = (setting.models ?? []).map((mines, i) =>
        layoutBoard(position, mines, t("learn.a_model", { n: i + 1 })),
    );
    const shown = make("div", { class: "models" }, ...models.map(({ element }) => element));
    return {
        element: make("div", { class: "input" }, models.length > 0 ? shown : null, cells.element),
        text: () => cells.text,
        board: cells.board,
        close: () => [cells, ...models].forEach((each) => each.close()),
    };
}

/**
 * A text field, with a board that helps to fill it in.
 *
 * @param {LessonExercise} exercise
 * @param {string} name
 * @returns {Input}
 */
function typed(exercise, name) {
    const { setting } = exercise;
    const isLong = setting.input === "clauses";
    const looks = {
        id: name,
        name,
        spellcheck: "false",
        autocomplete: "off",
        autocapitalize: "off",
    };
    const field = isLong
        ? make("textarea", { ...looks, rows: 4 })
        : make("input", { ...looks, type: "text", size: 24 });
    const takesNames = ["clause", "clauses", "literals"].includes(setting.input);
    const cells = besideBoard(exercise, takesNames ? (text) => type(field, text) : undefined);
    const label = make("label", { for: name }, t(`learn.type_${setting.input}`));
    const line = setting.line ? make("pre", { tabindex: 0 }, setting.line) : null;
    return {
        element: make(
            "div",
            { class: "input" },
            cells?.element ?? null,
            givenList(setting, cells?.board),
            line,
            make("div", { class: "typed" }, label, field),
        ),
        text: () => field.value,
        board: cells?.board,
        close: () => cells?.close(),
    };
}

/** @param {LessonExercise} exercise  @param {(text: string) => void} [type] */
function besideBoard({ board }, type) {
    return board ? new TypedCells(board, type) : null;
}

/** Type a word behind what is typed already. @param {HTMLInputElement | HTMLTextAreaElement} field
 *  @param {string} word */
function type(field, word) {
    const isFresh = field.value === "" || /[\s∨]$/.test(field.value);
    field.value += isFresh ? word : ` ${word}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Return the clauses that are given, numbered; their cells light up.
 *
 * @param {Setting} setting
 * @param {Board | undefined} board
 */
function givenList({ given }, board) {
    if (!given) return null;
    const items = given.map((clause) => {
        const button = make("button", { type: "button", class: "clause" }, clause.text);
        if (board) pointAt(button, board, clause.cells);
        return make("li", {}, button);
    });
    return make("ol", { class: "given" }, ...items);
}

/**
 * One of some words.
 *
 * @param {LessonExercise} exercise
 * @param {string} name
 * @param {string[]} all
 * @returns {Input}
 */
function words(exercise, name, all) {
    const cells = besideBoard(exercise);
    const boxes = all.map((word) => box("radio", name, word, t(`learn.${word}`)));
    return {
        element: make("div", { class: "input" }, cells?.element ?? null, group(name, boxes)),
        text: () => boxes.find(({ field }) => field.checked)?.field.value ?? "",
        board: cells?.board,
        close: () => cells?.close(),
    };
}

/**
 * Some of the given clauses, or of the options.
 *
 * @param {LessonExercise} exercise
 * @param {string} name
 * @returns {Input}
 */
function listed(exercise, name) {
    const { setting } = exercise;
    const cells = besideBoard(exercise);
    const kind = setting.input === "options" && setting.several === false ? "radio" : "checkbox";
    const texts = setting.given?.map(({ text }) => text) ?? setting.options ?? [];
    const boxes = texts.map((text, i) => box(kind, name, String(i + 1), text));
    boxes.forEach(({ label }, i) => {
        const clause = setting.given?.[i];
        if (cells && clause) pointAt(label, cells.board, clause.cells);
    });
    return {
        element: make("div", { class: "input" }, cells?.element ?? null, group(name, boxes)),
        text: () => chosen(boxes.map(({ field }) => field)) || "none",
        board: cells?.board,
        close: () => cells?.close(),
    };
}

/** @param {string} name  @param {{ label: HTMLElement }[]} boxes */
function group(name, boxes) {
    const labels = boxes.map(({ label }) => label);
    return make(
        "div",
        { class: "boxes", role: "group", "aria-labelledby": `${name}-q` },
        ...labels,
    );
}

/** @param {HTMLInputElement[]} fields */
function chosen(fields) {
    const checked = fields.filter((field) => field.checked);
    return checked.map((field) => field.value).join(" ");
}

/**
 * The next step of a search: a literal to propagate, or one of three words.
 *
 * @param {LessonExercise} exercise
 * @param {string} name
 * @returns {Input}
 */
function step(exercise, name) {
    const { setting } = exercise;
    const unit = box("radio", name, "unit", t("learn.unit"));
    const literal = make("input", {
        type: "text",
        size: 5,
        "aria-label": t("learn.literal"),
        spellcheck: "false",
        autocomplete: "off",
        autocapitalize: "off",
    });
    literal.addEventListener("input", () => (unit.field.checked = literal.value !== ""));
    const cells = besideBoard(exercise, (text) => {
        literal.value = text;
        unit.field.checked = true;
    });
    const others = ["conflict", "model", "decide"].map((word) =>
        box("radio", name, word, t(`learn.${word}`)),
    );
    const labels = others.map(({ label }) => label);
    const group = { class: "boxes", role: "group", "aria-labelledby": `${name}-q` };
    const trail = t("learn.trail", { trail: setting.trail || t("learn.nothing") });
    return {
        element: make(
            "div",
            { class: "input" },
            cells?.element ?? null,
            givenList(setting, cells?.board),
            make("p", {}, trail),
            make("div", group, make("div", { class: "unit" }, unit.label, literal), ...labels),
        ),
        text: () => {
            const fields = others.map(({ field }) => field);
            return unit.field.checked ? literal.value : chosen(fields);
        },
        board: cells?.board,
        close: () => cells?.close(),
    };
}

/**
 * @param {"radio" | "checkbox"} type
 * @param {string} name
 * @param {string} value
 * @param {string} text
 */
function box(type, name, value, text) {
    const field = make("input", { type, name, value });
    return { field, label: make("label", { class: "switch" }, field, make("span", {}, text)) };
}
