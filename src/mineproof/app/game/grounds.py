"""Grounds: what a position shows, and so what a proof about it may start from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of
from mineproof.errors import BadProof, Contradiction, LimitReached
from mineproof.logic.clash import smallest_clash
from mineproof.logic.pb_checker import Inequality
from mineproof.logic.problem import Constraint, Problem
from mineproof.logic.proof import Clue, Known, MineCount
from mineproof.logic.reader import read


def check_possible(view: View) -> None:
    """Raise Contradiction, which names the clues that clash, if no layout fits a position.

    From such a position anything would follow. One that is too large to count is taken as it is.
    """
    problem = read(view)
    if _clashes(problem):
        raise smallest_clash(problem, _clashes).named(view.grid.name)


def _clashes(problem: Problem) -> bool:
    try:
        _ = odds_of(problem).certain
    except (Contradiction, LimitReached) as error:
        return isinstance(error, Contradiction)
    return False


def hold_claims_to(claims: Iterable[tuple[str, bool]], view: View) -> None:
    """Raise BadProof if a claim is about anything but a covered cell of the position."""
    covered = {view.grid.name(cell) for cell in read(view).cells}
    for name, _ in claims:
        if name not in covered:
            raise BadProof(f"it is about {name[:40]}, which is no covered cell of the position")


def hold_inequalities_to(given: Sequence[Inequality], view: View) -> None:
    """Raise BadProof if a formula has an inequality that the position does not show."""
    name, problem = view.grid.name, read(view)
    count = [] if problem.mine_count is None else [problem.mine_count]
    shown = set[tuple[frozenset[tuple[str, int]], int]]()
    for constraint in (*problem.constraints, *count):
        for sign in (1, -1):
            terms = [(sign, name(cell)) for cell in constraint.cells]
            shown.add(_key(Inequality.of(terms, sign * constraint.mines)))
    for number, inequality in enumerate(given, start=1):
        if _key(inequality) not in shown:
            raise BadProof(f"the position does not show inequality {number} of the formula")


def _key(inequality: Inequality) -> tuple[frozenset[tuple[str, int]], int]:
    return frozenset(inequality.terms.items()), inequality.degree


def hold_clauses_to(clauses: Sequence[frozenset[int]], view: View) -> None:
    """Raise BadProof if a clause does not follow from one clue alone, or the mine count."""
    problem = read(view)
    count = [] if problem.mine_count is None else [problem.mine_count]
    for number, clause in enumerate(clauses, start=1):
        if not any(_is_clause_of(clause, each) for each in (*problem.constraints, *count)):
            raise BadProof(f"the position does not show clause {number} of the formula")


def _is_clause_of(clause: frozenset[int], constraint: Constraint) -> bool:
    """Tell whether too few mines, or too few safe cells, would be left without the clause."""
    cells = {abs(literal) - 1 for literal in clause}
    others = len(constraint.cells - cells)
    if not cells <= constraint.cells:
        return False
    if all(literal > 0 for literal in clause):
        return others < constraint.mines
    return (
        all(literal < 0 for literal in clause) and others < len(constraint.cells) - constraint.mines
    )


def hold_leaves_to(given: Sequence[Clue | MineCount | Known], view: View) -> None:
    """Raise BadProof if a leaf of a proof is not what the position shows."""
    problem = read(view)
    told = {(constraint, constraint.clue) for constraint in problem.constraints}
    for leaf in given:
        if isinstance(leaf, Clue) and (leaf.claim, leaf.claim.clue) not in told:
            raise BadProof(f"the position does not show the clue {leaf.claim.clue}")
        if isinstance(leaf, MineCount) and leaf.claim != problem.mine_count:
            raise BadProof("the position does not have this mine count")
        if isinstance(leaf, Known) and (leaf.claim, None) not in told:
            raise BadProof("a cell is taken as known that the position does not show")
