"""Fitting layouts of small boards, listed one by one: what the course checks answers against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from mineproof.agents.strategist.endgame import count_wins, fitting
from mineproof.board.view import View
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Clause, cell_of
from mineproof.logic.reader import read

Mines: TypeAlias = frozenset[Cell]
"""A layout: the covered cells that are mines."""

MOST_LAYOUTS = 10_000


@lru_cache(maxsize=256)
def layouts(view: View) -> tuple[Mines, ...]:
    """Return every layout that fits a view; raise Contradiction if none does, BadInput if too many.

    >>> [sorted(mines) for mines in layouts(View.from_picture("## 11"))]
    [[1], [0]]
    """
    number = Exact().look(view).layouts
    if number is None or number > MOST_LAYOUTS:
        raise BadInput(f"a board with {number} layouts; expected at most {MOST_LAYOUTS}")
    return tuple(fitting(read(view)))


def certain(view: View) -> dict[Cell, bool]:
    """Return the cells that are the same in all layouts, and whether they are mines."""
    found = layouts(view)
    mined, possible = found[0].intersection(*found), found[0].union(*found)
    covered = sorted(read(view).cells)
    return {cell: cell in mined for cell in covered if cell in mined or cell not in possible}


def risks(view: View) -> Mapping[Cell, Fraction]:
    """Return in which share of the layouts each covered cell is a mine."""
    found = layouts(view)
    return {
        cell: Fraction(sum(cell in mines for mines in found), len(found))
        for cell in sorted(read(view).cells)
    }


@lru_cache(maxsize=64)
def wins(view: View) -> Mapping[Cell, Fraction]:
    """Return how often the game is won if a cell is opened next and play is perfect from there."""
    found = layouts(view)
    covered = sorted(read(view).cells)
    counted = count_wins(view.grid, covered, [sorted(mines) for mines in found])
    return {cell: Fraction(number, len(found)) for cell, number in counted.items()}


def exception(view: View, holds: Callable[[Mines], bool]) -> Mines | None:
    """Return a layout that fits a view and for which something does not hold, if there is one."""
    return next((mines for mines in layouts(view) if not holds(mines)), None)


def is_met(clause: Clause, mines: Mines) -> bool:
    """Tell whether a clause is true in a layout."""
    return any((cell_of(lit) in mines) == (lit > 0) for lit in clause)
