"""Boards larger than the screen: zoom by fingers, keys and buttons; pan without opening a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.npm import module
from tests.app.web.browser.player import Player, faces, place_of
from tests.app.web.browser.test_access import AXE

from mineproof.board.game import Act

pytestmark = pytest.mark.long

EXPERT = "expert/opening:p9#11 p9"
STATE = """() => {
  const frame = document.querySelector("#play-board");
  const grid = frame.querySelector(".grid").getBoundingClientRect();
  const seen = frame.getBoundingClientRect();
  return {
    cell: parseFloat(frame.style.getPropertyValue("--cell")),
    over: Math.max(frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight),
    left: frame.scrollLeft, top: frame.scrollTop,
    aside: document.documentElement.scrollWidth - innerWidth,
    x: seen.x, y: seen.y, width: seen.width, height: seen.height,
  };
}"""
SCROLLED = """() => { globalThis.scrolled = new Promise(
    done => document.querySelector("#play-board").addEventListener("scrollend", done)); }"""
# Between the buttons that zoom and the tools at the foot of a phone.
ROOM = """() => document.querySelector("#play .tools").getBoundingClientRect().top
    - document.querySelector("#play .zoom").getBoundingClientRect().bottom"""
Point = tuple[float, float]


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (412, 915)])
def test_expert_is_played_on_a_phone(visit: Visit, size: tuple[int, int]) -> None:
    """One finger pans, two zoom, and none of that opens or flags a cell."""
    page = visit(place_of(EXPERT), size=size, touch=True)
    player, hand = Player(page, EXPERT), Hand(page)
    begun = state(page)
    assert (begun["cell"] >= 24, begun["over"] > 0, begun["aside"]) == (True, True, 0)
    assert all(is_in_sight(page, each) for each in ("#game-time", "#hint", "#undo"))
    assert page.evaluate(ROOM) >= 0

    page.evaluate(SCROLLED)
    hand.drag((250, 400), (90, 400))
    page.evaluate("() => scrolled")
    assert state(page)["left"] > begun["left"]
    before = state(page)["cell"]
    hand.pinch((180, 400), 40, 80)
    assert state(page)["cell"] == pytest.approx(2 * before, abs=2)
    hand.pinch((180, 400), 160, 20)  # as far as the whole board, and no further
    whole = state(page)
    assert (whole["over"], page.locator("#play-board .cell").count()) == (0, 480)
    assert faces(page) == shown(player)

    target = player.cell(player.safe[0])
    target.tap()  # a cell too small for a finger: it comes closer
    assert state(page)["cell"] == begun["cell"]
    assert faces(page) == shown(player)
    expect(target).to_be_in_viewport()
    target.tap()
    player.made(Act.OPEN, player.safe[0])


def test_keys_and_buttons_zoom(visit: Visit) -> None:
    page = visit(place_of("63x63/800/opening:ae32#3 ae32"), size=(1000, 700))
    usual = state(page)["cell"]
    page.keyboard.press("+")
    assert state(page)["cell"] > usual
    page.get_by_role("button", name="Whole board").click()
    assert state(page)["over"] == 0
    expect(page.locator("#play-board .map")).to_be_visible()
    page.get_by_role("button", name="Zoom in").click()
    page.keyboard.press("-")
    assert state(page)["over"] == 0
    page.keyboard.press("0")
    assert state(page)["cell"] == usual
    page.keyboard.press("0")
    before = state(page)
    page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    assert state(page)["cell"] == usual  # a click on the map opens nothing; it leads there
    assert page.locator("#play-board [data-face='!']").count() == 0


@pytest.mark.parametrize("place", ["#analyse/h.40x40.u.-aanm", "#logic/16x30%2F99%2Flist9%234"])
def test_other_boards_zoom_too(visit: Visit, place: str) -> None:
    page = visit(place, size=(360, 740), touch=True)
    board = page.locator(".frame:visible")
    board.locator(".cell").first.wait_for()
    cell = "frame => parseFloat(frame.style.getPropertyValue('--cell'))"
    assert board.evaluate(cell) >= 24
    page.get_by_role("button", name="Whole board").tap()
    assert board.evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0
    page.get_by_role("button", name="Usual size").tap()
    assert board.evaluate(cell) >= 24
    page.evaluate(module("axe-core/axe.min.js").read_text())
    assert page.evaluate(AXE, {}) == []


class Hand:
    """Fingers on a screen, which the page cannot tell from real ones."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._screen: CDPSession = page.context.new_cdp_session(page)

    def drag(self, start: Point, end: Point) -> None:
        """Move one finger."""
        self._move([[along(start, end, step / 8)] for step in range(9)])

    def pinch(self, middle: Point, width: float, to: float) -> None:
        """Move two fingers, side by side, from one distance to another."""
        widths = [width + (to - width) * step / 8 for step in range(9)]
        x, y = middle
        self._move([[(x - wide / 2, y), (x + wide / 2, y)] for wide in widths])

    def _move(self, track: Sequence[Sequence[Point]]) -> None:
        for kind, points in [
            ("touchStart", track[0]),
            *(("touchMove", each) for each in track[1:]),
        ]:
            self._send(kind, points)
        self._send("touchEnd", [])

    def _send(self, kind: str, points: Sequence[Point]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def along(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(STATE)
    return found


def shown(player: Player) -> str:
    return player.game.view.picture().replace("\n", "")


def is_in_sight(page: Page, selector: str) -> bool:
    box, size = page.locator(selector).bounding_box(), page.viewport_size
    assert box is not None, selector
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
