"""GameChecker: a checker that sees the board of one game, cell by cell, as the engines do."""

from __future__ import annotations

from collections.abc import Sequence

from mineproof.board.grid import Grid
from mineproof.board.view import Sight
from mineproof.logic.checker import Checker
from mineproof.logic.reader import Reader


class GameChecker(Checker):
    """Checks the deductions of one game on `grid` with `total` mines, None if unknown."""

    def __init__(self, grid: Grid, total: int | None) -> None:
        super().__init__(range(grid.size), total)
        self._reader = Reader(grid)

    def see(self, sights: Sequence[Sight]) -> None:
        """Accept newly opened cells: that they are safe, and what their numbers say."""
        for cell, _ in sights:
            self.learn(cell, False)
        for constraint in self._reader.read(sights):
            self.tell(constraint)
