"""layout: draw one that fits; and layouts: how many fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mineproof.course.claims import Certain, parse_claim
from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.number import parse_number
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.layouts import Mines, layouts, risks
from mineproof.course.notation import parse_cells, written
from mineproof.errors import BadInput
from mineproof.logic.reader import read


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLayout(OnBoard):
    """The answer lists the mines of any layout that fits the board, and `where` all is as told."""

    kind: ClassVar[str] = "layout"

    where: Sequence[str] = ()

    def check(self, answer: Answer) -> Verdict:
        """Count around each clue, then in all."""
        mines = frozenset(parse_cells(written(answer), self.grid))
        problem = read(self.position)
        if opened := sorted(mines - problem.cells):
            return self.wrong("checks.open_cell", cells=(opened[0],), lit=[opened[0]])
        for clue in problem.constraints:
            number = len(mines & clue.cells)
            if number != clue.mines and clue.clue is not None:
                at, shown = (clue.clue,), clue.mines
                return self.wrong("checks.clue_off", lit=at, cells=at, shown=shown, number=number)
        if problem.total not in (None, len(mines)):
            return self.wrong("checks.total_off", total=problem.total or 0, number=len(mines))
        return RIGHT if self._is_wanted(mines) else self.wrong("checks.not_where")

    def solution(self) -> Answer:
        """Return the first layout that will do."""
        found = next(filter(self._is_wanted, layouts(self.position)), None)
        if found is None:
            wish = ", ".join(self.where)
            raise BadInput(f"where {wish!r} in {self.id}; expected what some layout meets")
        return self.names(found)

    def setting(self) -> Mapping[str, Any]:
        """Cells are chosen as mines."""
        return {"input": "mines"}

    def _is_wanted(self, mines: Mines) -> bool:
        return all(self._wish(text).is_met(mines) for text in self.where)

    def _wish(self, text: str) -> Certain:
        claim = parse_claim(text, self.grid)
        if not isinstance(claim, Certain):
            raise BadInput(f"where {text!r} in {self.id}; expected such as 'c1 mine'")
        return claim


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutCount(OnBoard):
    """The answer is the number of layouts that fit."""

    kind: ClassVar[str] = "layouts"

    def check(self, answer: Answer) -> Verdict:
        """Give a part of the count to start from."""
        given, right = parse_number(answer), len(layouts(self.position))
        if given == right:
            return RIGHT
        odds = risks(self.position)
        cell = next((cell for cell, risk in odds.items() if 0 < risk < 1), min(odds))
        why = "checks.fewer_layouts" if given > right else "checks.more_layouts"
        return self.wrong(why, cells=(cell,), lit=[cell], number=int(odds[cell] * right))

    def solution(self) -> Answer:
        """Return the number."""
        return str(len(layouts(self.position)))

    def setting(self) -> Mapping[str, Any]:
        """A whole number is written."""
        return {"input": "number"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Risk(OnBoard):
    """The answer is the risk of `cell`, as a fraction or to two decimals."""

    kind: ClassVar[str] = "risk"

    cell: str

    def check(self, answer: Answer) -> Verdict:
        """Compare exactly, a decimal to its second digit."""
        given, right = parse_number(answer), self._risk
        is_rounded = "/" not in str(answer) and abs(given - right) * 200 <= 1
        if given == right or is_rounded:
            return RIGHT
        at = (self.grid.parse(self.cell),)
        return self.wrong("checks.risk_off", cells=at, lit=at, number=len(layouts(self.position)))

    def solution(self) -> Answer:
        """Return the risk as a fraction."""
        return str(self._risk)

    def setting(self) -> Mapping[str, Any]:
        """A number is written."""
        return {"input": "fraction"}

    @property
    def _risk(self) -> Any:
        return risks(self.position)[self.grid.parse(self.cell)]
