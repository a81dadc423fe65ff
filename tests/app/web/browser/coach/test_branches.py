"""Undo and redo: of a position being set up, of suppositions, and of the moves of a game."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import place_of, wait_for_faces

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


def test_a_supposition_is_a_branch(visit: Visit) -> None:
    page = visit("#analyse/s.2x2.1.-a1a")
    branches = page.locator("#analyse-branches")
    page.locator(f"#{BOARD} [data-cell='0']").click()
    page.get_by_role("button", name="is a mine?").click()
    page.get_by_role("button", name="Continue with a mine at a1").click()
    wait_for_faces(page, "*#11", BOARD)
    expect(page.locator("#analyse-verdict")).to_contain_text("Safe: 1. Mines: 1.")
    expect(branches).to_contain_text("a1 is a mine")
    expect(page.locator(f"#{BOARD} .supposed")).to_have_attribute("data-cell", "0")
    page.locator(f"#{BOARD} [data-cell='0']").click()
    expect(page.locator("#analyse-explanation h3")).to_have_text("a1 is a mine.")
    expect(page.locator(".answer .choices")).to_have_count(0)  # nothing more to suppose
    page.keyboard.press("Escape")
    expect(page.locator(".answer")).to_have_count(0)
    page.keyboard.press("Control+z")
    wait_for_faces(page, "##11", BOARD)
    page.locator(f"#{BOARD} [data-cell='0']").click()
    page.get_by_role("button", name="is safe?").click()
    page.get_by_role("button", name="1", exact=True).click()
    wait_for_faces(page, "1#11", BOARD)
    branches.get_by_role("button", name="a1 is a mine").click()  # the other branch is still there
    wait_for_faces(page, "*#11", BOARD)
    page.locator("#analyse-undo").click()
    wait_for_faces(page, "##11", BOARD)
    page.keyboard.press("Control+Shift+Z")
    wait_for_faces(page, "*#11", BOARD)


def test_a_move_is_redone(visit: Visit) -> None:
    page = visit(place_of("layout/clearing *.*. 1211 0000 a3 Fa1"))
    undo, redo = page.locator("#undo"), page.locator("#redo")
    page.locator("#play-board [data-cell='1']").click()
    wait_for_faces(page, "F2##12110000")
    expect(redo).to_be_disabled()
    undo.click()
    wait_for_faces(page, "F###12110000")
    page.keyboard.press("Control+z")
    wait_for_faces(page, "####12110000")
    redo.click()
    wait_for_faces(page, "F###12110000")
    page.keyboard.press("Control+Shift+Z")
    wait_for_faces(page, "F2##12110000")
    expect(redo).to_be_disabled()
    undo.click()
    expect(redo).to_be_enabled()
    page.locator("#play-board [data-cell='3']").click()
    expect(redo).to_be_disabled()  # another move was made
