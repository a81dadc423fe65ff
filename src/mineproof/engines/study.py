"""study: what the layouts of a position say together, beyond the risk of each cell.

A Study has counted all layouts that fit a view. It gives the chance that several cells are mines or
safe at once, the numbers that a cell may show, and how much is certain once it is open; and it
draws random layouts with their true probabilities.

There are two, with the same promises. One asks the kernel. Its twin in Python turns a question into
more constraints and counts again, with integers; it answers without a kernel, for a prior that the
kernel does not know, and beyond the kernel's range.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial

from mineproof.board.grid import Cell, CellLike
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.counting.count import MAX_PYTHON_STATES, Counts, count
from mineproof.counting.counted_odds import CountedOdds, KernelOdds, Question, ask_view
from mineproof.counting.digits import digits
from mineproof.counting.draw import draw
from mineproof.counting.odds import Odds, Prior
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, Contradiction
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.reader import read

_MOST_STATES = 1 << 30


def study(view: View, *, prior: Prior | None = None, max_states: int | None = None) -> Study:
    """Count the layouts that fit `view`, and return a Study that answers questions about them.

    `prior` says what to believe about an unknown mine count; by default every layout is equally
    likely. `max_states` limits the work of each count; by default the kernel or Python has its own
    limit. Raises Contradiction, with the clashing clues by name, if no layout fits, LimitReached
    beyond the limit, BadInput for an invalid prior or limit.

    >>> position = study(View.from_picture("1## ###", mines=2))
    >>> position.layouts, round(position.risks[2], 3), round(position.chance(mines=[1, 2]), 3)
    (6, 0.5, 0.167)
    >>> [round(chance, 3) for chance in position.numbers(2)[:4]], round(position.prospect(2), 3)
    ([0.0, 0.167, 0.333, 0.0], 1.333)
    >>> len(position.sample(seed=7))
    2
    """
    _check(prior, max_states)
    needed = prior if view.mines is None else None  # a known count needs no prior
    twin = partial(CountedStudy, view, needed, max_states)
    question = ask_view(view, needed, max_states)
    try:
        return _counted(view, question, twin)
    except Contradiction:
        Exact().look(view)  # raises too, and names the clues that clash
        raise


def _counted(view: View, question: Question | None, twin: Callable[[], CountedStudy]) -> Study:
    try:
        return twin() if question is None else KernelStudy(view, question, twin)
    except OverflowError:
        return twin()


def _check(prior: object, max_states: int | None) -> None:
    if not isinstance(prior, Prior | None):
        raise BadInput(f"a prior {prior!r}; expected None, Density, AnyCount or another Prior")
    if max_states is not None and not 1 <= max_states <= _MOST_STATES:
        raise BadInput(f"max_states {max_states} is out of range; expected 1 to {_MOST_STATES}")


class Study(ABC):
    """Answers questions about the layouts that fit one view.

    Questions may name any cell that is not open, by number or name. An open cell raises BadInput;
    a question that would take too much work raises LimitReached. Not thread-safe.
    """

    def __init__(self, view: View) -> None:
        self.view = view

    @property
    @abstractmethod
    def odds(self) -> Odds:
        """How many layouts fit, and the risk of each cell."""

    @property
    def layouts(self) -> int:
        """How many layouts fit, exactly."""
        return self.odds.layouts

    @property
    def risks(self) -> Mapping[Cell, float]:
        """The risk of every cell that is not open, in order."""
        return self.odds.risks

    def to_json(self) -> dict[str, object]:
        """Return the number of layouts, as text because it may be long, and the risks by cell name.

        >>> study(View.from_picture("1#")).to_json()
        {'layouts': '1', 'risks': {'b1': 1.0}}
        """
        name = self.view.grid.name
        risks = {name(cell): risk for cell, risk in self.risks.items()}
        return {"layouts": digits(self.layouts), "risks": risks}

    def numbers(self, cell: CellLike) -> tuple[float, ...]:
        """Return nine chances: that `cell` is safe and shows 0, 1, ... 8.

        Their sum is the chance that it is safe.
        """
        return self._numbers(self._not_open(cell))

    def chance(self, mines: Iterable[CellLike] = (), safe: Iterable[CellLike] = ()) -> float:
        """Return the chance that all of `mines` are mines and all of `safe` are safe."""
        mined, others = frozenset(map(self._not_open, mines)), frozenset(map(self._not_open, safe))
        if both := mined & others:
            name = self.view.grid.name(min(both))
            raise BadInput(f"{name} is in both mines and safe; expected only one of them")
        return self._chance(mined, others)

    def sample(self, seed: int) -> frozenset[Cell]:
        """Return the mines of a random layout that fits.

        Each is equally likely, unless the mine count is unknown and the prior says otherwise. The
        same seed gives the same layout from the same implementation; kernel and twin differ.
        Raises BadSetting unless the seed fits 64 bits.
        """
        return self._sample(Rng(seed))

    def prospect(self, cell: CellLike) -> float:
        """Return how many covered cells are expected to be certain once `cell` is open.

        That is the weighted mean, over all layouts, of the other cells that its number makes
        certain or that already were. If `cell` is a mine the game is lost, and no cell counts.
        Further openings are not considered: a zero makes its neighbours certain, and that is all.
        """
        return self._prospect(self._not_open(cell))

    def _not_open(self, cell: CellLike) -> Cell:
        asked = self.view.grid.cell(cell)
        if self.view.is_open(asked):
            raise BadInput(f"{self.view.grid.name(asked)} is open; expected a cell that is not")
        return asked

    # Answers to checked questions

    @abstractmethod
    def _numbers(self, cell: Cell) -> tuple[float, ...]: ...

    @abstractmethod
    def _chance(self, mines: frozenset[Cell], safe: frozenset[Cell]) -> float: ...

    @abstractmethod
    def _sample(self, rng: Rng) -> frozenset[Cell]: ...

    @abstractmethod
    def _prospect(self, cell: Cell) -> float: ...


class CountedStudy(Study):
    """A study from the integers of `counting`: every question takes one more count or several."""

    def __init__(self, view: View, prior: Prior | None, max_states: int | None) -> None:
        super().__init__(view)
        self._problem = read(view)
        self._max_states = max_states or MAX_PYTHON_STATES
        self._odds = CountedOdds(self._problem, prior, max_states)
        self._weights = self._odds.weights
        self._all = self._odds.counts

    @property
    def odds(self) -> CountedOdds:
        return self._odds

    def _count(self, *said: Constraint) -> Counts:
        """Count the layouts that also meet these constraints."""
        problem = replace(self._problem, constraints=(*self._problem.constraints, *said))
        return count(problem, weights=self._weights, max_states=self._max_states)

    def _count_if_any(self, *said: Constraint) -> Counts | None:
        try:
            return self._count(*said)
        except Contradiction:
            return None

    def _numbers(self, cell: Cell) -> tuple[float, ...]:
        weights = [seen.weight if seen else 0 for seen in self._after(cell)]
        return tuple(weight / self._all.weight for weight in weights)

    def _after(self, cell: Cell) -> list[Counts | None]:
        """Return for each number the counts if `cell` shows it, None if it cannot."""
        near = self._problem.cells.intersection(self.view.grid.neighbours(cell))
        shown = [Constraint(near, number) for number in range(9)]
        return [self._count_if_any(fact(cell, False), number) for number in shown]

    def _chance(self, mines: frozenset[Cell], safe: frozenset[Cell]) -> float:
        asked = [fact(cell, True) for cell in mines] + [fact(cell, False) for cell in safe]
        agreeing = self._count_if_any(*asked)
        return agreeing.weight / self._all.weight if agreeing else 0.0

    def _sample(self, rng: Rng) -> frozenset[Cell]:
        return draw(self._problem, rng, weights=self._weights, max_states=self._max_states)

    def _prospect(self, cell: Cell) -> float:
        covered = frozenset(self.view.covered_cells()) - {cell}
        certain = sum(
            seen.weight * len(covered.intersection(seen.certain()))
            for seen in self._after(cell)
            if seen
        )
        return certain / self._all.weight


class KernelStudy(Study):
    """A study that asks the kernel and, beyond its range, the `twin`, created on demand."""

    def __init__(self, view: View, question: Question, twin: Callable[[], CountedStudy]) -> None:
        """Count; raise OverflowError if that is beyond the kernel's range."""
        super().__init__(view)
        self._native = question.study()
        self._twin = cache(twin)
        answered = Question(lambda: self._native, lambda: self._native, (), {}, question.cells)
        self._odds = KernelOdds(answered, lambda: self._twin().odds)

    @property
    def odds(self) -> KernelOdds:
        return self._odds

    def _numbers(self, cell: Cell) -> tuple[float, ...]:
        return tuple(self._native.numbers(cell))

    def _chance(self, mines: frozenset[Cell], safe: frozenset[Cell]) -> float:
        return self._native.chance(sorted(mines), sorted(safe))

    def _sample(self, rng: Rng) -> frozenset[Cell]:
        return frozenset(self._native.sample(rng.seed))

    def _prospect(self, cell: Cell) -> float:
        try:
            return self._native.prospect(cell)
        except OverflowError:
            return self._twin().prospect(cell)
