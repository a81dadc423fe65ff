"""clues: which clues prove something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from mineproof.agents.strategist.endgame import fitting
from mineproof.board.grid import Cell
from mineproof.course.claims import Certain, parse_claim
from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.layouts import Mines
from mineproof.course.notation import parse_cells, written
from mineproof.errors import BadInput
from mineproof.logic.problem import Constraint, Problem
from mineproof.logic.reader import read


@dataclass(frozen=True, slots=True, kw_only=True)
class Clues(OnBoard):
    """The answer lists open cells whose clues, without any other, prove `target`, as "c1 safe".

    No more clues than needed are accepted; any smallest set is.
    """

    kind: ClassVar[str] = "clues"

    target: str

    def check(self, answer: Answer) -> Verdict:
        """Clues that prove too little leave a layout in which the target is wrong."""
        chosen = parse_cells(written(answer), self.grid)
        for cell in chosen:
            if not self.board.is_open(cell):
                return self.wrong("checks.no_clue", cells=(cell,), lit=[cell])
        layout = self._exception(chosen)
        if layout is not None:
            return self.wrong("checks.clues_leave", layout=layout, lit=chosen)
        fewest = len(self._smallest())
        return self.wrong("checks.fewer_clues", number=fewest) if len(chosen) > fewest else RIGHT

    def solution(self) -> Answer:
        """Return a smallest set of clues."""
        return self.names(self._smallest())

    def setting(self) -> Mapping[str, Any]:
        """Open cells are chosen."""
        return {"input": "clues"}

    def _smallest(self) -> tuple[Cell, ...]:
        clues = [clue.clue for clue in self._clues() if clue.clue is not None]
        sets = (chosen for size in range(len(clues) + 1) for chosen in combinations(clues, size))
        found = next((chosen for chosen in sets if self._exception(chosen) is None), None)
        if found is None:
            raise BadInput(f"target {self.target!r} in {self.id}; expected what clues prove")
        return found

    def _clues(self) -> tuple[Constraint, ...]:
        return read(self.board).constraints

    def _exception(self, chosen: Iterable[Cell]) -> Mines | None:
        """Return a layout that fits these clues, and in which the target is wrong."""
        clues = tuple(clue for clue in self._clues() if clue.clue in set(chosen))
        target = parse_claim(self.target, self.grid)
        if not isinstance(target, Certain):
            raise BadInput(f"target {self.target!r} in {self.id}; expected such as 'c1 safe'")
        cells = frozenset(target.cells).union(*(clue.cells for clue in clues))
        found = fitting(Problem(clues, cells))
        return next((mines for mines in found if not target.is_met(mines)), None)
