"""A View as text: the board as a terminal shows it.

Unmarked cells are grey, safe cells green, mined cells yellow, clues that matter blue, guesses
purple. The characters are those of a picture (`#` hidden, digits, `F` a flag, `*` a mine), with `s`
and `m` for what is certain, `?` for a guess and brackets around clues, so nothing is lost without
colours.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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
_CLUE = Style(color="#ffffff", bgcolor="#1040d0", bold=True)
_GUESS = Style(color="#ffffff", bgcolor="#7a3fa0", bold=True)
_LABEL = Style(dim=True)

SAFE_MARK, MINE_MARK, GUESS_MARK = "s", "m", "?"
"""The characters of a covered cell that is certainly safe, certainly a mine, or a guess."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on top of a view.

    The cell of the last move; what is certain; which of it is bright, because the text is about it;
    the clues that matter; and the candidates for a guess.
    """

    last: Cell | None = None
    certain: Mapping[Cell, bool] = field(default_factory=dict)
    bright: Collection[Cell] = ()
    clues: Collection[Cell] = ()
    guesses: Collection[Cell] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """The rows and columns shown, and the width of a cell: two characters, or one."""

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
        row, col = grid.place(cell or 0)
        return cls(
            _slice(row, grid.rows - max(0, board_size(grid)[0] - height), grid.rows),
            _slice(col, _columns(grid, width, whole.pitch), grid.cols),
            whole.pitch,
        )

    @classmethod
    def over(cls, grid: Grid, cells: Collection[Cell], height: int, width: int) -> Window:
        """Return the window that fits into `height` x `width` and has all `cells` in it if it can.

        Cells take one character only if two would leave some of `cells` out.

        >>> Window.over(Grid(9, 100), [50, 160], height=20, width=44)
        Window(rows=range(0, 9), cols=range(45, 65), pitch=2)
        """
        places = [grid.place(cell) for cell in cells] or [(0, 0)]
        rows, cols = [row for row, _ in places], [col for _, col in places]
        wide = _columns(grid, width - 1, pitch=2)  # the last column may have a bracket after it
        pitch = 2 if max(cols) - min(cols) < wide else 1
        shown = wide if pitch == 2 else _columns(grid, width, pitch=1)
        tall = grid.rows - max(0, board_size(grid)[0] - height)
        return cls(_cover(rows, tall, grid.rows), _cover(cols, shown, grid.cols), pitch)


def _columns(grid: Grid, width: int, pitch: int) -> int:
    return grid.cols - -(-max(0, board_size(grid, pitch)[1] - width) // pitch)


def _cover(lines: Collection[int], wanted: int, there: int) -> range:
    """Return `wanted` of all lines with these in the middle, or from the first if they are more."""
    first, last = min(lines), max(lines)
    is_enough = last - first < wanted
    return _slice((first + last + 1) // 2 if is_enough else first + wanted // 2, wanted, there)


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
    return framed(view.grid, window, lambda row: _row(view, marks, window, row))


def framed(grid: Grid, window: Window, row: Callable[[int], Text]) -> Text:
    """Return rows with their names, and those of the columns above; every other hex row is set in.

    >>> print(framed(Grid(2, 2), Window(range(2), range(2), pitch=3), lambda row: Text("  .  .")))
        a  b
     1  .  .
     2  .  .
    """
    lines = [
        Text()
        .append(_label(str(i + 1), grid, window), _LABEL)
        .append(_indent(grid, i))
        .append(row(i))
        for i in window.rows
    ]
    return Text("\n").join([*_column_names(grid, window), *lines])


def _indent(grid: Grid, row: int) -> str:
    return " " if grid.shape is Shape.HEX and row % 2 else ""


def board_size(grid: Grid, pitch: int = 2) -> tuple[int, int]:
    """Return how many lines and columns the whole board takes, names included."""
    heads = len(name_place((0, grid.cols - 1))) - 1
    shift = grid.shape is Shape.HEX
    return heads + grid.rows, _label_width(grid) + (pitch == 1) + pitch * grid.cols + shift


def _label_width(grid: Grid) -> int:
    return max(2, len(str(grid.rows)))


def _column_names(grid: Grid, window: Window) -> list[Text]:
    """Return the lines above the board: column names, written downwards."""
    names = [name_place((0, col))[:-1] for col in window.cols]
    height = max(map(len, names))
    margin = _label("", grid, window)
    lines = zip(*(name.rjust(height) for name in names), strict=True)
    spaced = ("".join(_spaced(letter, window) for letter in line) for line in lines)
    return [Text(f"{margin}{line}".rstrip(), _LABEL) for line in spaced]


def _row(view: View, marks: Marks, window: Window, row: int) -> Text:
    line, before = Text(), None
    for col in window.cols:
        cell = view.grid.at(row, col)
        style, sign = _style(view, marks, cell), character(view, marks, cell)
        if window.pitch > 1 and (bracket := _bracket(marks, before, cell)):
            line.append(bracket, _CLUE).append(sign, style)
        else:
            line.append(_spaced(sign, window), style)
        before = cell
    return line.append("]", _CLUE) if window.pitch > 1 and before in marks.clues else line


def _bracket(marks: Marks, left: Cell | None, right: Cell | None) -> str:
    """Return the character between two cells, a bracket if one is a clue that matters."""
    if left in marks.clues:
        return "|" if right in marks.clues else "]"
    return "[" if right in marks.clues else ""


def _label(text: str, grid: Grid, window: Window) -> str:
    return text.rjust(_label_width(grid)) + " " * (window.pitch == 1)


def _spaced(character: str, window: Window) -> str:
    return character.rjust(window.pitch)


def character(view: View, marks: Marks, cell: Cell) -> str:
    """Return the character of a cell.

    >>> character(View.from_picture("1#"), Marks(certain={1: True}), 1)
    'm'
    """
    if cell in marks.certain:
        return MINE_MARK if marks.certain[cell] else SAFE_MARK
    if cell in marks.guesses:
        return GUESS_MARK
    code = view.cells[cell]
    return str(code) if code < HIDDEN else {HIDDEN: "#", FLAG: "F", MINE: "*"}[code]


def _style(view: View, marks: Marks, cell: Cell) -> Style:
    if cell in marks.clues or cell in marks.guesses:
        return _CLUE if cell in marks.clues else _GUESS
    code = view.cells[cell]
    is_mine = marks.certain.get(cell, code == FLAG)
    if code == MINE:
        return _EXPLODED if cell == marks.last else _MINED
    if code == HIDDEN and cell not in marks.certain:
        return _UNMARKED
    if cell == marks.last or cell in marks.bright:
        return _LAST_MINED if is_mine else _LAST_SAFE
    if is_mine:
        return _MINED
    return _ZERO if code == 0 else _SAFE
