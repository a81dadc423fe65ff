"""Effort: the fewest clicks that clear a board without flags, which players call its 3BV.

A zero opens all zeros connected to it and the numbers around them: one click for each such area.
Every number that touches no zero takes a click of its own. There are no chords. Those numbers,
joined where they touch, are the islands of the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout


class Effort(NamedTuple):
    """The fewest clicks that clear a board or part of it, and how many of them open a zero."""

    bbbv: int
    openings: int


def effort(layout: Layout, within: Collection[Cell] | None = None) -> Effort:
    """Return the effort of a whole board, or only of the cells `within`.

    >>> board = Layout.from_picture("..*. .... ....")
    >>> effort(board), effort(board, within=[3])
    (Effort(bbbv=2, openings=1), Effort(bbbv=1, openings=0))
    """
    counted = frozenset(range(layout.grid.size) if within is None else within)
    areas = zero_areas(layout)
    openings = sum(not counted.isdisjoint(area) for area in areas)
    return Effort(openings + len(counted & lone_numbers(layout, areas)), openings)


def islands(layout: Layout) -> int:
    """Return the number of islands: numbers that touch no zero, joined where they touch.

    >>> islands(Layout.from_picture("..*. .... ....")), islands(Layout.from_picture("*.*.*"))
    (1, 2)
    """
    return len(_joined(layout.grid, lone_numbers(layout, zero_areas(layout))))


def zero_areas(layout: Layout) -> list[list[Cell]]:
    """Return the zeros of a board, grouped into connected areas."""
    numbers = layout.numbers()
    return _joined(layout.grid, (cell for cell in layout.safe_cells() if numbers[cell] == 0))


def lone_numbers(layout: Layout, areas: Iterable[Collection[Cell]]) -> frozenset[Cell]:
    """Return the numbers that no zero opens, on a board with these areas of zeros."""
    zeros = [cell for area in areas for cell in area]
    spared = layout.mines.union(zeros, *(layout.grid.neighbours(cell) for cell in zeros))
    return frozenset(range(layout.grid.size)) - spared


def _joined(grid: Grid, cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return cells grouped into connected areas."""
    left, near = set(cells), grid.table
    areas = []
    while left:
        area = [left.pop()]
        for cell in area:
            fresh = left.intersection(near[cell])
            left -= fresh
            area.extend(fresh)
        areas.append(area)
    return areas
