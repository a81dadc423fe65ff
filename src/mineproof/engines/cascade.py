"""cascade: the cheapest engine first, the next only when it stalls.

Every engine gets everything, but only when its turn comes, facts before constraints: so most
constraints are spent by the time a costly engine sees them. Once an engine reports that it has
found every certain cell, the rest are not asked. The engine that a deduction needed is its
difficulty.

To see what is certain in a view takes one count in the kernel, a hundredth of the time of the
cascade. So the usual cascade counts first, and its engines are asked when somebody reads a
deduction.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping, Sequence

from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of_view, odds_of_views
from mineproof.counting.odds import Odds
from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.cutting_planes import CuttingPlanes
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Deduction, Inference, Status
from mineproof.engines.parts.exact_kernel import Glance, glances
from mineproof.engines.parts.solver import is_installed
from mineproof.engines.resolution import Resolution
from mineproof.engines.sat import Sat
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.logic.problem import Cell, Constraint, Problem

_AT_FIRST = 100_000
"""The most states of the first count: some 15 ms, while an expert position has about 100. Beyond
it, `sat` may be the quicker one."""

_CLUES = 4
"""The most clues in a sum. Longer sums find a tenth more; but they are sought wherever a guess is
needed, and cost more time than the engines that come next."""


class Cascade(Engine):
    """Several engines in turn, the cheapest first; by default the usual ones."""

    name = "cascade"

    def __init__(self, engines: Sequence[Engine] = ()) -> None:
        if engines:
            self.name = "+".join(engine.name for engine in engines)
        self.engines = tuple(engines) or usual_engines()
        self._is_usual = not engines
        self.is_complete = any(engine.is_complete for engine in self.engines)
        self.knows_risks = self.engines[-1].knows_risks
        self.counter_names = tuple(name for part in self.engines for name in part.counter_names)

    @property
    def parts(self) -> tuple[Engine, ...]:
        return self.engines

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return _CascadeReasoner(cells, total, self.engines)

    def look(self, view: View) -> Inference:
        """Return what follows from `view`, by one count if possible, with deductions on demand."""
        # Not for a custom cascade: somebody's own engine is watched while it is asked, not later.
        odds = odds_of_view(view, at_first=_AT_FIRST) if self._is_usual else None
        return super().look(view) if odds is None else Glance(self, view, odds)

    def glances(self, views: Sequence[View], threads: int) -> Iterable[Inference | None]:
        if not self._is_usual:
            return super().glances(views, threads)
        counted = odds_of_views(views, threads=threads, at_first=_AT_FIRST)
        return glances(self, views, counted)

    def odds(self, problem: Problem) -> Odds | None:
        return self.engines[-1].odds(problem)


def usual_engines() -> tuple[Engine, ...]:
    """Return the default engines of a cascade.

    They include `sat` if python-sat is installed. Without it `exact` finds the same cells; with it
    `exact` only finds the risks, and what is too hard for `sat`.
    """
    complete = (Sat(), Exact()) if is_installed() else (Exact(),)
    return (Single(), Subset(), CuttingPlanes(clues=_CLUES), Resolution(), *complete)


class _Stage:
    """One engine of the cascade and its unread facts and constraints."""

    def __init__(self, reasoner: Reasoner) -> None:
        self.reasoner = reasoner
        self.facts: list[tuple[Cell, bool]] = []
        self.constraints: list[Constraint] = []

    def catch_up(self) -> None:
        """Pass on what has been waiting for the engine."""
        for cell, is_mine in self.facts:
            self.reasoner.learn(cell, is_mine)
        for constraint in self.constraints:
            self.reasoner.tell(constraint)
        self.facts.clear()
        self.constraints.clear()


class _CascadeReasoner(Reasoner):
    def __init__(
        self, cells: Collection[Cell], total: int | None, engines: Sequence[Engine]
    ) -> None:
        super().__init__(cells, total)
        self._stages = [_Stage(engine.begin(cells, total)) for engine in engines]
        self.counters = ChainMap(*(stage.reasoner.counters for stage in self._stages))

    def tell(self, constraint: Constraint) -> None:
        for stage in self._stages:
            stage.constraints.append(constraint)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            for stage in self._stages:
                stage.facts.append((cell, is_mine))

    def deduce(self) -> tuple[Deduction, ...]:
        for stage in self._stages:
            stage.catch_up()
            if found := stage.reasoner.deduce():
                self._share(found)
                return found
            if stage.reasoner.status is Status.COMPLETE:
                return ()
        return ()

    def risks(self) -> Mapping[Cell, float]:
        last = self._stages[-1]
        last.catch_up()
        return last.reasoner.risks()

    def _share(self, found: Sequence[Deduction]) -> None:
        for deduction in found:
            self.learn(deduction.cell, deduction.is_mine)

    @property
    def status(self) -> Status:
        if any(stage.reasoner.status is Status.COMPLETE for stage in self._stages):
            return Status.COMPLETE
        return self._stages[-1].reasoner.status
