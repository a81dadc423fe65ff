"""Keys and clicks that come while an earlier request is on its way: none is lost or misplaced."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import Player, faces, place_of, wait_for_faces
from tests.app.web.browser.puzzles.pupil import Pupil
from tools.browser import until

from mineproof.coach.boards.exercises import Worth

FRESH = "beginner/opening:d4#8"
BEGUN = f"{FRESH} d4"

# Press keys, each on a cell or anywhere, all before any answer can come.
PRESS = """([board, keys]) => {
    for (const [key, cell, ctrlKey] of keys) {
        const place = document.querySelector(`#${board} [data-cell="${cell}"]`);
        place?.focus();
        const init = { key, ctrlKey: Boolean(ctrlKey), bubbles: true };
        (place ?? document.body).dispatchEvent(new KeyboardEvent("keydown", init));
    }
    return document.querySelector("#undo").disabled;
}"""


def press(
    page: Page, *keys: tuple[str, int] | tuple[str, int, bool], board: str = "play-board"
) -> bool:
    """Press keys at once; tell whether there is nothing to undo then. -1 stands for no cell."""
    cannot_undo: bool = page.evaluate(PRESS, [board, keys])
    return cannot_undo


def test_what_is_done_at_once_is_undone_at_once(visit: Visit) -> None:
    """The first move of a game, whose undo nobody has offered yet; and the same by redo."""
    page = visit(place_of(FRESH))
    mines_left = page.locator("#mines-left")
    expect(page.locator("#undo")).to_be_disabled()
    assert press(page, ("f", 0), ("u", -1)) is False
    expect(mines_left).to_have_text("10")
    expect(page.locator("#redo")).to_be_enabled()
    before = page.evaluate(COUNT)
    press(page, ("z", -1, True))  # nothing to undo, so nothing happens
    press(page, ("y", -1, True), ("z", -1, True), ("y", -1, True))
    until(page, f"() => {COUNT} === {before + 2}")
    expect(mines_left).to_have_text("9")
    expect(page.locator("#redo")).to_be_disabled()


# How many times moves were sent.
COUNT = """performance.getEntriesByType("resource")
    .filter(({ name }) => name.endsWith("/batch")).length"""


def test_the_coach_answers_about_the_board_to_come(visit: Visit) -> None:
    """A question asked right after a move waits for it; before, the move wiped out the answer."""
    page = visit(place_of(BEGUN))
    player = Player(page, BEGUN)
    opened, mine = player.safe[0], player.mines[0]
    press(page, (" ", opened), ("h", -1), ("h", -1))
    rungs = page.locator("#play-hint .rung")
    expect(rungs).to_have_count(2)
    player.game.open(opened)
    player.check()
    expect(rungs).to_have_count(2)

    press(page, ("f", mine), ("e", mine))
    expect(page.locator("#play-explanation h3").first).to_contain_text(player.game.grid.name(mine))
    player.game.flag(mine)
    player.check()
    expect(page.locator("#play-explanation .answer")).to_be_visible()

    wrong = player.safe[0]
    press(page, ("f", wrong), ("w", -1))
    expect(page.locator("#play-board [data-sign=wrong]")).to_have_count(1)
    player.game.flag(wrong)
    player.check()
    expect(page.locator("#notice")).to_contain_text("wrong")

    press(page, (" ", player.mines[1]), ("a", -1))  # which ends the game: nothing to do for the AI
    expect(page.locator("#play-loss")).to_be_visible()
    expect(page.locator("#notice")).not_to_be_visible()


def test_a_game_on_its_way_is_the_one_that_is_meant(visit: Visit) -> None:
    """The AI plays the new game; a move belongs to the board on which it was made."""
    page = visit(place_of(BEGUN))
    player = Player(page, BEGUN)
    player.cell(player.mines[0]).click()
    expect(page.locator("#game-status")).to_have_text("Lost.")
    press(page, ("n", -1), ("a", -1))
    expect(page.locator("#assisted")).to_be_visible()
    expect(page.locator("#game-status")).to_have_text("Your move.")

    hidden = faces(page).index("#")
    press(page, ("n", -1), ("f", hidden), (" ", 80 if hidden != 80 else 0))
    wait_for_faces(page, "#" * 81)
    press(page, ("f", 40))
    expect(page.locator("#live")).to_contain_text("9 mines left")
    assert faces(page) == "#" * 40 + "F" + "#" * 40

    press(page, ("n", -1), ("p", -1))
    expect(page.locator("#game-status")).to_contain_text(re.compile("Won|Lost"))


def test_an_answer_on_its_way_counts_before_the_next_puzzle(visit: Visit) -> None:
    """N right after a right answer is no fault; in a streak it is no way around a puzzle."""
    page = visit("#puzzles/full clue")
    pupil = Pupil(page)
    cell, is_mine = pupil.targets[0]
    press(page, ("f" if is_mine else " ", pupil.number(cell)), ("n", -1), board="puzzle-board")
    expect(pupil.score).to_have_text("Solved on your own: 1. Not solved: 0.")
    pupil.look(pupil.id)
    page.evaluate("location.hash = '#puzzles/streak'")
    streak = Pupil(page, "streak")
    page.keyboard.press("n")
    streak.click(streak.answer(Worth.WRONG))
    streak.expect_told("The streak is over: 0.")
    assert streak.kept()["puzzle"]["id"] == streak.id
