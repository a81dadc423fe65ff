"""Axe finds nothing in the states that a player comes to, one move or answer later."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.npm import module
from tests.app.web.browser.puzzles.pupil import Pupil
from tests.app.web.browser.test_access import (
    DESKTOP,
    LOST,
    PHONE,
    PLACES,
    Steps,
    close,
    dialog,
    game,
    go,
    lose,
    violations,
)

from mineproof.coach.boards.exercises import Worth

pytestmark = pytest.mark.long

MISTAKE = "layout/clearing *1..1*1 c1 a1"
STORM = {"deadline": 1, "score": 3, "best": 5, "number": 4, "missed": ["1-1#2"], "puzzle": None}


def doubt(page: Page) -> None:
    """Put a question mark beside the flag that is there."""
    for _ in range(2):
        page.locator("#play-board [data-cell='1']").click(button="right")
    expect(page.locator("#play-board .question")).to_have_count(1)


def tell_loss(page: Page) -> None:
    lose(page)
    page.locator("#play-loss a").wait_for()


def keys(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#help-keys kbd").first).to_be_visible()


def mistake(page: Page) -> None:
    game(MISTAKE)(page)
    go("#review", "#review-show")(page)


def tried(page: Page) -> None:
    page.locator("#review-board [data-cell='5']").click()
    page.locator("#review-board [data-sign=wrong]").wait_for()


def proved(page: Page) -> None:
    page.keyboard.press("s")
    page.locator("#review-answer .step").first.wait_for()


def layouts(page: Page) -> None:
    page.locator("#analyse-board [data-cell='0']").click()
    page.locator("#analyse-board [data-sign^=layout_]").first.wait_for()


def branch(page: Page) -> None:
    """Go on from a supposition, and from another one beside it."""
    page.get_by_role("button", name="is a mine?").click()
    page.get_by_role("button", name="Continue with a mine at a1").click()
    page.locator("#analyse-undo").click()
    layouts(page)
    page.get_by_role("button", name="is safe?").click()
    page.get_by_role("button", name="1", exact=True).click()
    expect(page.locator("#analyse-branches .crumb")).to_have_count(3)


def streak_over(page: Page) -> None:
    pupil = Pupil(page, "streak")
    pupil.click(pupil.answer(Worth.WRONG))
    pupil.expect_told("The streak is over")


STATES: dict[str, Steps] = {
    "playing": [game(LOST), doubt],
    "lost": [tell_loss],
    "settings": [dialog("settings", "open-settings")],
    "keys": [close, keys],
    "two layouts": [close, go("#analyse/s.2x2.1.-a1a", "#analyse-verdict p"), layouts],
    "branches": [branch],
    "keys of the editor": [keys],
    "streak over": [close, go("#puzzles/streak", "#puzzle-board .cell"), streak_over],
    "storm over": [go("#puzzles/storm", "#puzzle-told li")],
    "answer hidden": [mistake],
    "answer missed": [tried],
    "answer shown": [proved],
}


def test_axe_finds_nothing_after_a_move_or_an_answer(visit: Visit) -> None:
    """By all rules in the light theme, and on a phone with the classic counters."""
    page = visit(system={"reduced_motion": "reduce"}, theme="classic", marks=True)
    page.evaluate("kept => { localStorage['mineproof.puzzles.storm'] = kept }", json.dumps(STORM))
    page.evaluate(module("axe-core/axe.min.js").read_text())
    for state, steps in STATES.items():
        for step in steps:
            step(page)
        assert violations(page, "light") == [], state
        assert violations(page, "dark", only=["color-contrast"]) == [], f"{state}, dark"
        page.set_viewport_size(PHONE)
        assert violations(page, "classic") == [], f"{state}, classic, phone"
        assert violations(page, "light", only=PLACES) == [], f"{state}, phone"
        page.set_viewport_size(DESKTOP)
