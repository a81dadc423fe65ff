"""A View as text: the board as a terminal shows it.

Unmarked cells are grey, safe cells green, mined cells yellow. The characters are those of a picture
(`#` hidden, digits, `F` a flag, `*` a mine), so nothing is lost where there are no colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.style import Style
from rich.text import Text

from mineproof.board.grid import Cell, Grid, Shape, name_place
from mineproof.board.view import FLAG, HIDDEN, MINE, View

_UNMARKED = Style(color="#9a9a9a", bgcolor="#4a4a4a")
_SAFE = Style(color="#0d2b12", bgcolor="#86c98c")
_ZERO = Style(color="#5c9c63", bgcolor="#86c98c")
_MINED = Style(color="#2b2400", bgcolor="#f2d13c")
_EXPLODED = Style(color="#ffffff", bgcolor="#9c1f1f", bold=True)
_LAST_SAFE = Style(color="#000000", bgcolor="#3dff57", bold=True)
_LAST_MINED = Style(color="#000000", bgcolor="#ffff00", bold=True)
_LABEL = Style(dim=True)

SAFE_MARK, MINE_MARK = "s", "m"
"""What stands for a hidden cell that is certainly safe, and certainly a mine."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on top of a view: the cell of the last move, and what is certain."""

    last: Cell | None = None
    certain: Mapping[Cell, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Window:
    """The rows and columns that are shown, and how many characters a cell takes: two, or one."""

    rows: range
    cols: range
    pitch: int = 2

    @classmethod
    def whole(cls, grid: Grid, width: int | None = None) -> Window:
        """Return the window that shows all cells, one character each if two do not fit `width`."""
        pitch = 1 if width and board_size(grid)[1] > width else 2
        return cls(range(grid.rows), range(grid.cols), pitch)

    @classmethod
    def around(cls, grid: Grid, cell: Cell | None, height: int, width: int) -> Window:
        """Return the window that fits into `height` x `width`, with `cell` in it.

        >>> Window.around(Grid(9, 100), 50, height=8, width=23)
        Window(rows=range(0, 6), cols=range(40, 60), pitch=1)
        """
        whole = cls.whole(grid, width)
        lines, columns = board_size(grid, whole.pitch)
        row, col = grid.place(cell or 0)
        cols = grid.cols - -(-max(0, columns - width) // whole.pitch)
        return cls(
            _slice(row, grid.rows - max(0, lines - height), grid.rows),
            _slice(col, cols, grid.cols),
            whole.pitch,
        )


def _slice(middle: int, wanted: int, there: int) -> range:
    shown = max(1, wanted)
    start = min(max(0, middle - shown // 2), there - shown)
    return range(start, start + shown)


def board(view: View, marks: Marks | None = None, window: Window | None = None) -> Text:
    """Return the board with the names of its rows and columns.

    >>> print(board(View.from_picture("1# 1F")).plain)
       a b
     1 1 #
     2 1 F
    """
    marks, window = marks or Marks(), window or Window.whole(view.grid)
    rows = [_row(view, marks, window, row) for row in window.rows]
    return Text("\n").join([*_column_names(view.grid, window), *rows])


def board_size(grid: Grid, pitch: int = 2) -> tuple[int, int]:
    """Return how many lines and columns the whole board takes, names included."""
    heads = len(name_place((0, grid.cols - 1))) - 1
    shift = grid.shape is Shape.HEX
    return heads + grid.rows, _label_width(grid) + (pitch == 1) + pitch * grid.cols + shift


def _label_width(grid: Grid) -> int:
    return max(2, len(str(grid.rows)))


def _column_names(grid: Grid, window: Window) -> list[Text]:
    """Return the lines above the board: letters, one below the other where a name has several."""
    names = [name_place((0, col))[:-1] for col in window.cols]
    height = max(map(len, names))
    margin = _label("", grid, window)
    lines = zip(*(name.rjust(height) for name in names), strict=True)
    spaced = ("".join(_spaced(letter, window) for letter in line) for line in lines)
    return [Text(f"{margin}{line}".rstrip(), _LABEL) for line in spaced]


def _row(view: View, marks: Marks, window: Window, row: int) -> Text:
    line = Text().append(_label(str(row + 1), view.grid, window), _LABEL)
    if view.grid.shape is Shape.HEX and row % 2:
        line.append(" ")
    for col in window.cols:
        cell = view.grid.at(row, col)
        line.append(_spaced(_character(view, marks, cell), window), _style(view, marks, cell))
    return line


def _label(text: str, grid: Grid, window: Window) -> str:
    return text.rjust(_label_width(grid)) + " " * (window.pitch == 1)


def _spaced(character: str, window: Window) -> str:
    return character.rjust(window.pitch)


def _character(view: View, marks: Marks, cell: Cell) -> str:
    if cell in marks.certain:
        return MINE_MARK if marks.certain[cell] else SAFE_MARK
    code = view.cells[cell]
    return str(code) if code < HIDDEN else {HIDDEN: "#", FLAG: "F", MINE: "*"}[code]


def _style(view: View, marks: Marks, cell: Cell) -> Style:
    code = view.cells[cell]
    is_mine = marks.certain.get(cell, code == FLAG)
    if code == MINE:
        return _EXPLODED if cell == marks.last else _MINED
    if code == HIDDEN and cell not in marks.certain:
        return _UNMARKED
    if cell == marks.last:
        return _LAST_MINED if is_mine else _LAST_SAFE
    if is_mine:
        return _MINED
    return _ZERO if code == 0 else _SAFE
