/** The player's settings, kept in the browser, and their dialog. */

import { byId, make, styled } from "./dom.js";
import { load, save } from "./store.js";
import { LANGUAGES, speak, t, usualLanguage } from "./words.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark" | "contrast" | "classic"} theme
 * @property {string} language
 * @property {boolean} chord  whether a click on a number chords
 * @property {number} hold  how long a long press is, in milliseconds
 * @property {boolean} marks  whether a flag is followed by a question mark
 * @property {boolean} autoflag  whether proved mines are flagged by themselves
 * @property {boolean} motion  where the system welcomes it
 * @property {boolean} sound
 * @property {boolean} vibrate
 * @property {number} cell  the size of a cell in pixels, 0 to fit
 * @property {boolean} coordinates
 * @property {"full" | "short"} speech
 * @property {boolean} live  whether safe cells and mines are marked as the game goes on
 */

/** @type {Settings} */
const USUAL = {
    theme: "auto",
    language: usualLanguage(),
    chord: true,
    hold: 350,
    marks: false,
    autoflag: false,
    motion: true,
    sound: false,
    vibrate: true,
    cell: 0,
    coordinates: true,
    speech: "full",
    live: false,
};

/** @type {Settings} */
export const settings = { ...USUAL, ...readable(load("settings", {})) };
if (!(settings.language in LANGUAGES)) settings.language = USUAL.language;

/**
 * Return the settings that are of the right type.
 *
 * @param {Record<string, unknown>} kept
 * @returns {Partial<Settings>}
 */
function readable(kept) {
    const types = new Map(Object.entries(USUAL).map(([name, value]) => [name, typeof value]));
    const good = Object.entries(kept).filter(([name, value]) => typeof value === types.get(name));
    return Object.fromEntries(good);
}

/** @type {Set<() => void>} */
const listeners = new Set();
const wantsContrast = matchMedia("(prefers-contrast: more)");

/**
 * Call `listener` whenever a setting has changed; returns a function that ends it.
 *
 * @param {() => void} listener
 */
export function onSettings(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Apply the settings, and follow the system and the dialog from now on; return what to wait for. */
export function useSettings() {
    const dressed = dress();
    wantsContrast.addEventListener("change", dress);
    const dialog = byId("settings", HTMLDialogElement);
    const form = byId("settings-form", HTMLFormElement);
    byId("open-settings", HTMLButtonElement).addEventListener("click", () => {
        fill(form);
        dialog.showModal();
    });
    form.addEventListener("input", (event) => take(event.target));
    return dressed;
}

/** Put theme and lengths where the style sheets find them; one theme has a sheet of its own. */
function dress() {
    const root = document.documentElement;
    const theme = settings.theme === "auto" && wantsContrast.matches ? "contrast" : settings.theme;
    root.dataset.theme = theme;
    root.classList.toggle("no-coordinates", !settings.coordinates);
    root.style.setProperty("--hold", `${settings.hold}ms`);
    return theme === "classic" ? styled("classic") : null;
}

/** @param {HTMLFormElement} form */
function fill(form) {
    const languages = Object.entries(LANGUAGES).map(([tag, name]) =>
        make("option", { value: tag }, name),
    );
    byId("setting-language", HTMLSelectElement).replaceChildren(...languages);
    for (const [name, value] of Object.entries(settings)) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLInputElement && field.type === "checkbox")
            field.checked = Boolean(value);
        else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
            field.value = String(value);
        }
    }
    showNumbers();
}

/**
 * Take over what was chosen in one field.
 *
 * @param {EventTarget | null} field
 */
export function take(field) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    const name = /** @type {keyof Settings} */ (field.name);
    const isSwitch = field instanceof HTMLInputElement && field.type === "checkbox";
    const value = isSwitch
        ? field.checked
        : typeof USUAL[name] === "number"
          ? Number(field.value)
          : field.value;
    Object.assign(settings, { [name]: value });
    save("settings", settings);
    void dress();
    showNumbers();
    if (name === "language") speak(settings.language).then(showNumbers);
    for (const listener of listeners) listener();
}

/** Show the values of the sliders beside them. */
function showNumbers() {
    const cell = settings.cell ? t("settings.pixels", { n: settings.cell }) : t("settings.fit");
    byId("setting-hold-value", HTMLElement).textContent = t("settings.milliseconds", {
        n: settings.hold,
    });
    byId("setting-cell-value", HTMLElement).textContent = cell;
}
