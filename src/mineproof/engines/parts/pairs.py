"""Two clues at once: what their difference settles.

Let A and B be clues that share cells. The cells of A alone hold at most all their number of mines,
so A has at most |A - B| mines more than B. If it has just so many, every cell of A alone is a mine,
and no cell of B alone is. This holds for a clue inside another as well as for two that overlap,
the 1-2 that players know.

It is no engine of its own, but the step between single clues and counting: cheap, and on expert
boards it halves the positions that have to be counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mineproof.logic.problem import Cell, Constraint


class PairFinding(NamedTuple):
    """A cell that two clues settle together; they are named by their place in the list."""

    cell: Cell
    is_mine: bool
    first: int
    second: int


def settle_pairs(clues: list[Constraint]) -> dict[Cell, PairFinding]:
    """Return all that pairs of these clues settle, each cell once, with the pair that did it."""
    found: dict[Cell, PairFinding] = {}
    for first, second in _touching_pairs(clues):
        a, b = clues[first], clues[second]
        alone = a.cells - b.cells
        if a.mines - b.mines == len(alone):
            for cell, is_mine in _both(alone, b.cells - a.cells):
                found.setdefault(cell, PairFinding(cell, is_mine, first, second))
    return found


def _both(mines: frozenset[Cell], safe: frozenset[Cell]) -> Iterable[tuple[Cell, bool]]:
    return [(cell, True) for cell in sorted(mines)] + [(cell, False) for cell in sorted(safe)]


def _touching_pairs(clues: list[Constraint]) -> Iterator[tuple[int, int]]:
    """Yield every ordered pair of clues that share a cell and are not the same, in order."""
    touching: dict[Cell, list[int]] = {}
    for i, clue in enumerate(clues):
        for cell in clue.cells:
            touching.setdefault(cell, []).append(i)
    for i, clue in enumerate(clues):
        near = {j for cell in clue.cells for j in touching[cell]}
        yield from ((i, j) for j in sorted(near) if j != i)
