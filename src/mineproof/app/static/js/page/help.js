/** The overlay of help: the keys of the view that is shown, then the rules. */

import { byId, make } from "./dom.js";
import { EVERYWHERE, KEYS } from "./keys.js";
import { t } from "./words.js";

/** @import {Binding} from "./keys.js" */

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform);
const CONTROL = isApple ? "⌘" : "Ctrl";

/** @type {Record<string, string>} */
const CAPS = {
    " ": "Space",
    ArrowLeft: "←",
    ArrowUp: "↑",
    ArrowRight: "→",
    ArrowDown: "↓",
    PageUp: "PgUp",
    PageDown: "PgDn",
    arrowleft: "←",
    arrowright: "→",
    home: "Home",
    end: "End",
    escape: "Esc",
    undo: `${CONTROL}+Z`,
    redo: `${CONTROL}+Shift+Z`,
};

/** Show the overlay. @param {string} view */
export function showHelp(view) {
    const bindings = [...(KEYS[view] ?? []), ...EVERYWHERE];
    byId("help-keys", HTMLElement).replaceChildren(...bindings.map(entry));
    byId("help", HTMLDialogElement).showModal();
}

/** @param {Binding} binding */
function entry({ keys, label }) {
    const caps = keys.flatMap((key) => [make("kbd", {}, CAPS[key] ?? capital(key)), " "]);
    return make("div", {}, make("dt", {}, ...caps), make("dd", {}, t(label)));
}

/** @param {string} key */
const capital = (key) => (key.length === 1 ? key.toUpperCase() : key);
