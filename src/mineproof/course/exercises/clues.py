"""clues: which clues prove something."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar

from mineproof.agents.strategist.endgame import fitting
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.course.claims import Certain, parse_claim
from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.layouts import Mines
from mineproof.course.notation import parse_cells, written
from mineproof.errors import BadInput
from mineproof.logic.problem import Problem
from mineproof.logic.reader import read

MOST_CLUES = 12
"""How many clues a board may have: the smallest sets are found by trying all."""


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
            if not self.position.is_open(cell):
                return self.wrong("checks.no_clue", cells=(cell,), lit=[cell])
        layout = _exception(self.position, self._target, chosen)
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

    @property
    def _target(self) -> Certain:
        target = parse_claim(self.target, self.grid)
        if not isinstance(target, Certain):
            raise BadInput(f"target {self.target!r} in {self.id}; expected such as 'c1 safe'")
        return target

    def _smallest(self) -> tuple[Cell, ...]:
        found = _smallest(self.position, self._target)
        if found is None:
            raise BadInput(f"target {self.target!r} in {self.id}; expected what clues prove")
        return found


@lru_cache(maxsize=64)
def _smallest(view: View, target: Certain) -> tuple[Cell, ...] | None:
    """Return the fewest clues of a view that prove a target, None if all of them do not."""
    clues = [clue.clue for clue in read(view).constraints if clue.clue is not None]
    if len(clues) > MOST_CLUES:
        raise BadInput(f"a board with {len(clues)} clues; expected at most {MOST_CLUES}")
    sets = (chosen for size in range(len(clues) + 1) for chosen in combinations(clues, size))
    return next((chosen for chosen in sets if _exception(view, target, chosen) is None), None)


def _exception(view: View, target: Certain, chosen: Collection[Cell]) -> Mines | None:
    """Return a layout that fits these clues, and in which the target is wrong."""
    clues = tuple(clue for clue in read(view).constraints if clue.clue in chosen)
    cells = frozenset(target.cells).union(*(clue.cells for clue in clues))
    return next(
        (mines for mines in fitting(Problem(clues, cells)) if not target.is_met(mines)), None
    )
