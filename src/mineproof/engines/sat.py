"""sat: a cell is certain if a SAT solver finds no layout with the opposite.

Each call of `deduce` takes the first of these steps that settles anything:

1. every cell that some single clue settles, given what is known so far;
2. every cell that is the same in all layouts of its own front;
3. every cell that is the same in all layouts of the board, with the mine count.

**Fronts.** The engine looks at a front when one of its clues is new or has lost a cell. What a look
finds is no reason to look again: it already follows from the clues, so nothing more follows with
it. So a move costs only the fronts that it touches.

**The mine count** comes last. Two sums over the clues bound the mines in the fronts from below and
above. Usually they show that the count adds nothing: whatever the fronts hold, it leaves some mines
and some safe cells to the floating cells. Otherwise the engine looks at all clues together.
Floating cells are twins, so one of them stands for all, and the others are slack: with f others, n
mines on the board are n - f to n in that cell and the fronts.

**Proofs.** A deduction rests on clues of its front, or on those of the board and the mine count. A
minimal set of them is found on demand; if that takes too long, the proof uses them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Deduction, Prover
from mineproof.engines.parts.entailment import (
    MAX_CONFLICTS,
    Between,
    CountBound,
    Entailment,
    backbone,
    is_satisfiable,
)
from mineproof.engines.parts.live import Found, LiveClue, LiveReasoner
from mineproof.engines.parts.solver import require
from mineproof.errors import LimitReached
from mineproof.logic.fronts import floating
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import Clue, Counted, Proof


class Sat(Engine):
    """Complete entailment by a SAT solver.

    `max_conflicts`: the work of one look at a front. Beyond it the engine deduces nothing more
    there, and the status is LIMIT. Raises BadInput if python-sat is not installed.
    """

    name = "sat"
    is_complete = True
    counter_names = ("fronts", "boards")

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


class SatReasoner(LiveReasoner):
    """The unspent clues of one game, and where to look again."""

    def __init__(self, cells: Collection[Cell], total: int | None, options: Sat) -> None:
        super().__init__(cells, total, Sat.name)
        self.counters = dict.fromkeys(Sat.counter_names, 0)
        self._max_conflicts = options.max_conflicts
        self._stale: dict[LiveClue, None] = {}
        self._too_hard: dict[LiveClue, None] = {}
        self._is_count_too_hard = False
        self._is_count_stale = True

    def tell(self, constraint: Constraint) -> None:
        super().tell(constraint)
        self._is_count_stale = True

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if cell not in self.ledger.known:
            self._is_count_stale = True
        super().learn(cell, is_mine)

    def deduce(self) -> tuple[Deduction, ...]:
        changed = self.take_changed()
        self._stale.update(dict.fromkeys(changed))
        if found := self.by_single_clues(changed):
            return self.conclude(found)
        deductions = self._by_fronts() or self._by_count()
        self.hit_limit = self._is_count_too_hard or self._is_front_too_hard
        return deductions

    def _conclude_all(self, found: Found) -> tuple[Deduction, ...]:
        """Learn what follows from some clues, without marking them for another look."""
        deductions = self.conclude(found)
        self.take_changed()
        return deductions

    # Fronts

    def _by_fronts(self) -> tuple[Deduction, ...]:
        found: Found = {}
        while self._stale:
            clue, _ = self._stale.popitem()
            if clue.cells:
                found |= self._look_at_front(self._front_of(clue))
        return self._conclude_all(found)

    def _front_of(self, clue: LiveClue) -> list[LiveClue]:
        """Return the front of a clue, in the order of arrival, and mark it as looked at."""
        front, waiting = {clue: None}, [clue]
        while waiting:
            linked = {near: None for c in waiting.pop().cells for near in self.touching[c]}
            fresh = [near for near in linked if near not in front]
            front.update(dict.fromkeys(fresh))
            waiting += fresh
        for each in front:
            self._stale.pop(each, None)
            self._too_hard.pop(each, None)
        return sorted(front, key=lambda each: each.number)

    def _look_at_front(self, front: Sequence[LiveClue]) -> Found:
        if len(front) == 1:
            return {}  # a single clue has already settled what it can
        self.counters["fronts"] += 1
        bounds = [clue.rest for clue in front]
        try:
            certain = backbone(bounds, max_conflicts=self._max_conflicts)
        except LimitReached:
            self._too_hard.update(dict.fromkeys(front))
            return {}
        return _found(_Look(self._reduced(front), bounds, certain)) if certain else {}

    def _reduced(self, clues: Iterable[LiveClue]) -> list[Proof]:
        return [self.ledger.reduce(Clue(clue.constraint)) for clue in clues]

    @property
    def _is_front_too_hard(self) -> bool:
        return any(clue.cells for clue in self._too_hard)

    # The mine count

    def _by_count(self) -> tuple[Deduction, ...]:
        mines = self.ledger.mines_left
        if mines is None or not self._is_count_stale or self._is_front_too_hard:
            return ()
        self._is_count_too_hard = False
        deductions = self._conclude_all({} if self._is_idle(mines) else self._look_at_board(mines))
        self._is_count_stale = False
        return deductions

    def _is_idle(self, mines: int) -> bool:
        """Tell whether every layout of the fronts leaves the rest some mines and some safe cells.

        The cells that a clue is first to mention hold at most its mines, and at least those for
        which its other cells have no room.
        """
        covered: set[Cell] = set()
        least = most = 0
        for clue in self.live:
            others = len(clue.cells & covered)
            least += max(0, clue.mines - others)
            most += min(clue.mines, len(clue.cells) - others)
            covered |= clue.cells
        return mines - (len(self.unsettled) - len(covered)) < least and most < mines

    def _look_at_board(self, mines: int) -> Found:
        self.counters["boards"] += 1
        free = [cell for cell in self.unsettled if cell not in self.touching]
        bounds: list[CountBound] = [clue.rest for clue in self.live]
        bounds.append(_count_bound(self.touching, free, mines))
        try:
            certain = backbone(bounds, max_conflicts=self._max_conflicts)
        except LimitReached:
            self._is_count_too_hard = True
            return {}
        if free and free[0] in certain:
            certain |= dict.fromkeys(free, certain[free[0]])
        premises = [*self._reduced(self.live), self.ledger.rest()] if certain else []
        return _found(_Look(premises, bounds, certain, free))


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


def _found(step: _Look) -> Found:
    return {cell: (is_mine, step) for cell, is_mine in step.certain.items()}
