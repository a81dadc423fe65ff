"""What is given: the hints of a position, their clauses, and what the engine makes of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from mineproof.board.view import HIDDEN, View
from mineproof.course.exercises.resolution.sheet import Line
from mineproof.engines.resolution import AT_ONCE, Resolution
from mineproof.logic.cnf import clauses
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof import Clause, Pigeonhole, Proof, Resolvent, literal, steps


def hints_of(view: View) -> dict[Cell, Constraint]:
    """Return what each clue says about the unknown cells around it, in reading order.

    Unlike in `logic.reader`, a flag is a fact: an exercise goes on where marks were proved.

    >>> hints_of(View.from_picture("F# 2#"))[2]
    Constraint(cells=frozenset({1, 3}), mines=1, clue=2)
    """
    found = {}
    for clue, code in enumerate(view.cells):
        near = view.grid.neighbours(clue)
        unknown = frozenset(cell for cell in near if view.cells[cell] == HIDDEN)
        if code < HIDDEN and unknown:
            mines = sum(view.cells[cell] > HIDDEN for cell in near)
            found[clue] = Constraint(unknown, code - mines, clue)
    return found


def count_of(view: View) -> Constraint | None:
    """Return what the mine count says about all unknown cells, None if it is not known."""
    if view.mines is None:
        return None
    unknown = frozenset(cell for cell, code in enumerate(view.cells) if code == HIDDEN)
    return Constraint(unknown, view.mines - sum(code > HIDDEN for code in view.cells))


Clues: TypeAlias = tuple[Cell | None, ...]
"""The clues that say something; None is the mine count."""


def given_clauses(constraints: Iterable[Constraint]) -> dict[Clause, Clues]:
    """Return the clauses of constraints, each with its clues, without those that are subsumed.

    >>> inner, outer = Constraint(frozenset({0, 1}), 1, 5), Constraint(frozenset({0, 1, 2}), 1, 6)
    >>> [(sorted(clause), clues) for clause, clues in given_clauses([inner, outer]).items()]
    [([1, 2], (5,)), ([-2, -1], (5, 6)), ([-3, -1], (6,)), ([-3, -2], (6,))]
    """
    clues: dict[Clause, list[Cell | None]] = defaultdict(list)
    for constraint in constraints:
        for clause in clauses(constraint):
            clues[clause].append(constraint.clue)
    return {
        clause: tuple(clues[clause])
        for clause in clues
        if not any(other < clause for other in clues)
    }


def problem_of(constraints: Iterable[Constraint]) -> Problem:
    """Return the problem that consists of these constraints."""
    told = tuple(constraints)
    return Problem(told, frozenset[Cell]().union(*(each.cells for each in told)))


def engine_lines(
    given: Iterable[Clause], constraints: Sequence[Constraint], cell: Cell, width: int | None = 2
) -> list[Line]:
    """Return how the engine concludes what `cell` is: the given clauses, then its resolvents.

    The constraints are all that it knows. Without resolvents, it does not find out.
    """
    lines = [Line(clause) for clause in given]
    places = {line.clause: number for number, line in enumerate(lines)}
    for node in _derivation(constraints, cell, width):
        if isinstance(node, Resolvent) and node.claim not in places:
            places[node.claim] = len(lines)
            lines.append(Line(node.claim, (places[_claim(node.left)], places[_claim(node.right)])))
    return lines


def engine_clues(constraints: Sequence[Constraint], cell: Cell) -> set[Cell]:
    """Return the clues from which the engine concludes what `cell` is; empty if it does not."""
    told = [
        node.of.claim for node in _derivation(constraints, cell) if isinstance(node, Pigeonhole)
    ]
    return {t.clue for t in told if isinstance(t, Constraint) and t.clue is not None}


def _derivation(
    constraints: Sequence[Constraint], cell: Cell, width: int | None = 2
) -> list[Proof]:
    engine = Resolution(width=width, hints=AT_ONCE)  # so that every cell is found from clauses
    found = engine.infer(problem_of(constraints)).chain(cell)
    return [node for deduction in found for node in steps(deduction.proof)]


def _claim(proof: Proof) -> Clause:
    """Return the clause that a premise of a resolvent claims: a known cell is a unit."""
    claim = proof.claim
    if isinstance(claim, frozenset):
        return claim
    assert isinstance(claim, Constraint), "clauses are resolved"
    (cell,) = claim.cells
    return frozenset((literal(cell, claim.mines == 1),))
