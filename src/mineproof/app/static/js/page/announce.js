/** Announcements: a live region for screen readers, a notice at the foot for everyone else. */

import { byId, make } from "./dom.js";

const STAYS = 7000;
const GAP = 8; // pixels between the notice and the buttons that it must not cover
let timer = 0;
let isRemark = false; // whether the notice is about the position of the game
/** @type {(() => string) | null} what is shown whenever nothing else is */
let standing = null;

/**
 * Say a sentence in the polite live region. The same sentence twice is said twice.
 *
 * @param {string} sentence
 */
export function announce(sentence) {
    const live = byId("live", HTMLElement);
    live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/**
 * Show a sentence for some seconds, and say it; `label` and `action` add a button.
 *
 * @param {string} sentence
 * @param {string} [label]
 * @param {() => void} [action]
 */
export function notify(sentence, label, action) {
    const parts = [make("span", {}, sentence)];
    isRemark = false;
    if (label && action) {
        const act = () => (hide(), action());
        parts.push(make("button", { type: "button", class: "link", onclick: act }, label));
    }
    show(parts);
    announce(sentence);
    clearTimeout(timer);
    timer = window.setTimeout(hide, STAYS);
}

/**
 * Show a sentence about the position of the game: it leaves when the game goes on.
 *
 * @param {string} sentence
 */
export function remark(sentence) {
    notify(sentence);
    isRemark = true;
}

/** The game goes on: what was said about the position leaves. */
export function dismissRemark() {
    if (isRemark) hide();
}

/**
 * Show a sentence until it is no longer true, and say it; returns the function that ends it.
 *
 * @param {() => string} sentence
 */
export function hold(sentence) {
    standing = sentence;
    hide();
    announce(sentence());
    return () => {
        standing = null;
        hide();
    };
}

/** Another view is shown: what was said in the last one leaves. What is held, stays. */
export function dismiss() {
    hide();
}

/**
 * Say the sentence in an element; if the element is out of view, show a notice as well.
 *
 * @param {string} sentence
 * @param {HTMLElement} element
 */
export function tell(sentence, element) {
    const { top, bottom } = element.getBoundingClientRect();
    const isSeen = bottom > 0 && top < window.innerHeight - 100;
    if (isSeen) announce(sentence);
    else remark(sentence);
}

function hide() {
    clearTimeout(timer);
    isRemark = false;
    if (standing) show([make("span", {}, standing())]);
    else byId("notice", HTMLElement).hidden = true;
}

/** @param {HTMLElement[]} parts */
function show(parts) {
    const notice = byId("notice", HTMLElement);
    notice.replaceChildren(...parts);
    notice.hidden = false;
    place();
}

/** Lift the notice above the buttons that it would cover. */
function place() {
    const notice = byId("notice", HTMLElement);
    if (notice.hidden) return;
    notice.style.removeProperty("bottom");
    const buttons = [
        ...document.querySelectorAll("main > section:not([hidden]) :is(button, .button)"),
    ];
    const boxes = buttons.map((button) => button.getBoundingClientRect());
    for (const box of boxes.sort((a, b) => b.top - a.top)) {
        if (!overlap(box, notice.getBoundingClientRect())) continue;
        notice.style.bottom = `${window.innerHeight - box.top + GAP}px`;
    }
}

/** @param {DOMRect} one  @param {DOMRect} other */
function overlap(one, other) {
    const isBeside = one.right <= other.left || other.right <= one.left;
    return !isBeside && one.top < other.bottom && other.top < one.bottom;
}

window.addEventListener("scroll", place, { passive: true });
window.addEventListener("resize", place);
