"""Grid: the shape of the board, which cells touch, and cell names.

A cell is a number in reading order; people use its name: a column letter and a row number, both
counted from the top left corner. `b3` is the second cell of the third row. After column z come
aa, ab, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeAlias, TypeVar

from mineproof.errors import BadGrid

Cell: TypeAlias = int
CellLike: TypeAlias = int | str
"""A cell by number or name, as public functions accept it. Results hold numbers."""

T = TypeVar("T")
PerCell: TypeAlias = Mapping[int, T] | Mapping[str, T] | Mapping[CellLike, T]
"""Something for each of some cells, which are given by number or name."""

Place: TypeAlias = tuple[int, int]
"""A row and a column, counted from 0."""

MAX_SIDE = 1000


class Shape(Enum):
    """Which cells of a grid touch."""

    SQUARE = "square"
    """Eight neighbours, fewer at the edge."""

    TORUS = "torus"
    """Like square, but the left edge touches the right and the top touches the bottom."""

    HEX = "hex"
    """Six neighbours; every second row is shifted half a cell to the right."""


@dataclass(frozen=True, slots=True)
class Grid:
    """An empty board of `rows` x `cols` cells.

    >>> grid = Grid(3, 2)
    >>> grid.parse("b2"), grid.name(3), grid.neighbours(0)
    (3, 'b2', (1, 2, 3))
    """

    rows: int
    cols: int
    shape: Shape = Shape.SQUARE

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.cols <= MAX_SIDE):
            raise BadGrid(
                f"a grid of {self.rows} rows and {self.cols} columns; expected 1 to"
                f" {MAX_SIDE} of each"
            )

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def neighbours(self, cell: CellLike) -> tuple[Cell, ...]:
        """Return the cells that touch `cell`, in reading order, excluding `cell`."""
        return _neighbours(self)[self.parse(cell) if isinstance(cell, str) else cell]

    @property
    def table(self) -> tuple[tuple[Cell, ...], ...]:
        """The neighbours of every cell, for loops where each call counts."""
        return _neighbours(self)

    def at(self, row: int, col: int) -> Cell:
        """Return the cell in `row` and `col`, counted from 0; raise BadGrid if it is outside."""
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise BadGrid(
                f"no cell at row {row}, column {col} of {self}; rows and columns count from 0"
            )
        return row * self.cols + col

    def place(self, cell: CellLike) -> Place:
        """Return the row and column of `cell`, counted from 0."""
        return divmod(self.cell(cell), self.cols)

    def cell(self, cell: CellLike) -> Cell:
        """Return the number of a cell given by number or name; raise BadGrid if there is none.

        >>> Grid(3, 2).cell("b2"), Grid(3, 2).cell(3)
        (3, 3)
        """
        return self.parse(cell) if isinstance(cell, str) else self.check(cell)

    def check(self, cell: Cell) -> Cell:
        """Return `cell`; raise BadGrid if the grid has no such cell."""
        if not 0 <= cell < self.size:
            raise BadGrid(f"no cell {cell} on {self}; expected 0 to {self.size - 1}")
        return cell

    def name(self, cell: Cell) -> str:
        """Return the name of `cell`, such as b3."""
        return name_place(self.place(cell))

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of `cells`, in their order."""
        return [self.name(cell) for cell in cells]

    def parse(self, name: str) -> Cell:
        """Return the cell of this name; raise BadGrid if there is none."""
        row, col = parse_place(name)
        if not (row < self.rows and col < self.cols):
            raise BadGrid(f"no cell {name!r} on {self}; the last is {self.name(self.size - 1)}")
        return self.at(row, col)

    def __str__(self) -> str:
        prefix = "" if self.shape is Shape.SQUARE else f"{self.shape.value}:"
        return f"{prefix}{self.rows}x{self.cols}"


def name_place(place: Place) -> str:
    """Return the name of the cell at this place, on any grid.

    >>> name_place((2, 1)), name_place((0, 26)), name_place((9, 701))
    ('b3', 'aa1', 'zz10')
    """
    row, rest = place[0], place[1] + 1
    letters = ""
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return f"{letters}{row + 1}"


def parse_place(name: str) -> Place:
    """Return the place of a cell name: the inverse of name_place."""
    match = re.fullmatch(r"([a-z]{1,3})([1-9][0-9]{0,3})", name.strip().lower(), re.ASCII)
    if match is None:
        raise BadGrid(
            f"{name!r} is not a cell name; expected column letters and a row number, like b3"
        )
    col = 0
    for letter in match[1]:
        col = col * 26 + ord(letter) - ord("a") + 1
    return int(match[2]) - 1, col - 1


# A table takes 160 MB for a million cells and 70 kB for an expert board; eight are enough for a
# batch over several levels.
@lru_cache(maxsize=8)
def _neighbours(grid: Grid) -> tuple[tuple[Cell, ...], ...]:
    cells = tuple(range(grid.size))  # one int object per cell, shared by all tuples
    table: list[tuple[Cell, ...]] = []
    for start in range(0, grid.size, grid.cols):
        row = cells[start : start + grid.cols]
        if 0 < start < grid.size - grid.cols and len(row) > 2:
            table.append(_touching(grid, row[0]))
            table.extend(_touching_inside(grid, cells, start))
            table.append(_touching(grid, row[-1]))
        else:
            table.extend(_touching(grid, cell) for cell in row)
    return tuple(table)


def _touching(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    row, col = divmod(cell, grid.cols)
    steps = _directions(grid.shape, row)
    near = {_find(grid, row + down, col + right) for down, right in steps}
    return tuple(sorted(near - {cell, _OUTSIDE}))


def _touching_inside(
    grid: Grid, cells: tuple[Cell, ...], start: Cell
) -> Iterable[tuple[Cell, ...]]:
    """Return the neighbours of all cells in the row at `start` except the first and the last.

    Nothing is outside and nothing wraps around, so each direction is one slice of `cells`. A
    million cells take less than 1 s; one by one they took 8 s.
    """
    lines = []
    for down, right in _directions(grid.shape, start // grid.cols):
        first = start + 1 + down * grid.cols + right
        lines.append(cells[first : first + grid.cols - 2])
    return zip(*lines, strict=True)


_OUTSIDE = -1
# In reading order, like the neighbours of a cell.
_EIGHT = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
_HEX_EVEN_ROW = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_HEX_ODD_ROW = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))


def _directions(shape: Shape, row: int) -> Iterable[Place]:
    if shape is not Shape.HEX:
        return _EIGHT
    return _HEX_ODD_ROW if row % 2 else _HEX_EVEN_ROW


def _find(grid: Grid, row: int, col: int) -> Cell:
    if grid.shape is Shape.TORUS:
        row, col = row % grid.rows, col % grid.cols
    inside = 0 <= row < grid.rows and 0 <= col < grid.cols
    return row * grid.cols + col if inside else _OUTSIDE
