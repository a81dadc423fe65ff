"""Layout: the truth about which cells are mines. No engine or player ever holds one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mineproof.board.grid import Cell, CellLike, Grid, Shape
from mineproof.board.rng import Rng
from mineproof.errors import BadPicture, BadSetting

_DIGITS = frozenset("0123456789")


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
        """Return a random layout; each set of `mines` cells outside `clear` is equally likely.

        The mines are `rng.choose(pool, mines)`, where the pool is the cells outside `clear` in
        reading order. Raises BadSetting when they do not fit.
        """
        kept = {grid.check(cell) for cell in clear}
        pool = [cell for cell in range(grid.size) if cell not in kept] if kept else range(grid.size)
        if not 0 <= mines <= len(pool):
            raise BadSetting(f"{mines} mines on {grid}; expected 0 to {len(pool)}, its free cells")
        return cls(grid, frozenset(rng.choose(pool, mines)))

    @classmethod
    def from_picture(cls, picture: str, shape: Shape = Shape.SQUARE) -> Layout:
        """Return the layout of a picture: `*` is a mine, every other character is safe.

        Raises BadPicture if it is no picture, or has a digit that is not the number of its cell.
        """
        rows = picture.split()
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            raise BadPicture("no rows or rows of different lengths; expected rows of one length")
        cells = dict(enumerate("".join(rows)))
        mines = frozenset(cell for cell, character in cells.items() if character == "*")
        layout = cls(Grid(len(rows), len(rows[0]), shape), mines)
        layout.check_numbers({cell: int(each) for cell, each in cells.items() if each in _DIGITS})
        return layout

    def picture(self) -> str:
        """Return the solved board: `*` for each mine, the number for every other cell.

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
        """Raise BadInput unless all `cells` are on the grid and safe."""
        for cell in cells:
            if self.is_mine(self.grid.check(cell)):
                raise BadSetting(f"safe cell {self.grid.name(cell)} is a mine of the same layout")

    def check_numbers(self, shown: Mapping[Cell, int]) -> None:
        """Raise BadPicture unless all these cells have the numbers that they show.

        >>> Layout(Grid(2, 3), frozenset({0})).check_numbers({1: 1, 2: 1})
        Traceback (most recent call last):
        mineproof.errors.BadPicture: c1 shows 1; expected 0, as many as there are mines around it
        """
        numbers = self.numbers() if shown else b""
        for cell, number in shown.items():
            if numbers[cell] != number:
                name, mines = self.grid.name(cell), numbers[cell]
                raise BadPicture(
                    f"{name} shows {number}; expected {mines}, as many as there are mines around it"
                )

    def number(self, cell: CellLike) -> int:
        """Return how many neighbours of `cell` are mines."""
        return len(self.mines.intersection(self.grid.neighbours(cell)))

    def numbers(self) -> bytes:
        """Return the number of every cell, much faster than one by one."""
        numbers, near = bytearray(self.grid.size), self.grid.table
        for mine in self.mines:
            for cell in near[mine]:
                numbers[cell] += 1
        return bytes(numbers)

    def safe_cells(self) -> list[Cell]:
        """Return the cells without a mine, in reading order."""
        return [cell for cell in range(self.grid.size) if cell not in self.mines]
