"""Live clues: the unspent clues of one game, and what each settles alone.

This is the base of the complete engines: before any other step, each clue settles what it can
alone. Each clue keeps its unsettled cells, and a fact costs one visit to each clue that mentions
its cell.

A step uses only what was known before it began and returns everything it finds, safe cells first,
in reading order. So the order in which clues arrive does not matter.

**Fronts.** `FrontReasoner` looks at a front when one of its clues is new or has lost a cell. What a
look finds is no reason to look again: it already follows from the clues, so nothing more follows
with it. So a move costs only the fronts that it touches.

**The mine count** comes last. Two sums over the clues bound the mines in the fronts from below and
above. Usually they show that the count adds nothing: whatever the fronts hold, it leaves some mines
and some safe cells to the floating cells. Otherwise all clues are looked at together.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from mineproof.engines.base import Reasoner
from mineproof.engines.event import Listener
from mineproof.engines.inference import Deduction, Prover, Status
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Forced, Proof


class LiveClue:
    """A clue with its unsettled cells and the number of mines among them."""

    __slots__ = ("cells", "constraint", "mines", "number")

    def __init__(self, constraint: Constraint, known: Mapping[Cell, bool], number: int = 0) -> None:
        settled = [cell for cell in constraint.cells if cell in known]
        self.number = number
        self.constraint = constraint
        self.cells = set(constraint.cells).difference(settled)
        self.mines = constraint.mines - sum(known[cell] for cell in settled)

    def settle(self, cell: Cell, is_mine: bool) -> None:
        """Remove a settled cell."""
        self.cells.remove(cell)
        self.mines -= is_mine

    def check(self) -> None:
        """Raise Contradiction if it cannot be met."""
        if not 0 <= self.mines <= len(self.cells):
            clue = self.constraint.clue
            raise Contradiction("a clue cannot be met", () if clue is None else (clue,))

    @property
    def is_ripe(self) -> bool:
        """Whether it settles all its cells; raise Contradiction if it cannot be met."""
        self.check()
        return bool(self.cells) and self.mines in (0, len(self.cells))

    @property
    def rest(self) -> Constraint:
        """What it says about its unsettled cells."""
        return Constraint(frozenset(self.cells), self.mines)


Found: TypeAlias = dict[Cell, tuple[bool, Proof | Prover]]
"""Certain cells, whether each is a mine, and why."""


COUNTERS = ("fronts", "boards")
"""What a FrontReasoner counts: how often it has looked at a front, and at the whole board."""


class LiveReasoner(Reasoner):
    """The unspent clues of one game."""

    def __init__(
        self,
        cells: Collection[Cell],
        total: int | None,
        engine: str,
        listener: Listener | None = None,
    ) -> None:
        super().__init__(cells, total, listener)
        self.unsettled: dict[Cell, None] = dict.fromkeys(cells)
        self.touching: dict[Cell, list[LiveClue]] = {}
        self.live: dict[LiveClue, None] = {}
        self._changed: dict[LiveClue, None] = {}
        self._engine = engine
        self._told = 0

    def tell(self, constraint: Constraint) -> None:
        clue = LiveClue(constraint, self.ledger.known, self._told)
        self._told += 1
        self.live[clue] = self._changed[clue] = None
        for cell in clue.cells:
            self.touching.setdefault(cell, []).append(clue)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.settle(cell, is_mine) and self.listener:
            self.report_learned(cell, is_mine)

    def settle(self, cell: Cell, is_mine: bool) -> bool:
        """Take in a fact, whoever found it; return whether it is new."""
        if not self.ledger.add(cell, is_mine):
            return False
        del self.unsettled[cell]
        for clue in self.touching.pop(cell, ()):
            clue.settle(cell, is_mine)
            self._changed[clue] = None
        return True

    @property
    def status(self) -> Status:
        return Status.LIMIT if self.hit_limit else Status.COMPLETE

    def take_changed(self) -> list[LiveClue]:
        """Return the unspent clues that are new or have lost cells since the last call."""
        changed = sorted(self._changed, key=lambda clue: clue.number)
        self._changed.clear()
        for clue in changed:
            clue.check()
            if not clue.cells:
                self.live.pop(clue, None)
        return [clue for clue in changed if clue.cells]

    def by_single_clues(self, changed: Iterable[LiveClue]) -> Found:
        """Return what single clues settle or, if nothing, what the mine count settles alone."""
        found: Found = {}
        for clue in changed:
            if clue.mines in (0, len(clue.cells)):
                self._settle_all(found, self.ledger.reduce(Clue(clue.constraint)))
        if not found and self.ledger.count_settles_all:
            self._settle_all(found, self.ledger.rest())
        return found

    def _settle_all(self, found: Found, proof: Proof) -> None:
        rest = proof.claim
        assert isinstance(rest, Constraint)
        is_mine = rest.mines > 0
        self.report_settled(proof)
        for cell in rest.cells:
            if found.setdefault(cell, (is_mine, Forced(fact(cell, is_mine), proof)))[0] != is_mine:
                raise Contradiction(f"cell {cell} would have to be both safe and mined")

    def is_count_idle(self, mines: int) -> bool:
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

    def conclude(self, found: Found) -> tuple[Deduction, ...]:
        """Learn what was found, and return it in order."""
        in_order = sorted(found.items(), key=lambda item: (item[1][0], item[0]))
        for cell, (is_mine, why) in in_order:
            self.settle(cell, is_mine)
            if self.listener:
                self.report_marked(cell, is_mine, _clue_of(why))
        return tuple(Deduction(c, is_mine, why, self._engine) for c, (is_mine, why) in in_order)


def _clue_of(why: Proof | Prover) -> Proof | None:
    """Return the clue that settles a cell alone; None if it takes more."""
    return why.of if isinstance(why, Forced) and isinstance(why.of.claim, Constraint) else None


class FrontReasoner(LiveReasoner):
    """The unspent clues of one game, and where to look again. A subclass says how to look.

    Each call of `deduce` takes the first of these steps that settles anything:

    1. every cell that some single clue settles, given what is known so far;
    2. every cell that is the same in all layouts of its own front;
    3. every cell that is the same in all layouts of the board, with the mine count.
    """

    def __init__(
        self,
        cells: Collection[Cell],
        total: int | None,
        engine: str,
        listener: Listener | None = None,
    ) -> None:
        super().__init__(cells, total, engine, listener)
        self.counters = dict.fromkeys(COUNTERS, 0)
        self._stale: dict[LiveClue, None] = {}
        self._too_hard: dict[LiveClue, None] = {}
        self._is_count_too_hard = False
        self._is_count_stale = True

    @abstractmethod
    def look(self, clues: Sequence[LiveClue], *, with_count: bool) -> Found:
        """Return all that these clues settle together, or with the mine count.

        Raises LimitReached if it takes too long, Contradiction if no layout fits.
        """

    def tell(self, constraint: Constraint) -> None:
        super().tell(constraint)
        self._is_count_stale = True

    def settle(self, cell: Cell, is_mine: bool) -> bool:
        is_new = super().settle(cell, is_mine)
        self._is_count_stale |= is_new
        return is_new

    def deduce(self) -> tuple[Deduction, ...]:
        changed = self.take_changed()
        self._stale.update(dict.fromkeys(changed))
        if found := self.by_single_clues(changed):
            return self.conclude(found)
        deductions = self._by_fronts() or self._by_count()
        self.hit_limit = self._is_count_too_hard or self._is_front_too_hard
        if not deductions:
            self.report_stop()
        return deductions

    @property
    def floating(self) -> list[Cell]:
        """The unsettled cells that no clue mentions."""
        return [cell for cell in self.unsettled if cell not in self.touching]

    def reduced(self, clues: Iterable[LiveClue]) -> list[Proof]:
        """Return the proofs of what clues say about their unsettled cells."""
        return [self.ledger.reduce(Clue(clue.constraint)) for clue in clues]

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
        try:
            return self.look(front, with_count=False)
        except LimitReached:
            self._too_hard.update(dict.fromkeys(front))
            return {}

    @property
    def _is_front_too_hard(self) -> bool:
        return any(clue.cells for clue in self._too_hard)

    # The mine count

    def _by_count(self) -> tuple[Deduction, ...]:
        mines = self.ledger.mines_left
        if mines is None or not self._is_count_stale or self._is_front_too_hard:
            return ()
        self._is_count_too_hard = False
        deductions = self._conclude_all({} if self.is_count_idle(mines) else self._look_at_board())
        self._is_count_stale = False
        return deductions

    def _look_at_board(self) -> Found:
        self.counters["boards"] += 1
        try:
            return self.look(list(self.live), with_count=True)
        except LimitReached:
            self._is_count_too_hard = True
            return {}
