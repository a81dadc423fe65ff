"""Shares: how the layouts of a problem divide over one cell, by the mines around it.

A cell shares its mines with its *part*: the cells of its front, or, if no clue touches it, the
floating cells. For each number of mines in the part there are some ways to place them with a mine
in the cell and some without, and each of these leaves the rest of the board a number of layouts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from mineproof.counting.count import (
    MAX_PYTHON_STATES,
    StateLimit,
    Tally,
    choices,
    choose,
    combine,
    combine_freely,
    fixed,
    fold,
    multiply,
    propagate,
    tally,
)
from mineproof.counting.counted_odds import ask_problem
from mineproof.logic.fronts import split
from mineproof.logic.problem import Cell, Constraint, Problem


@dataclass(frozen=True, slots=True)
class Share:
    """The layouts with so many mines in the part of a cell.

    `mined` and `safe` are the ways to place these mines with and without one in the cell; `rest` is
    how many layouts of the other cells go with each.
    """

    mines: int
    mined: int
    safe: int
    rest: int

    @property
    def layouts(self) -> int:
        """How many layouts there are in all."""
        return (self.mined + self.safe) * self.rest


@dataclass(frozen=True, slots=True)
class Shares:
    """The part of a cell, whether no clue touches it, and its shares by number of mines."""

    part: tuple[Cell, ...]
    is_floating: bool
    shares: tuple[Share, ...]

    @property
    def mined(self) -> int:
        """How many layouts have a mine in the cell."""
        return sum(share.mined * share.rest for share in self.shares)

    @property
    def safe(self) -> int:
        """How many layouts have none."""
        return sum(share.safe * share.rest for share in self.shares)

    @property
    def mean_mines(self) -> float:
        """How many mines the part holds on average."""
        layouts = self.mined + self.safe
        return sum(share.mines * share.layouts for share in self.shares) / layouts


def shares_of(problem: Problem, cell: Cell) -> Shares:
    """Return how the layouts of a problem divide over a cell that no single clue settles.

    The largest share comes first.

    Without a mine count every layout counts alike. Raises Contradiction if no layout fits,
    LimitReached if there are too many to count.

    >>> shares_of(Problem.of([({0, 1}, 1), ({1, 2}, 1)], total=2, others=[3]), 0).shares
    (Share(mines=1, mined=0, safe=1, rest=1), Share(mines=2, mined=1, safe=0, rest=1))
    """
    known, constraints = propagate(problem.constraints)
    assert cell not in known, "a cell that a single clue settles has no shares"
    tallies = _tallies(problem, constraints)
    counted = [box for front in tallies for box in front.boxes]
    floating = tuple(sorted(problem.cells.difference(known, *counted)))
    left = None if problem.total is None else problem.total - sum(known.values())
    found = _floating(tallies, len(floating), left)
    part = floating
    if cell not in floating:
        at = next(i for i, front in enumerate(tallies) if any(cell in box for box in front.boxes))
        part = tuple(sorted(each for box in tallies[at].boxes for each in box))
        found = _of_front(tallies, at, cell, len(floating), left)
    ordered = sorted(found, key=lambda share: (-share.layouts, share.mines))
    return Shares(part, cell in floating, tuple(each for each in ordered if each.layouts))


def _tallies(problem: Problem, constraints: Sequence[Constraint]) -> list[Tally]:
    question = ask_problem(problem, None, None)
    if question is not None:
        try:
            return question.tallies()
        except OverflowError:
            pass
    limit = StateLimit(MAX_PYTHON_STATES)
    return [tally(fold(front), limit) for front in split(constraints)]


def _of_front(
    tallies: list[Tally], at: int, cell: Cell, floating: int, left: int | None
) -> Iterator[Share]:
    ways, front = [each.ways for each in tallies], tallies[at]
    free = combine_freely(ways, floating)
    sums = free if left is None else combine(ways, floating, fixed(left))
    mined = next(m for box, m in zip(front.boxes, front.mined, strict=True) if cell in box)
    rows = zip(front.ways, mined, sums.others[at], strict=True)
    for mines, (every, with_mine, rest) in enumerate(rows):
        yield Share(mines, with_mine, every - with_mine, rest)


def _floating(tallies: list[Tally], floating: int, left: int | None) -> Iterator[Share]:
    together = reduce(multiply, (each.ways for each in tallies), [1])
    least, most, every = 0, floating, sum(together)
    if left is not None:
        least, most = max(0, left - len(together) + 1), min(floating, left)
    mined = choose(floating - 1, least - 1)
    for mines, safe in enumerate(choices(floating - 1, least, most), least):
        yield Share(mines, mined, safe, every if left is None else together[left - mines])
        mined = safe
