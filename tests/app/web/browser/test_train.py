"""Training: find a certain cell, be judged, see why; by mouse, keyboard and touch."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, said
from tests.app.web.browser.test_play import _WATCH_RING
from tools.browser import until

from mineproof.board.view import View
from mineproof.coach.boards.exercises import Worth, judge, lead_of
from mineproof.logic.problem import Fact


class Pupil:
    """Someone in the Train view who knows what is certain on the board that is shown."""

    def __init__(self, page: Page, technique: str = "1-1") -> None:
        self.page = page
        page.locator("#train-technique").select_option(technique)
        self.look()

    def look(self) -> None:
        """Take in the exercise that is shown."""
        expect(self.page.locator("#train-task")).not_to_have_text("Looking for a position …")
        shown = faces(self.page, "train-board")
        flags = shown.count("F")
        mines = int(self.page.locator("#train-mines").inner_text()) + flags
        self.view = View.from_rows([shown[i : i + 16] for i in range(0, 256, 16)], mines)
        self.targets = lead_of(self.view).news(self.view)

    def cell(self, cell: int) -> Locator:
        return self.page.locator(f"#train-board [data-cell='{cell}']")

    def answer(self, worth: Worth) -> Fact:
        """Return an answer of this worth."""
        every = ((cell, is_mine) for cell in self.view.hidden_cells() for is_mine in (True, False))
        return next(fact for fact in every if judge(self.view, self.targets, *fact) is worth)

    def click(self, fact: Fact) -> None:
        cell, is_mine = fact
        self.cell(cell).click(button="right" if is_mine else "left")

    @property
    def told(self) -> Locator:
        return self.page.locator("#train-told")

    @property
    def score(self) -> str:
        return self.page.locator("#train-score").inner_text()


def test_an_answer_is_judged_and_explained(visit: Visit) -> None:
    pupil = Pupil(visit("#train/1-1"))
    name = pupil.view.grid.name
    before = faces(pupil.page, "train-board")
    wrong = pupil.answer(Worth.WRONG)
    pupil.click(wrong)
    expect(pupil.told).to_contain_text(f"Wrong: {name(wrong[0])}")
    assert pupil.told.locator(".step").count() == 0
    assert pupil.page.locator("#train-board [data-sign]").count() == 0
    right = pupil.answer(Worth.RIGHT)
    pupil.click(right)
    expect(pupil.told).to_contain_text(f"Right: {name(right[0])}")
    assert faces(pupil.page, "train-board") == before
    signs = {cell: "mine" if is_mine else "safe" for cell, is_mine in pupil.targets}
    for cell, sign in signs.items():
        expect(pupil.cell(cell)).to_have_attribute("data-sign", sign)
    assert pupil.score == "Solved on your own: 0. Not solved: 1."  # there was a wrong answer
    pupil.told.locator(".sentence").first.hover()
    assert pupil.page.locator("#train-board .lit").count() > 0


def test_the_score_is_kept_by_technique(visit: Visit) -> None:
    pupil = Pupil(visit("#train/1-1"))
    for solved in (1, 2):
        pupil.click(pupil.answer(Worth.RIGHT))
        pupil.told.locator(".step").first.wait_for()
        assert pupil.score == f"Solved on your own: {solved}. Not solved: 0."
        pupil.page.locator("#train-next").click()
        expect(pupil.told).to_be_empty()
        pupil.look()
    pupil.page.reload()
    expect(pupil.page.locator("#train-technique")).to_have_value("1-1")
    expect(pupil.page.locator("#train-score")).to_have_text("Solved on your own: 2. Not solved: 0.")
    pupil = Pupil(pupil.page, "satisfied clue")
    assert pupil.score == "Solved on your own: 0. Not solved: 0."


def test_by_keyboard_alone(visit: Visit) -> None:
    """Arrows lead to the cell, Space says safe, F says mine; H, S and N are for all else."""
    pupil = Pupil(visit("#train/full clue"), "full clue")
    page, (cell, is_mine) = pupil.page, pupil.targets[0]
    pupil.cell(0).focus()
    for key, times in zip(("ArrowDown", "ArrowRight"), pupil.view.grid.place(cell), strict=True):
        for _ in range(times):
            page.keyboard.press(key)
    page.keyboard.press("f" if is_mine else "Space")
    pupil.told.locator(".step").first.wait_for()
    assert said(page).startswith("Right: ")
    page.keyboard.press("n")
    expect(pupil.told).to_be_empty()
    expect(page.locator("#live")).to_have_text("Find a cell that this settles: full clue.")
    page.keyboard.press("h")
    page.locator("#train-ladder .rung").first.wait_for()
    page.keyboard.press("s")
    pupil.told.locator(".step").first.wait_for()
    assert said(page).startswith("Answer: ")
    assert pupil.score == "Solved on your own: 1. Not solved: 1."


def test_by_touch(visit: Visit) -> None:
    """A tap says safe, a long press mine; the mode for mines swaps the two."""
    page = visit("#train/full clue", size=(412, 915), touch=True, hold=150)
    pupil = Pupil(page, "full clue")
    page.locator("#train-mode").tap()
    pupil.cell(pupil.answer(Worth.RIGHT)[0]).tap()
    expect(pupil.told).to_contain_text("Right: ")
    page.locator("#train-mode").tap()
    page.locator("#train-next").tap()
    expect(pupil.told).to_be_empty()
    pupil.look()
    cell = pupil.cell(pupil.answer(Worth.RIGHT)[0])
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    touch, point = page.context.new_cdp_session(page), {"x": box["x"] + 9, "y": box["y"] + 9}
    cell.evaluate(_WATCH_RING)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    until(page, "() => window.ring === 'gone'")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(pupil.told).to_contain_text("Right: ")


def test_what_is_told_follows_the_language(visit: Visit) -> None:
    page = visit("#train/1-1")
    pupil = Pupil(page)
    page.locator("#train-show").click()
    pupil.told.locator(".step").first.wait_for()
    page.locator("#open-settings").click()
    page.locator("#setting-language").select_option("zh-TW")
    expect(page.locator("#train-score")).to_have_text("自己找到：0。沒有：1。")
    expect(pupil.told).to_contain_text("答案：")
    expect(page.locator("#train-technique")).to_have_value("1-1")


def test_mixed_tells_no_technique_before_the_answer(visit: Visit) -> None:
    page = visit("#train/luck")  # which is no technique
    expect(page.locator("#train-technique")).to_have_value("")
    expect(page.locator("#train-task")).to_have_text("Find a cell that is certain.")
    page.locator("#train-show").click()
    page.locator("#train-told h3").wait_for()
