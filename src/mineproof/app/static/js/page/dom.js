/** Short helpers for what every view does with the page. */

/**
 * Return the element with this id; it must exist and have this type.
 *
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
    const found = document.getElementById(id);
    if (!(found instanceof type)) throw new Error(`no ${type.name} #${id} in the page`);
    return found;
}

/**
 * Make an element with attributes, listeners (`onclick`) and children. Values that are
 * false or null are left out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | ((event: Event) => void)>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(name.slice(2), value);
        else if (value !== false && value !== null) element.setAttribute(name, String(value));
    }
    element.append(...children.filter((child) => child !== null));
    return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element of a drawing.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes, ...children) {
    const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, String(value));
    }
    element.append(...children);
    return element;
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Wait for style sheets that the first view does without; each is loaded once. Where one does not
 * come, the page is plain, and works.
 *
 * @param {...string} names  of files in css/
 */
export async function styled(...names) {
    await Promise.all(names.map((name) => sheets.get(name) ?? addSheet(name)));
}

/** @param {string} name  @returns {Promise<void>} */
function addSheet(name) {
    const href = String(new URL(`../../css/${name}.css`, import.meta.url));
    const link = make("link", { rel: "stylesheet", href });
    /** @type {Promise<void>} */
    const come = new Promise((resolve) => {
        link.onload = link.onerror = () => resolve();
    });
    sheets.set(name, come);
    document.head.append(link);
    return come;
}

/**
 * Call `work` once nothing has happened for this many milliseconds.
 *
 * @param {number} delay
 * @param {() => void} work
 * @returns {() => void}
 */
export function debounced(delay, work) {
    let timer = 0;
    return () => {
        clearTimeout(timer);
        timer = window.setTimeout(work, delay);
    };
}

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export function pause(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
