"""Layout: the truth, which cells are mines. No engine and no player ever holds one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.board.grid import Cell, Grid
from mineproof.board.rng import Rng
from mineproof.errors import BadSetting


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the mines are.

    >>> Layout(Grid(2, 3), frozenset({0})).number(4)
    1
    """

    grid: Grid
    mines: frozenset[Cell]

    def __post_init__(self) -> None:
        if self.mines and not (min(self.mines) >= 0 and max(self.mines) < self.grid.size):
            for cell in sorted(self.mines):
                self.grid.check(cell)

    @classmethod
    def random(cls, grid: Grid, mines: int, rng: Rng, clear: Iterable[Cell] = ()) -> Layout:
        """Return a layout in which each set of `mines` cells outside `clear` is equally likely.

        The cells outside `clear`, in reading order, are the pool; the mines are `rng.choose(pool,
        mines)`. Raises BadSetting when they do not fit.
        """
        kept = {grid.check(cell) for cell in clear}
        pool = [cell for cell in range(grid.size) if cell not in kept] if kept else range(grid.size)
        if not 0 <= mines <= len(pool):
            raise BadSetting(f"{mines} mines on {grid}; want 0 to {len(pool)}, its free cells")
        return cls(grid, frozenset(rng.choose(pool, mines)))

    def is_mine(self, cell: Cell) -> bool:
        """Tell whether there is a mine in `cell`."""
        return cell in self.mines

    def number(self, cell: Cell) -> int:
        """Return how many neighbours of `cell` are mines."""
        return len(self.mines.intersection(self.grid.neighbours(cell)))

    def safe_cells(self) -> list[Cell]:
        """Return the cells without a mine, in reading order."""
        return [cell for cell in range(self.grid.size) if cell not in self.mines]
