"""Counted odds: by the kernel where possible, otherwise by Python's integers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import compress, groupby, repeat
from math import isclose
from operator import attrgetter
from typing import Any

from mineproof.board.grid import Grid
from mineproof.board.view import View
from mineproof.counting.count import (
    MAX_PYTHON_STATES,
    Counts,
    Tally,
    count,
    propagate,
    put_together,
)
from mineproof.counting.kernel import Kernel, kernel
from mineproof.counting.odds import AnyCount, Density, Odds, Prior
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.problem import Cell, Problem
from mineproof.logic.reader import read


def odds_of(problem: Problem, prior: Prior | None = None, max_states: int | None = None) -> Odds:
    """Return the odds of a problem, counted by the kernel where possible.

    `max_states` limits the work; by default, the kernel or Python has its own limit.

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
        self._max_states = max_states or MAX_PYTHON_STATES

    @property
    def weights(self) -> list[int] | None:
        """The weight of a layout with k mines; None if all weigh the same."""
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


class Question:
    """What the kernel should count, and the `cells` that it calls 0, 1, 2, ...

    They are a range if the caller uses the same numbers, as with the cells of a view.
    """

    __slots__ = ("_asked", "_count", "_options", "_study", "cells")

    def __init__(
        self,
        count: Callable[..., Kernel.Counted],
        study: Callable[..., Kernel.Study],
        asked: Sequence[Any],
        options: Mapping[str, Any],
        cells: Sequence[Cell],
    ) -> None:
        """Both functions take what is `asked`, with the options."""
        self._count, self._study = count, study
        self._asked, self._options = asked, options
        self.cells = cells

    def count(self, max_states: int | None = None) -> Kernel.Counted:
        """Count; `max_states` replaces the limit among the options."""
        return self._count(*self._asked, **{**self._options, **limits(max_states)})

    def study(self) -> Kernel.Study:
        """Count, and keep everything for further questions."""
        return self._study(*self._asked, **self._options)

    def tallies(self) -> list[Tally]:
        """Count the layouts of each front; raise OverflowError beyond the kernel's range."""
        return [
            Tally([tuple(self.cells[cell] for cell in box) for box in boxes], ways, mined)
            for boxes, ways, mined in self.study().fronts()
        ]


def ask_problem(problem: Problem, prior: Prior | None, max_states: int | None) -> Question | None:
    """Return the question about a problem; None if no kernel can answer it."""
    native, options = kernel(), kernel_options(prior, len(problem.cells))
    if native is None or options is None:
        return None
    cells = sorted(problem.cells)
    number = {cell: i for i, cell in enumerate(cells)}
    clues = [([number[cell] for cell in c.cells], c.mines) for c in problem.constraints]
    asked = (len(cells), clues, problem.total)
    options |= limits(max_states)
    return Question(native.count_problem, native.study_problem, asked, options, cells)


def ask_view(view: View, prior: Prior | None, max_states: int | None) -> Question | None:
    """Return the question about a view; None if no kernel can answer it.

    With a known mine count the prior does not matter.
    """
    native = kernel()
    needed = prior if view.mines is None else None
    options = kernel_options(needed, 0 if needed is None else len(read(view).cells))
    if native is None or options is None:
        return None
    return _question(native, view, options | limits(max_states))


def _question(native: Kernel, view: View, options: Mapping[str, Any]) -> Question:
    grid = view.grid
    asked = (grid.rows, grid.cols, grid.shape.value, view.cells, view.mines)
    return Question(native.count_view, native.study_view, asked, options, range(grid.size))


def kernel_options(prior: Prior | None, cells: int) -> dict[str, Any] | None:
    """Return the kernel's options for a prior over `cells` cells; None if only Python knows it.

    >>> kernel_options(AnyCount(), 9), kernel_options(Density(Fraction(1, 10**400)), 9)
    ({'over': 9}, None)
    """
    if prior is None:
        return {}
    if type(prior) is AnyCount:
        return {"over": cells}
    if type(prior) is Density:  # unless a float cannot hold the share of mines or of safe cells
        share = float(prior.mines)
        is_held = 0 < share < 1 and isclose(1 - share, 1 - prior.mines, rel_tol=1e-12)
        return {"density": share} if is_held else None
    return None  # a subclass may have any weights


def limits(max_states: int | None) -> dict[str, Any]:
    """Return the kernel's options for a limit; none means its own."""
    return {} if max_states is None else {"max_states": max_states}


def odds_of_view(
    view: View,
    *,
    prior: Prior | None = None,
    max_states: int | None = None,
    at_first: int | None = None,
) -> KernelOdds | None:
    """Return the odds of a view, counted by the kernel; None if it cannot.

    That is: there is no kernel, no layout fits, or there is too much to count. `at_first` is the
    limit of this count, `max_states` that of all later ones.
    """
    question = ask_view(view, prior, max_states)
    if question is None:
        return None
    odds = KernelOdds(question, lambda: CountedOdds(read(view), prior, max_states))
    with suppress(LimitReached, Contradiction, OverflowError):
        odds.counted = question.count(at_first)
        return odds
    return None


_CELLS_AT_ONCE = 1 << 21
"""The most cells that the kernel counts in one call, with 20 MB of results."""


def odds_of_views(
    views: Sequence[View],
    *,
    threads: int,
    max_states: int | None = None,
    at_first: int | None = None,
) -> Iterator[KernelOdds | None]:
    """Yield the same for each of many views, counted on several threads; without a prior."""
    native = kernel()
    if native is None:
        yield from repeat(None, len(views))
        return
    first = limits(max_states if at_first is None else at_first) | {"threads": threads}
    for grid, group in groupby(views, attrgetter("grid")):
        alike, size = list(group), max(1, _CELLS_AT_ONCE // grid.size)
        for start in range(0, len(alike), size):
            yield from _count_alike(native, grid, alike[start : start + size], max_states, first)


def _count_alike(
    native: Kernel,
    grid: Grid,
    views: Sequence[View],
    max_states: int | None,
    first: Mapping[str, Any],
) -> Iterator[KernelOdds | None]:
    cells, totals = [view.cells for view in views], [view.mines for view in views]
    counted = native.count_views(grid.rows, grid.cols, grid.shape.value, cells, totals, **first)
    for view, result in zip(views, counted, strict=True):
        yield None if result is None else _counted(native, view, max_states, result)


def _counted(
    native: Kernel, view: View, max_states: int | None, result: Kernel.Counted
) -> KernelOdds:
    question = _question(native, view, limits(max_states))
    odds = KernelOdds(question, lambda: CountedOdds(read(view), None, max_states))
    odds.counted = result
    return odds


class KernelOdds(Odds):
    """Odds from the kernel, with exact integers computed from its fronts.

    Beyond the kernel's range, Python's `twin` answers; it is created on demand.
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
            tallies = self._question.tallies()
        except OverflowError:
            return self._twin.counts
        problem = self._twin.problem
        known, _ = propagate(problem.constraints)
        return put_together(problem, known, tallies, self._twin.weights)

    @property
    def layouts(self) -> int:
        return self.counts.layouts

    @cached_property
    def certain(self) -> Mapping[Cell, bool]:
        if self.counted is None:
            return self._twin.certain
        codes, cells = self.counted.certain, self._question.cells
        return {cells[i]: codes[i] == 2 for i in compress(range(len(codes)), codes)}

    @cached_property
    def risks(self) -> Mapping[Cell, float]:
        if self.counted is None:
            return self._twin.risks
        risks, cells = self.counted.risk_by_cell(), self._question.cells
        return risks if isinstance(cells, range) else dict(zip(cells, risks.values(), strict=True))

    def risk_list(self, cells: int) -> Sequence[float]:
        if self.counted is None or not isinstance(self._question.cells, range):
            return super().risk_list(cells)
        return self.counted.risks

    @cached_property
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        return {cell: self.counts.risk(cell) for cell in self.counts.mined_weight}
