from __future__ import annotations

import pytest

from mineproof.app.text import Marks, Window, board, board_size
from mineproof.board.grid import Grid, Shape
from mineproof.board.view import View


def style_at(picture: str, index: int, marks: Marks | None = None) -> str:
    """Return the background of a cell of a one-row picture."""
    text = board(View.from_picture(picture), marks)
    line = text.split("\n")[-1]
    (span,) = [s for s in line.spans if s.start <= 3 + 2 * index < s.end]
    assert not isinstance(span.style, str)
    background = span.style.bgcolor
    assert background
    return background.name


def test_unmarked_safe_and_mined_cells_differ() -> None:
    grey, green, yellow = (style_at("#1F", index) for index in range(3))
    assert grey == "#4a4a4a"
    assert green == "#86c98c"
    assert yellow == "#f2d13c"


def test_certain_cells_are_coloured_and_lettered() -> None:
    marks = Marks(certain={0: False, 2: True})
    assert board(View.from_picture("#1#"), marks).plain.endswith(" s 1 m")
    assert style_at("#1#", 0, marks) == style_at("#1F", 1)
    assert style_at("#1#", 2, marks) == style_at("#1F", 2)


def test_the_last_move_stands_out() -> None:
    assert style_at("#1F", 1, Marks(last=1)) != style_at("#1F", 1)
    assert style_at("#1F", 2, Marks(last=2)) != style_at("#1F", 2)
    assert style_at("#1*", 2, Marks(last=2)) != style_at("#1*", 2)


def test_long_column_names_stand_upright() -> None:
    lines = board(View.hidden(Grid(1, 30))).plain.split("\n")
    assert lines[0] == " " * 55 + "a a a a"
    assert lines[1].endswith(" x y z a b c d")
    assert len(lines[2]) == 62


def test_every_second_row_of_a_hex_grid_is_shifted() -> None:
    lines = board(View.hidden(Grid(4, 2, Shape.HEX))).plain.split("\n")
    assert lines[1:] == [" 1 # #", " 2  # #", " 3 # #", " 4  # #"]


@pytest.mark.parametrize("grid", [Grid(3, 3), Grid(16, 30), Grid(120, 5), Grid(2, 2, Shape.HEX)])
@pytest.mark.parametrize("pitch", [1, 2])
def test_the_size_is_that_of_the_text(grid: Grid, pitch: int) -> None:
    window = Window(range(grid.rows), range(grid.cols), pitch)
    lines = board(View.hidden(grid), window=window).plain.split("\n")
    assert board_size(grid, pitch) == (len(lines), max(map(len, lines)))


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (16, 30), (100, 20), (8, 50), (40, 300)])
@pytest.mark.parametrize("corner", [0, -1])
def test_a_window_fits_and_holds_its_cell(rows: int, cols: int, corner: int) -> None:
    grid = Grid(rows, cols)
    cell = range(grid.size)[corner]
    window = Window.around(grid, cell, height=20, width=60)
    lines = board(View.hidden(grid), window=window).plain.split("\n")
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 60
    row, col = grid.place(cell)
    assert row in window.rows
    assert col in window.cols
