"""Proofs as data.

A proof is a small tree. Its root claims that one cell is safe or mined; each node says how its
claim follows from the claims below; the leaves are clues, the mine count, and facts from earlier
deductions. So a long argument is a chain of short proofs, each checked and explained on its own,
and a proof never repeats earlier ones.

A claim is a Constraint (exactly n of these cells are mines) or a Clause (at least one of these
literals holds). A literal is a signed number: +(cell + 1) means mine, -(cell + 1) means safe; the
1 is added because 0 has no sign.

A new rule of inference needs a dataclass here, a case in `checker.py`, and one in `proof_words.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mineproof.logic.problem import Cell, Constraint, fact

Literal: TypeAlias = int
Clause: TypeAlias = frozenset[Literal]


def literal(cell: Cell, is_mine: bool) -> Literal:
    """Return the literal that says what `cell` is."""
    return cell + 1 if is_mine else -(cell + 1)


def unit(cell: Cell, is_mine: bool) -> Clause:
    """Return the clause that says what `cell` is."""
    return frozenset((literal(cell, is_mine),))


def cell_of(lit: Literal) -> Cell:
    """Return the cell of a literal."""
    return abs(lit) - 1


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
    """One cell of a constraint in which no cell, or every cell, is a mine."""

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


Proof: TypeAlias = (
    Clue | MineCount | Known | Difference | Forced | Pigeonhole | Resolvent | Unit | Counted
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
        case Counted():
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
