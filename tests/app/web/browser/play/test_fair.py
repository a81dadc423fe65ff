"""Prove it: whole games by mouse and keyboard, and what a loss shows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.npm import module
from tests.app.web.browser.player import (
    FACES,
    Player,
    faces,
    place_of,
    said,
    wait_for_faces,
)
from tests.app.web.browser.test_access import violations
from tools.browser import until

from mineproof.board.game import Act
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.play.judge import certainty

GAME = "6x6/8/opening:c3/fair#15"
"""Two guesses are needed, and the first would hit a mine in the clearing game of this seed."""


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_whoever_proves_each_cell_wins(visit: Visit, way: str) -> None:
    page = visit(place_of(GAME))
    player, guessed = Player(page, GAME), 0
    open_by(player, player.game.grid.parse("c3"), way)
    while not player.is_over:
        known = certainty(player.game.view)
        proved = [cell for cell, is_mine in known.items() if not is_mine]
        guesses = [cell for cell in player.game.view.covered_cells() if not known.get(cell)]
        guessed += not proved
        open_by(player, (proved or guesses)[0], way)
    expect(page.locator("#game-status")).to_contain_text("Won")
    assert guessed == 2


def open_by(player: Player, cell: Cell, way: str) -> None:
    """Open a cell on the page, and here."""
    if way == "mouse":
        player.cell(cell).click()
    else:
        player.cell(cell).focus()
        player.page.keyboard.press("Enter")
    player.made(Act.OPEN, cell)


def test_an_oversight_loses_and_shows_the_proof(visit: Visit) -> None:
    page = visit(place_of("beginner/opening/fair#1 d4"))
    assert "*" not in faces(page)
    page.locator("#play-board [data-cell='0']").click()
    loss, proof = page.locator("#play-loss"), page.locator("#coach-missed")
    expect(loss).to_contain_text(
        "a1 was not proved safe, but b1, f1, b3, b4, a6, i6, a7 and a8 were. You missed the proof."
    )
    expect(loss).to_contain_text("These mines fit everything you had seen.")
    expect(proof).to_contain_text("The 1 at e1 already has its one mine, f2.")
    expect(page.locator("#play-board [data-sign=safe]")).to_have_count(8)
    expect(page.locator("#play-board [data-sign=clue]")).to_have_count(2)
    assert faces(page).count("*") == 9  # and the one that was opened
    assert said(page).startswith("Lost. a1 was not proved safe")
    assert_axe_finds_nothing(page)
    loss.locator("a").click()
    expect(page.locator("#review-remark h2")).to_have_text("Move 2 of 2: open a1")
    page.go_back()
    page.locator("#undo").click()
    expect(loss).to_be_hidden()
    expect(proof).to_be_hidden()
    page.locator("#play-board [data-cell='5']").click()  # f1 is proved, and safe whenever opened
    expect(page.locator("#play-board [data-cell='5']")).to_have_attribute("data-face", "1")


def assert_axe_finds_nothing(page: Page) -> None:
    page.evaluate(module("axe-core/axe.min.js").read_text())
    for theme in ("light", "dark", "contrast", "classic"):
        assert violations(page, theme) == [], theme


def test_it_is_among_the_games_and_a_finish_of_its_own(visit: Visit) -> None:
    page = visit()
    page.locator("#open-games").click()
    card = page.locator("#games-list .game", has_text="Prove it")
    expect(card).to_contain_text("Cruel but fair")
    card.get_by_role("button", name="Expert").press("Enter")
    expect(page.locator("#game-status")).to_have_text(
        "Open any cell, then only what you can prove."
    )
    expect(page.locator("#level option:checked")).to_contain_text("Prove it: Expert")
    page.locator("#level").select_option("own")
    expect(page.locator("#setup-finish")).to_have_value("fair")
    page.locator("#setup-cancel").click()
    page.locator("#open-games").click()
    card.get_by_role("button", name="Beginner").click()
    end_carelessly(page)
    page.get_by_role("link", name="Statistics").click()
    row = page.locator("#statistics-table tbody tr:has(td)")
    expect(row.locator("th small")).to_have_text("opening start · prove it")
    expect(row.locator("td").first).to_have_text("1")


def end_carelessly(page: Page) -> None:
    """Play to the end of a game, which comes as soon as anything can be proved."""
    wait_for_faces(page, "#" * 81)
    while page.locator("#play").get_attribute("data-status") == "playing":
        before = faces(page)
        rows = [before[i : i + 9] for i in range(0, 81, 9)]
        known = certainty(View.from_rows(rows, mines=10))
        unproved = next(cell for cell in range(81) if before[cell] == "#" and cell not in known)
        page.locator(f"#play-board [data-cell='{unproved}']").click()
        until(page, f"before => ({FACES})('play-board') !== before", before)
