"""fifty: 50/50s that no play can avoid, and the one to take at once.

Two cells are *alike* if every other cell that touches just one of them is certainly a mine.
Swapping them turns each layout that fits into another with the same numbers on every cell that can
ever be opened. If exactly one of the two is a mine, only opening one of them tells them apart; a
winner must do so, and half of the time it is the wrong one. Taking it at once loses nothing. If it
touches an unsettled covered cell, its number also gives information, and the earlier the better.

`native/strategist/fifty.hpp` finds the same cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations

from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.engines.guess import TIE

Pair = tuple[Cell, Cell]


def alike(grid: Grid, cells: Iterable[Cell], mines: Collection[Cell]) -> Iterator[Pair]:
    """Yield the pairs of `cells` that are alike if `mines` are certain.

    >>> list(alike(Grid(1, 4), [0, 1, 2, 3], mines=[2]))
    [(0, 1)]
    """
    groups: dict[frozenset[Cell], list[Cell]] = {}
    for cell in cells:
        near = frozenset(grid.neighbours(cell)).difference(mines)
        groups.setdefault(near, []).append(cell)  # with one that it does not touch
        groups.setdefault(near | {cell}, []).append(cell)  # with one that it touches
    for group in groups.values():
        yield from combinations(group, 2)


def take_at_once(
    view: View, risks: Mapping[Cell, float], excluded: Collection[Cell] = ()
) -> Cell | None:
    """Return the first cell of a 50/50 to take at once, if there is one.

    Exactly one of two cells is a mine if a clue that touches both lacks one mine and their risks
    are 1/2. `excluded` cells are skipped.

    >>> from mineproof.counting.counted_odds import odds_of
    >>> from mineproof.logic.reader import read
    >>> view = View.from_picture("01### 13### 1#### 124##", mines=8)
    >>> take_at_once(view, odds_of(read(view)).risks)
    2
    """
    mines = {cell for cell, risk in risks.items() if risk == 1}
    halves = [cell for cell, risk in risks.items() if abs(risk - 0.5) < TIE]
    found = [
        cell
        for pair in alike(view.grid, halves, mines)
        if _have_one_mine(view, pair, mines)
        for cell, other in (pair, pair[::-1])
        if cell not in excluded and _tells_something(view.grid, cell, other, risks)
    ]
    return min(found, default=None)


def _have_one_mine(view: View, pair: Pair, mines: Collection[Cell]) -> bool:
    one, other = (set(view.grid.neighbours(cell)) for cell in pair)
    return any(_missing(view, clue, mines) == 1 for clue in one & other if view.is_open(clue))


def _missing(view: View, clue: Cell, mines: Collection[Cell]) -> int:
    return view.number(clue) - sum(near in mines for near in view.grid.neighbours(clue))


def _tells_something(grid: Grid, cell: Cell, other: Cell, risks: Mapping[Cell, float]) -> bool:
    return any(0 < risks.get(near, 1) < 1 for near in grid.neighbours(cell) if near != other)
