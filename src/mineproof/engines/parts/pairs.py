"""Two clues at once: what their difference settles.

Let A and B be clues that share cells. The cells only in A hold at most one mine each, so A has at
most |A - B| mines more than B. If it has exactly that many, every cell only in A is a mine, and
every cell only in B is safe. This covers a clue inside another as well as two that overlap, the 1-2
pattern that players know.

This is not an engine but the step between single clues and counting: it is cheap, and on expert
boards it halves the positions that need counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mineproof.logic.problem import Cell, Constraint


class PairFinding(NamedTuple):
    """A cell that two clues settle together, with their indices."""

    cell: Cell
    is_mine: bool
    first: int
    second: int


def settle_pairs(clues: list[Constraint]) -> dict[Cell, PairFinding]:
    """Return all cells that pairs of these clues settle, each with the first such pair."""
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
    """Yield every ordered pair of different clues that share a cell, in order."""
    touching: dict[Cell, list[int]] = {}
    for i, clue in enumerate(clues):
        for cell in clue.cells:
            touching.setdefault(cell, []).append(i)
    for i, clue in enumerate(clues):
        near = {j for cell in clue.cells for j in touching[cell]}
        yield from ((i, j) for j in sorted(near) if j != i)
