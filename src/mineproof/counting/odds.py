"""Odds: how likely each cell is a mine, given all that a position says.

With a known mine count every layout that fits is equally likely. Without one it matters what the
board may hold in all, which the caller says by a Prior: a density (each cell is a mine with the
same chance, on its own; 1/2 makes every layout equally likely), or any count (each number of mines
is equally likely, and then each layout of so many).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb, isclose, lcm
from typing import Any

from mineproof.counting.count import MAX_STATES, Counts, Tally, count, propagate, put_together
from mineproof.counting.kernel import Kernel, kernel
from mineproof.errors import BadInput
from mineproof.logic.problem import Cell, Problem


class Prior(ABC):
    """What is believed about the number of mines when it is not known."""

    @abstractmethod
    def weights(self, cells: int) -> list[int]:
        """Return what a layout of k mines weighs, for each k from 0 to the number of cells."""


@dataclass(frozen=True, slots=True)
class Density(Prior):
    """Each cell is a mine with the same chance, whatever the others are.

    >>> Density(Fraction(1, 4)).weights(2)
    [9, 3, 1]
    """

    mines: Fraction | float = Fraction(1, 2)

    def __post_init__(self) -> None:
        if not 0 < self.mines < 1:
            raise BadInput(f"a density of {self.mines}; expected more than 0 and less than 1")

    def weights(self, cells: int) -> list[int]:
        """Return the powers of the odds, scaled to integers."""
        share = Fraction(self.mines)
        mine, safe = share.numerator, share.denominator - share.numerator
        return [mine**k * safe ** (cells - k) for k in range(cells + 1)]


@dataclass(frozen=True, slots=True)
class AnyCount(Prior):
    """Each number of mines is equally likely, and then each layout of so many.

    >>> AnyCount().weights(2)
    [2, 1, 2]
    """

    def weights(self, cells: int) -> list[int]:
        """Return the inverse binomials, scaled to integers."""
        ways = [comb(cells, k) for k in range(cells + 1)]
        scale = lcm(*ways)
        return [scale // each for each in ways]


@dataclass(frozen=True, slots=True)
class Left(Prior):
    """What a prior over all cells believes when so many of them are known.

    >>> Left(AnyCount(), known=1, mines=1).weights(1)
    [1, 2]
    """

    prior: Prior
    known: int
    mines: int

    def weights(self, cells: int) -> list[int]:
        """Return the weights from the mines that are known on."""
        return self.prior.weights(self.known + cells)[self.mines :][: cells + 1]


class Odds(ABC):
    """The odds of one position. Nothing is computed before it is asked for.

    Whatever is asked raises Contradiction if no layout fits, and LimitReached where there are too
    many to count.
    """

    @property
    @abstractmethod
    def layouts(self) -> int:
        """How many layouts fit, exactly."""

    @property
    @abstractmethod
    def certain(self) -> Mapping[Cell, bool]:
        """The cells that are the same in every layout, in order, and whether they are mines."""

    @property
    @abstractmethod
    def risks(self) -> Mapping[Cell, float]:
        """The risk of every undetermined cell of the problem, in order."""

    @property
    @abstractmethod
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        """The same as exact fractions."""


def odds_of(problem: Problem, prior: Prior | None = None, max_states: int | None = None) -> Odds:
    """Return the odds of a problem, counted by the kernel where it can.

    `max_states` limits the work; left out, it is what the kernel or Python can bear.

    >>> odds_of(Problem.of([({0, 1}, 1), ({1, 2}, 1)], total=2, others=[3])).risks[3]
    0.5
    """
    twin = CountedOdds(problem, prior, max_states)
    question = ask_problem(problem, prior, max_states)
    return twin if question is None else KernelOdds(question, lambda: twin)


class CountedOdds(Odds):
    """Odds from the integers of `counting`."""

    def __init__(self, problem: Problem, prior: Prior | None, max_states: int | None) -> None:
        self.problem = problem
        self._prior = prior
        self._max_states = max_states or MAX_STATES

    @property
    def weights(self) -> list[int] | None:
        """What a layout of k mines weighs; None if all weigh the same."""
        return None if self._prior is None else self._prior.weights(len(self.problem.cells))

    @cached_property
    def counts(self) -> Counts:
        """The counted layouts."""
        return count(self.problem, weights=self.weights, max_states=self._max_states)

    @property
    def layouts(self) -> int:
        return self.counts.layouts

    @property
    def certain(self) -> Mapping[Cell, bool]:
        return self.counts.certain()

    @cached_property
    def risks(self) -> Mapping[Cell, float]:
        counts = self.counts
        return {cell: mined / counts.weight for cell, mined in counts.mined_weight.items()}

    @cached_property
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        return {cell: self.counts.risk(cell) for cell in self.counts.mined_weight}


# By the kernel


@dataclass(frozen=True, slots=True)
class Question:
    """What the kernel is to count, and the `cells` that it knows as 0, 1, 2, ...

    They are a range if they are called so outside, too, as the cells of a view are.
    """

    count: Callable[[], Kernel.Counted]
    study: Callable[[], Kernel.Study]
    cells: Sequence[Cell]


def ask_problem(problem: Problem, prior: Prior | None, max_states: int | None) -> Question | None:
    """Return the question after a problem; None if there is no kernel that could answer it."""
    native, options = kernel(), kernel_options(prior, len(problem.cells))
    if native is None or options is None:
        return None
    cells = sorted(problem.cells)
    number = {cell: i for i, cell in enumerate(cells)}
    clues = [([number[cell] for cell in c.cells], c.mines) for c in problem.constraints]
    asked = (len(cells), clues, problem.total)
    options |= limits(max_states)
    return Question(
        partial(native.count_problem, *asked, **options),
        partial(native.study_problem, *asked, **options),
        cells,
    )


def kernel_options(prior: Prior | None, cells: int) -> dict[str, Any] | None:
    """Return how the kernel is told a prior over so many cells; None if only Python can weigh it.

    >>> kernel_options(AnyCount(), 9), kernel_options(Density(Fraction(1, 10**400)), 9)
    ({'over': 9}, None)
    """
    if prior is None:
        return {}
    if type(prior) is AnyCount:
        return {"over": cells}
    if type(prior) is Density:  # unless floats cannot hold what is said of a mine, or of none
        share = float(prior.mines)
        is_held = 0 < share < 1 and isclose(1 - share, 1 - prior.mines, rel_tol=1e-12)
        return {"density": share} if is_held else None
    return None  # a subclass may weigh as it likes


def limits(max_states: int | None) -> dict[str, Any]:
    """Return how the kernel is told a limit; its own if there is none."""
    return {} if max_states is None else {"max_states": max_states}


class KernelOdds(Odds):
    """Odds from the kernel; exact integers by way of its fronts.

    What is beyond its range is left to Python's `twin`, which is made when it is needed.
    """

    def __init__(self, question: Question, twin: Callable[[], CountedOdds]) -> None:
        self._question = question
        self._make_twin = twin

    @cached_property
    def _twin(self) -> CountedOdds:
        return self._make_twin()

    @cached_property
    def counted(self) -> Kernel.Counted | None:
        """The kernel's answer; None if it is beyond its range."""
        try:
            return self._question.count()
        except OverflowError:
            return None

    @cached_property
    def counts(self) -> Counts:
        """The counted layouts, as integers."""
        try:
            fronts = self._question.study().fronts()
        except OverflowError:
            return self._twin.counts
        problem, names = self._twin.problem, self._question.cells
        known, _ = propagate(problem.constraints)
        tallies = [
            Tally([tuple(names[cell] for cell in box) for box in boxes], ways, mined)
            for boxes, ways, mined in fronts
        ]
        return put_together(problem, known, tallies, self._twin.weights)

    @property
    def layouts(self) -> int:
        return self.counts.layouts

    @cached_property
    def certain(self) -> Mapping[Cell, bool]:
        if self.counted is None:
            return self._twin.certain
        codes = self.counted.certain
        return {c: code == 2 for c, code in zip(self._question.cells, codes, strict=True) if code}

    @cached_property
    def risks(self) -> Mapping[Cell, float]:
        if self.counted is None:
            return self._twin.risks
        risks, cells = self.counted.risk_by_cell(), self._question.cells
        return risks if isinstance(cells, range) else dict(zip(cells, risks.values(), strict=True))

    @cached_property
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        return {cell: self.counts.risk(cell) for cell in self.counts.mined_weight}
