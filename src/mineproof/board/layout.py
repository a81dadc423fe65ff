"""Layout: the truth, which cells are mines. No engine and no player ever holds one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.board.grid import Cell, CellLike, Grid, Shape
from mineproof.board.rng import Rng
from mineproof.errors import BadPicture, BadSetting


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
            raise BadSetting(f"{mines} mines on {grid}; expected 0 to {len(pool)}, its free cells")
        return cls(grid, frozenset(rng.choose(pool, mines)))

    @classmethod
    def from_picture(cls, picture: str, shape: Shape = Shape.SQUARE) -> Layout:
        """Return the layout that a picture shows: `*` is a mine, every other character is not."""
        rows = picture.split()
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            raise BadPicture("a layout is a picture of rows of the same length; expected some")
        cells = enumerate("".join(rows))
        mines = frozenset(cell for cell, character in cells if character == "*")
        return cls(Grid(len(rows), len(rows[0]), shape), mines)

    def picture(self) -> str:
        """Return the whole answer: `*` for each mine, and the number of every other cell.

        >>> Layout(Grid(2, 3), frozenset({0})).picture()
        '*10\\n110'
        """
        text = "".join(
            "*" if cell in self.mines else str(self.number(cell)) for cell in range(self.grid.size)
        )
        cols = self.grid.cols
        return "\n".join(text[i : i + cols] for i in range(0, len(text), cols))

    def is_mine(self, cell: CellLike) -> bool:
        """Tell whether there is a mine in `cell`."""
        return (self.grid.parse(cell) if isinstance(cell, str) else cell) in self.mines

    def check_safe(self, cells: Iterable[Cell]) -> None:
        """Raise BadInput unless all `cells` are cells of the grid without a mine."""
        for cell in cells:
            if self.is_mine(self.grid.check(cell)):
                raise BadSetting(f"safe cell {self.grid.name(cell)} is a mine of the same layout")

    def number(self, cell: CellLike) -> int:
        """Return how many neighbours of `cell` are mines."""
        return len(self.mines.intersection(self.grid.neighbours(cell)))

    def numbers(self) -> bytes:
        """Return the number of every cell: all at once is much cheaper than one by one."""
        numbers, near = bytearray(self.grid.size), self.grid.table
        for mine in self.mines:
            for cell in near[mine]:
                numbers[cell] += 1
        return bytes(numbers)

    def safe_cells(self) -> list[Cell]:
        """Return the cells without a mine, in reading order."""
        return [cell for cell in range(self.grid.size) if cell not in self.mines]
