"""dimacs and same: what a SAT solver reads, and what its answers leave to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mineproof.board.grid import Cell
from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.layouts import Mines, layouts
from mineproof.course.notation import parse_cells, parse_clause, written
from mineproof.errors import BadInput
from mineproof.logic.proof import Clause
from mineproof.logic.reader import read


@dataclass(frozen=True, slots=True, kw_only=True)
class DimacsLine(OnBoard):
    """The answer is the clause that `line` of a DIMACS file means; cell 1 is the first in order."""

    kind: ClassVar[str] = "dimacs"

    line: str

    def check(self, answer: Answer) -> Verdict:
        """Compare as sets of literals."""
        given, right = parse_clause(written(answer), self.grid), self._clause
        if extra := given - right:
            return self.wrong("checks.literal_extra", clause=frozenset({min(extra, key=abs)}))
        missing = len(right - given)
        if missing:
            return self.wrong("checks.literal_missing", count=missing, number=missing)
        return RIGHT

    def solution(self) -> Answer:
        """Return the clause."""
        return self.clause_text(self._clause)

    def setting(self) -> Mapping[str, Any]:
        """A clause is written."""
        return {"input": "clause", "line": self.line}

    @property
    def _clause(self) -> Clause:
        try:
            *literals, end = map(int, self.line.split())
        except ValueError:
            literals, end = [], 1
        if end != 0 or not literals or any(not 1 <= abs(n) <= self.grid.size for n in literals):
            size = self.grid.size
            raise BadInput(f"line {self.line!r} in {self.id}; expected numbers to {size}, then 0")
        return frozenset(literals)


@dataclass(frozen=True, slots=True, kw_only=True)
class SameCells(OnBoard):
    """The answer lists the covered cells that are the same in all `models`: layouts that fit."""

    kind: ClassVar[str] = "same"

    models: Sequence[str]

    def check(self, answer: Answer) -> Verdict:
        """Compare the layouts cell by cell."""
        chosen, right = parse_cells(written(answer), self.grid), self._right()
        for cell in chosen:
            if cell not in right:
                return self.wrong("checks.differs", cells=(cell,), lit=[cell])
        missing = len(right) - len(chosen)
        return self.wrong("checks.more_same", count=missing, number=missing) if missing else RIGHT

    def solution(self) -> Answer:
        """Return the cells by name."""
        return self.names(self._right())

    def setting(self) -> Mapping[str, Any]:
        """Cells are chosen; the layouts are shown."""
        places = [[list(self.grid.place(cell)) for cell in sorted(each)] for each in self._models()]
        return {"input": "cells", "models": places}

    def _models(self) -> list[Mines]:
        found = [frozenset(parse_cells(text, self.grid)) for text in self.models]
        for mines, text in zip(found, self.models, strict=True):
            if mines not in layouts(self.position):
                raise BadInput(f"model {text!r} in {self.id}; expected a layout that fits")
        return found

    def _right(self) -> frozenset[Cell]:
        models = self._models()
        if not models:
            raise BadInput(f"no models in {self.id}; expected one or more")
        mined, some = models[0].intersection(*models), models[0].union(*models)
        return frozenset(mined | (read(self.position).cells - some))
