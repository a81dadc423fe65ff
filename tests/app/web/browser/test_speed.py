"""How quick the page is: as ratios to plain work in the same browser."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import Browser, Page
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import Player, place_of
from tools.browser import Server

pytestmark = pytest.mark.long

EXPERT = "expert/opening:d4#5 d4"

# From a click until the frame with the opened cell has been shown.
OPENED = """cell => new Promise(done => {
    const element = document.querySelector(`#play-board [data-cell="${cell}"]`);
    const started = performance.now();
    const shown = () => done(performance.now() - started);
    new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(shown));
    }).observe(element, { attributes: true, attributeFilter: ["data-face"] });
    element.click();
})"""

# The least that a page can do: one cell is changed, and the frame with it has been shown.
PLAIN = """cell => new Promise(done => {
    const element = document.querySelector(`#play-board [data-cell="${cell}"]`);
    const started = performance.now();
    const shown = () => done(performance.now() - started);
    element.title = String(started);
    requestAnimationFrame(() => requestAnimationFrame(shown));
})"""

# Ten boards of 480 plain cells, made and laid out one after the other.
BOARDS = """() => {
    const started = performance.now();
    for (let i = 0; i < 10; i++) {
        const board = document.body.appendChild(document.createElement("div"));
        for (let cell = 0; cell < 480; cell++) board.append(document.createElement("div"));
        board.childNodes.forEach(cell => { cell.textContent = "1"; });
        board.getBoundingClientRect();
        board.remove();
    }
    return performance.now() - started;
}"""

# When a page was ready, by its own clock.
READY_AT = """new MutationObserver((_, observer) => {
    observer.disconnect();
    window.readyAt = performance.now();
}).observe(document, { attributes: true, attributeFilter: ["data-ready"], subtree: true });"""


def test_an_opened_cell_is_painted_almost_at_once(visit: Visit) -> None:
    """A click goes to the server and comes back in no more than two plain changes of the page.

    One takes up to two frames of a sixtieth of a second; with two more it stays below 50 ms.
    """
    page = visit(place_of(EXPERT))
    player = Player(page, EXPERT)
    numbers = player.game.layout.numbers()
    cells = [cell for cell in player.safe if numbers[cell] > 0]
    batches = (cells[i : i + 12] for i in range(0, 48, 12))
    assert any(_ratio(page, batch, player.mines) < 3 for batch in batches)


def _ratio(page: Page, cells: list[int], others: list[int]) -> float:
    """Return how much longer it takes to open a cell than to change one, by their medians.

    What else the machine does is not the page's fault: the two take turns, and one batch of cells
    that were opened quickly is enough.
    """
    plain, opened = [], []
    for cell, other in zip(cells, others, strict=False):
        plain.append(float(page.evaluate(PLAIN, other)))
        opened.append(float(page.evaluate(OPENED, cell)))
    return median(opened) / median(plain)


TOUCHED = """async cell => {
    const touched = new Set();
    const grid = document.querySelector("#play-board .grid");
    new MutationObserver(records => records.forEach(
        record => touched.add(Number(record.target.closest("[data-cell]").dataset.cell)),
    )).observe(grid, { attributes: true, attributeFilter: ["data-face", "aria-label"],
                       childList: true, subtree: true });
    grid.querySelector(`[data-cell="${cell}"]`)
        .dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    while (!touched.has(cell)) await new Promise(done => setTimeout(done, 10));
    return [...touched];
}"""


def test_only_what_looks_different_is_painted(visit: Visit) -> None:
    """A flag changes its cell, and what is said of the numbers around it: of 480 cells, a few."""
    page = visit(place_of(EXPERT))
    player = Player(page, EXPERT)
    cell = player.game.grid.parse("d1")
    player.cell(cell).focus()
    touched = set(page.evaluate(TOUCHED, cell))
    numbers = {near for near in player.game.grid.neighbours(cell) if player.game.view.is_open(near)}
    assert numbers
    assert touched == {cell} | numbers


def test_the_first_board_is_there_soon(browser: Browser, server: Server) -> None:
    """In a browser that has never been here: a board to play on in the time of 50 plain ones."""
    assert any(_boards_until_ready(browser, server) < 50 for _ in range(20))


def _boards_until_ready(browser: Browser, server: Server) -> float:
    """Return how many plain boards could be made while a first visit waits for one to play on."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(READY_AT)
    page.goto(server.url)
    page.wait_for_selector("[data-ready]")
    ready, ten_boards = page.evaluate("readyAt"), page.evaluate(BOARDS)
    context.close()
    return float(10 * ready / ten_boards)
