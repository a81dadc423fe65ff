"""View: what a player sees, read from and written as pictures.

A picture has one character per cell and one line per row: `#` is hidden, a digit is an open cell,
`F` is a flag, and `*` is a mine shown after the game. Input may also use `?` and `.` for hidden
cells, and any whitespace between rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.board.grid import Cell, CellLike, Grid, Shape
from mineproof.errors import BadGrid, BadInput, BadPicture

HIDDEN, FLAG, MINE = 9, 10, 11
"""The codes of cells that are not open; the code of an open cell is its number, 0 to 8."""

_CHARACTERS = "012345678#F*"
_ALL_CODES = bytes(range(len(_CHARACTERS)))
_TO_TEXT = bytes.maketrans(_ALL_CODES, _CHARACTERS.encode("ascii"))
_CODES = {character: code for code, character in enumerate(_CHARACTERS)} | {
    "?": HIDDEN,
    ".": HIDDEN,
    "f": FLAG,
}


class Sight(NamedTuple):
    """A cell that a move opened, and the number it shows."""

    cell: Cell
    number: int


@dataclass(frozen=True, slots=True)
class View:
    """A position as the player sees it: one code per cell, and the mine count if known.

    >>> view = View.from_picture("1# 12", mines=1)
    >>> view.number(0), view.is_open(1), view.picture()
    (1, False, '1#\\n12')
    """

    grid: Grid
    cells: bytes
    mines: int | None = None

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.size:
            raise BadPicture(f"{len(self.cells)} cells for {self.grid}; expected {self.grid.size}")
        if strange := self.cells.translate(None, delete=_ALL_CODES):
            raise BadPicture(f"code {strange[0]} in a view; expected 0 to {MINE}")
        if self.mines is not None and self.mines < 0:
            raise BadPicture(f"{self.mines} mines in all; expected 0 or more")

    @classmethod
    def hidden(cls, grid: Grid, mines: int | None = None) -> View:
        """Return the view before the first move."""
        return cls(grid, bytes([HIDDEN]) * grid.size, mines)

    @classmethod
    def from_picture(
        cls, picture: str, mines: int | None = None, shape: Shape = Shape.SQUARE
    ) -> View:
        """Return the view that `picture` shows; raise BadPicture, which says what is wrong."""
        return cls.from_rows(picture.split(), mines, shape)

    @classmethod
    def from_rows(
        cls, rows: Sequence[str], mines: int | None = None, shape: Shape = Shape.SQUARE
    ) -> View:
        """Return the view of a picture already split into rows."""
        if not rows or not rows[0]:
            raise BadPicture("an empty picture; expected one line per row, like '1#' and '12'")
        for number, row in enumerate(rows, start=1):
            _check_row(number, row, len(rows[0]))
        try:
            grid = Grid(len(rows), len(rows[0]), shape)
        except BadGrid as error:
            raise BadPicture(str(error)) from None
        return cls(grid, bytes(_CODES[character] for row in rows for character in row), mines)

    def picture(self) -> str:
        """Return the picture of this view, one line per row."""
        text = self.cells.translate(_TO_TEXT).decode("ascii")
        cols = self.grid.cols
        return "\n".join(text[i : i + cols] for i in range(0, len(text), cols))

    # Engines call the next three for every cell, so these do not check a number; `Grid.cell` would
    # take twice as long.

    def is_open(self, cell: CellLike) -> bool:
        """Tell whether `cell` shows a number."""
        return self.cells[self.grid.parse(cell) if isinstance(cell, str) else cell] < HIDDEN

    def is_flagged(self, cell: CellLike) -> bool:
        """Tell whether `cell` carries a flag."""
        return self.cells[self.grid.parse(cell) if isinstance(cell, str) else cell] == FLAG

    def number(self, cell: CellLike) -> int:
        """Return the number that the open `cell` shows; raise BadInput if it is not open."""
        number = self.cells[self.grid.parse(cell) if isinstance(cell, str) else cell]
        if number >= HIDDEN:
            name = self.grid.name(self.grid.cell(cell))
            raise BadInput(f"{name} is not open; expected a cell that shows a number")
        return number

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of `cells`, in their order.

        >>> View.from_picture("1# 12").names([1, 2])
        ['b1', 'a2']
        """
        return self.grid.names(cells)

    def open_cells(self) -> list[Cell]:
        """Return the cells that show a number, in reading order."""
        return [cell for cell, code in enumerate(self.cells) if code < HIDDEN]

    def covered_cells(self) -> list[Cell]:
        """Return the cells that are hidden or flagged, in reading order."""
        return [cell for cell, code in enumerate(self.cells) if code in (HIDDEN, FLAG)]

    def hidden_cells(self) -> list[Cell]:
        """Return the cells that are neither open nor flagged, in reading order."""
        return [cell for cell, code in enumerate(self.cells) if code == HIDDEN]

    def __str__(self) -> str:
        return self.picture()


def _check_row(number: int, row: str, width: int) -> None:
    if len(row) != width:
        raise BadPicture(f"row {number} has {len(row)} cells; expected {width} as in the first row")
    for character in row:
        if character not in _CODES:
            raise BadPicture(f"unexpected {character!r} in row {number}; expected 0-8, #, F or *")
