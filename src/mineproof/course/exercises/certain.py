"""safe and mines: which cells are certain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.layouts import Mines, certain, exception
from mineproof.course.notation import parse_cells, written


@dataclass(frozen=True, slots=True, kw_only=True)
class Certain(OnBoard):
    """The answer lists all cells that are certainly safe, or all that are certainly mines."""

    is_mine: ClassVar[bool]

    def check(self, answer: Answer) -> Verdict:
        """A cell that is not certain is refuted by a layout; missing ones are only counted."""
        chosen, truth = parse_cells(written(answer), self.grid), certain(self.position)
        for cell in chosen:
            if self.position.is_open(cell):
                return self.wrong("checks.open_cell", cells=(cell,), lit=[cell])
            if truth.get(cell) is not self.is_mine:
                layout = exception(self.position, partial(_is, cell, self.is_mine))
                why = "checks.could_be_safe" if self.is_mine else "checks.could_be_mine"
                return self.wrong(why, cells=(cell,), lit=[cell], layout=layout)
        missing = len(self._right(truth)) - len(chosen)
        return self.wrong("checks.more_cells", count=missing, number=missing) if missing else RIGHT

    def solution(self) -> Answer:
        """Return the cells by name."""
        return self.names(self._right(certain(self.position)))

    def setting(self) -> Mapping[str, Any]:
        """Cells are chosen."""
        return {"input": "cells"}

    def _right(self, truth: Mapping[int, bool]) -> list[int]:
        return [cell for cell, is_mine in truth.items() if is_mine is self.is_mine]


@dataclass(frozen=True, slots=True, kw_only=True)
class SafeCells(Certain):
    """Which cells are certainly safe?"""

    kind: ClassVar[str] = "safe"
    is_mine: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MineCells(Certain):
    """Which cells are certainly mines?"""

    kind: ClassVar[str] = "mines"
    is_mine: ClassVar[bool] = True


def _is(cell: int, is_mine: bool, mines: Mines) -> bool:
    """Tell whether a cell is as claimed in a layout."""
    return (cell in mines) is is_mine
