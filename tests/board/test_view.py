"""What a player sees, and pictures of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import grids

from mineproof.board.grid import Grid, Shape
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.errors import BadInput, BadPicture


@st.composite
def views(draw: st.DrawFn) -> View:
    grid = draw(grids())
    codes = draw(st.lists(st.integers(0, MINE), min_size=grid.size, max_size=grid.size))
    return View(grid, bytes(codes), draw(st.none() | st.integers(0, 40)))


@given(views())
def test_pictures_round_trip(view: View) -> None:
    again = View.from_picture(view.picture(), view.mines, view.grid.shape)
    assert again == view
    assert View.from_rows(str(view).split("\n"), view.mines, view.grid.shape) == view


def test_a_picture_shows_every_kind_of_cell() -> None:
    view = View.from_picture("012345 678#F*", mines=3, shape=Shape.HEX)
    assert view.grid == Grid(2, 6, Shape.HEX)
    assert list(view.cells) == [0, 1, 2, 3, 4, 5, 6, 7, 8, HIDDEN, FLAG, MINE]
    assert view.mines == 3
    assert view.picture() == "012345\n678#F*"


@pytest.mark.parametrize("picture", ["?1f\n?2*", "  #1F \n\n\t#2*  ", "#1F #2*", "?1F\r\n#2*\r\n"])
def test_pictures_may_be_written_in_several_ways(picture: str) -> None:
    assert View.from_picture(picture).picture() == "#1F\n#2*"


def test_a_hidden_view() -> None:
    view = View.hidden(Grid(2, 3), mines=1)
    assert view == View.from_picture("### ###", mines=1)
    assert view != View.hidden(Grid(2, 3))


@given(views())
def test_questions_about_cells(view: View) -> None:
    picture = view.picture().replace("\n", "")
    cells = range(view.grid.size)
    assert view.open_cells() == [c for c in cells if picture[c].isdigit()]
    assert view.hidden_cells() == [c for c in cells if picture[c] == "#"]
    assert view.covered_cells() == [c for c in cells if picture[c] in "#F"]
    assert [c for c in cells if view.is_flagged(c)] == [c for c in cells if picture[c] == "F"]
    assert [c for c in cells if view.is_open(c)] == view.open_cells()
    assert all(str(view.number(cell)) == picture[cell] for cell in view.open_cells())


def test_a_covered_cell_has_no_number() -> None:
    with pytest.raises(BadInput, match="b1 is not open"):
        View.from_picture("1#").number(1)


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("", "an empty picture; expected one line per row"),
        (" \n ", "an empty picture"),
        ("## #", "row 2 has 1 cell; expected 2 as in the first row"),
        ("## ###", "row 2 has 3 cells; expected 2 as in the first row"),
        ("## #9", "unexpected '9' in row 2; expected 0-8, # \\(or any of "),
        ("#x ##", "unexpected 'x' in row 1"),
        ("#٣ ##", "unexpected '٣' in row 1"),
        ("#" * 1001, "a grid of 1 rows and 1001 columns; expected 1 to 1000 of each"),
        ("#\n" * 1001, "a grid of 1001 rows and 1 columns; expected 1 to 1000 of each"),
    ],
)
def test_what_is_no_picture(picture: str, message: str) -> None:
    with pytest.raises(BadPicture, match=f"^{message}"):
        View.from_picture(picture)


@pytest.mark.parametrize("rows", [[], [""], ["", ""]])
def test_no_rows_or_empty_rows(rows: list[str]) -> None:
    with pytest.raises(BadPicture, match=r"^an empty picture"):
        View.from_rows(rows)


@pytest.mark.parametrize(
    ("cells", "mines", "message"),
    [
        (bytes([HIDDEN] * 3), 1, "3 cells for 2x2; expected 4"),
        (bytes([HIDDEN] * 5), 1, "5 cells for 2x2; expected 4"),
        (bytes([0, 200, 12, 1]), 1, "code 200 in a view; expected 0 to 11"),
        (bytes([HIDDEN] * 4), -1, "-1 mines in all; expected a whole number from 0"),
    ],
)
def test_what_is_no_view(cells: bytes, mines: int, message: str) -> None:
    with pytest.raises(BadPicture, match=f"^{message}"):
        View(Grid(2, 2), cells, mines)
