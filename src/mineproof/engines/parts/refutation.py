"""Refutations: a SAT solver's findings as resolution steps that the checker accepts.

Refuting the opposite of a claim proves the claim. The constraints become clauses, and the opposite
is assumed. Often unit propagation is enough: a clause with all literals false but one makes that
one true, and in the end some clause has only false literals. Otherwise the solver lists the clauses
that it learnt. Each of them follows in the same way: assume that all its literals are false, and
propagation leads to a false clause (Goldberg and Novikov, "Verification of proofs of
unsatisfiability for CNF formulas", DATE 2003).

To turn a false clause into resolution steps, go through the true literals, latest first, and
resolve the clause with the one that made its literal's opposite true. Assumptions stay. So the
result contains only literals of the learnt clause and the claim; in the end, only the claim.
Clauses that were not needed stay out of the proof, because nothing refers to them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from mineproof.engines.parts.solver import learnt_clauses
from mineproof.errors import BadInput, Contradiction, LimitReached
from mineproof.logic.cnf import clause_count, clauses
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import (
    Clue,
    Combination,
    Counted,
    Difference,
    Known,
    Literal,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    literal,
    premises,
    steps,
)

MAX_CLAUSES = 20_000
"""How many clauses the constraints may have; the mine count of 16 cells can exceed it."""

MAX_CONFLICTS = 2_000
"""How many clauses the solver may learn; near it, building the proof takes a few seconds."""


_Clausal: TypeAlias = Pigeonhole | Resolvent


def refutation(
    given: Iterable[Constraint | Proof],
    cell: Cell,
    is_mine: bool,
    *,
    max_clauses: int = MAX_CLAUSES,
    max_conflicts: int = MAX_CONFLICTS,
) -> Proof:
    """Return a resolution proof that these constraints entail the claim on `cell`.

    A constraint is a clue of the problem; its proof may stand for it. Few are best: those from
    `Entailment.minimal_clues`, or the premises of a `Counted`. Raises BadInput if they do not
    entail it, Contradiction if no layout fits, LimitReached beyond `max_clauses` or
    `max_conflicts`.

    >>> from mineproof.logic.problem import Problem
    >>> proof = refutation(Problem.of([({0, 1, 2}, 1), ({1, 2, 3}, 2)]).constraints, 3, True)
    >>> proof.claim == fact(3, True)
    True
    """
    told = [Clue(each) if isinstance(each, Constraint) else each for each in given]
    known = _pigeonholes(told, max_clauses)
    claim = literal(cell, is_mine)
    end = _derive(known, claim, max_conflicts)
    if end is None:
        what = "a mine" if is_mine else "safe"
        raise BadInput(f"the constraints do not entail that cell {cell} is {what}")
    if not end.claim:
        raise Contradiction
    return Unit(fact(cell, is_mine), end)


def by_resolution(proof: Proof) -> Proof:
    """Return a proof of the same cell by resolution alone; raise as `refutation` does.

    One that already is, or only takes settled cells off its clues, stays as it is.
    """
    if all(map(_is_clausal, steps(proof))):
        return proof
    assert isinstance(proof.claim, Constraint), "proofs of cells are asked for"
    (cell,) = proof.claim.cells
    return refutation(_sets(proof), cell, proof.claim.mines == 1)


def _is_clausal(step: Proof) -> bool:
    """Tell whether a step is resolution, or becomes it: settled cells are units."""
    if isinstance(step, Difference):
        return all(
            isinstance(part.claim, Constraint) and len(part.claim.cells) == 1 for part in step.parts
        )
    return not isinstance(step, Counted | Combination)


def _sets(proof: Proof) -> list[Proof]:
    """Return the sets that a proof starts from: its clues, without settled cells."""
    found: dict[int, Proof] = {}
    stack = [proof]
    while stack:
        step = stack.pop()
        if isinstance(step, Clue | MineCount | Known) or (
            isinstance(step, Difference) and all(map(_is_clausal, steps(step)))
        ):
            found[id(step)] = step
        else:
            stack.extend(premises(step))
    return list(found.values())[::-1]


def _pigeonholes(given: Sequence[Proof], max_clauses: int) -> list[_Clausal]:
    """Return all clauses of these constraints."""
    left = max_clauses
    found: list[_Clausal] = []
    for premise in given:
        constraint = premise.claim
        assert isinstance(constraint, Constraint), "premises are constraints"
        if not constraint.is_possible:
            raise Contradiction
        left -= clause_count(constraint)
        if left < 0:
            raise LimitReached(
                f"more than {max_clauses} clauses, the last of them from {constraint.mines} mines "
                f"in {len(constraint.cells)} cells; a refutation needs small constraints"
            )
        found += [Pigeonhole(clause, premise) for clause in clauses(constraint)]
    return found


def _derive(known: Sequence[_Clausal], claim: Literal, max_conflicts: int) -> _Clausal | None:
    """Return the proof of a clause with no literal but the claim; None if there is none."""
    propagation = _Propagation(known, -claim)
    end = propagation.run()
    if end is not None:
        return end
    learnt = learnt_clauses([*(sorted(each.claim) for each in known), [-claim]], max_conflicts)
    if learnt is None:
        return None
    for clause in learnt:
        end = propagation.add(clause)
        if end is not None:
            return end
    raise AssertionError("the solver's clauses must lead to a contradiction")


class _Propagation:
    """Clauses with their proofs, and what follows from them and the assumptions."""

    def __init__(self, known: Iterable[_Clausal], assumed: Literal) -> None:
        self._with: dict[Literal, list[_Clausal]] = defaultdict(list)
        self._why: dict[Literal, _Clausal | None] = {assumed: None}  # as they became true
        self._waiting: deque[_Clausal] = deque()
        for clause in known:
            self._file(clause)

    def add(self, learnt: Iterable[Literal]) -> _Clausal | None:
        """Derive a clause that the solver learnt, and propagate it like `run`."""
        if not any(lit in self._why for lit in learnt):
            self._file(self._derive(learnt))
        return self.run()

    def _derive(self, learnt: Iterable[Literal]) -> _Clausal:
        kept = len(self._why)
        for lit in learnt:
            if -lit not in self._why:
                self._make_true(-lit, None)
        derived = self.run()
        assert derived is not None, "a learnt clause follows by unit propagation"
        while len(self._why) > kept:
            self._why.popitem()
        self._waiting.clear()
        return derived

    def run(self) -> _Clausal | None:
        """Propagate; if a clause turns out false, return what follows about the assumptions."""
        why, waiting = self._why, self._waiting
        while waiting:
            clause = waiting.popleft()
            possible = [lit for lit in clause.claim if -lit not in why]
            if not possible:
                return self._resolve(clause)
            if len(possible) == 1 and possible[0] not in why:
                self._make_true(possible[0], clause)
        return None

    def _file(self, clause: _Clausal) -> None:
        for lit in clause.claim:
            self._with[lit].append(clause)
        self._waiting.append(clause)

    def _make_true(self, lit: Literal, reason: _Clausal | None) -> None:
        self._why[lit] = reason
        self._waiting.extend(self._with[-lit])

    def _resolve(self, false: _Clausal) -> _Clausal:
        proof = false
        for lit in reversed(self._why):
            reason = self._why[lit]
            if reason is not None and -lit in proof.claim:
                rest = (proof.claim - {-lit}) | (reason.claim - {lit})
                proof = Resolvent(rest, proof, reason)
        return proof
