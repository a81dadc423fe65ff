"""Effort: how many openings the clearing of a board takes at least, which players call its 3BV.

A zero opens all zeros that hang together with it, and the numbers around them: one opening for
each such area. Every number that touches no zero takes one of its own. Chords are not counted.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from mineproof.board.grid import Cell
from mineproof.board.layout import Layout


class Effort(NamedTuple):
    """The fewest openings that clear a board or a part of it, and how many of them open a zero."""

    bbbv: int
    openings: int


def effort(layout: Layout, within: Collection[Cell] | None = None) -> Effort:
    """Return the effort of a whole board; of what is open, if only that is to count.

    >>> board = Layout.from_picture("..*. .... ....")
    >>> effort(board), effort(board, within=[3])
    (Effort(bbbv=2, openings=1), Effort(bbbv=1, openings=0))
    """
    counted = frozenset(range(layout.grid.size) if within is None else within)
    areas = _zero_areas(layout)
    zeros = [cell for area in areas for cell in area]
    spared = layout.mines.union(zeros, *(layout.grid.neighbours(cell) for cell in zeros))
    openings = sum(not counted.isdisjoint(area) for area in areas)
    return Effort(openings + len(counted - spared), openings)


def _zero_areas(layout: Layout) -> list[list[Cell]]:
    numbers, near = layout.numbers(), layout.grid.table
    left = {cell for cell in layout.safe_cells() if numbers[cell] == 0}
    areas = []
    while left:
        area = [left.pop()]
        for cell in area:
            fresh = left.intersection(near[cell])
            left -= fresh
            area.extend(fresh)
        areas.append(area)
    return areas
