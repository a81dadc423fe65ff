"""No-guess games: begun by a click, and cleared by proofs alone."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, wait_for_faces
from tests.app.web.browser.test_ai import choose
from tools.browser import until


def begin(page: Page) -> None:
    """Begin a no-guess game of another level than the first."""
    page.locator("#level").select_option("own")
    for field in ("rows", "cols", "mines"):
        page.locator(f"#setup-{field}").fill("8")
    page.locator("#setup-start").select_option("no-guess")
    page.get_by_role("button", name="Start game").click()
    wait_for_faces(page, "#" * 64)
    expect(page.locator("#no-guess")).to_be_checked()
    expect(page.locator("#game-status")).to_have_text("Open any cell to start.")


def test_a_game_from_a_click_is_won_by_proofs_alone(visit: Visit) -> None:
    """The cell that was clicked shows 0; who never guesses comes from there to the end."""
    page = visit(size=(1000, 700), system={"reduced_motion": "reduce"})
    begin(page)
    page.locator("#play-board [data-cell='21']").click()
    expect(page.locator("#game-status")).to_have_text("Your move.")
    assert faces(page)[21] == "0"
    choose(page, "cascade", "never-guess")
    page.locator("#ai-speed").fill("20")
    page.locator("#ai-auto").click()
    expect(page.locator("#play")).to_have_attribute("data-status", "won", timeout=120_000)
    page.locator("#to-review").click()
    expect(page.locator("#review-words")).to_contain_text("Nothing was left to chance.")


def test_it_stays_a_no_guess_game(visit: Visit) -> None:
    """After a reload, and in the next game; until the switch says otherwise."""
    page = visit()
    begin(page)
    page.locator("#play-board [data-cell='30']").click()
    expect(page.locator("#game-status")).to_have_text("Your move.")
    expect(page.locator("#undo")).to_be_disabled()
    before = faces(page)
    page.reload()
    wait_for_faces(page, before)
    expect(page.locator("#no-guess")).to_be_checked()
    page.locator("#new-game").click()
    wait_for_faces(page, "#" * 64)
    expect(page.locator("#no-guess")).to_be_checked()
    page.locator("#no-guess").uncheck()
    until(page, "() => JSON.parse(localStorage['mineproof.wish']).no_guess === undefined")


def test_a_board_of_your_own_without_a_guess(visit: Visit) -> None:
    page = visit()
    page.locator("#level").select_option("own")
    page.locator("#setup-rows").fill("2")
    page.locator("#setup-cols").fill("8")
    page.locator("#setup-mines").fill("5")
    page.locator("#setup-start").select_option("no-guess")
    expect(page.locator("#setup-finish")).to_be_disabled()
    page.get_by_role("button", name="Start game").click()
    wait_for_faces(page, "#" * 16)
    page.locator("#play-board [data-cell='0']").click()
    expect(page.locator("#notice")).to_contain_text("no board of 2x8/5 without a guess from a1")
    assert faces(page) == "#" * 16
    page.locator("#level").select_option("own")
    expect(page.locator("#setup-start")).to_have_value("no-guess")


def test_the_board_of_the_day(visit: Visit) -> None:
    """One click leads to it, the next one back to it; it is the same board in another browser."""
    page = visit()
    page.locator("#daily").click()
    expect(page.locator("#of-day")).to_be_visible()
    expect(page.locator("#game-status")).to_have_text("Your move.")
    board = faces(page)
    page.locator("#play-board [data-face='#']").first.click(button="right")
    until(page, "() => document.querySelector('#mines-left').textContent === '98'")
    flagged = faces(page)
    page.locator("#no-guess").uncheck()
    wait_for_faces(page, "#" * 480)
    expect(page.locator("#of-day")).to_be_hidden()
    page.locator("#daily").click()
    wait_for_faces(page, flagged)
    other = visit()
    other.locator("#daily").click()
    wait_for_faces(other, board)
    expect(other.locator("#game-time")).to_have_text("0:00")


def test_its_records_are_kept_apart(visit: Visit) -> None:
    page = visit()
    record = {
        "won": True,
        "seconds": 9,
        "bbbv": 9,
        "guesses": 0,
        "luck": 0,
        "when": "2026-01-01T00:00:00Z",
    }
    kinds = ["beginner safe clearing", "beginner no-guess clearing", "daily no-guess clearing"]
    kept = json.dumps([record | {"kind": kind} for kind in kinds])
    page.evaluate("kept => { localStorage['mineproof.records'] = kept }", kept)
    page.get_by_role("link", name="Statistics").click()
    rows = page.locator("#statistics-table tbody th[scope=row]")
    expect(rows).to_have_count(3)
    names = rows.locator("b").all_inner_texts()
    starts = [text.partition(" · ")[0] for text in rows.locator("small").all_inner_texts()]
    assert sorted(zip(names, starts, strict=True)) == [
        ("Beginner", "first cell safe"),
        ("Beginner", "no guess"),
        ("Daily board", "no guess"),
    ]


def test_a_game_without_help_is_recorded_as_what_it_is(visit: Visit) -> None:
    """A hint before the first cell is none: it can say no more than that any cell will do."""
    page = visit()
    page.locator("#level").select_option("own")
    page.locator("#setup-mines").fill("0")
    page.locator("#setup-start").select_option("no-guess")
    page.get_by_role("button", name="Start game").click()
    until(page, "() => document.querySelector('#mines-left').textContent === '0'")
    page.keyboard.press("h")
    expect(page.locator("#play-hint")).to_contain_text("Nothing is open yet")
    page.locator("#play-board [data-cell='40']").click()
    until(page, "() => (localStorage['mineproof.records'] ?? '').includes('luck\":0')")
    kinds = page.evaluate("JSON.parse(localStorage['mineproof.records']).map(each => each.kind)")
    assert kinds == ["9x9/0 no-guess clearing"]
