/**
 * Every key of the page, in one table. A view handles only keys that are listed here, and the
 * overlay shows this list, so the two cannot differ. `keys` are those of a keyboard event, letters
 * in lower case; "undo" and "redo" are the combinations that systems use for them. `label` is the
 * key of the words, `button` the one that does the same. Entries `on: "board"` work where the focus
 * is on a cell.
 */

/**
 * @typedef {object} Binding
 * @property {string[]} keys
 * @property {string} label
 * @property {string} [button]
 * @property {"board"} [on]
 */

/** @type {Binding[]} what moves on every board */
const BOARD = [
    { keys: ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"], label: "key.arrows", on: "board" },
    { keys: ["Home", "End"], label: "key.home", on: "board" },
    { keys: ["PageUp", "PageDown"], label: "key.page", on: "board" },
    { keys: ["+", "-"], label: "key.zoom", on: "board" },
];

/** @type {Record<string, Binding[]>} */
export const KEYS = {
    play: [
        ...BOARD,
        { keys: [" ", "Enter"], label: "key.open", on: "board" },
        { keys: ["f"], label: "key.flag", on: "board" },
        { keys: ["c"], label: "key.chord", on: "board" },
        { keys: ["0"], label: "zoom.whole", on: "board" },
        { keys: ["n"], label: "play.new", button: "new-game" },
        { keys: ["b"], label: "play.daily", button: "daily" },
        { keys: ["r"], label: "play.restart", button: "restart" },
        { keys: ["u", "undo"], label: "key.undo", button: "undo" },
        { keys: ["redo"], label: "play.redo", button: "redo" },
        { keys: ["m"], label: "key.flag_mode", button: "flag-mode" },
        { keys: ["h"], label: "key.hint", button: "hint" },
        { keys: ["e"], label: "key.explain", button: "explain" },
        { keys: ["q"], label: "key.ask", button: "ask" },
        { keys: ["w"], label: "coach.check_flags", button: "check-flags" },
        { keys: ["k"], label: "play.risks", button: "risks" },
        { keys: ["a"], label: "play.ai", button: "ai" },
        { keys: ["p"], label: "ai.auto", button: "ai-auto" },
        { keys: ["escape"], label: "key.stop" },
        { keys: ["d"], label: "key.describe" },
        { keys: ["v"], label: "play.review", button: "to-review" },
    ],
    puzzles: [
        ...BOARD,
        { keys: [" ", "Enter"], label: "key.call_safe", on: "board" },
        { keys: ["f"], label: "key.call_mine", on: "board" },
        { keys: ["h"], label: "key.hint", button: "puzzle-hint" },
        { keys: ["s"], label: "puzzle.show", button: "puzzle-show" },
        { keys: ["n"], label: "puzzle.next", button: "puzzle-next" },
    ],
    resolve: [
        { keys: ["h"], label: "key.hint" },
        { keys: ["u"], label: "play.undo" },
        { keys: ["r"], label: "play.restart" },
        { keys: ["s"], label: "resolve.show" },
        { keys: ["n"], label: "puzzle.next", button: "resolve-next" },
    ],
    learn: [
        { keys: ["n"], label: "key.next_lesson" },
        { keys: ["p"], label: "key.previous_lesson" },
    ],
    logic: [
        { keys: ["arrowright", "n"], label: "logic.step", button: "logic-step" },
        { keys: ["arrowleft", "b"], label: "logic.back", button: "logic-back" },
        { keys: ["m"], label: "logic.mark", button: "logic-mark" },
        { keys: ["p"], label: "key.play", button: "logic-play" },
        { keys: ["end", "e"], label: "logic.stall", button: "logic-stall" },
        { keys: ["home"], label: "logic.start", button: "logic-start" },
        { keys: ["u"], label: "key.unit", button: "logic-unit" },
        { keys: ["s"], label: "key.subsumption", button: "logic-subsumption" },
        { keys: ["c"], label: "key.touch", button: "logic-touch" },
        { keys: ["t"], label: "tree.show", button: "logic-derive" },
    ],
    analyse: [
        ...BOARD,
        { keys: ["0", "8", "#", "f"], label: "key.paint", on: "board" },
        { keys: [" ", "Enter"], label: "key.brush", on: "board" },
        { keys: ["undo"], label: "play.undo", button: "analyse-undo" },
        { keys: ["redo"], label: "play.redo", button: "analyse-redo" },
        { keys: ["escape"], label: "key.close" },
    ],
    review: [
        { keys: ["arrowright"], label: "review.next", button: "review-next" },
        { keys: ["arrowleft"], label: "review.back", button: "review-back" },
        { keys: ["n"], label: "review.mistake_next", button: "review-mistake-next" },
        { keys: ["b"], label: "review.mistake_back", button: "review-mistake-back" },
        { keys: ["s"], label: "puzzle.show" },
    ],
};

/** @type {Binding[]} keys of every view */
export const EVERYWHERE = [
    { keys: ["o"], label: "key.file" },
    { keys: ["?"], label: "key.help", button: "open-help" },
];

/**
 * Do what a key stands for in a view, wherever the focus is: press its button, or let the view
 * handle it. A button that is disabled may be of use once what is on its way has come. Tell whether
 * the key stands for anything.
 *
 * @param {string} name  of the view
 * @param {string} key
 * @param {{shortcut?: (key: string) => boolean, settled?: Promise<unknown>}} view
 */
export function pressed(name, key, view) {
    const bindings = (KEYS[name] ?? []).filter(({ on }) => !on);
    const binding = bindings.find(({ keys }) => keys.includes(key));
    if (!binding) return false;
    const button = binding.button && document.getElementById(binding.button);
    if (!button) return view.shortcut?.(key) ?? false;
    if (button.matches(":disabled")) void view.settled?.then(() => button.click());
    else button.click();
    return true;
}

/** Tell assistive programs which key does the same as a button. */
export function nameKeys() {
    for (const { keys, button } of [...Object.values(KEYS).flat(), ...EVERYWHERE]) {
        const element = button && document.getElementById(button);
        if (element) element.setAttribute("aria-keyshortcuts", keys.map(ariaName).join(" "));
    }
}

/** @param {string} key */
function ariaName(key) {
    /** @type {Record<string, string>} */
    const names = {
        undo: "Control+Z",
        redo: "Control+Shift+Z",
        arrowleft: "ArrowLeft",
        arrowright: "ArrowRight",
        home: "Home",
        end: "End",
    };
    return names[key] ?? key.toUpperCase();
}
