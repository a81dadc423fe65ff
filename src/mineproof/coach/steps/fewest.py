"""The fewest clues that settle a cell, and whether bounds settle it without a case split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mineproof.coach.steps.bounds import Bounds
from mineproof.counting.counted_odds import odds_of
from mineproof.errors import Contradiction
from mineproof.logic.clash import smallest
from mineproof.logic.problem import Cell, Constraint, Problem

MAX_QUESTIONS = 300
"""How many sets of clues to try; after that a minimal set (none can be dropped) has to do.

A hint must be fast, and a set that is minimal but not the smallest is still a correct step.
"""


def certain(clues: Sequence[Constraint], count: Constraint | None = None) -> Mapping[Cell, bool]:
    """Return what the clues settle, together with the mine count if it is given.

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
    """Return the indices of the fewest clues that settle one cell as `claim` says, in order.

    All clues together must settle it. The mine count, if given, is always used.
    """
    # Clues settle a cell if they clash with its opposite, so "enough" is one satisfiability test.
    opposite = Constraint(claim.cells, 1 - claim.mines)

    def is_clash(chosen: Sequence[int]) -> bool:
        return not can_be_met([*(clues[i] for i in chosen), opposite], count)

    return smallest(len(clues), is_clash, max_questions=MAX_QUESTIONS)


def needing_all(clues: Sequence[Constraint], count: Constraint | None = None) -> dict[Cell, bool]:
    """Return the cells that the clues settle and that would be open if any clue were left out."""
    # Without one clue nothing clashes: `clues` come from a view that has a layout.
    found = dict(certain(clues, count))
    for i in range(len(clues)):
        for cell in certain([*clues[:i], *clues[i + 1 :]], count):
            found.pop(cell, None)
    return found


def settled_by_bounds(clues: Sequence[Constraint]) -> Mapping[Cell, bool]:
    """Return what bounds settle, propagated from clue to clue (see `bounds.py`).

    >>> settled_by_bounds([Constraint(frozenset({0, 1}), 1), Constraint(frozenset({0, 1, 2}), 2)])
    {2: True}
    """
    return Bounds(clues).settled


def mine_numbers(clues: Sequence[Constraint]) -> list[int]:
    """Return the numbers of mines among all their cells with which the clues can be met.

    >>> mine_numbers([Constraint(frozenset({0, 1}), 1), Constraint(frozenset({1, 2}), 1)])
    [1, 2]
    """
    cells = frozenset[Cell]().union(*(clue.cells for clue in clues))
    return [k for k in range(len(cells) + 1) if can_be_met(clues, Constraint(cells, k))]


def can_be_met(clues: Sequence[Constraint], count: Constraint | None = None) -> bool:
    """Tell whether any layout fits the clues, and the mine count if it is given."""
    try:
        certain(clues, count)
    except Contradiction:
        return False
    return True


def ways(clues: Sequence[Constraint]) -> int:
    """Return how many layouts of their cells meet the clues."""
    return odds_of(_problem(clues, None)).layouts
