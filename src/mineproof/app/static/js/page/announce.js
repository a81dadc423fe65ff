/** Announcements: a live region for screen readers, a notice at the foot for everyone else. */

import { byId, make } from "./dom.js";

const STAYS = 7000;
let timer = 0;

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
    const notice = byId("notice", HTMLElement);
    notice.replaceChildren(make("span", {}, sentence));
    if (label && action) {
        const act = () => (hide(), action());
        notice.append(make("button", { type: "button", class: "link", onclick: act }, label));
    }
    notice.hidden = false;
    announce(sentence);
    clearTimeout(timer);
    timer = window.setTimeout(hide, STAYS);
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
    else notify(sentence);
}

function hide() {
    byId("notice", HTMLElement).hidden = true;
}
