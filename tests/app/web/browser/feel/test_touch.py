"""By touch alone: what a finger taps, and that it still scrolls the page and pans the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.large.test_zoom import Hand
from tests.app.web.browser.player import faces, place_of, wait_for_faces
from tests.app.web.browser.puzzles.pupil import Pupil

from mineproof.coach.boards.exercises import Worth

pytestmark = pytest.mark.long

BEGINNER = "beginner/opening:d4#8 d4"
PHONE = (360, 740)
# Notice when an element, or else the page, has been scrolled.
SCROLLED = """selector => {
    const scrolled = selector ? document.querySelector(selector) : document;
    window.scrolled = new Promise(done => scrolled.addEventListener("scrollend", done));
}"""


def test_a_phone_in_the_classic_theme(visit: Visit) -> None:
    """The smiley, the overlay of help, the board of the day; and no drag opens a cell."""
    page = visit(place_of(BEGINNER), size=PHONE, touch=True, theme="classic")
    page.locator("#smiley").tap()
    wait_for_faces(page, "#" * 81)
    page.locator("#open-help").tap()
    expect(page.locator("#help-keys")).to_be_visible()
    page.locator("#help [data-close]").first.tap()
    expect(page.locator("#help")).not_to_be_visible()

    hand = Hand(page)
    drag(page, hand, (180, 500), (180, 350))
    assert page.evaluate("scrollY") > 0
    assert faces(page) == "#" * 81

    page.evaluate("scrollTo(0, 0)")
    page.locator("#daily").tap()
    expect(page.locator("#of-day")).to_be_visible()
    before = faces(page)
    frame = "document.querySelector('#play-board')"
    for axis, end in (("Left", (20, 450)), ("Top", (180, 300))):
        page.evaluate(f"() => {{ {frame}.scrollTo(0, 0) }}")
        drag(page, hand, (180, 450), end, "#play-board")
        assert page.evaluate(f"{frame}.scroll{axis}") > 0
    assert faces(page) == before


def drag(
    page: Page,
    hand: Hand,
    start: tuple[float, float],
    end: tuple[float, float],
    scrolled: str = "",
) -> None:
    """Move a finger, and wait until the page, or an element, has been scrolled by it."""
    page.evaluate(SCROLLED, scrolled)
    hand.drag(start, end)
    page.evaluate("() => scrolled")


def test_a_streak_and_the_puzzle_of_the_day(visit: Visit) -> None:
    page = visit("#puzzles", size=PHONE, touch=True)
    page.locator("#puzzle-modes [value=streak]").tap()
    pupil = Pupil(page, "streak")
    mine_mode = page.locator("#puzzle-mode")
    cell, is_mine = pupil.targets[0]
    if is_mine:
        mine_mode.tap()
    pupil.cell(cell).tap()
    expect(pupil.figure).to_have_text("1")
    pupil.look(pupil.id)
    cell, is_mine = pupil.answer(Worth.WRONG)
    if is_mine != (mine_mode.get_attribute("aria-pressed") == "true"):
        mine_mode.tap()
    pupil.cell(cell).tap()
    pupil.expect_told("The streak is over: 1.")

    page.locator("#puzzle-modes [value=daily]").tap()
    day = Pupil(page, "daily")
    cell, is_mine = day.targets[0]
    if is_mine != (mine_mode.get_attribute("aria-pressed") == "true"):
        mine_mode.tap()
    day.cell(cell).tap()
    day.expect_told("solved")
