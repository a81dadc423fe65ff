"""From a view to an inference: a position that is there all at once.

Any engine infers from the problem that the view poses. For `exact` the kernel looks at the view
itself: risks and certain cells come from one count, a hundred times as fast as reading the problem
and counting in Python. The deductions, in their order and with their proofs, are worked out when
somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any

from mineproof.board.view import View
from mineproof.counting.kernel import Kernel, kernel
from mineproof.counting.odds import CountedOdds, KernelOdds, Prior, Question, kernel_options, limits
from mineproof.engines.base import Deduction, Engine, Inference, Status
from mineproof.engines.exact import Exact
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.problem import Cell
from mineproof.logic.reader import read


def analyse(engine: Engine, view: View) -> Inference:
    """Return what `engine` concludes from `view`.

    Raises Contradiction as `Engine.infer` does, with a message that names the clashing clues.
    """
    question = _ask(engine, view)
    if isinstance(engine, Exact) and question is not None:
        odds = KernelOdds(question, partial(_twin, engine, view))
        with suppress(LimitReached, Contradiction):  # `infer` finds the rest, or who clashes
            if odds.counted is not None:
                return _Glance(engine, view, odds)
    try:
        return engine.infer(read(view))
    except Contradiction as clash:
        raise clash.named(view.grid.name) from None


def _ask(engine: Engine, view: View) -> Question | None:
    if not isinstance(engine, Exact):
        return None
    return ask_view(view, engine.prior, engine.max_states)


def ask_view(view: View, prior: Prior | None, max_states: int | None) -> Question | None:
    """Return the question after a view; None if there is no kernel that could answer it.

    The prior does not matter if the mine count is known.
    """
    native = kernel()
    needed = prior if view.mines is None else None
    options = kernel_options(needed, 0 if needed is None else len(read(view).cells))
    if native is None or options is None:
        return None
    return _question(native, view, options | limits(max_states))


def _question(native: Kernel, view: View, options: dict[str, Any]) -> Question:
    grid = view.grid
    asked = (grid.rows, grid.cols, grid.shape.value, view.cells, view.mines)
    return Question(
        partial(native.count_view, *asked, **options),
        partial(native.study_view, *asked, **options),
        range(grid.size),
    )


def _twin(engine: Exact, view: View) -> CountedOdds:
    return CountedOdds(read(view), engine.prior, engine.max_states)


class _Glance(Inference):
    """What one count has told; the deductions are found when they are asked for."""

    def __init__(self, engine: Exact, view: View, odds: KernelOdds) -> None:
        self.odds = odds
        self._engine = engine
        self._view = view

    @property
    def safe(self) -> tuple[Cell, ...]:
        return tuple(cell for cell, is_mine in self._certain.items() if not is_mine)

    @property
    def mines(self) -> tuple[Cell, ...]:
        return tuple(cell for cell, is_mine in self._certain.items() if is_mine)

    @property
    def status(self) -> Status:
        return Status.COMPLETE

    @property
    def deductions(self) -> tuple[Deduction, ...]:
        return self._inferred.deductions

    @property
    def counters(self) -> Mapping[str, int]:
        return self._inferred.counters

    @property
    def _certain(self) -> Mapping[Cell, bool]:
        assert self.odds is not None
        return self.odds.certain

    @cached_property
    def _inferred(self) -> Inference:
        return self._engine.infer(read(self._view))
