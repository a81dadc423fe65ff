"""Proofs as data.

A proof is a small tree. Its root claims that one cell is safe or mined; each node says how its
claim follows from the claims below; the leaves are clues, the mine count, and facts from earlier
deductions. So a long argument is a chain of short proofs, each checked and explained on its own,
and a proof never repeats earlier ones.

A claim is a Constraint (exactly n of these cells are mines), a Clause (at least one of these
literals holds) or a Bound (at least n of these literals hold). A literal is a signed number:
+(cell + 1) means mine, -(cell + 1) means safe; the 1 is added because 0 has no sign.

A new rule of inference needs a dataclass here, a case in `checker.py`, and one in `proof_words.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mineproof.logic.problem import Cell, Constraint, fact

Literal: TypeAlias = int
Clause: TypeAlias = frozenset[Literal]


@dataclass(frozen=True, slots=True)
class Bound:
    """At least `least` of these literals hold; no cell has two of them.

    "At most" is a bound on safe cells: with n cells, at most k mines are at least n - k safe cells.
    """

    literals: Clause
    least: int

    @classmethod
    def at_least(cls, mines: int, cells: Iterable[Cell]) -> Bound:
        """Return the bound that this many of some cells, or more, are mines."""
        return cls(frozenset(cell + 1 for cell in cells), mines)

    @classmethod
    def at_most(cls, mines: int, cells: Iterable[Cell]) -> Bound:
        """Return the bound that this many of some cells, or fewer, are mines.

        >>> Bound.at_most(1, [0, 1, 2]) == Bound(frozenset({-1, -2, -3}), 2)
        True
        """
        safe = frozenset(-(cell + 1) for cell in cells)
        return cls(safe, len(safe) - mines)


Claim: TypeAlias = Constraint | Clause | Bound


def literal(cell: Cell, is_mine: bool) -> Literal:
    """Return the literal that says what `cell` is."""
    return cell + 1 if is_mine else -(cell + 1)


def unit(cell: Cell, is_mine: bool) -> Clause:
    """Return the clause that says what `cell` is."""
    return frozenset((literal(cell, is_mine),))


def cell_of(lit: Literal) -> Cell:
    """Return the cell of a literal."""
    return abs(lit) - 1


def cells_of(claim: Claim) -> frozenset[Cell]:
    """Return the cells that a claim is about."""
    if isinstance(claim, Constraint):
        return claim.cells
    return frozenset(map(cell_of, claim.literals if isinstance(claim, Bound) else claim))


@dataclass(frozen=True, slots=True, eq=False)
class Clue:
    """Leaf: a constraint of the problem."""

    claim: Constraint


@dataclass(frozen=True, slots=True, eq=False)
class MineCount:
    """Leaf: the total number of mines."""

    claim: Constraint


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Leaf: a cell that was seen, or that an earlier deduction settled."""

    claim: Constraint

    @classmethod
    def of(cls, cell: Cell, is_mine: bool) -> Known:
        """Return the leaf for what `cell` is known to be."""
        return cls(fact(cell, is_mine))


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """The whole minus its parts, which are disjoint subsets of it."""

    claim: Constraint
    whole: Proof
    parts: tuple[Proof, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Forced:
    """One cell of a constraint in which no cell, or every cell, is a mine.

    Likewise one of a bound in which every literal holds.
    """

    claim: Constraint
    of: Proof


@dataclass(frozen=True, slots=True, eq=False)
class Pigeonhole:
    """A clause of a constraint.

    Of m cells with n mines, any m - n + 1 include a mine, and any n + 1 include a safe cell.
    """

    claim: Clause
    of: Proof


@dataclass(frozen=True, slots=True, eq=False)
class Resolvent:
    """Two clauses joined, without the one literal on which they disagree."""

    claim: Clause
    left: Proof
    right: Proof


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A clause of one literal, read as a fact."""

    claim: Constraint
    of: Proof


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """Every way to meet all premises agrees on this cell."""

    claim: Constraint
    premises: tuple[Proof, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """A cutting plane: what a sum of inequalities says about fewer literals.

    Each premise is taken `multipliers` times. A Constraint is two inequalities: a positive
    multiplier takes "at least n", a negative one "at most n". A Bound or a Clause is one, and its
    multiplier is positive. With opposite literals cancelled, so that x + not-x is 1, the sum has
    positive coefficients. Then

    1. literals that the claim does not have are dropped, and of larger coefficients what exceeds
       the `divisor`; each takes off the right side as much as it has lost;
    2. all is divided by the `divisor` and rounded up, so that every coefficient is 1.

    What remains is the claim. Every bound that follows from the sum alone follows in this way: if
    n literals of it must hold, with the n-th largest of their coefficients as the divisor
    (docs/engines/cutting-planes.md). For n = 1 that is called saturation.

    >>> edges = [Clue(Constraint(frozenset(pair), 1)) for pair in ((0, 1), (1, 2), (2, 0))]
    >>> odd = Combination(Bound.at_least(2, range(3)), tuple(edges), (1, 1, 1), divisor=2)
    """

    claim: Bound
    premises: tuple[Proof, ...]
    multipliers: tuple[int, ...]
    divisor: int = 1


Proof: TypeAlias = (
    Clue
    | MineCount
    | Known
    | Difference
    | Forced
    | Pigeonhole
    | Resolvent
    | Unit
    | Counted
    | Combination
)


def without(proof: Proof, known: Mapping[Cell, bool]) -> Proof:
    """Return the proof of what a constraint says about its unknown cells."""
    whole = proof.claim
    assert isinstance(whole, Constraint), "only constraints can be reduced"
    settled = [cell for cell in sorted(whole.cells) if cell in known]
    if not settled:
        return proof
    rest = Constraint(
        whole.cells.difference(settled), whole.mines - sum([known[c] for c in settled])
    )
    return Difference(rest, proof, tuple([Known.of(c, known[c]) for c in settled]))


def premises(proof: Proof) -> tuple[Proof, ...]:
    """Return the proofs that `proof` builds on directly."""
    match proof:
        case Clue() | MineCount() | Known():
            return ()
        case Difference():
            return (proof.whole, *proof.parts)
        case Forced() | Pigeonhole() | Unit():
            return (proof.of,)
        case Resolvent():
            return (proof.left, proof.right)
        case Counted() | Combination():
            return proof.premises


def steps(proof: Proof) -> Iterator[Proof]:
    """Yield every node of `proof` once, premises first, without recursion."""
    seen: set[int] = set()
    stack: list[tuple[Proof, bool]] = [(proof, False)]
    while stack:
        node, is_ready = stack.pop()
        if is_ready:
            yield node
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((below, False) for below in reversed(premises(node)))


def leaves(proof: Proof) -> Iterator[Clue | MineCount | Known]:
    """Yield the leaves of `proof`, in the order of `steps`."""
    return (node for node in steps(proof) if isinstance(node, Clue | MineCount | Known))
