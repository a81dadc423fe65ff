"""Mistakes are told at the board, looked for in the review, and answered by the player."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import place_of, said

LOST = "layout/clearing *1..1*1 c1 a1"


def test_a_loss_is_told_at_the_board_at_once(visit: Visit) -> None:
    page = visit(place_of("layout/clearing *1..1*1 c1"))
    page.locator("#play-board [data-cell='0']").click()
    loss = page.locator("#play-loss")
    expect(loss).to_contain_text("a1 was certainly a mine: ")
    expect(page.locator("#play-board [data-sign=clue]")).to_have_count(1)
    assert said(page).startswith("Lost. a1 was certainly a mine: ")
    loss.locator("a").click()
    expect(page.locator("#review-remark h2")).to_have_text("Move 2 of 2: open a1")
    page.locator("nav a[href='#play']").click()
    page.locator("#undo").click()
    expect(loss).to_be_hidden()


@pytest.mark.parametrize("way", ["mouse", "keyboard", "touch"])
def test_the_answer_is_hidden_until_it_is_found(visit: Visit, way: str) -> None:
    page = visit(place_of(LOST), touch=way == "touch", size=(390, 800))
    page.evaluate("() => { location.hash = '#review' }")
    answer, remark = page.locator("#review-answer"), page.locator("#review-remark")
    expect(answer).to_contain_text("Find a better move")
    expect(remark).not_to_contain_text("certainly")
    expect(page.locator("#review-board [data-sign]")).to_have_count(1)  # the move that was made
    choose(page, 5, way)
    expect(page.locator("#review-tried")).to_have_text("f1 is certainly a mine.")
    expect(page.locator("#review-board [data-cell='5']")).to_have_attribute("data-sign", "wrong")
    choose(page, 6, way)
    expect(answer.locator("h3").first).to_have_text("You could have known:")
    expect(answer).to_contain_text("g1 is safe")
    expect(remark).to_contain_text("a1 was certainly a mine")
    expect(page.locator("#review-board [data-cell='6']")).to_have_attribute("data-sign", "safe")


def test_on_a_phone_the_board_is_enough(visit: Visit) -> None:
    """What to do, and why a cell is no better, is a notice where its place is out of sight."""
    page = visit("#review", touch=True, size=(360, 740))  # the example
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Find a better move: choose a cell.")
    page.locator("#review-board [data-cell='24']").tap()
    expect(page.locator("#review-board [data-cell='24']")).to_have_attribute("data-sign", "wrong")
    expect(notice).to_have_text("g3 is certainly a mine.")
    page.locator("#review-board [data-cell='56']").tap()
    expect(notice).to_contain_text("Right")
    page.locator("#review-first").tap()
    expect(notice).to_be_hidden()


def choose(page: Page, at: int, way: str) -> None:
    """Choose a cell of the review's board."""
    found = page.locator(f"#review-board [data-cell='{at}']")
    if way == "keyboard":
        page.locator("#review-board [tabindex='0']").press("End")
        for _ in range(6 - at):
            page.keyboard.press("ArrowLeft")
        expect(found).to_be_focused()
        page.keyboard.press("Enter")
    elif way == "touch":
        found.tap()
    else:
        found.click()


def test_the_answer_is_shown_on_request(visit: Visit) -> None:
    page = visit(place_of(LOST))
    page.evaluate("() => { location.hash = '#review' }")
    expect(page.locator("#review-show")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("#review-answer")).to_contain_text("a1 is a mine")
    with page.expect_download() as saved:
        page.locator("#review-answer [data-picture=gif]").click()
    assert saved.value.suggested_filename == "a1.gif"
    assert saved.value.path().read_bytes().startswith(b"GIF89a")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#notice button").click()
    expect(page.locator("#notice")).to_have_text("Text copied.")
    assert "a1 is a mine" in page.evaluate("navigator.clipboard.readText()")
    page.locator("#review-first").click()
    expect(page.locator("#review-answer")).to_be_empty()
    page.locator("#review-mistake-next").click()
    expect(page.locator("#review-answer")).to_contain_text("a1 is a mine")  # it is not asked again
