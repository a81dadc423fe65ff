"""Engines that are wrong, each in one way that somebody's first engine may be; and a right one."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Collection, Mapping
from itertools import permutations

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Deduction
from mineproof.errors import Contradiction
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Difference, Forced, Proof


class OneByOne(Reasoner):
    """Right: one clue at a time. What the engines below do wrong overrides a method of this."""

    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        super().__init__(cells, total)
        self.clues: list[Constraint] = []

    def tell(self, constraint: Constraint) -> None:
        self.clues.append(constraint)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        self.ledger.add(cell, is_mine)

    def deduce(self) -> tuple[Deduction, ...]:
        for clue in self.clues:
            if found := self.look_at(self.reduced(clue)):
                return found
        return ()

    def reduced(self, clue: Constraint) -> Proof:
        return self.ledger.reduce(Clue(clue))

    def look_at(self, proof: Proof) -> tuple[Deduction, ...]:
        rest = proof.claim
        assert isinstance(rest, Constraint)
        if rest.cells and rest.mines in (0, len(rest.cells)):
            return self.settle(rest, proof)
        return ()

    def settle(self, rest: Constraint, proof: Proof) -> tuple[Deduction, ...]:
        found = []
        for cell in sorted(rest.cells - self.ledger.known.keys()):
            is_mine = rest.mines > 0
            self.learn(cell, is_mine)
            found.append(Deduction(cell, is_mine, self.proof(cell, is_mine, proof), "test"))
        return tuple(found)

    def proof(self, cell: Cell, is_mine: bool, rest: Proof) -> Proof:
        return Forced(fact(cell, is_mine), rest)


class Right(Engine):
    """Right, but weak."""

    name = "right"
    reasoner: type[Reasoner] = OneByOne

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return self.reasoner(cells, total)


class _Overlapping(OneByOne):
    def deduce(self) -> tuple[Deduction, ...]:
        if found := super().deduce():
            return found
        for a, b in permutations(map(self.reduced, self.clues), 2):
            more, fewer = a.claim, b.claim
            assert isinstance(more, Constraint)
            assert isinstance(fewer, Constraint)
            if fewer.cells and more.cells & fewer.cells:  # it should be a subset
                rest = Constraint(more.cells - fewer.cells, more.mines - fewer.mines)
                if found := self.look_at(Difference(rest, a, (b,))):
                    return found
        return ()


class UnsoundSubset(Right):
    """Subtracts a clue that only overlaps another."""

    name = "unsound-subset"
    reasoner = _Overlapping


class _Hasty(OneByOne):
    def look_at(self, proof: Proof) -> tuple[Deduction, ...]:
        rest = proof.claim
        assert isinstance(rest, Constraint)
        if rest.cells and rest.mines >= len(rest.cells) - 1:
            return self.settle(rest, proof)
        return super().look_at(proof)


class OffByOne(Right):
    """Takes all cells for mines if all but one are."""

    name = "off-by-one"
    reasoner = _Hasty


class _Stale(OneByOne):
    def reduced(self, clue: Constraint) -> Proof:
        rest = Constraint(clue.cells - self.ledger.known.keys(), clue.mines)
        return Difference(rest, Clue(clue), ())


class StaleCounts(Right):
    """Takes known mines out of a clue, but leaves its count as it was."""

    name = "stale-counts"
    reasoner = _Stale


class _Forgetful(OneByOne):
    facts: dict[Cell, bool] = {}  # noqa: RUF012 - one for all games: that is the mistake

    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        super().__init__(cells, total)
        self.ledger.known = self.facts


class SharedFacts(Right):
    """Keeps what it knows in a dict of the class, which all games share."""

    name = "shared-facts"
    reasoner = _Forgetful


class _Mutating(OneByOne):
    def tell(self, constraint: Constraint) -> None:
        cells = set(constraint.cells)
        for cell in cells:
            if cell in self.ledger.known:
                cells.discard(cell)
        super().tell(constraint)


class ChangedSets(Right):
    """Takes cells out of a set while it goes through it."""

    name = "changed-sets"
    reasoner = _Mutating


class _Unproved(OneByOne):
    def proof(self, cell: Cell, is_mine: bool, rest: Proof) -> Proof:  # noqa: ARG002
        return Forced(fact(cell, is_mine), Clue(Constraint(frozenset({cell}), int(is_mine))))


class BadProofs(Right):
    """Finds the right cells, but its proofs use clues that nobody gave."""

    name = "bad-proofs"
    reasoner = _Unproved


class _Dicing(OneByOne):
    def deduce(self) -> tuple[Deduction, ...]:
        random.shuffle(self.clues)
        return super().deduce()


class OtherOrders(Right):
    """Deduces in another order each time."""

    name = "other-orders"
    reasoner = _Dicing


class FalseComplete(Right):
    """Promises to find every certain cell."""

    name = "false-complete"
    is_complete = True


class _Guessing(OneByOne):
    def risks(self) -> Mapping[Cell, float]:
        left = [cell for cell in self.ledger._cells if cell not in self.ledger.known]
        return dict.fromkeys(left, 0.2)


class FalseRisks(Right):
    """Promises risks, and gives every cell the same."""

    name = "false-risks"
    knows_risks = True
    reasoner = _Guessing


class _Refusing(OneByOne):
    def tell(self, constraint: Constraint) -> None:
        if constraint.mines > 2:
            raise Contradiction("three mines at one clue")
        super().tell(constraint)


class FalseClashes(Right):
    """Takes every 3 for a contradiction."""

    name = "false-clashes"
    reasoner = _Refusing


class _Once(OneByOne):
    def deduce(self) -> tuple[Deduction, ...]:
        while self.clues:
            if found := self.look_at(self.reduced(self.clues.pop())):
                return found
        return ()


class LooksOnce(Right):
    """Sound, but looks at each clue once only: what it finds depends on their order."""

    name = "looks-once"
    reasoner = _Once


class _Raising(OneByOne):
    def learn(self, cell: Cell, is_mine: bool) -> None:
        if cell in self.ledger.known:
            raise KeyError(cell)
        super().learn(cell, is_mine)


class Raising(Right):
    """Raises an error when it is told what it knows."""

    name = "raising"
    reasoner = _Raising


class _Endless(OneByOne):
    def deduce(self) -> tuple[Deduction, ...]:
        while any(clue.mines > 1 for clue in self.clues):
            time.sleep(0.01)
        return super().deduce()


class Endless(Right):
    """Never ends where a clue has two mines."""

    name = "endless"
    reasoner = _Endless


class _Dying(OneByOne):
    def deduce(self) -> tuple[Deduction, ...]:
        if any(clue.mines > 2 for clue in self.clues):
            os._exit(7)
        return super().deduce()


class Dying(Right):
    """Ends its process where a clue has three mines."""

    name = "dying"
    reasoner = _Dying
