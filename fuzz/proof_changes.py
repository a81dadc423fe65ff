"""Changes to proofs: steps altered, exchanged, invented; deductions dropped, moved, reversed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import (
    Bound,
    Claim,
    Clause,
    Clue,
    Combination,
    Counted,
    Difference,
    Forced,
    Known,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    literal,
    premises,
    steps,
)

Argued: TypeAlias = tuple[Cell, bool, Proof]
"""A deduction as the checker takes it: the cell, whether it is a mine, and the proof."""


class Changes:
    """Random changes to what was deduced about some cells."""

    def __init__(self, dice: Random, cells: Sequence[Cell]) -> None:
        self._dice, self._cells = dice, cells

    def change(self, argued: list[Argued]) -> list[Argued]:
        """Return the deductions with one change; there must be one at least."""
        place = self._dice.randrange(len(argued))
        kind = self._dice.choice(_KINDS)
        return kind(self, argued, place)

    # Changes to the list

    def _drop(self, argued: list[Argued], place: int) -> list[Argued]:
        return argued[:place] + argued[place + 1 :]

    def _move(self, argued: list[Argued], place: int) -> list[Argued]:
        left = self._drop(argued, place)
        left.insert(self._dice.randrange(len(argued)), argued[place])
        return left

    def _turn(self, argued: list[Argued], place: int) -> list[Argued]:
        cell, is_mine, proof = argued[place]
        return self._put(argued, place, (cell, not is_mine, _claiming(proof, cell, not is_mine)))

    def _rename(self, argued: list[Argued], place: int) -> list[Argued]:
        _, is_mine, proof = argued[place]
        cell = self._dice.choice(self._cells)
        return self._put(argued, place, (cell, is_mine, _claiming(proof, cell, is_mine)))

    def _invent(self, argued: list[Argued], place: int) -> list[Argued]:
        """Claim anything from any steps, by counting."""
        cell, is_mine = self._dice.choice(self._cells), self._dice.random() < 1 / 2
        pool = [node for node in _pool(argued) if isinstance(node.claim, Constraint)]
        used = self._dice.sample(pool, self._dice.randint(0, min(4, len(pool))))
        told = (cell, is_mine, Counted(fact(cell, is_mine), tuple(used)))
        return [*argued[:place], told, *argued[place:]]

    # Changes to one step

    def _alter(self, argued: list[Argued], place: int) -> list[Argued]:
        """Change what a step claims."""
        old = self._any_step(argued[place])
        new = self._claim(old.claim)
        return self._exchange(argued, place, old, replace(old, claim=new))  # type: ignore[arg-type]

    def _miscalculate(self, argued: list[Argued], place: int) -> list[Argued]:
        """Change how often a premise of a sum is taken, or what it is divided by."""
        sums = [node for node in steps(argued[place][2]) if isinstance(node, Combination)]
        if not sums:
            return self._alter(argued, place)
        old, times = self._dice.choice(sums), self._dice.choice((-2, -1, 0, 1, 2, 3))
        numbers = list(old.multipliers)
        numbers[self._dice.randrange(len(numbers))] = times
        new = replace(old, multipliers=tuple(numbers))
        if self._dice.random() < 1 / 3:
            new = replace(old, divisor=times)
        return self._exchange(argued, place, old, new)

    def _rebase(self, argued: list[Argued], place: int) -> list[Argued]:
        """Let a step build on another one than it did."""
        old = self._any_step(argued[place])
        below = list(premises(old))
        if below:
            below[self._dice.randrange(len(below))] = self._dice.choice(_pool(argued))
        return self._exchange(argued, place, old, _on(old, below))

    def _weaken(self, argued: list[Argued], place: int) -> list[Argued]:
        """Take a premise away from a step, or give it one twice."""
        old = self._any_step(argued[place])
        if not isinstance(old, Difference | Counted | Combination):
            return self._alter(argued, place)
        first, *rest = premises(old) or (old,)
        rest = self._dice.choice([rest[1:], rest[:-1], rest + rest[:1]])
        return self._exchange(argued, place, old, _on(old, [first, *rest]))

    def _relabel(self, argued: list[Argued], place: int) -> list[Argued]:
        """Say that a leaf is a clue, a fact or the mine count that it is not."""
        leaves = [node for node in steps(argued[place][2]) if not premises(node)]
        old = self._dice.choice(leaves)
        if not isinstance(old.claim, Constraint):
            return argued
        label = self._dice.choice((Clue, Known, MineCount))
        return self._exchange(argued, place, old, label(old.claim))

    def _claim(self, claim: Claim) -> Claim:
        if isinstance(claim, Constraint):
            return self._constraint(claim)
        return self._bound(claim) if isinstance(claim, Bound) else self._clause(claim)

    def _bound(self, claim: Bound) -> Bound:
        if self._dice.random() < 1 / 2:
            return replace(claim, least=claim.least + self._dice.choice((-1, 1)))
        return replace(claim, literals=self._clause(claim.literals))

    def _constraint(self, claim: Constraint) -> Constraint:
        cells, one = set(claim.cells), self._dice.choice(self._cells)
        match self._dice.randrange(4):
            case 0:
                return replace(claim, mines=claim.mines + self._dice.choice((-1, 1)))
            case 1:
                cells ^= {one}
            case 2 if cells:
                cells = cells - {self._dice.choice(sorted(cells))} | {one}
            case _:
                return replace(claim, clue=one)
        return replace(claim, cells=frozenset(cells))

    def _clause(self, claim: Clause) -> Clause:
        one = literal(self._dice.choice(self._cells), self._dice.random() < 1 / 2)
        old = self._dice.choice(sorted(claim)) if claim else one
        return self._dice.choice([claim ^ {one}, claim - {old}, claim - {old} | {-old}])

    def _any_step(self, told: Argued) -> Proof:
        return self._dice.choice(list(steps(told[2])))

    def _exchange(self, argued: list[Argued], place: int, old: Proof, new: Proof) -> list[Argued]:
        cell, is_mine, proof = argued[place]
        return self._put(argued, place, (cell, is_mine, _rebuilt(proof, old, new)))

    def _put(self, argued: list[Argued], place: int, told: Argued) -> list[Argued]:
        return [*argued[:place], told, *argued[place + 1 :]]


_Kind: TypeAlias = Callable[[Changes, list[Argued], int], list[Argued]]

_KINDS: tuple[_Kind, ...] = (
    Changes._drop,
    Changes._move,
    Changes._turn,
    Changes._rename,
    Changes._invent,
    *(Changes._alter,) * 4,
    *(Changes._miscalculate,) * 2,
    *(Changes._rebase,) * 3,
    *(Changes._weaken,) * 2,
    Changes._relabel,
)


def _pool(argued: list[Argued]) -> list[Proof]:
    return [node for _, _, proof in argued for node in steps(proof)]


def _claiming(proof: Proof, cell: Cell, is_mine: bool) -> Proof:
    """Return the proof with another conclusion."""
    return replace(proof, claim=fact(cell, is_mine))  # type: ignore[arg-type]


def _rebuilt(proof: Proof, old: Proof, new: Proof) -> Proof:
    """Return the proof with one step exchanged."""
    done: dict[int, Proof] = {}
    for node in steps(proof):
        done[id(node)] = new if node is old else _on(node, [done[id(p)] for p in premises(node)])
    return done[id(proof)]


def _on(step: Proof, below: list[Proof]) -> Proof:
    """Return the step with other premises; a leaf stays as it is."""
    match step:
        case Clue() | MineCount() | Known():
            return step
        case Difference():
            return replace(step, whole=below[0], parts=tuple(below[1:]))
        case Forced() | Pigeonhole() | Unit():
            return replace(step, of=below[0])
        case Resolvent():
            return replace(step, left=below[0], right=below[1])
        case Counted() | Combination():
            return replace(step, premises=tuple(below))
