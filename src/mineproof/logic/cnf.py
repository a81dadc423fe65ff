"""Constraints as clauses, and problems as DIMACS text for other solvers.

The pigeonhole argument: of m cells with n mines, m - n are safe, so any m - n + 1 of them include a
mine; n are mined, so any n + 1 of them include a safe cell. These clauses are equivalent to the
constraint and need no auxiliary variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from mineproof.errors import LimitReached
from mineproof.logic.problem import Constraint, Problem
from mineproof.logic.proof import Clause

MAX_CLAUSES = 1_000_000


def clauses(constraint: Constraint) -> Iterator[Clause]:
    """Yield the clauses of `constraint`, positive ones first, in the order of their cells.

    All cells mined gives positive units, none mined negative units; an impossible constraint gives
    the empty clause.

    >>> [sorted(clause) for clause in clauses(Constraint(frozenset({0, 1}), 1))]
    [[1, 2], [-2, -1]]
    """
    literals = [cell + 1 for cell in sorted(constraint.cells)]
    size, mines = len(literals), constraint.mines
    if not constraint.is_possible:
        yield frozenset()
        return
    if mines > 0:
        yield from map(frozenset, combinations(literals, size - mines + 1))
    if mines < size:
        yield from map(frozenset, combinations([-lit for lit in literals], mines + 1))


def clause_count(constraint: Constraint) -> int:
    """Return how many clauses `clauses` would yield, without building them.

    Above MAX_CLAUSES the result is only some number above MAX_CLAUSES: the exact one for a large
    board's mine count has a hundred thousand digits and takes seconds.
    """
    return sum(clause_counts(constraint)) if constraint.is_possible else 1


def clause_counts(constraint: Constraint) -> tuple[int, int]:
    """Return how many clauses say that there are enough mines, and enough safe cells.

    The constraint is possible; large numbers are as in `clause_count`.

    >>> clause_counts(Constraint(frozenset({0, 1, 2}), 2))
    (3, 1)
    """
    size, mines = len(constraint.cells), constraint.mines
    positive = _ways(size, size - mines + 1) if mines > 0 else 0
    return positive, _ways(size, mines + 1) if mines < size else 0


def _ways(size: int, chosen: int) -> int:
    # Up to half the size, choosing more only adds ways; 20 of 40 already gives 10**11.
    return comb(size, min(chosen, size - chosen, 20))


def dimacs(problem: Problem) -> str:
    """Return the problem, including the mine count, as DIMACS CNF; raise LimitReached if too long.

    Variable v is cell v - 1; a positive literal means mine.
    """
    count = problem.mine_count
    constraints = [*problem.constraints, *([count] if count else [])]
    total = sum(map(clause_count, constraints))
    if total > MAX_CLAUSES:
        raise LimitReached(f"more than {MAX_CLAUSES} clauses; leave the mine count out")
    lines = [
        " ".join(map(str, [*sorted(clause, key=abs), 0]))
        for constraint in constraints
        for clause in clauses(constraint)
    ]
    variables = max(problem.cells, default=-1) + 1
    header = f"c mineproof: variable v is cell v-1, positive is a mine\np cnf {variables} {total}"
    return "\n".join([header, *lines]) + "\n"
