"""Cursor: sequential reading of bytes, with errors that say what is missing and where."""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.errors import BadFile, BadGrid


class Cursor:
    """A position in the bytes of a file of this format. Numbers are big-endian.

    >>> cursor = Cursor("mbf", bytes([9, 1, 2]))
    >>> cursor.number(1, "the width"), cursor.number(2, "the mine count"), cursor.left
    (9, 258, 0)
    """

    def __init__(self, form: str, data: bytes, place: int = 0) -> None:
        self.form = form
        self.data = data
        self.place = place

    @property
    def left(self) -> int:
        """How many bytes remain."""
        return max(0, len(self.data) - self.place)

    def take(self, count: int, what: str) -> bytes:
        """Return the next bytes; raise BadFile if there are fewer."""
        if count > self.left:
            raise self.error(f"the file ends in {what}; expected {count - self.left} bytes more")
        self.place += count
        return self.data[self.place - count : self.place]

    def number(self, size: int, what: str) -> int:
        """Return the next `size` bytes as a number."""
        return int.from_bytes(self.take(size, what), "big")

    def text(self, what: str) -> bytes:
        """Return the bytes up to the next zero byte, and skip it."""
        end = self.data.find(b"\0", self.place)
        if end < 0:
            raise self.error(f"no end of {what}; expected a zero byte")
        return self.take(end + 1 - self.place, what)[:-1]

    def choice(self, value: int, what: str, known: Iterable[int]) -> int:
        """Return `value`; raise BadFile unless it is known."""
        known = sorted(known)
        if value not in known:
            raise self.error(f"{what} is {value}; expected {', '.join(map(str, known))}")
        return value

    def grid(self, rows: int, cols: int) -> Grid:
        """Return the grid of this size; raise BadFile if there is none."""
        try:
            return Grid(rows, cols)
        except BadGrid as error:
            raise self.error(str(error)) from None

    def board(self) -> tuple[Grid, int, bytes]:
        """Return width and height as a grid, the mine count, and two bytes for each mine."""
        cols, rows = self.number(1, "the width"), self.number(1, "the height")
        count = self.number(2, "the mine count")
        return self.grid(rows, cols), count, self.take(2 * count, "the mines")

    def mines(self, grid: Grid, places: Iterable[tuple[int, int]], count: int) -> Layout:
        """Return the layout with mines at these `count` distinct rows and columns."""
        mines: set[Cell] = set()
        for row, col in places:
            try:
                mine = grid.at(row, col)
            except BadGrid as error:
                raise self.error(f"a mine outside: {error}") from None
            if mine in mines:
                raise self.error(f"two mines at {grid.name(mine)}; expected each once")
            mines.add(mine)
        if len(mines) != count:
            raise self.error(f"{len(mines)} mines on the board; expected {count}, the mine count")
        return Layout(grid, frozenset(mines))

    def error(self, message: str) -> BadFile:
        """Return an error that names the format and this position."""
        return BadFile(f"not {self.form}: byte {self.place}: {message}")
