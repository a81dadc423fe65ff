/** Tabs by the ARIA pattern: one tab stop, arrows move and choose. */

/**
 * Make the tabs of a list work, and return the function that chooses one by its id.
 *
 * @param {HTMLElement} list
 * @param {() => void} [onChoose]  called when another one was chosen
 * @returns {(id: string) => void}
 */
export function useTabs(list, onChoose = () => {}) {
    const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
    /** @param {string} id */
    const choose = (id) => {
        tabs.forEach((tab) => show(tab, tab.id === id));
        onChoose();
    };
    list.addEventListener("click", (event) => {
        const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
        if (tab) choose(tab.id);
    });
    list.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const at = tabs.findIndex((tab) => tab === document.activeElement);
        if (!step || at < 0) return;
        const next = tabs[(at + step + tabs.length) % tabs.length];
        if (next) choose(next.id);
        next?.focus();
    });
    return choose;
}

/** @param {HTMLElement} tab  @param {boolean} isChosen */
function show(tab, isChosen) {
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !isChosen;
}
