"""Guesses compared: which cell to open when no cell is certainly safe, and what speaks for it.

Of a cell that may be opened four things are said. Its *risk*. Its *progress*: the chance that it is
safe and its number shows where to go on. Its *survival*: the chance to live through this move and
the best one after it. And whether it is *dead*: it can show one number only, which tells nothing.

A *50/50* is two cells, exactly one of them a mine, such that every other cell that touches just one
of the two is certainly a mine. Swap the two, and each layout that fits becomes another one in which
every number is the same, of all cells that may ever be opened. So no play tells them apart but to
open one of them; whoever wins must do so, and half of the time it is the wrong one. To take it at
once loses nothing, and its number may help.

What a cell leads to costs a count for each number that it may show, so not every cell is weighed.
Survival is never more than the chance that the cell itself is safe. So cells are taken in the order
of their risk, until none that is left could be among the best. Twin cells, and all that float, have
the same risk; of such only the three with the fewest covered neighbours are weighed, which likes
corners. And there is an end at 24 cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice

from mineproof.agents.safest import TIE
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.engines.analysis import analyse
from mineproof.engines.exact import Exact
from mineproof.engines.study import study
from mineproof.errors import BadInput

MOST_TWINS = 3
"""How many cells are weighed that the same clues touch."""

MOST_WEIGHED = 24
"""How many cells are weighed in all."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that may be opened as a guess, and what is to be expected of it."""

    cell: Cell
    risk: float
    progress: float
    """The chance that it is safe, and then another cell is certainly so or the game is won."""

    survival: float
    """The chance to survive it and the safest move after it; a game that is won needs none."""

    is_dead: bool
    """Whether it shows the same number in every layout in which it is safe."""

    fifty_fifty: Cell | None = None
    """The other cell, if it is one of a 50/50 that no play can avoid."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """A forced guess: some candidates, best first, and every 50/50 that no play can avoid."""

    candidates: tuple[Candidate, ...]
    unavoidable: tuple[tuple[Cell, Cell], ...] = ()

    @property
    def best(self) -> Candidate:
        """The best candidate; there is always one."""
        return self.candidates[0]


def compare(view: View, *, most: int = 3) -> Guessing:
    """Return the best guesses of a view in which no cell is certainly safe, at most so many.

    Raises BadInput if a cell is certainly safe, or if no hidden cell can be; Contradiction if no
    layout fits; LimitReached if there is too much to count.

    >>> guessing = compare(View.from_picture("1## ###", mines=2))
    >>> [(each.cell, round(each.risk, 2), each.progress) for each in guessing.candidates]
    [(2, 0.5, 0.5), (5, 0.5, 0.5), (3, 0.33, 0)]
    >>> guessing.unavoidable
    ((2, 5),)
    """
    return Weighing(view).compare(most)


def rank(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates best first: by survival, then progress, then risk; else as they came."""

    def merit(each: Candidate) -> tuple[int, int, int]:
        return -_even(each.survival), -_even(each.progress), _even(each.risk)

    return sorted(candidates, key=merit)


def given_up(best: Candidate, taken: Candidate) -> float:
    """Return how much safety is given up by not taking the best; none by a 50/50 to be taken."""
    return 0.0 if taken.fifty_fifty is not None else max(0.0, best.survival - taken.survival)


def _even(chance: float) -> int:
    return round(chance / TIE)


class Weighing:
    """A view in which no cell is certainly safe, with the means to weigh its cells."""

    def __init__(self, view: View) -> None:
        """Count the layouts of `view`; what may be raised is told by `compare`."""
        inference = analyse(Exact(), view)
        if inference.safe:
            name = view.grid.name(inference.safe[0])
            raise BadInput(f"{name} is certainly safe; want a view in which no cell is")
        self.view = view
        self.risks: Mapping[Cell, float] = inference.risks
        self._mines = frozenset(inference.mines)
        self._study = study(view)

    def compare(self, most: int) -> Guessing:
        """Return the best guesses, at most so many."""
        if most < 1:
            raise BadInput(f"{most} candidates; want 1 or more")
        best: list[Candidate] = []
        for cell in islice(self._contenders(), MOST_WEIGHED):
            if len(best) == most and best[-1].survival > 1 - self.risks[cell] + TIE:
                break
            best = rank([*best, self.weigh(cell)])[:most]
        if not best:
            raise BadInput("no hidden cell can be safe; want a view with a cell to guess at")
        return Guessing(tuple(best), self.unavoidable)

    def weigh(self, cell: Cell) -> Candidate:
        """Return what is to be expected of one covered cell."""
        chances = {n: chance for n, chance in enumerate(self._study.numbers(cell)) if chance}
        dangers = {number: self._danger_after(cell, number) for number in chances}
        return Candidate(
            cell,
            self.risks[cell],
            sum(chance for number, chance in chances.items() if not dangers[number]),
            sum(chance * (1 - dangers[number]) for number, chance in chances.items()),
            len(chances) == 1,
            self._partners.get(cell),
        )

    def _danger_after(self, cell: Cell, number: int) -> float:
        """Return the risk of the safest move once `cell` shows `number`; 0 if none is needed."""
        cells = bytearray(self.view.cells)
        cells[cell] = number
        after = analyse(Exact(), View(self.view.grid, bytes(cells), self.view.mines))
        is_won = len(after.mines) == len(after.risks)
        return 0.0 if after.safe or is_won else min(after.risks.values())

    def _contenders(self) -> Iterator[Cell]:
        """Yield the cells that may be the best guess, by risk; of twins only a few."""
        weighed: dict[frozenset[Cell], int] = {}
        hidden = [cell for cell in self.view.hidden_cells() if cell not in self._mines]
        for cell in sorted(hidden, key=lambda c: (_even(self.risks[c]), self._covered_around(c))):
            clues = frozenset(filter(self.view.is_open, self.view.grid.neighbours(cell)))
            weighed[clues] = weighed.get(clues, 0) + 1
            if weighed[clues] <= MOST_TWINS:
                yield cell

    def _covered_around(self, cell: Cell) -> int:
        return sum(not self.view.is_open(near) for near in self.view.grid.neighbours(cell))

    @cached_property
    def unavoidable(self) -> tuple[tuple[Cell, Cell], ...]:
        """Every 50/50 that no play can avoid, in order."""
        alike: dict[frozenset[Cell], list[Cell]] = {}
        for cell in self.view.covered_cells():
            if abs(self.risks[cell] - 0.5) < TIE:
                near = frozenset(self.view.grid.neighbours(cell)) - self._mines
                alike.setdefault(near, []).append(cell)  # with one that it does not touch
                alike.setdefault(near | {cell}, []).append(cell)  # with one that it touches
        pairs = [pair for cells in alike.values() for pair in combinations(cells, 2)]
        return tuple(sorted(pair for pair in pairs if self._study.chance(mines=pair) == 0))

    @cached_property
    def _partners(self) -> Mapping[Cell, Cell]:
        return {one: other for a, b in self.unavoidable for one, other in ((a, b), (b, a))}
