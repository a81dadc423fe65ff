"""View: what a player sees, read from and written as pictures.

A picture has one character per cell and one line per row: `#` is hidden, a digit is an open cell,
`F` is a flag, and `*` is a mine shown after the game. `picture.py` reads the other notations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from mineproof.board.arrays import board_array
from mineproof.board.grid import Cell, CellLike, Grid, PerCell, Shape, name_place
from mineproof.board.picture import PLAIN, rows_of_array, rows_of_lines, rows_of_text
from mineproof.errors import BadGrid, BadInput, BadPicture

if TYPE_CHECKING:
    from mineproof.board.drawings.captions import Frame
    from mineproof.board.drawings.shapes import Canvas

HIDDEN, FLAG, MINE = 9, 10, 11
"""The codes of cells that are not open; the code of an open cell is its number, 0 to 8."""

MOST_SHOWN = 10_000
"""How many cells a notebook draws unasked; they take about a second and 1 MB."""

_READER = "mineproof.board.formats.recognition"
_ALL_CODES = bytes(range(len(PLAIN)))
_TO_TEXT = bytes.maketrans(_ALL_CODES, PLAIN.encode("ascii"))
_TO_NUMBERS = bytes.maketrans(bytes([HIDDEN, FLAG, MINE]), b"\xff\xfe\xfd")  # -1, -2, -3
_FROM_TEXT = bytes.maketrans(PLAIN.encode("ascii"), _ALL_CODES)


Row: TypeAlias = str | Sequence[str | int]
"""A row of a board: one sign or number per cell."""


class Array(Protocol):
    """An array of numpy or of another library."""

    def tolist(self) -> Any:
        """Return its elements as nested lists."""


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
        if self.mines is not None and not (_is_whole(self.mines) and self.mines >= 0):
            raise BadPicture(f"{self.mines!r} mines in all; expected a whole number from 0")

    @classmethod
    def hidden(cls, grid: Grid, mines: int | None = None) -> View:
        """Return the view before the first move."""
        return cls(grid, bytes([HIDDEN]) * grid.size, mines)

    @classmethod
    def from_picture(
        cls, picture: str, mines: int | None = None, shape: Shape = Shape.SQUARE
    ) -> View:
        """Return the view of a board in any notation; raise BadPicture, which says what is wrong.

        >>> View.from_picture("# 1 #\\n# 1 #") == View.from_picture("#1# #1#")
        True
        """
        if not isinstance(picture, str):
            raise BadPicture(f"a picture {picture!r:.40}; expected a text, like '1# 12'")
        return cls._of_rows(rows_of_text(picture, is_hex=shape is Shape.HEX), mines, shape)

    @classmethod
    def from_text(cls, text: str, mines: int | None = None, shape: Shape = Shape.SQUARE) -> View:
        """Return the view in a text: a board in any notation, or the end of a transcript's game.

        The content tells which. `mines` overrules a count in the text. Raises BadInput.

        >>> View.from_text("layout/clearing *1. 11. c2").picture()
        '#10\\n#10'
        """
        # By name, because a transcript is replayed on a layout, which nothing below may import. All
        # that comes back from there is a view.
        view: View = import_module(_READER).view_in_text(text, mines, shape)
        return view

    @classmethod
    def from_rows(
        cls, rows: Sequence[Row] | Array, mines: int | None = None, shape: Shape = Shape.SQUARE
    ) -> View:
        """Return the view of a board already split into rows, or of an array.

        Cells are signs, or numbers as in `to_array`.

        >>> View.from_rows([[1, -1], [1, 2]]) == View.from_rows(["1#", "12"])
        True
        """
        lines = rows_of_array(rows)
        return cls._of_rows(rows_of_lines(lines, is_hex=shape is Shape.HEX), mines, shape)

    @classmethod
    def _of_rows(cls, rows: Sequence[str], mines: int | None, shape: Shape) -> View:
        try:
            grid = Grid(len(rows), len(rows[0]), shape)
        except BadGrid as error:
            raise BadPicture(str(error)) from None
        return cls(grid, "".join(rows).encode("ascii").translate(_FROM_TEXT), mines)

    def picture(self) -> str:
        """Return the picture of this view, one line per row."""
        text = self.cells.translate(_TO_TEXT).decode("ascii")
        cols = self.grid.cols
        return "\n".join(text[i : i + cols] for i in range(0, len(text), cols))

    def to_array(self) -> Any:
        """Return the cells as a numpy array of int8, one row per row; raise BadInput without numpy.

        A number is itself, a hidden cell is -1, as Gymnasium's observations have it; a flag is -2,
        a mine shown after the game -3. `from_rows` reads it. Other programs mean different things
        by 9, 10 and 11, so these are refused.
        """
        return board_array(self.cells.translate(_TO_NUMBERS), "int8", self.grid.rows)

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof solve --jsonl` reads it.

        >>> View.from_picture("1# 12", mines=1).to_json()
        {'board': ['1#', '12'], 'total_mines': 1}
        """
        return {"board": self.picture().split("\n"), "total_mines": self.mines}

    # Drawings are imported where they are made: engines need none.

    def svg(
        self,
        *,
        marks: PerCell[str] | None = None,
        risks: PerCell[float] | None = None,
        lit: Iterable[CellLike] = (),
        title: str = "",
        caption: str = "",
    ) -> str:
        """Draw the view as SVG, which needs no other file, font or script.

        A mark is safe, mine, guess, best, clue, clash, wrong or lost; a risk is from 0 to 1 and
        shown on covered cells; `lit` cells have a bright frame, and a caption stands below. Raises
        BadInput for anything else.

        >>> svg = View.from_picture("1# 12").svg(marks={"b1": "mine"})
        >>> svg[:4], "<title>b1: certainly a mine</title>" in svg
        ('<svg', True)
        """
        from mineproof.board.drawings.captions import captioned
        from mineproof.board.drawings.svg import svg_text

        (canvas,) = captioned([self._canvas(marks, risks, lit, title)], [caption])
        return svg_text(canvas)

    def png(
        self,
        *,
        marks: PerCell[str] | None = None,
        risks: PerCell[float] | None = None,
        lit: Iterable[CellLike] = (),
        title: str = "",
        caption: str = "",
        scale: float = 2,
    ) -> bytes:
        """Draw the view as PNG, `scale` times as large as `svg` does.

        A caption is left out if it has letters that Pillow's own font lacks, such as Chinese ones.
        Raises BadInput also if Pillow is missing, or the picture would be too large.
        """
        from mineproof.board.drawings.captions import captioned
        from mineproof.board.drawings.png import can_write, png_bytes

        shown = caption if can_write(caption) else ""
        (canvas,) = captioned([self._canvas(marks, risks, lit, title)], [shown])
        return png_bytes(canvas, scale)

    def gif(self, frames: Sequence[Frame], *, seconds: float = 3, scale: float = 2) -> bytes:
        """Draw the view once for each frame, as an animation that repeats.

        Captions are left out if one has letters that Pillow's own font lacks. Raises BadInput as
        `png` does.
        """
        from mineproof.board.drawings.captions import captioned
        from mineproof.board.drawings.png import can_write, gif_bytes

        canvases = [self._canvas(frame.marks, None, frame.lit, "") for frame in frames]
        captions = [frame.caption for frame in frames]
        is_written = all(map(can_write, captions))
        shown = captions if is_written else [""] * len(captions)
        return gif_bytes(captioned(canvases, shown), scale, seconds)

    def _canvas(
        self,
        marks: PerCell[str] | None,
        risks: PerCell[float] | None,
        lit: Iterable[CellLike],
        title: str,
    ) -> Canvas:
        from mineproof.board.drawings.cells import Board, draw

        grid = self.grid
        board = Board(
            rows=grid.rows,
            columns=[name_place((0, col))[:-1] for col in range(grid.cols)],
            shape=grid.shape.value,
            faces=self.cells.translate(_TO_TEXT).decode("ascii"),
            mines=self.mines,
            marks={grid.cell(cell): mark for cell, mark in (marks or {}).items()},
            risks={grid.cell(cell): risk for cell, risk in (risks or {}).items()},
            lit=frozenset(map(grid.cell, lit)),
            title=title,
        )
        return draw(board)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.grid.size <= MOST_SHOWN else None

    def _repr_html_(self) -> str | None:
        return in_html(self._repr_svg_())

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


def in_html(svg: str | None) -> str | None:
    """Return a drawing as a notebook should show it.

    Notebooks prefer HTML to SVG, which they may put into an <img>, where no tooltip appears.
    """
    return None if svg is None else f'<div style="max-width:100%;overflow:auto">{svg}</div>'


def _is_whole(number: object) -> bool:
    """Tell whether this is an integer of any kind."""
    try:
        index(number)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(number, bool)
