"""Undo and redo: of a position being set up."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import wait_for_faces

BOARD = "analyse-board"


def test_a_position_is_undone_and_redone(visit: Visit) -> None:
    """A stroke and a typed number are one change each; a new change keeps the old branch."""
    page = visit("#analyse/s.2x4.1.-g")
    undo, redo = page.locator("#analyse-undo"), page.locator("#analyse-redo")
    expect(undo).to_be_disabled()
    page.locator(".brush:has([value='1'])").click()
    page.locator(f"#{BOARD} [data-cell='0']").hover()
    page.mouse.down()
    page.locator(f"#{BOARD} [data-cell='3']").hover()
    page.mouse.up()
    wait_for_faces(page, "1##1####", BOARD)
    page.locator("#analyse-mines").press_sequentially("2")
    page.locator(f"#{BOARD} [data-cell='7']").focus()
    page.keyboard.press("f")
    wait_for_faces(page, "1##1###F", BOARD)
    for want in ("1##1####", "1##1####", "########"):
        page.keyboard.press("Control+z")
        wait_for_faces(page, want, BOARD)
    expect(undo).to_be_disabled()
    expect(page.locator("#analyse-mines")).to_have_value("1")
    page.keyboard.press("Control+Shift+Z")
    wait_for_faces(page, "1##1####", BOARD)
    redo.click()
    expect(page.locator("#analyse-mines")).to_have_value("12")
    page.keyboard.press("Control+y")
    wait_for_faces(page, "1##1###F", BOARD)
    expect(redo).to_be_disabled()
