"""Crops: the part of a board that a puzzle shows, and what can be known from that alone.

A crop holds the clues of a step, all cells that these touch, and a margin. Where it lies around
them is random, so it does not give the step away. It hides nothing that the step needs: if the mine
count matters, or if the step would have another name without the rest, the whole board is shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.rng import Rng
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.coach.steps.leads import Lead, lead_to
from mineproof.errors import BadInput

Lines: TypeAlias = tuple[int, int]
"""The first row or column, and how many; on a torus they may continue across the edge."""

_SIDES = (8, 11)
"""How many rows and columns a crop has at least; the second if the first is not enough."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a board: some rows and some columns."""

    rows: Lines
    cols: Lines

    def check(self, grid: Grid) -> None:
        """Raise BadInput unless it is a part of this grid."""
        for (first, count), size in ((self.rows, grid.rows), (self.cols, grid.cols)):
            last = first if grid.shape is Shape.TORUS else first + count - 1
            if not (0 <= first <= last < size and 1 <= count <= size):
                raise BadInput(
                    f"{count} lines from {first} of {size}; expected a part of the board"
                )

    def holds(self, grid: Grid, cell: Cell) -> bool:
        """Tell whether a cell is in it."""
        row, col = grid.place(cell)
        down, right = (row - self.rows[0]) % grid.rows, (col - self.cols[0]) % grid.cols
        return down < self.rows[1] and right < self.cols[1]

    def shown(self, view: View) -> View:
        """Return what can be seen: all cells outside are hidden, and so is the mine count.

        Flags are known mines, whatever proved them.

        >>> Crop((0, 1), (0, 2)).shown(View.from_picture("1F1 111", mines=1)).picture()
        '1*#\\n###'
        """
        grid = view.grid
        cells = (code if self.holds(grid, cell) else HIDDEN for cell, code in enumerate(view.cells))
        return View(grid, bytes(cells).replace(bytes([FLAG]), bytes([MINE])))


def crop_of(view: View, lead: Lead, rng: Rng) -> Crop | None:
    """Return the part of the board that a lead needs; None if that is the whole board."""
    if any(step.count is not None for step in lead.steps):
        return None
    for side in _SIDES:
        crop = _around(view.grid, _needed(view.grid, lead), side, rng)
        if crop is None or _is_enough(crop, view, lead):
            return crop
    return None


def _needed(grid: Grid, lead: Lead) -> set[Cell]:
    clues = {clue.clue for step in lead.steps for clue in step.clues if clue.clue is not None}
    return clues.union(*(grid.neighbours(clue) for clue in clues))


def _is_enough(crop: Crop, view: View, lead: Lead) -> bool:
    """Tell whether the lead is the same step, by name, if nothing else is to be seen."""
    found = lead_to(crop.shown(view), lead.goal[0])
    if found is None or len(found.steps) != len(lead.steps):
        return False
    seen, step = found.steps[-1], lead.steps[-1]
    return (seen.technique, seen.is_reduced) == (step.technique, step.is_reduced)


def _around(grid: Grid, cells: Collection[Cell], side: int, rng: Rng) -> Crop | None:
    places = [grid.place(cell) for cell in cells]
    wraps = grid.shape is Shape.TORUS
    rows = _lines({row for row, _ in places}, grid.rows, side, wraps, rng)
    cols = _lines({col for _, col in places}, grid.cols, side, wraps, rng)
    if grid.shape is Shape.HEX and rows[0] % 2:
        rows = (rows[0] - 1, rows[1] + 1)  # the rows that are shifted stay those that are
    is_whole = rows[1] == grid.rows and cols[1] == grid.cols
    return None if is_whole else Crop(rows, cols)


def _lines(needed: Collection[int], size: int, side: int, wraps: bool, rng: Rng) -> Lines:
    """Return lines around the needed ones: one more on each side, and at least `side` in all."""
    first, least = _span(sorted(needed), size, wraps)
    count = max(least + 2, side)
    first -= 1 + rng.below(count - least - 1)
    if count >= size - 1:
        return 0, size
    return (first % size if wraps else min(max(first, 0), size - count)), count


def _span(lines: Sequence[int], size: int, wraps: bool) -> Lines:
    """Return the fewest lines in a row that hold all of these, which are in order."""
    if not wraps:
        return lines[0], lines[-1] - lines[0] + 1
    gaps = [(there - here, there) for here, there in pairwise([*lines, lines[0] + size])]
    gap, first = max(gaps)
    return first % size, size - gap + 1
