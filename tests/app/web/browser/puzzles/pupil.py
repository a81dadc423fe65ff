"""Someone in the Puzzles view who knows what is certain on the board that is shown."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tools.browser import until

from mineproof.board.grid import Cell, Shape
from mineproof.board.view import View
from mineproof.coach.boards.crop import Crop
from mineproof.coach.boards.exercises import Worth, judge, lead_of
from mineproof.logic.problem import Fact

_SHOWN = """([mode, after]) => {
    const all = JSON.parse(localStorage[`mineproof.puzzles.${mode}`] ?? "{}");
    const kept = mode === "daily" ? all[Object.keys(all).sort().at(-1)] : all;
    const shown = document.querySelector("#puzzle-board").dataset.puzzle;
    return kept?.puzzle?.id === shown && ![undefined, "", after].includes(shown);
}"""
"""Whether the board shows the puzzle that was kept of a mode, and another one than `after`."""


class Pupil:
    """A player of puzzles, and the puzzle that the browser has kept of a mode."""

    def __init__(self, page: Page, mode: str = "rated") -> None:
        self.page, self.mode = page, mode
        self.look()

    def kept(self) -> dict[str, Any]:
        """Return what the browser has kept of the mode."""
        text = self.page.evaluate("mode => localStorage[`mineproof.puzzles.${mode}`]", self.mode)
        kept: dict[str, Any] = json.loads(text or "{}")
        return kept[max(kept)] if self.mode == "daily" and kept else kept

    def look(self, after: str = "") -> None:
        """Take in the puzzle that is shown, another one than `after`."""
        until(self.page, _SHOWN, [self.mode, after])
        self.puzzle = puzzle = self.kept()["puzzle"]
        self.id: str = puzzle["id"]
        self.view = View.from_rows(puzzle["board"], puzzle["mines"], Shape(puzzle["shape"]))
        self.crop = self.part_of(puzzle)
        self.targets = lead_of(self.view).news(self.view)

    @staticmethod
    def part_of(puzzle: dict[str, Any]) -> Crop | None:
        """Return the part of the board that a puzzle shows."""
        crop = puzzle["crop"]
        return crop and Crop(tuple(crop["rows"]), tuple(crop["cols"]))

    def cell(self, cell: Cell) -> Locator:
        """Return the cell of the page that shows a cell of the board."""
        return self.page.locator(f"#puzzle-board [data-cell='{self.number(cell)}']")

    def number(self, cell: Cell) -> int:
        """Return the number of a cell within the part that is shown."""
        if self.crop is None:
            return cell
        grid, (top, _), (left, width) = self.view.grid, self.crop.rows, self.crop.cols
        row, col = grid.place(cell)
        return (row - top) % grid.rows * width + (col - left) % grid.cols

    def answer(self, worth: Worth) -> Fact:
        """Return an answer of this worth, about a cell that is shown."""
        cells = self.view.hidden_cells()
        if self.crop is not None:
            cells = [cell for cell in cells if self.crop.holds(self.view.grid, cell)]
        every = ((cell, is_mine) for cell in cells for is_mine in (True, False))
        return next(
            fact for fact in every if judge(self.view, self.targets, *fact, self.crop) is worth
        )

    def click(self, fact: Fact) -> None:
        """Say what a cell is, with the mouse."""
        cell, is_mine = fact
        self.cell(cell).click(button="right" if is_mine else "left")

    def solve(self) -> None:
        """Give a right answer, and look at the puzzle that follows."""
        before = self.id
        self.click(self.targets[0])
        self.look(before)

    @property
    def told(self) -> Locator:
        """What is said of the answer."""
        return self.page.locator("#puzzle-told")

    @property
    def score(self) -> Locator:
        """The line about all puzzles so far."""
        return self.page.locator("#puzzle-score")

    @property
    def figure(self) -> Locator:
        """The figure beside the task: rating, length of the streak, or clock and score."""
        return self.page.locator("#puzzle-figure")

    def expect_told(self, words: str) -> None:
        """Wait until something is said."""
        expect(self.told).to_contain_text(words)
