"""clauses: a clue as clauses; and clause-count: how many they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, ClassVar

from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.number import parse_number
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.layouts import Mines, is_met
from mineproof.course.notation import parse_clauses, written
from mineproof.errors import BadInput
from mineproof.logic.cnf import clause_count, clauses
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import cell_of
from mineproof.logic.reader import read

MOST_CELLS = 8
"""How many cells a clue has at most whose clauses are compared with it."""

COUNT = "count"
"""Stands for the mine count where the cell of a clue is expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfClue(OnBoard):
    """An exercise about `clue`: the cell that shows it, or `count` for the mine count."""

    clue: str

    @property
    def constraint(self) -> Constraint:
        """What the clue says; raises BadInput if there is no such clue."""
        problem = read(self.position)
        if self.clue == COUNT and problem.mine_count is not None:
            return problem.mine_count
        at = None if self.clue == COUNT else self.grid.parse(self.clue)
        for constraint in problem.constraints:
            if at is not None and constraint.clue == at:
                return constraint
        raise BadInput(f"clue {self.clue!r} in {self.id}; expected the cell of a clue, or 'count'")


@dataclass(frozen=True, slots=True, kw_only=True)
class HintClauses(OfClue):
    """The answer is a list of clauses, one per line, that says exactly what the clue says."""

    kind: ClassVar[str] = "clauses"

    def check(self, answer: Answer) -> Verdict:
        """Compare the layouts around the clue with those that the clauses allow."""
        clue, given = self.constraint, parse_clauses(written(answer), self.grid)
        if len(clue.cells) > MOST_CELLS:
            raise BadInput(f"{len(clue.cells)} cells in {self.id}; expected at most {MOST_CELLS}")
        fits = [mines for mines in self._ways(clue) if len(mines) == clue.mines]
        for clause in dict.fromkeys(given):
            strange = {cell_of(lit) for lit in clause} - clue.cells
            if strange:
                return self.wrong("checks.not_around", cells=(min(strange),), lit=strange)
            for mines in fits:
                if not is_met(clause, mines):
                    return self.wrong("checks.too_strict", clause=clause, layout=mines)
        for mines in self._ways(clue):
            if len(mines) != clue.mines and all(is_met(clause, mines) for clause in given):
                return self._too_lax(mines)
        return RIGHT

    def _too_lax(self, mines: Mines) -> Verdict:
        if mines:
            return self.wrong("checks.too_lax", cells=tuple(sorted(mines)), layout=mines)
        return self.wrong("checks.too_lax_none", layout=mines)

    def solution(self) -> Answer:
        """Return the clauses that the engines make."""
        return "\n".join(self.clause_text(clause) for clause in clauses(self.constraint))

    def setting(self) -> Mapping[str, Any]:
        """Clauses are written."""
        return {"input": "clauses"}

    def _ways(self, clue: Constraint) -> Iterator[Mines]:
        cells = sorted(clue.cells)
        sizes = range(len(cells) + 1)
        return map(frozenset, chain.from_iterable(combinations(cells, size) for size in sizes))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseCount(OfClue):
    """The answer is how many clauses the clue gives, without writing them."""

    kind: ClassVar[str] = "clause-count"

    def check(self, answer: Answer) -> Verdict:
        """Give the two binomials to work out."""
        clue = self.constraint
        if parse_number(answer) == clause_count(clue):
            return RIGHT
        size, mines = len(clue.cells), clue.mines
        return self.wrong(
            "checks.count_off", size=size, mines=mines, least=size - mines + 1, most=mines + 1
        )

    def solution(self) -> Answer:
        """Return the number."""
        return str(clause_count(self.constraint))

    def setting(self) -> Mapping[str, Any]:
        """A whole number is written."""
        return {"input": "number"}
