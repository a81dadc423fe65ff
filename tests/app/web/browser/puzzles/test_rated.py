"""Rated puzzles: find a certain cell, be judged, see why; by mouse, keyboard and touch."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, said
from tests.app.web.browser.puzzles.pupil import Pupil
from tests.app.web.browser.test_play import _WATCH_RING
from tools.browser import until

from mineproof.app.service.analysis.puzzles import make_puzzle
from mineproof.coach.boards.exercises import Worth

ANSWERED = 'localStorage[\'mineproof.training\'] = \'{"1-1": {"solved": 3, "missed": 4}}\''


def test_an_answer_is_judged_explained_and_rated(visit: Visit) -> None:
    """In a puzzle with cells of every worth, as not all have: one that was left is found again."""
    page = visit("#play")
    kept = {"technique": "1-1", "puzzle": make_puzzle("1-1#2")}
    page.evaluate("kept => { localStorage['mineproof.puzzles.rated'] = kept }", json.dumps(kept))
    page.evaluate("location.hash = '#puzzles'")
    pupil = Pupil(page)
    assert pupil.id == "1-1#2"
    name = pupil.view.grid.name
    before = faces(page, "puzzle-board")
    guess = pupil.answer(Worth.UNCERTAIN)
    pupil.click(guess)
    pupil.expect_told(f"{name(guess[0])} is not certain: a guess is no answer")
    pupil.expect_told("−")  # the rating falls, once
    rating = pupil.figure.inner_text()
    assert re.fullmatch(r"1\d{3} ± \d{3}", rating)
    with_mine, without = pupil.told.locator(".layouts button").all()  # two layouts that fit
    expect(with_mine).to_have_attribute("aria-pressed", "true")
    expect(pupil.cell(guess[0])).to_have_attribute("data-sign", "layout_mine")
    without.click()
    expect(pupil.cell(guess[0])).to_have_attribute("data-sign", "layout_free")
    without.click()  # once more: nothing is drawn
    expect(pupil.cell(guess[0])).to_have_attribute("data-sign", "candidate")
    with_mine.click()
    expect(page.locator("#puzzle-board.supposing")).to_have_count(1)
    expect(page.locator("#puzzle-ladder .more")).to_have_text("Where should I look?")
    wrong = pupil.answer(Worth.WRONG)
    pupil.click(wrong)
    pupil.expect_told(f"Wrong: {name(wrong[0])}")
    expect(pupil.told.locator(".step").first).to_be_visible()  # the proof of the opposite
    expect(page.locator("#puzzle-board.supposing")).to_have_count(0)
    right = pupil.answer(Worth.RIGHT)
    pupil.click(right)
    pupil.expect_told(f"Right: {name(right[0])}")
    assert faces(page, "puzzle-board") == before
    for cell, is_mine in pupil.targets:
        sign = "mine" if is_mine else "safe"
        expect(pupil.cell(cell)).to_have_attribute("data-sign", sign)
    assert pupil.figure.inner_text() == rating
    expect(pupil.score).to_have_text("Solved on your own: 0. Not solved: 1.")
    pupil.told.locator(".sentence").first.hover()
    assert page.locator("#puzzle-board .lit").count() > 0


def test_a_part_keeps_its_names_and_the_whole_is_one_click_away(visit: Visit) -> None:
    pupil = Pupil(visit("#puzzles/1-1", speech="short"))
    page, grid = pupil.page, pupil.view.grid
    cell, is_mine = pupil.targets[0]
    assert page.locator("#puzzle-board .cell").count() == 64
    label = pupil.cell(cell).get_attribute("aria-label") or ""
    assert label.startswith(f"{grid.name(cell)}, ")
    expect(page.locator("#puzzle-part")).to_contain_text("Neither the rest nor the mine count")
    page.locator("#puzzle-whole").click()
    assert faces(page, "puzzle-board") == pupil.view.picture().replace("\n", "")
    expect(page.locator("#puzzle-part")).to_contain_text("The whole board")
    pupil.crop = None
    pupil.click((cell, is_mine))
    pupil.expect_told(f"Right: {grid.name(cell)}")
    page.locator("#puzzle-whole").click()  # signs stay where they belong
    pupil.crop = Pupil.part_of(pupil.puzzle)
    expect(pupil.cell(cell)).to_have_attribute("data-sign", "mine" if is_mine else "safe")


def test_the_rating_and_the_puzzle_are_there_after_a_reload(visit: Visit) -> None:
    """So are the counters of earlier versions, which go on."""
    page = visit("#play")
    page.evaluate(ANSWERED)
    page.evaluate("location.hash = '#train/1-1'")  # as links of earlier versions have it
    pupil = Pupil(page)
    pupil.click(pupil.targets[0])
    pupil.expect_told("Your rating: 1")
    expect(pupil.score).to_have_text("Solved on your own: 4. Not solved: 4.")
    rating = pupil.figure.inner_text()
    page.locator("#puzzle-next").click()
    pupil.look(pupil.id)
    page.reload()
    again = Pupil(page)
    assert (again.id, again.figure.inner_text()) == (pupil.id, rating)
    expect(page.locator("#puzzle-technique")).to_have_value("1-1")
    page.locator("#puzzle-ratings summary").click()
    unmet = page.locator("#puzzle-classes tr", has_text="not met yet")
    assert page.locator("#puzzle-classes tr").count() - unmet.count() == 1
    page.locator("#puzzle-next").click()  # left without an answer: that is a fault
    expect(pupil.score).to_have_text("Solved on your own: 4. Not solved: 5.")


def test_by_keyboard_alone(visit: Visit) -> None:
    """Arrows lead to the cell, Space says safe, F says mine; H, S and N are for all else."""
    pupil = Pupil(visit("#puzzles/full clue"))
    page, (cell, is_mine) = pupil.page, pupil.targets[0]
    page.locator("#puzzle-board [data-cell='0']").focus()
    for key, times in zip(("ArrowDown", "ArrowRight"), divmod(pupil.number(cell), 8), strict=True):
        for _ in range(times):
            page.keyboard.press(key)
    page.keyboard.press("f" if is_mine else "Space")
    pupil.told.locator(".step").first.wait_for()
    assert said(page).startswith("Right: ")
    page.keyboard.press("n")
    expect(pupil.told).to_be_empty()
    expect(page.locator("#live")).to_have_text("Find a cell that this settles: full clue.")
    page.keyboard.press("h")
    page.locator("#puzzle-ladder .rung").first.wait_for()
    page.keyboard.press("s")
    pupil.told.locator(".step").first.wait_for()
    assert said(page).startswith("Answer: ")
    expect(pupil.score).to_have_text("Solved on your own: 1. Not solved: 1.")


def test_by_touch(visit: Visit) -> None:
    """A tap says safe, a long press mine; the mode for mines swaps the two."""
    page = visit("#puzzles/full clue", size=(390, 844), touch=True, hold=150)
    pupil = Pupil(page)
    page.locator("#puzzle-mode").tap()
    pupil.cell(pupil.targets[0][0]).tap()
    pupil.expect_told("Right: ")
    page.locator("#puzzle-mode").tap()
    page.locator("#puzzle-next").tap()
    pupil.look(pupil.id)
    cell = pupil.cell(pupil.targets[0][0])
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    touch, point = page.context.new_cdp_session(page), {"x": box["x"] + 9, "y": box["y"] + 9}
    cell.evaluate(_WATCH_RING)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    until(page, "() => window.ring === 'gone'")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    pupil.expect_told("Right: ")


def test_what_is_told_follows_the_language(visit: Visit) -> None:
    page = visit("#puzzles/1-1")
    pupil = Pupil(page)
    pupil.click(pupil.answer(Worth.RIGHT))
    pupil.told.locator(".step").first.wait_for()
    page.locator("#open-settings").click()
    page.locator("#setting-language").select_option("zh-TW")
    expect(page.locator("#puzzle-score")).to_have_text("自己找到：1。沒有：0。")
    pupil.expect_told("答對了：")
    expect(page.locator("#puzzle-technique")).to_have_value("1-1")


def test_mixed_tells_no_technique_before_the_answer(visit: Visit) -> None:
    page = visit("#train/luck")  # which is no technique
    expect(page.locator("#puzzle-technique")).to_have_value("")
    task = "Find a cell that is certainly safe, or certainly a mine."
    expect(page.locator("#puzzle-task")).to_have_text(task)
    page.locator("#puzzle-show").click()
    page.locator("#puzzle-told h3").wait_for()


def test_a_puzzle_by_its_id_counts_nothing(visit: Visit) -> None:
    """On a hex board; the shifted rows stay those that are."""
    page = visit("#puzzles/hex%3Ahole%231")
    expect(page.locator("#puzzle-name")).to_have_text("hex:hole#1")
    page.locator("#puzzle-show").click()
    page.locator("#puzzle-told .step").first.wait_for()
    assert page.locator("#puzzle-board .board.hex").count() == 1
    assert page.evaluate("localStorage['mineproof.ratings']") is None
