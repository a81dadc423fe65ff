/**
 * The catalogue: every word of the page, one file per language in lang/.
 *
 * A text may have placeholders such as {n}. One that depends on a number is an object with a text
 * for each plural form of the language. Elements take their texts by themselves: `data-t` names the
 * key of their content, `data-t-label` of their aria-label, `data-t-title` of their tooltip.
 */

/** @typedef {string | Record<string, string>} Entry */
/** @typedef {Record<string, string | number>} Values */

export const LANGUAGES = { en: "English", "zh-TW": "繁體中文" };

/** @type {Record<string, Entry>} */
let entries = {};
let plural = new Intl.PluralRules("en");
let tag = "en";
/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {() => void} */
let begin = () => {};
/** @type {Promise<void>} when the page has words */
export const spoken = new Promise((resolve) => (begin = resolve));

/** The language tag of the page, as sent to the server. */
export const language = () => tag;

/** The language that fits the browser best: Traditional Chinese for any Chinese. */
export function usualLanguage() {
    const wish = navigator.languages.find((each) => /^(zh|en)\b/i.test(each));
    return wish?.toLowerCase().startsWith("zh") ? "zh-TW" : "en";
}

/**
 * Return all texts of a language.
 *
 * @param {string} wish
 * @returns {Promise<Record<string, Entry>>}
 */
export async function fetchWords(wish) {
    const response = await fetch(new URL(`../../lang/${wish}.json`, import.meta.url));
    return response.json();
}

/**
 * Load a language and put it on the page.
 *
 * @param {string} wish
 * @param {Promise<Record<string, Entry>>} [words]  its texts, if already requested
 */
export async function speak(wish, words = fetchWords(wish)) {
    entries = await words;
    plural = new Intl.PluralRules(wish);
    tag = wish;
    document.documentElement.lang = wish;
    translate(document);
    for (const listener of listeners) listener();
    begin();
}

/**
 * Call `listener` now, and again whenever the language has changed; returns a function that ends it.
 *
 * @param {() => void} listener
 */
export function inWords(listener) {
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
}

/**
 * Return the text of a key. The value `n` decides between plural forms.
 *
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
    const entry = entries[key] ?? key;
    const text = typeof entry === "string" ? entry : choose(entry, Number(values.n));
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Return the text of a key in parts: what stands for a placeholder may be an element.
 *
 * @param {string} key
 * @param {Record<string, string | number | Node>} values
 * @returns {(string | Node)[]}
 */
export function tNodes(key, values) {
    const names = Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]));
    const text = t(key, { ...names, n: typeof values.n === "number" ? values.n : 0 });
    return text.split(/\{(\w+)\}/).map((part, i) => {
        const value = i % 2 ? (values[part] ?? "") : part;
        return value instanceof Node ? value : String(value);
    });
}

const WIDE_STOP_AND_BLANK = /([，。：；？！）」]) /g;

/**
 * Return sentences one after the other: with a blank between them, but not after a full-width stop.
 *
 * @param {string[]} each
 */
export function joined(each) {
    return each.filter(Boolean).join(" ").replace(WIDE_STOP_AND_BLANK, "$1");
}

/** @param {Record<string, string>} forms  @param {number} n */
function choose(forms, n) {
    return forms[`=${n}`] ?? forms[plural.select(n)] ?? forms.other ?? "";
}

/**
 * Return the text of a key, or `fallback` if the catalogue has none: the server may add names.
 *
 * @param {string} key
 * @param {string} fallback
 */
export function tOr(key, fallback) {
    return key in entries ? t(key) : fallback;
}

/**
 * Fill in the texts of all elements that name a key.
 *
 * @param {ParentNode} root
 */
function translate(root) {
    for (const element of root.querySelectorAll("[data-t]")) {
        element.textContent = t(element.getAttribute("data-t") ?? "");
    }
    for (const element of root.querySelectorAll("[data-t-label]")) {
        element.setAttribute("aria-label", t(element.getAttribute("data-t-label") ?? ""));
    }
    for (const element of root.querySelectorAll("[data-t-title]")) {
        element.setAttribute("title", t(element.getAttribute("data-t-title") ?? ""));
    }
}

/**
 * Return a share as a percentage, with a decimal only where it matters.
 *
 * @param {number} share
 */
export function percent(share) {
    return formOf("percent", 0, share > 0 && share < 0.095 ? 1 : 0).format(share);
}

/**
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
    return formOf("decimal", digits, digits).format(value);
}

/** @type {Map<string, Intl.NumberFormat>} making one takes a third of the time of a flag */
const forms = new Map();

/** @param {"decimal" | "percent"} style  @param {number} least  digits  @param {number} most */
function formOf(style, least, most) {
    const key = [tag, style, least, most].join();
    const wish = { style, minimumFractionDigits: least, maximumFractionDigits: most };
    const form = forms.get(key) ?? new Intl.NumberFormat(tag, wish);
    forms.set(key, form);
    return form;
}

/**
 * Return a huge whole number, given as text, as people read it.
 *
 * @param {string} digits
 */
export function huge(digits) {
    if (digits.length <= 12) return number(Number(digits));
    return `${digits[0]}.${digits.slice(1, 3)} × 10${superscript(digits.length - 1)}`;
}

/** @param {number} exponent */
function superscript(exponent) {
    return [...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}
