"""Regions: parts of the board, to say where to look without pointing at a cell.

The board is divided into thirds in both directions. A region is the smallest rectangle of these
ninths that holds some cells. A side of fewer than six cells is not divided: a third of it would be
a single row or column.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from mineproof.board.grid import Cell, Grid
from mineproof.coach.language import Language, Sentence

Span: TypeAlias = tuple[int, int]
"""The first and the last row or column, or third of them, counted from 0."""

_SHORTEST = 6
_ALL = (0, 2)
_ROWS = {
    (0, 0): "hints.rows_top",
    (1, 1): "hints.rows_middle",
    (2, 2): "hints.rows_bottom",
    (0, 1): "hints.rows_upper",
    (1, 2): "hints.rows_lower",
}
_COLS = {
    (0, 0): "hints.cols_left",
    (1, 1): "hints.cols_middle",
    (2, 2): "hints.cols_right",
    (0, 1): "hints.cols_leftward",
    (1, 2): "hints.cols_rightward",
}


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of ninths of a board: its thirds, and its rows and columns."""

    thirds_down: Span
    thirds_right: Span
    rows: Span
    cols: Span

    def holds(self, grid: Grid, cell: Cell) -> bool:
        """Tell whether `cell` is in it."""
        row, col = grid.place(cell)
        return self.rows[0] <= row <= self.rows[1] and self.cols[0] <= col <= self.cols[1]


def region_of(grid: Grid, cells: Collection[Cell]) -> Region:
    """Return the smallest region that holds `cells`; the whole board if there are none.

    >>> region = region_of(Grid(9, 30), [3, 40])
    >>> region.rows, region.cols
    ((0, 2), (0, 19))
    """
    places = [grid.place(cell) for cell in cells] or [(0, 0), (grid.rows - 1, grid.cols - 1)]
    down = _thirds(grid.rows, [row for row, _ in places])
    right = _thirds(grid.cols, [col for _, col in places])
    return Region(down, right, _lines(grid.rows, down), _lines(grid.cols, right))


def _thirds(size: int, lines: Collection[int]) -> Span:
    """Return the first and the last third of `size` lines that hold these."""
    if size < _SHORTEST:
        return _ALL
    return 3 * min(lines) // size, 3 * max(lines) // size


def _lines(size: int, thirds: Span) -> Span:
    """Return the first and the last line of some thirds."""
    first, last = thirds
    return -(-first * size // 3), -(-(last + 1) * size // 3) - 1


def tell_region(region: Region, language: Language) -> Sentence:
    """Say where to look.

    >>> from mineproof.coach.language import language
    >>> print(tell_region(region_of(Grid(9, 30), [3, 40]), language("en")))
    Look at the top third of the rows and the left two thirds of the columns.
    """
    rows = _ROWS.get(region.thirds_down)
    cols = _COLS.get(region.thirds_right)
    if rows is None and cols is None:
        return language.tell("hints.everywhere")
    parts = [language.tell(key) for key in (rows, cols) if key is not None]
    return language.tell("hints.region", places=language.join(parts))
