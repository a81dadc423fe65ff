"""Formulas in OPB: the clues and the mine count of some proofs, and the opposite of a claim.

Each constraint is two inequalities, "at least" and "at most". A variable is a cell, by its name: 1
is a mine, 0 is safe. The last inequality is the opposite of what is claimed, so whatever refutes
the formula proves the claim: of facts, that at least one is wrong; of a clause, that all its
literals are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from mineproof.errors import BadInput
from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import (
    Claim,
    Clue,
    Known,
    Literal,
    MineCount,
    Proof,
    cell_of,
    leaves,
    literal,
)

Source: TypeAlias = Clue | MineCount | Known


class Side(Enum):
    """One of the two inequalities that a constraint is."""

    LEAST = "ge"
    MOST = "le"

    @property
    def other(self) -> Side:
        """The other one."""
        return Side.MOST if self is Side.LEAST else Side.LEAST


@dataclass(frozen=True)
class PbFormula:
    """The constraints at the leaves of some proofs, and what is claimed: facts or one clause.

    All literals are true if facts are claimed, and one of them is if it is a clause.
    """

    sources: tuple[Source, ...]
    claims: tuple[Claim, ...]
    name: Namer

    @classmethod
    def of(cls, proofs: Sequence[Proof], name: Namer, *, whole: bool) -> PbFormula:
        """Return the formula for what the last proof claims, or all of them if `whole`.

        What a proof takes as known is given, unless one before it proves it.
        """
        if not proofs:
            raise BadInput("no proofs to write; expected at least one")
        found: dict[tuple[object, ...], Source] = {}
        proved: set[Claim] = set()
        for proof in proofs:
            for leaf in leaves(proof):
                if not isinstance(leaf, Known) or leaf.claim not in proved:
                    found.setdefault(_key(leaf), leaf)
            proved.add(proof.claim)
        claims = dict.fromkeys(proof.claim for proof in (proofs if whole else proofs[-1:]))
        if len(claims) > 1 or not isinstance(proofs[-1].claim, frozenset):
            for claim in claims:
                _check_fact(claim)
        return cls(tuple(found.values()), tuple(claims), _checked(name))

    @cached_property
    def literals(self) -> tuple[Literal, ...]:
        """The literals of all facts that are claimed, or of the clause."""
        return tuple(chain.from_iterable(map(literals, self.claims)))

    @property
    def size(self) -> int:
        """The number of inequalities; the last one is the opposite of the claims."""
        return 2 * len(self.sources) + 1

    @cached_property
    def labels(self) -> Mapping[tuple[object, ...], str]:
        """What each source is called: the cell of a clue, `mines` for the mine count."""
        return {_key(each): self._label(each, i) for i, each in enumerate(self.sources, start=1)}

    def _label(self, source: Source, number: int) -> str:
        if isinstance(source, MineCount):
            return "mines"
        if isinstance(source, Known) or source.claim.clue is None:
            return f"given_{number}"
        return self.name(source.claim.clue)

    def place(self, source: Source, side: Side) -> int:
        """Return the number of an inequality, from 1."""
        return 2 * self._places[_key(source)] + (1 if side is Side.LEAST else 2)

    @cached_property
    def _places(self) -> Mapping[tuple[object, ...], int]:
        return {_key(source): i for i, source in enumerate(self.sources)}

    def label(self, source: Source, side: Side) -> str:
        """Return the label of an inequality, such as @c2_ge."""
        return f"@{self.labels[_key(source)]}_{side.value}"

    def text(self, *, with_labels: bool) -> str:
        """Return the formula as OPB."""
        cells = frozenset(map(cell_of, self.literals))
        cells = cells.union(*(source.claim.cells for source in self.sources))
        return "".join(
            f"{line}\n"
            for line in [
                f"* #variable= {len(cells)} #constraint= {self.size}",
                "* A variable is a cell: 1 is a mine, 0 is safe.",
                *(f"* {self._said(source)}" for source in self.sources),
                f"* The last constraint is the opposite of: {self._claimed()}",
                *self._lines(with_labels),
            ]
        )

    def _lines(self, with_labels: bool) -> Iterable[str]:
        for source in self.sources:
            for side, sign in ((Side.LEAST, 1), (Side.MOST, -1)):
                label = f"{self.label(source, side)} " if with_labels else ""
                cells = sorted(source.claim.cells)
                terms = "".join(f"{sign:+d} {self.name(cell)} " for cell in cells)
                yield f"{label}{terms}>= {sign * source.claim.mines} ;"
        yield f"{'@opposite ' * with_labels}{self._opposite()} ;"

    def _opposite(self) -> str:
        """Return the inequality that at least one fact is wrong, or that no literal is right."""
        wrong = 1 if isinstance(self.claims[0], Constraint) else len(self.literals)
        terms = (f"{-1 if lit > 0 else 1:+d} {self.name(cell_of(lit))}" for lit in self.literals)
        return " ".join([*terms, f">= {wrong - sum(lit > 0 for lit in self.literals)}"])

    def _said(self, source: Source) -> str:
        size = len(source.claim.cells)
        return f"{self.labels[_key(source)]}: {source.claim.mines} of {size} cells"

    def _claimed(self) -> str:
        words = [
            f"{self.name(cell_of(lit))} is {'a mine' if lit > 0 else 'safe'}"
            for lit in self.literals
        ]
        return (", " if isinstance(self.claims[0], Constraint) else " or ").join(words)


def literals(claim: Claim) -> tuple[Literal, ...]:
    """Return the literals of a clause in order, or the one of a fact."""
    if isinstance(claim, frozenset):
        return tuple(sorted(claim, key=abs))
    assert isinstance(claim, Constraint), "bounds are steps on the way"
    return tuple(literal(cell, claim.mines == 1) for cell in claim.cells)


def _check_fact(claim: Claim) -> None:
    if not isinstance(claim, Constraint) or len(claim.cells) != 1:
        raise BadInput("the proof of a set or of several clauses; expected facts or one clause")


def _key(source: Source) -> tuple[object, ...]:
    return type(source), source.claim, source.claim.clue


def _checked(name: Namer) -> Namer:
    """Return a namer that refuses what cannot be a variable."""

    def checked(cell: Cell) -> str:
        found = name(cell)
        if not re.fullmatch("[A-Za-z][A-Za-z0-9]+", found):
            raise BadInput(
                f"a cell called {found!r}; expected a letter, then letters or digits, like b3"
            )
        return found

    return checked
