"""Boards up to 200 x 200: only what is in sight is drawn, and the rest of the page stays there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.large.test_zoom import is_in_sight, state
from tests.app.web.browser.npm import module
from tests.app.web.browser.player import Player, place_of
from tests.app.web.browser.test_access import AXE
from tools.browser import until

from mineproof.app.service.limits import Limits
from mineproof.board.transcript import Transcript

pytestmark = pytest.mark.long

HUGE = "200x200/8000/opening:cv100#3 cv100"
TALL = "63x63/800/opening:ae32#3 ae32"
GRID = """() => {
  const grid = document.querySelector("#play-board .grid");
  const cells = [...grid.querySelectorAll(".cell")];
  const at = cell => 200 * (cell.parentNode.ariaRowIndex - 1) + (cell.ariaColIndex - 1);
  const frame = document.querySelector("#play-board").getBoundingClientRect();
  const now = document.activeElement.getBoundingClientRect();
  return {
    count: cells.length,
    places: cells.every((cell, i) => at(cell) === Number(cell.dataset.cell)
      && (i === 0 || at(cells[i - 1]) < at(cell))),
    stops: cells.filter(cell => cell.tabIndex === 0).length,
    size: [grid.ariaRowCount, grid.ariaColCount],
    focused: Number(document.activeElement.dataset.cell),
    isSeen: now.top >= frame.top && now.bottom <= frame.bottom
      && now.left >= frame.left && now.right <= frame.right,
  };
}"""


def test_a_huge_board_is_played_by_mouse_and_keyboard(visit: Visit) -> None:
    page = visit(place_of(HUGE))
    game = Transcript.parse(HUGE).end()
    cell = game.grid.parse
    page.locator(f"#play-board [data-cell='{cell('cv100')}']").focus()
    for key, want in (
        ("Control+End", 39_999),
        ("ArrowUp", 39_799),
        ("Home", 39_600),
        ("PageUp", 0),
        ("End", 199),
    ):
        page.keyboard.press(key)
        until(page, f"() => ({GRID})().isSeen")
        found = page.evaluate(GRID)
        assert found["focused"] == want
        assert (found["stops"], found["size"]) == (1, ["200", "200"])
        assert found["places"]
        assert found["count"] < 4000

    corner = page.locator("#play-board [data-cell='199']")
    with page.expect_response("**/batch") as told:
        page.keyboard.press("f")
    expect(corner).to_have_attribute("data-face", "F")
    assert told.value.json()["changed"] == [[0, 199, "F"]]
    assert len(told.value.body()) < 1000  # not the board
    page.keyboard.press("f")
    expect(corner).to_have_attribute("data-face", "#")
    safe = next(c for c in range(200) if not game.layout.is_mine(c))
    page.keyboard.press("Home")
    page.locator(f"#play-board [data-cell='{safe}']").click()
    expect(page.locator(f"#play-board [data-cell='{safe}']")).to_have_attribute(
        "data-face", str(game.layout.number(safe))
    )
    page.keyboard.press("h")  # what the hint is about comes into sight
    for rungs in (1, 2, 3, 4):
        expect(page.locator("#play-hint .rung")).to_have_count(rungs)
        page.locator("#play-hint .more").click()
    expect(page.locator("#play-board [data-sign]").first).to_be_in_viewport()
    page.evaluate(module("axe-core/axe.min.js").read_text())
    assert page.evaluate(AXE, {}) == []


@pytest.mark.parametrize(("size", "touch"), [((1280, 800), False), ((390, 844), True)])
def test_clock_tools_and_coach_stay_in_sight(
    visit: Visit, size: tuple[int, int], touch: bool
) -> None:
    page = visit(place_of(TALL), size=size, touch=touch)
    page.keyboard.press("h")
    words = page.locator("#notice" if touch else "#play-hint .rung")
    expect(words.first).to_be_in_viewport()
    for key in ("PageDown", "End", "PageUp"):
        page.locator("#play-board [tabindex='0']").press(key)
        assert all(is_in_sight(page, each) for each in ("#mines-left", "#game-time", "#hint"))
    assert page.evaluate("scrollY") == 0


def test_a_large_screen_is_used(visit: Visit) -> None:
    page = visit(place_of("beginner/opening:d4#8 d4"), size=(1920, 1080))
    assert state(page)["cell"] >= 72
    assert state(page)["over"] == 0
    page.evaluate("place => { location.hash = place }", place_of("expert/opening:p9#11 p9"))
    until(page, "() => document.querySelectorAll('#play-board .cell').length === 480")
    assert state(page)["cell"] >= 44
    assert state(page)["over"] == 0


def test_risks_are_marked_beside_clues_and_said_once_elsewhere(visit: Visit) -> None:
    """A certain cell has the same sign in Play as in Analyse."""
    page = visit(place_of("expert/opening:p9#11 p9"))
    player = Player(page, "expert/opening:p9#11 p9")
    page.locator("#risks").click()
    expect(page.locator("#risk-elsewhere")).to_have_text("Elsewhere: 21%")
    view, grid = player.game.view, player.game.grid
    beside = {n for c in view.open_cells() for n in grid.neighbours(c) if not view.is_open(n)}
    assert marked(page, "play-board", "[data-risk], [data-sign]") == beside
    signs = {name: marked(page, "play-board", f"[data-sign={name}]") for name in ("safe", "mine")}
    assert all(signs.values())
    page.evaluate("() => { location.hash = '#analyse' }")
    page.locator("#analyse-from-game").click()
    expect(page.locator("#analyse-verdict")).to_contain_text("Elsewhere: 21%")
    for name, cells in signs.items():
        assert marked(page, "analyse-board", f"[data-sign={name}]") == cells


def test_the_page_and_the_server_know_the_same_limits(visit: Visit) -> None:
    page = visit("#analyse")
    fields = ("setup-rows", "setup-cols", "analyse-rows", "analyse-cols")
    found = [page.locator(f"#{each}").get_attribute("max") for each in fields]
    assert found == 4 * [str(Limits().max_side)]
    page.locator("#analyse-rows").fill("200")
    page.locator("#analyse-cols").fill("200")
    page.locator("#analyse-cols").press("Enter")
    expect(page.locator("#analyse-board .grid")).to_have_attribute("aria-rowcount", "200")
    expect(page.locator("#analyse-verdict .lead")).to_be_visible()


def marked(page: Page, board: str, which: str) -> set[Any]:
    cells = page.locator(f"#{board} .cell:is({which})")
    return set(cells.evaluate_all("all => all.map(cell => Number(cell.dataset.cell))"))
