"""Whole proofs: a conclusion and all that it rests on, joined into one proof.

A deduction may use earlier ones as known, so an argument is a chain of short proofs. Here each
known cell is replaced by its own proof. The checker accepts the result without any earlier fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from mineproof.errors import BadInput
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import (
    Claim,
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
    premises,
    steps,
)

MOST_PARTS = 8
"""How many parts are taken off a set in one step; a mine count may lose hundreds of cells."""


def whole(proofs: Iterable[Proof]) -> Proof:
    """Return the last of some proofs, with those before it in place of what it takes as known.

    What none of them proves stays known. Equal steps are one object, so nothing is there twice. Of
    a set with many settled cells, MOST_PARTS are taken off at a time.

    >>> from mineproof.logic.problem import fact
    >>> first = Forced(fact(0, True), Clue(Constraint(frozenset({0}), 1)))
    >>> left = Difference(fact(1, False), Clue(Constraint(frozenset({0, 1}), 1)),
    ...                   (Known.of(0, True),))
    >>> [type(step).__name__ for step in steps(whole([first, left]))]
    ['Clue', 'Clue', 'Forced', 'Difference']
    """
    joined = all_whole(proofs)
    if not joined:
        raise BadInput("no proofs to join; expected at least one")
    return joined[-1]


def all_whole(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """Return each of some proofs in the same way; they share the steps that are equal."""
    joiner = _Joiner()
    return tuple(map(joiner.join, proofs))


class _Joiner:
    """Rebuilds proofs from steps that it has seen before."""

    def __init__(self) -> None:
        self._proved: dict[Constraint, Proof] = {}
        self._steps: dict[tuple[object, ...], Proof] = {}

    def join(self, proof: Proof) -> Proof:
        """Return a proof that takes nothing as known which an earlier one proves."""
        new: dict[int, Proof] = {}
        for step in steps(proof):
            new[id(step)] = self._joined(step, lambda below: new[id(below)])
        joined = new[id(proof)]
        if isinstance(joined.claim, Constraint):
            self._proved.setdefault(joined.claim, joined)
        return joined

    def _joined(self, step: Proof, new: Callable[[Proof], Proof]) -> Proof:
        if isinstance(step, Known) and step.claim in self._proved:
            return self._proved[step.claim]
        clue = step.claim.clue if isinstance(step.claim, Constraint) else None
        below = [id(new(premise)) for premise in premises(step)]
        how = (step.multipliers, step.divisor) if isinstance(step, Combination) else ()
        key = (type(step), step.claim, clue, *how, *below)
        if key not in self._steps:
            self._steps[key] = _rebuilt(step, new)
        return self._steps[key]


def _rebuilt(step: Proof, new: Callable[[Proof], Proof]) -> Proof:
    match step:
        case Clue() | MineCount() | Known():
            return step
        case Difference(_, taken_from, parts):
            return _taken_off(new(taken_from), list(map(new, parts)))
        case Forced(_, of) | Pigeonhole(_, of) | Unit(_, of):
            return replace(step, of=new(of))
        case Resolvent(_, left, right):
            return replace(step, left=new(left), right=new(right))
        case Counted(_, given) | Combination(_, given):
            return replace(step, premises=tuple(map(new, given)))


def _taken_off(whole: Proof, parts: Sequence[Proof]) -> Proof:
    """Return what is left of a set without its parts, taken off a few at a time."""
    for first in range(0, len(parts), MOST_PARTS):
        taken = parts[first : first + MOST_PARTS]
        whole = Difference(_left(whole.claim, [part.claim for part in taken]), whole, tuple(taken))
    return whole


def _left(claim: Claim, parts: Sequence[Claim]) -> Constraint:
    cells, mines = _set(claim).cells, _set(claim).mines
    for part in map(_set, parts):
        cells, mines = cells - part.cells, mines - part.mines
    return Constraint(cells, mines)


def _set(claim: Claim) -> Constraint:
    assert isinstance(claim, Constraint), "only sets are taken off sets"
    return claim
