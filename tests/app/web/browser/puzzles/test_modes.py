"""A streak, a storm and the puzzle of a day: how they count, end, and go on after a reload."""

from __future__ import annotations

import datetime as dt
import re

from playwright.sync_api import expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.puzzles.pupil import Pupil
from tests.app.web.browser.test_share import PUBLIC, tell_public_address

from mineproof.coach.boards.exercises import Worth
from mineproof.coach.boards.puzzles import PuzzleId, make_puzzle

NOON = dt.datetime(2026, 2, 2, 12)  # a Monday: its puzzle is about two clues


def test_a_streak_ends_with_the_first_fault(visit: Visit) -> None:
    page = visit("#puzzles/streak")
    pupil = Pupil(page, "streak")
    expect(page.locator("#puzzle-hint")).to_be_disabled()
    expect(page.locator("#puzzle-next")).to_be_hidden()
    pupil.solve()
    pupil.expect_told("Right: ")
    pupil.solve()
    expect(pupil.figure).to_have_text("2")
    page.reload()
    again = Pupil(page, "streak")
    assert again.id == pupil.id
    expect(again.figure).to_have_text("2")
    again.click(again.answer(Worth.WRONG))
    again.expect_told("The streak is over: 2. Best: 2.")
    expect(again.told.locator(".step").first).to_be_visible()
    assert page.evaluate("localStorage['mineproof.ratings']") is None
    page.locator("#puzzle-next").click()
    again.look(again.id)
    expect(again.score).to_have_text("Now: 0. Best: 2.")


def test_a_storm_lasts_three_minutes(visit: Visit) -> None:
    """With a clock that only we wind: a fault costs ten seconds, a reload stops nothing."""
    page = visit(own=True)
    page.clock.install(time=NOON - dt.timedelta(hours=1))
    page.clock.pause_at(NOON)
    page.evaluate("location.hash = '#puzzles/storm'")
    expect(page.locator("#puzzle-figure")).to_have_text("3:00 · 0")
    page.keyboard.press("n")
    pupil = Pupil(page, "storm")
    pupil.solve()
    expect(pupil.figure).to_have_text("3:00 · 1")
    page.clock.run_for(60_000)
    expect(pupil.figure).to_have_text("2:00 · 1")
    missed = pupil.id
    pupil.click(pupil.answer(Worth.WRONG))
    pupil.look(missed)
    page.clock.run_for(1000)
    expect(pupil.figure).to_have_text("1:49 · 1")
    page.reload()
    again = Pupil(page, "storm")
    assert again.id == pupil.id
    again.solve()
    page.clock.run_for(109_000)
    again.expect_told("Time is up. Solved: 2. Best: 2.")
    expect(page.locator("#puzzle-board")).to_be_hidden()
    link = again.told.locator("a")
    expect(link).to_have_text(missed)
    link.click()
    expect(page.locator("#puzzle-name")).to_have_text(missed)


def test_the_puzzle_of_a_day_is_the_same_for_all(visit: Visit) -> None:
    page = visit(own=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.clock.install(time=NOON)
    page.evaluate("location.hash = '#puzzles/daily'")
    pupil = Pupil(page, "daily")
    library = make_puzzle(PuzzleId.of_day(NOON.date()))
    assert (pupil.id, pupil.view) == (str(library.id), library.exercise.view)
    pupil.click(pupil.answer(Worth.UNCERTAIN))
    pupil.expect_told("is not certain")
    page.reload()
    pupil = Pupil(page, "daily")
    page.clock.run_for(41_000)
    pupil.click(pupil.targets[0])
    pupil.expect_told("puzzle of 2026-02-02: solved after one fault, in 0:4")
    pupil.told.locator(".day button").click()
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"in 0:4\d\.$", text)  # and no link that leads to this machine
    page.reload()
    pupil.expect_told("solved after one fault")
    expect(pupil.told.locator(".step").first).to_be_visible()


def test_the_result_of_a_day_has_a_link_that_others_can_follow(visit: Visit) -> None:
    page = visit(own=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tell_public_address(page)
    page.clock.install(time=NOON)
    page.evaluate("location.hash = '#puzzles/daily'")
    page.reload()
    pupil = Pupil(page, "daily")
    pupil.click(pupil.targets[0])
    pupil.expect_told("solved at the first try")
    pupil.told.locator(".day button").click()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.endswith(f" {PUBLIC}#puzzles/daily/2026-02-02")
