"""Shapes, neighbours and names of cells."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cells_of, grids

from mineproof.board.grid import (
    MAX_SIDE,
    Cell,
    Grid,
    Place,
    Shape,
    name_place,
    parse_place,
)
from mineproof.errors import BadGrid

# --- neighbours -----------------------------------------------------------------------------------


def touch(grid: Grid, a: Cell, b: Cell) -> bool:
    """Tell by distance, not by direction, whether two cells touch."""
    (row_a, col_a), (row_b, col_b) = divmod(a, grid.cols), divmod(b, grid.cols)
    down, right = abs(row_a - row_b), abs(col_a - col_b)
    match grid.shape:
        case Shape.SQUARE:
            return max(down, right) == 1
        case Shape.TORUS:
            return a != b and max(min(down, grid.rows - down), min(right, grid.cols - right)) <= 1
        case Shape.HEX:
            # Cube coordinates of rows shifted to the right: redblobgames.com/grids/hexagons.
            (q_a, q_b) = (col_a - row_a // 2, col_b - row_b // 2)
            steps = (q_a - q_b, row_a - row_b, q_a + row_a - q_b - row_b)
            return max(map(abs, steps)) == 1


@given(grids(max_side=7))
def test_neighbours_are_the_cells_that_touch(grid: Grid) -> None:
    cells = range(grid.size)
    for cell in cells:
        assert grid.neighbours(cell) == tuple(n for n in cells if touch(grid, cell, n))


@given(grids(max_side=7))
def test_neighbours_are_mutual(grid: Grid) -> None:
    pairs = {(a, b) for a in range(grid.size) for b in grid.neighbours(a)}
    assert pairs == {(b, a) for a, b in pairs}
    assert all(a != b for a, b in pairs)


@pytest.mark.parametrize(
    ("grid", "neighbours"),
    [
        (Grid(1, 1), [()]),
        (Grid(1, 3), [(1,), (0, 2), (1,)]),
        (Grid(3, 1), [(1,), (0, 2), (1,)]),
        (Grid(2, 2), [(1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2)]),
        (Grid(1, 1, Shape.TORUS), [()]),
        (Grid(1, 2, Shape.TORUS), [(1,), (0,)]),
        (Grid(1, 4, Shape.TORUS), [(1, 3), (0, 2), (1, 3), (0, 2)]),
        (Grid(4, 1, Shape.TORUS), [(1, 3), (0, 2), (1, 3), (0, 2)]),
        (Grid(2, 2, Shape.TORUS), [(1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2)]),
        (Grid(1, 1, Shape.HEX), [()]),
        (Grid(1, 3, Shape.HEX), [(1,), (0, 2), (1,)]),
        (Grid(3, 1, Shape.HEX), [(1,), (0, 2), (1,)]),
        (Grid(2, 2, Shape.HEX), [(1, 2), (0, 2, 3), (0, 1, 3), (1, 2)]),
    ],
    ids=str,
)
def test_neighbours_on_tiny_grids(grid: Grid, neighbours: list[tuple[Cell, ...]]) -> None:
    assert [grid.neighbours(cell) for cell in range(grid.size)] == neighbours


@pytest.mark.parametrize(
    ("shape", "cell", "names"),
    [
        (Shape.SQUARE, "c3", "b2 c2 d2 b3 d3 b4 c4 d4"),
        (Shape.SQUARE, "a1", "b1 a2 b2"),
        (Shape.TORUS, "a1", "b1 e1 a2 b2 e2 a5 b5 e5"),
        (Shape.TORUS, "e3", "a2 d2 e2 a3 d3 a4 d4 e4"),
        (Shape.HEX, "c3", "b2 c2 b3 d3 b4 c4"),
        (Shape.HEX, "c2", "c1 d1 b2 d2 c3 d3"),
        (Shape.HEX, "a3", "a2 b3 a4"),
        (Shape.HEX, "e2", "e1 d2 e3"),
    ],
)
def test_neighbours_by_name(shape: Shape, cell: str, names: str) -> None:
    grid = Grid(5, 5, shape)
    assert " ".join(map(grid.name, grid.neighbours(grid.parse(cell)))) == names


@pytest.mark.parametrize(
    ("shape", "pairs"),
    # Along rows, columns and both diagonals; a hexagon has one kind of neighbour more than sides.
    [
        (Shape.SQUARE, 30 * 39 + 29 * 40 + 2 * 29 * 39),
        (Shape.TORUS, 4 * 30 * 40),
        (Shape.HEX, 30 * 39 + 29 * (40 + 39)),
    ],
)
def test_as_many_pairs_as_the_shape_has(shape: Shape, pairs: int) -> None:
    grid = Grid(30, 40, shape)
    assert sum(len(grid.neighbours(cell)) for cell in range(grid.size)) == 2 * pairs


# --- cells and places -----------------------------------------------------------------------------


@given(grids(max_side=MAX_SIDE), st.data())
def test_names_round_trip(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(cells_of(grid))
    assert grid.parse(grid.name(cell)) == cell
    assert grid.at(*grid.place(cell)) == cell
    assert parse_place(grid.name(cell)) == grid.place(cell)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ((0, 0), "a1"),
        ((2, 1), "b3"),
        ((0, 25), "z1"),
        ((0, 26), "aa1"),
        ((0, 51), "az1"),
        ((0, 52), "ba1"),
        ((9, 701), "zz10"),
        ((9, 702), "aaa10"),
        ((999, 999), "all1000"),
    ],
)
def test_names_of_places(place: Place, name: str) -> None:
    assert name_place(place) == name
    assert parse_place(name) == place


def test_no_two_places_share_a_name() -> None:
    places = list(product((0, 8, 9, 10, 99), range(MAX_SIDE)))
    assert len({name_place(place) for place in places}) == len(places)


def test_names_are_read_in_capitals_and_with_blanks_around() -> None:
    assert Grid(3, 3).parse(" B3 ") == 7


def test_cells_count_in_reading_order() -> None:
    grid = Grid(2, 3)
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert grid.size == 6
    assert [grid.place(cell) for cell in range(6)] == places
    assert [grid.at(row, col) for row, col in places] == list(range(6))


# --- the no ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["", "b", "3", "3b", "b0", "b03", "b-1", "b 3", "b3c", "b3.0", "b10000", "aaaa1", "é1", "b٣"],
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(BadGrid, match=f"^{re.escape(repr(name))} is not a cell name; expected "):
        Grid(9, 9).parse(name)


@pytest.mark.parametrize("name", ["a3", "d1", "d3", "all1000"])
def test_names_of_cells_outside(name: str) -> None:
    with pytest.raises(BadGrid, match=f"^no cell '{name}' on torus:2x3; the last is c2$"):
        Grid(2, 3, Shape.TORUS).parse(name)


@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (5, 0), (-1, 5), (1001, 5), (5, 1001)])
def test_no_grid_of_such_a_size(rows: int, cols: int) -> None:
    with pytest.raises(
        BadGrid, match=f"{rows} rows and {cols} columns; expected 1 to 1000 of each"
    ):
        Grid(rows, cols)


def test_the_largest_grid() -> None:
    assert Grid(1000, 1000).size == 1_000_000


@pytest.mark.parametrize("cell", [-1, 6])
def test_no_such_cell(cell: Cell) -> None:
    grid = Grid(2, 3)
    for use in (grid.check, grid.place, grid.name):
        with pytest.raises(BadGrid, match=f"^no cell {cell} on 2x3; expected 0 to 5"):
            use(cell)


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_no_such_place(place: Place) -> None:
    with pytest.raises(BadGrid, match=f"no cell at row {place[0]}, column {place[1]} of 2x3"):
        Grid(2, 3).at(*place)


@pytest.mark.parametrize(
    ("shape", "text"), [(Shape.SQUARE, "3x4"), (Shape.TORUS, "torus:3x4"), (Shape.HEX, "hex:3x4")]
)
def test_text_of_a_grid(shape: Shape, text: str) -> None:
    assert str(Grid(3, 4, shape)) == text
