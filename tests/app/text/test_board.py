from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import positions

from mineproof.app.text.board import Marks, Window, board, board_size
from mineproof.board.grid import Grid, Shape
from mineproof.board.view import View
from mineproof.errors import BadPicture


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


def last_line(picture: str, marks: Marks, pitch: int = 2, shape: Shape = Shape.SQUARE) -> str:
    view = View.from_picture(picture, shape=shape)
    window = Window(range(view.grid.rows), range(view.grid.cols), pitch)
    return board(view, marks, window).plain.split("\n")[-1]


def test_clues_that_matter_are_in_brackets() -> None:
    assert last_line("1#221", Marks(clues={0})) == " 1[1]# 2 2 1"
    assert last_line("1#221", Marks(clues={2, 3})) == " 1 1 #[2|2]1"
    assert last_line("1#221", Marks(clues={0, 4})) == " 1[1]# 2 2[1]"
    assert last_line("1#221", Marks(clues={0, 4}), pitch=1) == " 1 1#221"
    assert last_line("1# 1#", Marks(clues={2}), shape=Shape.HEX) == " 2 [1]#"


def test_clues_and_guesses_have_colours_of_their_own() -> None:
    marks = Marks(clues={1}, guesses={0})
    assert last_line("#1#", marks) == " 1 ?[1]#"
    colours = {style_at("#1#", index, marks) for index in range(3)}
    assert len(colours | {style_at("#1F", 1), style_at("#1F", 2)}) == 5


def test_what_is_spoken_of_is_bright() -> None:
    certain = {0: False, 1: True}
    dull = [style_at("##", i, Marks(certain=certain)) for i in (0, 1)]
    assert [style_at("##", i, Marks(certain=certain, bright=certain)) for i in (0, 1)] != dull


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize(("height", "width"), [(9, 21), (12, 40), (30, 80), (5, 9)])
def test_a_window_over_cells_fits_and_has_them_all_if_it_can(
    shape: Shape, height: int, width: int
) -> None:
    grid = Grid(20, 50, shape)
    for cells in [(0,), (999,), (425, 520), (0, 54), (49, 950), ()]:
        window = Window.over(grid, cells, height, width)
        view = View.from_rows(["0" * 50] * 20, shape=shape)
        lines = board(view, Marks(clues=cells), window).plain.split("\n")
        assert len(lines) <= height
        assert max(map(len, lines)) <= width
        if (height, width) != (5, 9) and len(cells) == 1:
            row, col = grid.place(cells[0])
            assert row in window.rows
            assert col in window.cols
            assert window.pitch == 2


@st.composite
def marked(draw: st.DrawFn) -> tuple[View, Marks]:
    """A view with marks that do not hide what it shows."""
    _, view = draw(positions())
    covered = st.frozensets(st.sampled_from(view.hidden_cells() or [0]))
    hidden = set(view.hidden_cells())
    certain = {cell: draw(st.booleans()) for cell in draw(covered) if cell in hidden}
    guesses = draw(covered) & hidden - certain.keys()
    clues = draw(st.frozensets(st.integers(0, view.grid.size - 1)))
    return view, Marks(certain=certain, guesses=guesses, clues=clues)


@given(marked(), st.sampled_from([1, 2]))
def test_printed_boards_can_be_read(printed: tuple[View, Marks], pitch: int) -> None:
    view, marks = printed
    window = Window(range(view.grid.rows), range(view.grid.cols), pitch)
    text = board(view, marks, window).plain
    assert View.from_text(text, view.mines, view.grid.shape) == view
    other = Shape.SQUARE if view.grid.shape is Shape.HEX else Shape.HEX
    if view.grid.rows > 1:
        with pytest.raises(BadPicture, match="shifted"):
            View.from_text(text, view.mines, other)


@pytest.mark.parametrize("cols", [1, 26, 27, 30, 703])
def test_printed_boards_with_long_names_can_be_read(cols: int) -> None:
    view = View.hidden(Grid(11, cols))
    for pitch in (1, 2):
        window = Window(range(11), range(cols), pitch)
        assert View.from_text(board(view, window=window).plain) == view


def test_a_part_of_a_board_is_not_read_as_the_whole() -> None:
    view = View.hidden(Grid(9, 9))
    for window in (Window(range(2, 9), range(9)), Window(range(9), range(2, 9))):
        with pytest.raises(BadPicture, match="a part of a board"):
            View.from_text(board(view, window=window).plain)
