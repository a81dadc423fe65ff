"""safest and guess: one cell to open, by its risk or by the chance to win."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from mineproof.board.grid import Cell
from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.on_board import RIGHT, OnBoard, single
from mineproof.course.layouts import layouts, risks, wins
from mineproof.course.notation import parse_cells, written


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCell(OnBoard):
    """The answer is one cell; all that are equally good are right."""

    why: ClassVar[str]

    @abstractmethod
    def values(self) -> Mapping[Cell, Fraction]:
        """Return how good each covered cell is."""

    def check(self, answer: Answer) -> Verdict:
        """Compare with the best; say how good the chosen cell is."""
        cell = single(parse_cells(written(answer), self.grid))
        if self.position.is_open(cell):
            return self.wrong("checks.open_cell", cells=(cell,), lit=[cell])
        values, everything = self.values(), len(layouts(self.position))
        value = values.get(cell, Fraction(0))
        if value == max(values.values()):
            return RIGHT
        number = int(value * everything)
        return self.wrong(self.why, cells=(cell,), lit=[cell], number=number, all=everything)

    def solution(self) -> Answer:
        """Return the first of the best cells."""
        values = self.values()
        return self.grid.name(max(values, key=lambda cell: (values[cell], -cell)))

    def setting(self) -> Mapping[str, Any]:
        """One cell is chosen."""
        return {"input": "cell"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SafestCell(OneCell):
    """Which cell has the least risk?"""

    kind: ClassVar[str] = "safest"
    why: ClassVar[str] = "checks.not_safest"

    def values(self) -> Mapping[Cell, Fraction]:
        """Return the chance that each cell is safe."""
        return {cell: 1 - risk for cell, risk in risks(self.position).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class BestGuess(OneCell):
    """Which cell wins most often, if play is perfect from there?"""

    kind: ClassVar[str] = "guess"
    why: ClassVar[str] = "checks.not_best"

    def values(self) -> Mapping[Cell, Fraction]:
        """Return the chance to win with each cell."""
        return wins(self.position)
