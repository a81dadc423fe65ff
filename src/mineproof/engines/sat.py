"""sat: a cell is certain if a SAT solver finds no layout with the opposite.

Where it looks, and when the mine count joins, is in `parts/live.py`. Floating cells are
twins, so one of them stands for all, and the others are slack: with f others, n mines on the board
are n - f to n in that cell and the fronts.

**Proofs.** A deduction rests on clues of its front, or on those of the board and the mine count. A
minimal set of them is found on demand; if that takes too long, the proof uses them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Prover
from mineproof.engines.parts.entailment import (
    MAX_CONFLICTS,
    Between,
    CountBound,
    Entailment,
    backbone,
    is_satisfiable,
)
from mineproof.engines.parts.live import COUNTERS, Found, FrontReasoner, LiveClue
from mineproof.engines.parts.solver import require
from mineproof.errors import LimitReached
from mineproof.logic.fronts import floating
from mineproof.logic.problem import Cell, Problem, fact
from mineproof.logic.proof import Counted, Proof


class Sat(Engine):
    """Complete entailment by a SAT solver.

    `max_conflicts`: the work of one look at a front. Beyond it the engine deduces nothing more
    there, and the status is LIMIT. Raises BadInput if python-sat is not installed.
    """

    name = "sat"
    is_complete = True
    counter_names = COUNTERS

    def __init__(self, *, max_conflicts: int = MAX_CONFLICTS) -> None:
        require("engine sat")
        self.max_conflicts = max_conflicts

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return SatReasoner(cells, total, self)

    def _clashes(self, problem: Problem) -> bool:
        bounds: list[CountBound] = list(problem.constraints)
        if problem.total is not None:
            free = floating(problem)
            bounds.append(_count_bound(problem.cells.difference(free), free, problem.total))
        try:
            return not is_satisfiable(bounds, max_conflicts=self.max_conflicts)
        except LimitReached:
            return False


def _count_bound(in_fronts: Iterable[Cell], free: Sequence[Cell], mines: int) -> Between:
    """Return what a mine count says about the cells in fronts and the first floating cell."""
    slack = max(len(free) - 1, 0)
    return Between(frozenset((*in_fronts, *free[:1])), mines - slack, mines)


class SatReasoner(FrontReasoner):
    """Fronts that a solver looks at."""

    def __init__(self, cells: Collection[Cell], total: int | None, options: Sat) -> None:
        super().__init__(cells, total, Sat.name, options.listener)
        self._max_conflicts = options.max_conflicts

    def look(self, clues: Sequence[LiveClue], *, with_count: bool) -> Found:
        bounds: list[CountBound] = [clue.rest for clue in clues]
        free = self.floating if with_count else []
        if with_count and self.ledger.mines_left is not None:
            bounds.append(_count_bound(self.touching, free, self.ledger.mines_left))
        certain = backbone(bounds, max_conflicts=self._max_conflicts)
        if not certain:
            return {}
        if free and free[0] in certain:
            certain |= dict.fromkeys(free, certain[free[0]])
        premises = [*self.reduced(clues), *([self.ledger.rest()] if with_count else [])]
        step = _Look(premises, bounds, certain, free)
        return {cell: (is_mine, step) for cell, is_mine in certain.items()}


class _Look(Prover):
    """What one look found; the clues that a cell needs are found with its proof."""

    def __init__(
        self,
        premises: Sequence[Proof],
        bounds: Sequence[CountBound],
        certain: Mapping[Cell, bool],
        free: Sequence[Cell] = (),
    ) -> None:
        self.certain = certain
        self._premises = premises
        self._bounds = bounds
        self._free = free
        self._proofs: dict[Cell, Proof] = {}

    def prove(self, cell: Cell) -> Proof:
        if cell not in self._proofs:
            needed = tuple(self._premises[i] for i in self._needed(cell))
            self._proofs[cell] = Counted(fact(cell, self.certain[cell]), needed)
        return self._proofs[cell]

    def _needed(self, cell: Cell) -> Sequence[int]:
        asked = self._free[0] if cell in self._free else cell
        with Entailment(self._bounds) as entailment:
            try:
                return entailment.minimal_clues(asked, self.certain[cell])
            except LimitReached:
                return range(len(self._bounds))
