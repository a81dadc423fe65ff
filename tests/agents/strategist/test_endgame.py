"""The endgame search against the exact optimum, found by another program and by listing all."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.agents.strategist.endgame import count_wins, fitting, ranked_wins
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.view import View
from mineproof.counting.kernel import kernel
from mineproof.errors import LimitReached
from mineproof.logic.reader import read

DATA = Path(__file__).parents[2] / "data"


def load(name: str) -> list[Any]:
    held = json.loads((DATA / f"optimal_{name}.json").read_text())
    return list(held[name])


def cell_of(grid: Grid, name: str) -> Cell:
    row, col = map(int, name.split(","))
    return grid.at(row, col)


def all_layouts(grid: Grid, mines: int, clear: frozenset[Cell]) -> list[tuple[Cell, ...]]:
    return list(combinations([cell for cell in range(grid.size) if cell not in clear], mines))


@pytest.mark.parametrize(
    "board", load("boards"), ids=lambda b: f"{b['rows']}x{b['cols']}/{b['mines']}"
)
def test_whole_boards_are_won_as_often_as_can_be(board: Any) -> None:
    grid = Grid(board["rows"], board["cols"])
    layouts = all_layouts(grid, board["mines"], frozenset())
    wins = count_wins(grid, range(grid.size), layouts)
    assert [max(wins.values()), len(layouts)] == board["none"]
    for name, (won, _) in board["safe"].items():
        assert wins[cell_of(grid, name)] == won


@pytest.mark.parametrize(
    "board", load("boards"), ids=lambda b: f"{b['rows']}x{b['cols']}/{b['mines']}"
)
def test_openings_of_whole_boards(board: Any) -> None:
    grid = Grid(board["rows"], board["cols"])
    for name, (won, total) in board.get("opening", {}).items():
        first = cell_of(grid, name)
        clear = frozenset({first, *grid.neighbours(first)})
        layouts = all_layouts(grid, board["mines"], clear)
        assert len(layouts) == total
        assert count_wins(grid, range(grid.size), layouts)[first] == won


@pytest.mark.parametrize("position", load("positions"), ids=lambda p: "/".join(p["rows"]))
def test_every_move_of_a_position(position: Any) -> None:
    view = View.from_picture("\n".join(position["rows"]), mines=position["mines"])
    problem = read(view)
    layouts = fitting(problem)
    assert len(layouts) == position["layouts"]
    wins = count_wins(view.grid, sorted(problem.cells), layouts)
    assert wins == {cell_of(view.grid, move): won for move, won in position["wins"].items()}


def wins_by_definition(grid: Grid, layouts: list[frozenset[Cell]], covered: frozenset[Cell]) -> int:
    """Try every move of every play; nothing clever."""
    if all(covered <= layout for layout in layouts):
        return len(layouts)
    return max(wins_of(grid, layouts, covered, cell) for cell in covered)


def wins_of(
    grid: Grid, layouts: list[frozenset[Cell]], covered: frozenset[Cell], cell: Cell
) -> int:
    parts: dict[int, list[frozenset[Cell]]] = {}
    for layout in layouts:
        if cell not in layout:
            number = len(layout.intersection(grid.neighbours(cell)))
            parts.setdefault(number, []).append(layout)
    return sum(wins_by_definition(grid, part, covered - {cell}) for part in parts.values())


@st.composite
def few_layouts(draw: st.DrawFn) -> tuple[Grid, list[frozenset[Cell]], frozenset[Cell]]:
    """Draw some layouts with as many mines each, and the cells that are covered."""
    shape = draw(st.sampled_from(Shape))
    grid = Grid(draw(st.integers(1, 2)), draw(st.integers(2, 3)), shape)
    mines = draw(st.integers(1, grid.size - 1))
    layouts = [frozenset(each) for each in all_layouts(grid, mines, frozenset())]
    chosen = draw(st.sets(st.sampled_from(layouts), min_size=1, max_size=6))
    covered = frozenset[Cell]().union(*chosen)
    covered |= draw(st.sets(st.integers(0, grid.size - 1), max_size=2))
    return grid, sorted(chosen, key=sorted), covered


@given(few_layouts())
def test_wins_are_those_of_trying_everything(
    given: tuple[Grid, list[frozenset[Cell]], frozenset[Cell]],
) -> None:
    grid, layouts, covered = given
    wins = count_wins(grid, sorted(covered), layouts)
    assert wins == {
        cell: wins_of(grid, layouts, covered, cell)
        for cell in sorted(covered)
        if not all(cell in layout for layout in layouts)
    }


@given(few_layouts())
def test_python_finds_the_same(given: tuple[Grid, list[frozenset[Cell]], frozenset[Cell]]) -> None:
    grid, layouts, covered = given
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        in_python = count_wins(grid, sorted(covered), layouts)
    assert in_python == count_wins(grid, sorted(covered), layouts)


def test_the_best_move_comes_first() -> None:
    grid = Grid(3, 3)
    layouts = all_layouts(grid, 3, frozenset())
    moves = ranked_wins(grid, range(9), layouts)
    assert next(iter(moves.values())) == max(moves.values()) == 33
    assert moves == count_wins(grid, range(9), layouts)


@pytest.mark.skipif(kernel() is None, reason="only the kernel has a limit")
def test_too_much_work_is_refused() -> None:
    grid = Grid(4, 4)
    with pytest.raises(LimitReached, match="more than 100 steps"):
        count_wins(grid, range(16), all_layouts(grid, 4, frozenset()), max_work=100)


@pytest.mark.skipif(kernel() is None, reason="about what the kernel is given")
@pytest.mark.parametrize(
    ("covered", "layouts", "message"),
    [
        ([0, 1], [], "0 layouts; expected 1 to"),
        ([0, 0], [[0]], "covered cell 0 is listed twice; expected different cells"),
        ([0, 4], [[0]], "covered cell 4 is out of range"),
        ([0, 1], [[2]], "mine 2 is not a covered cell"),
        (range(4), [[7]], "mine 7 is out of range"),
    ],
)
def test_what_cannot_be_meant(covered: Any, layouts: Any, message: str) -> None:
    native = kernel()
    assert native is not None
    with pytest.raises(ValueError, match=message):
        native.count_wins(2, 2, "square", list(covered), layouts)
