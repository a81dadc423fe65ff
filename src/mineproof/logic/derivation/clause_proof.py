"""Clause proofs: resolution from the clauses of the clues, as DIMACS, LRAT and TraceCheck.

Other tools can check what a proof claims. Its clues become clauses, followed by the opposite of the
claim: a problem that any SAT solver must find unsatisfiable. The steps of the proof lead to the
empty clause, in formats for small checkers, some of them formally verified: LRAT (Cruz-Filipe,
Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification", CADE 2017) and
TraceCheck (Biere, "PicoSAT essentials", JSAT 4, 2008).

Clauses are numbered from 1: first those of the DIMACS text in order, then one for each step.
Variable v is cell v - 1, and positive is a mine, as in `cnf.py`; comments in the DIMACS text name
the cells and the constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mineproof.errors import BadInput, BadProof, LimitReached
from mineproof.logic.cnf import MAX_CLAUSES, clause_count, clauses
from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import (
    Bound,
    Clause,
    Clue,
    Difference,
    Forced,
    Known,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cells_of,
    leaves,
    literal,
    steps,
)


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """A resolvent, and the numbers of its two parents."""

    clause: Clause
    parents: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ClauseProof:
    """A resolution proof as a list of steps from the `given` clauses to the empty clause.

    The given clauses are those of `constraints`, followed by the `opposite` of what is claimed: a
    unit for each literal of a clause, or one clause that denies one of several cells.
    """

    constraints: tuple[Constraint, ...]
    given: tuple[Clause, ...]
    opposite: tuple[Clause, ...]
    steps: tuple[ResolutionStep, ...]

    def dimacs(self, name: Namer = str) -> str:
        """Return the given clauses as DIMACS CNF; `name` names the cells in comments."""
        cells = sorted(frozenset[Cell]().union(*(c.cells for c in self.constraints)))
        comments = [
            "positive is a mine, negative is safe",
            *(f"variable {cell + 1} is cell {name(cell)}" for cell in cells),
            *(_said(constraint, name) for constraint in self.constraints),
            *_told_opposite(len(self.opposite)),
        ]
        header = f"p cnf {max(cells, default=-1) + 1} {len(self.given)}"
        return _text([*(f"c {c}" for c in comments), header, *map(_listed, self.given)])

    def lrat(self) -> str:
        """Return the steps in LRAT.

        With all literals of a resolvent false, each parent is a unit, and the two contradict each
        other. So the parents may stand in any order.
        """
        first = len(self.given) + 1
        return _text(
            f"{number} {_listed(step.clause)} {step.parents[0]} {step.parents[1]} 0"
            for number, step in enumerate(self.steps, start=first)
        )

    def tracecheck(self) -> str:
        """Return the given clauses, which have no parents, and the steps in TraceCheck."""
        given = [f"{number} {_listed(clause)} 0" for number, clause in enumerate(self.given, 1)]
        return _text(given) + self.lrat()


def clause_proof(proof: Proof) -> ClauseProof:
    """Return a proof as resolution from the clauses of its clues.

    It may resolve clauses, take settled cells off a clue, and read off what a clue alone settles.
    Raises BadInput if it takes one set from another or counts, LimitReached if its clues have more
    than MAX_CLAUSES clauses.

    >>> from mineproof.logic.problem import fact
    >>> both = Clue(Constraint(frozenset({0, 1}), 2, clue=2))
    >>> mined = Pigeonhole(frozenset({1}), both)
    >>> listed = clause_proof(Unit(fact(0, True), mined))
    >>> print(listed.dimacs("abc".__getitem__) + listed.lrat(), end="")
    c positive is a mine, negative is safe
    c variable 1 is cell a
    c variable 2 is cell b
    c c: 2 of a b
    c the last clause is the opposite of what is proved
    p cnf 2 3
    1 0
    2 0
    -1 0
    4 0 1 3 0
    """
    claim = _claim(proof)
    opposite = tuple(frozenset((-lit,)) for lit in sorted(claim, key=abs))
    writer = _Writer(_constraints([proof]), opposite)
    end = writer.write(proof)
    for number, denied in enumerate(opposite, start=writer.first_opposite):
        claim -= {-lit for lit in denied}
        end = writer.resolve(claim, end, number)
    return writer.listed()


def clause_proof_of_all(proofs: Sequence[Proof]) -> ClauseProof:
    """Return several proofs as one, which says that all their claims hold; raise as above.

    Each says what one cell is. The opposite is that one of them is wrong: a single clause.

    >>> from mineproof.logic.problem import fact
    >>> both = Clue(Constraint(frozenset({0, 1}), 2, clue=2))
    >>> listed = clause_proof_of_all([Forced(fact(cell, True), both) for cell in (0, 1)])
    >>> listed.given[-1] == frozenset({-1, -2}), listed.lrat()
    (True, '4 -2 0 1 3 0\\n5 0 2 4 0\\n')
    """
    claims = [_claim(proof) for proof in proofs]
    denied = frozenset(-lit for claim in claims for lit in claim)
    writer = _Writer(_constraints(proofs), (denied,))
    ends = [writer.write(proof) for proof in proofs]
    last = writer.first_opposite
    for claim, end in zip(claims, ends, strict=True):
        denied -= {-lit for lit in claim}
        last = writer.resolve(denied, end, last)
    return writer.listed()


def _claim(proof: Proof) -> Clause:
    """Return the clause that a proof claims; a settled cell is one of one literal."""
    claim = proof.claim
    if isinstance(claim, frozenset):
        return claim
    if isinstance(claim, Bound) or len(claim.cells) != 1:
        size = len(cells_of(claim))
        raise BadInput(f"a {type(proof).__name__} of {size} cells; expected a clause")
    return _unit(claim)


def _constraints(proofs: Iterable[Proof]) -> tuple[Constraint, ...]:
    """Return the constraints at the leaves of some proofs."""
    distinct = tuple(dict.fromkeys(leaf.claim for proof in proofs for leaf in leaves(proof)))
    if sum(map(clause_count, distinct)) > MAX_CLAUSES:
        largest = max(distinct, key=clause_count)
        raise LimitReached(
            f"{largest.mines} mines in {len(largest.cells)} cells make too many clauses to export;"
            f" expected at most {MAX_CLAUSES} in total"
        )
    return distinct


class _Writer:
    """Lists resolution steps, and remembers the number of each clause."""

    def __init__(self, constraints: tuple[Constraint, ...], opposite: tuple[Clause, ...]) -> None:
        told = tuple(dict.fromkeys(c for each in constraints for c in clauses(each)))
        self.first_opposite = len(told) + 1
        self._constraints, self._opposite = constraints, opposite
        self._all_given = (*told, *opposite)
        self._steps: list[ResolutionStep] = []
        self._given = {clause: number for number, clause in enumerate(told, start=1)}
        self._numbers: dict[int, int] = {}  # by the identity of a step that is one clause
        self._reduced: dict[tuple[int, Clause], int] = {}

    def listed(self) -> ClauseProof:
        """Return what has been listed."""
        return ClauseProof(self._constraints, self._all_given, self._opposite, tuple(self._steps))

    def write(self, proof: Proof) -> int:
        """List the steps of a proof that are new; return the number of what it claims."""
        for step in steps(proof):
            if id(step) not in self._numbers and (number := self._number(step)):
                self._numbers[id(step)] = number
        return self._numbers[id(proof)]

    def resolve(self, clause: Clause, left: int, right: int) -> int:
        """List a resolvent; return its number."""
        self._steps.append(ResolutionStep(clause, (left, right)))
        return len(self._all_given) + len(self._steps)

    def _number(self, step: Proof) -> int:
        """List a step; return the number of its clause, 0 if it is a set of several."""
        match step:
            case Resolvent(claim, left, right):
                return self.resolve(claim, self._numbers[id(left)], self._numbers[id(right)])
            case Pigeonhole(claim, of):
                return self._clause_of(claim, of)
            case Unit(_, of):
                return self._numbers[id(of)]
            case Forced(fact, of):
                return self._clause_of(_unit(fact), of)
            case Known(said) | Clue(said) | MineCount(said) | Difference(said):
                return self._clause_of(_unit(said), step) if len(said.cells) == 1 else 0
            case _:
                raise BadInput(
                    f"a {type(step).__name__} is not resolution; expected clauses and their steps"
                )

    def _clause_of(self, clause: Clause, of: Proof) -> int:
        """Return the number of a clause of a constraint, listed with its steps if it is new."""
        if isinstance(of, Clue | MineCount | Known):
            if clause not in self._given:
                raise BadProof(f"clause {_listed(clause)[:-2]} is not one of its constraint")
            return self._given[clause]
        if id(of) in self._numbers:
            return self._numbers[id(of)]
        if not isinstance(of, Difference):
            raise BadInput(f"a {type(of).__name__} has no clauses; expected a clue")
        key = (id(of), clause)
        if key not in self._reduced:
            self._reduced[key] = self._without_facts(clause, of)
        return self._reduced[key]

    def _without_facts(self, clause: Clause, of: Difference) -> int:
        """List how a clause of the whole loses the cells that are settled.

        A clause that says there are enough mines also has the cells that turned out safe; one that
        says there are enough safe cells has those that turned out to be mines.
        """
        is_positive = all(lit > 0 for lit in clause)
        taken = [part for part in of.parts if (_unit_literal(part) < 0) == is_positive]
        longer = clause | {-_unit_literal(part) for part in taken}
        number = self._clause_of(longer, of.whole)
        for part in taken:
            longer -= {-_unit_literal(part)}
            number = self.resolve(longer, number, self._numbers[id(part)])
        return number


def _unit(claim: Constraint) -> Clause:
    (cell,) = claim.cells
    return frozenset((literal(cell, claim.mines == 1),))


def _unit_literal(part: Proof) -> int:
    """Return what a settled cell is, as a literal."""
    claim = part.claim
    if not isinstance(claim, Constraint) or len(claim.cells) != 1:
        raise BadInput("a difference of two clues is not resolution; expected settled cells")
    (lit,) = _unit(claim)
    return lit


def _told_opposite(count: int) -> list[str]:
    """Return what is said about the clauses that are the opposite of the claim."""
    which = "clause is" if count == 1 else f"{count} clauses are"
    return [f"the last {which} the opposite of what is proved"] if count else []


def _said(constraint: Constraint, name: Namer) -> str:
    who = "" if constraint.clue is None else f"{name(constraint.clue)}: "
    return f"{who}{constraint.mines} of {' '.join(map(name, sorted(constraint.cells)))}"


def _listed(clause: Clause) -> str:
    return " ".join(map(str, [*sorted(clause, key=abs), 0]))


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
