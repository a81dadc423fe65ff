"""A board that is dropped or pasted gets a verdict: does it need a guess?"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.files.test_files import PASTE, drop
from tests.app.web.browser.npm import module
from tests.app.web.browser.player import wait_for_faces
from tests.app.web.browser.test_access import THEMES, violations

from mineproof.board.formats import format_named
from mineproof.board.layout import Layout
from mineproof.certificates.check import check
from mineproof.certificates.text import read_text

GUESS = "layout/clearing 01*3*21 122*3*1 *221211 3*10111 *2101*1 d4"
POSITION = "#######" + "##2*3#1" + "#221211" + "##101#1" * 2


def test_the_script_of_a_board_is_walked_through(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    layout = Layout.from_picture("*211 12*1 0111")
    drop(page, "board.mbf", format_named("mbf").write(layout))
    expect(page.locator("#open-file-play")).to_be_focused()  # what is hidden hears no key
    page.locator("#open-file-certify").press("Enter")
    told = page.locator("#verdict-told")
    expect(told).to_have_text("No guess is needed from a3; hardest step: L5, the mine count.")
    expect(page.locator("#open-file-title")).to_have_text("Does it need a guess?")
    expect(page.locator("#verdict-more")).to_have_text(
        "Steps: L1 4, L3 1, L5 1. 3 first cells need no guess: b1, b2, a3."
    )
    expect(page.locator("#verdict-go")).to_be_focused()
    with page.expect_download() as saved:
        page.locator("#verdict-save").press("Enter")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert check(read_text(file.read_text())).position.is_cleared
    page.locator("#verdict-go").press("Enter")
    expect(page.locator("#review-bar [role=option]")).to_have_count(8)
    expect(page.locator("#open-file")).to_be_hidden()
    why = page.locator("#review-why")
    while not why.is_visible():  # the first move is the player's own choice
        page.locator("#review-next").press("Enter")
    why.press("Enter")
    answer = page.locator("#review-answer")
    expect(answer.locator(".step")).not_to_have_count(0)
    expect(why).to_be_focused()
    told_first = answer.inner_text()
    page.locator("#review-next").press("Enter")  # what is asked once is told at each move
    expect(answer.locator(".step")).not_to_have_count(0)
    expect(answer).not_to_have_text(told_first)
    page.keyboard.press("s")
    expect(answer).to_have_text("Why?")
    page.keyboard.press("o")
    expect(page.locator("#open-file-title")).to_have_text("Open a file or text")


def test_a_forced_guess_is_shown_on_a_phone_in_chinese(visit: Visit) -> None:
    page = visit(touch=True, size=(360, 740), language="zh-TW")
    page.evaluate(PASTE, GUESS)
    page.locator("#open-file-certify").tap()
    expect(page.locator("#verdict-told")).to_contain_text("從 d4 開始非猜不可")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#verdict-go").tap()
    wait_for_faces(page, POSITION, "analyse-board")


@pytest.mark.long
def test_axe_finds_nothing_in_a_verdict(visit: Visit) -> None:
    page = visit(system={"reduced_motion": "reduce"})
    page.evaluate(module("axe-core/axe.min.js").read_text())
    page.evaluate(PASTE, GUESS)
    expect(page.locator("#open-file-certify")).to_be_visible()
    assert violations(page, "light") == []
    page.locator("#open-file-certify").click()
    expect(page.locator("#verdict-go")).to_be_focused()
    assert violations(page, "light") == []
    for theme in THEMES:
        assert violations(page, theme, only=["color-contrast"]) == [], theme
