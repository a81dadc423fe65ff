"""Where the mines are: the right number, outside what is kept clear, each set equally likely."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cells_of, grids, layouts, seeds
from tests.uniformity import deviation

from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.errors import BadGrid, BadPicture, BadSetting


@given(grids(), seeds, st.data())
def test_random_mines_keep_clear(grid: Grid, seed: int, data: st.DataObject) -> None:
    clear = data.draw(st.lists(cells_of(grid)))
    mines = data.draw(st.integers(0, grid.size - len(set(clear))))
    layout = Layout.random(grid, mines, Rng(seed), clear)
    assert len(layout.mines) == mines
    assert layout.mines.isdisjoint(clear)
    assert layout.mines <= set(range(grid.size))
    assert layout == Layout.random(grid, mines, Rng(seed), reversed(clear))


@pytest.mark.parametrize("clear", [(), (2, 7)])
def test_every_layout_is_equally_likely(clear: tuple[int, ...]) -> None:
    grid = Grid(3, 3)
    free = [cell for cell in range(9) if cell not in clear]
    outcomes = [frozenset(mines) for mines in combinations(free, 3)]
    seen = [Layout.random(grid, 3, Rng(seed), clear).mines for seed in range(60 * len(outcomes))]
    assert deviation(seen, outcomes) < 3


def test_layouts_do_not_change_from_version_to_version() -> None:
    grid = Grid(9, 9)
    mines = Layout.random(grid, 10, Rng(1)).mines
    assert " ".join(map(grid.name, sorted(mines))) == "c2 g2 g4 i4 g5 c6 d6 c7 d7 i8"
    mines = Layout.random(grid, 10, Rng(1), clear=[30, 0]).mines
    assert " ".join(map(grid.name, sorted(mines))) == "d2 h2 h4 a5 h5 d6 e6 d7 e7 i8"


@given(layouts())
def test_numbers_count_the_mines_around(layout: Layout) -> None:
    for cell in range(layout.grid.size):
        around = [near for near in layout.mines if cell in layout.grid.neighbours(near)]
        assert layout.number(cell) == len(around)


@given(layouts())
def test_each_cell_is_either_a_mine_or_safe(layout: Layout) -> None:
    mines = [cell for cell in range(layout.grid.size) if layout.is_mine(cell)]
    assert layout.mines == set(mines)
    assert layout.safe_cells() == sorted(set(range(layout.grid.size)) - set(mines))


@pytest.mark.parametrize(
    ("mines", "clear", "room"), [(7, [], 6), (-1, [], 6), (5, [0, 3, 3], 4), (1, range(6), 0)]
)
def test_mines_that_do_not_fit(mines: int, clear: list[int], room: int) -> None:
    message = f"^{mines} mines on torus:2x3; expected 0 to {room}, its free cells"
    with pytest.raises(BadSetting, match=message):
        Layout.random(Grid(2, 3, Shape.TORUS), mines, Rng(1), clear)


@pytest.mark.parametrize("cell", [-1, 6])
def test_cells_outside(cell: int) -> None:
    with pytest.raises(BadGrid, match=f"^no cell {cell} on 2x3"):
        Layout(Grid(2, 3), frozenset({1, cell}))
    with pytest.raises(BadGrid, match=f"^no cell {cell} on 2x3"):
        Layout.random(Grid(2, 3), 1, Rng(1), clear=[1, cell])


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(Shape), st.data())
def test_pictures_round_trip(rows: int, cols: int, shape: Shape, data: st.DataObject) -> None:
    grid = Grid(rows, cols, shape)
    layout = Layout(grid, data.draw(st.frozensets(st.integers(0, grid.size - 1))))
    assert Layout.from_picture(layout.picture(), shape) == layout


@pytest.mark.parametrize("picture", ["", "**\n*"])
def test_a_picture_has_rows_of_one_length(picture: str) -> None:
    with pytest.raises(BadPicture, match="one length"):
        Layout.from_picture(picture)


@given(layouts())
def test_a_picture_with_its_numbers_is_read(layout: Layout) -> None:
    assert Layout.from_picture(layout.picture(), layout.grid.shape) == layout


@given(layouts(), st.data())
def test_a_picture_with_another_number_is_refused(layout: Layout, data: st.DataObject) -> None:
    codes = list(layout.picture().replace("\n", ""))
    shown = [cell for cell, code in enumerate(codes) if code != "*"]
    if not shown:
        return
    cell = data.draw(st.sampled_from(shown))
    codes[cell] = data.draw(st.sampled_from([each for each in "0123456789" if each != codes[cell]]))
    cols = layout.grid.cols
    rows = ["".join(codes[i : i + cols]) for i in range(0, len(codes), cols)]
    with pytest.raises(
        BadPicture, match=f"^{layout.grid.name(cell)} shows {codes[cell]}; expected"
    ):
        Layout.from_picture(" ".join(rows), layout.grid.shape)
