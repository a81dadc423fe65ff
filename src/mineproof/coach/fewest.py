"""The fewest clues that settle a cell, and whether they do so without a case split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mineproof.engines.clash import smallest
from mineproof.engines.odds import odds_of
from mineproof.errors import Contradiction
from mineproof.logic.fronts import boxes, split
from mineproof.logic.problem import Cell, Constraint, Problem

MAX_QUESTIONS = 300
"""How often to ask whether some clues are enough; after that a minimal set has to do."""


def certain(clues: Sequence[Constraint], count: Constraint | None = None) -> Mapping[Cell, bool]:
    """Return what the clues settle, with the mine count if it is given.

    >>> certain([Constraint(frozenset({0, 1}), 1), Constraint(frozenset({0, 1, 2}), 2)])
    {2: True}
    """
    return odds_of(_problem(clues, count)).certain


def _problem(clues: Sequence[Constraint], count: Constraint | None) -> Problem:
    if count is not None:
        return Problem(tuple(clues), count.cells, count.mines)
    return Problem(tuple(clues), frozenset[Cell]().union(*(clue.cells for clue in clues)))


def fewest_clues(
    clues: Sequence[Constraint], claim: Constraint, count: Constraint | None = None
) -> tuple[int, ...]:
    """Return the numbers of the fewest clues that settle one cell as `claim` says, in order.

    All of them together must. The mine count may be used if it is given.
    """
    opposite = Constraint(claim.cells, 1 - claim.mines)

    def is_clash(chosen: Sequence[int]) -> bool:
        try:
            certain([*(clues[i] for i in chosen), opposite], count)
        except Contradiction:
            return True
        return False

    return smallest(len(clues), is_clash, max_questions=MAX_QUESTIONS)


def needing_all(clues: Sequence[Constraint], count: Constraint | None = None) -> dict[Cell, bool]:
    """Return what the clues settle, but would not if any one of them were left out."""
    found = dict(certain(clues, count))
    for i in range(len(clues)):
        for cell in certain([*clues[:i], *clues[i + 1 :]], count):
            found.pop(cell, None)
    return found


def settled_by_bounds(clues: Sequence[Constraint]) -> dict[Cell, bool]:
    """Return what bounds settle that are carried from clue to clue.

    Each box, cells that the same clues touch, holds at least and at most so many mines. A clue
    narrows the bounds of each of its boxes by those of the others, until nothing changes.

    >>> settled_by_bounds([Constraint(frozenset({0, 1}), 1), Constraint(frozenset({0, 1, 2}), 2)])
    {2: True}
    """
    low: dict[tuple[Cell, ...], int] = {}
    high: dict[tuple[Cell, ...], int] = {}
    for front in split(clues):
        for box in boxes(front):
            low[box], high[box] = 0, len(box)
    parts = [(clue.mines, [box for box in low if box[0] in clue.cells]) for clue in clues]
    while sum(_narrow(mines, own, low, high) for mines, own in parts):
        pass
    settled = [box for box in low if low[box] == len(box) or high[box] == 0]
    return {cell: low[box] > 0 for box in settled for cell in box}


def _narrow(
    mines: int,
    parts: Sequence[tuple[Cell, ...]],
    low: dict[tuple[Cell, ...], int],
    high: dict[tuple[Cell, ...], int],
) -> bool:
    """Narrow the bounds of the boxes of one clue, and tell whether any has changed."""
    changed = False
    for box in parts:
        others_low = sum(low[other] for other in parts) - low[box]
        others_high = sum(high[other] for other in parts) - high[box]
        bounds = max(low[box], mines - others_high), min(high[box], mines - others_low)
        changed |= bounds != (low[box], high[box])
        low[box], high[box] = bounds
    return changed
