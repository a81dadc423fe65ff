"""Live clues: the unspent clues of one game, and what each settles alone.

This is the base of the complete engines: before any other step, each clue settles what it can
alone. Each clue keeps its unsettled cells, and a fact costs one visit to each clue that mentions
its cell.

A step uses only what was known before it began and returns everything it finds, safe cells first,
in reading order. So the order in which clues arrive does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from mineproof.engines.base import Reasoner
from mineproof.engines.inference import Deduction, Prover, Status
from mineproof.errors import Contradiction
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


class LiveReasoner(Reasoner):
    """The unspent clues of one game."""

    def __init__(self, cells: Collection[Cell], total: int | None, engine: str) -> None:
        super().__init__(cells, total)
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
        if self.ledger.add(cell, is_mine):
            del self.unsettled[cell]
            for clue in self.touching.pop(cell, ()):
                clue.settle(cell, is_mine)
                self._changed[clue] = None

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
        for cell in rest.cells:
            if found.setdefault(cell, (is_mine, Forced(fact(cell, is_mine), proof)))[0] != is_mine:
                raise Contradiction(f"cell {cell} would have to be both safe and mined")

    def conclude(self, found: Found) -> tuple[Deduction, ...]:
        """Learn what was found, and return it in order."""
        in_order = sorted(found.items(), key=lambda item: (item[1][0], item[0]))
        for cell, (is_mine, _) in in_order:
            self.learn(cell, is_mine)
        return tuple(Deduction(c, is_mine, why, self._engine) for c, (is_mine, why) in in_order)
