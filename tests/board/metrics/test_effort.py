"""3BV against whoever really clears the board with as few openings as can be; islands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from tests.boards import layout_of, metrics
from tests.strategies import layouts

from mineproof.board.game import Game, GameStatus
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import Effort, effort, islands
from mineproof.board.rules import Finish


def cleared(layout: Layout) -> Effort:
    """Clear a board as fast as can be: all zeros first, then what is left, one by one."""
    game = Game.on(layout, Finish.CLEARING)
    numbers = layout.numbers()
    by_number = sorted(layout.safe_cells(), key=lambda cell: numbers[cell] > 0)
    opened = []
    for cell in by_number:
        if game.status is GameStatus.PLAYING and not game.view.is_open(cell):
            game.open(cell)
            opened.append(cell)
    return Effort(len(opened), sum(numbers[cell] == 0 for cell in opened))


@given(layouts())
def test_the_effort_is_what_it_takes(layout: Layout) -> None:
    assert effort(layout) == cleared(layout)


@given(layouts())
def test_the_effort_of_what_is_open_grows_to_the_whole(layout: Layout) -> None:
    game, done = Game.on(layout, Finish.CLEARING), [Effort(0, 0)]
    for cell in layout.safe_cells():
        if game.status is GameStatus.PLAYING and not game.view.is_open(cell):
            game.open(cell)
            done.append(effort(layout, within=game.view.open_cells()))
    assert done == sorted(done)
    if layout.safe_cells():
        assert done[-1] == effort(layout)


def test_a_board_full_of_mines_takes_none() -> None:
    assert effort(Layout.from_picture("** **")) == Effort(0, 0)


# --- islands --------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", metrics(), ids=lambda board: str(board["seed"]))
def test_figures_of_expert_boards(board: dict[str, Any]) -> None:
    layout = layout_of(board)
    found = (*effort(layout), islands(layout))
    assert found == (board["bbbv"], board["openings"], board["islands"])


@given(layouts())
def test_islands_are_what_is_left_when_all_zeros_are_open(layout: Layout) -> None:
    game, numbers = Game.on(layout, Finish.CLEARING), layout.numbers()
    for cell in layout.safe_cells():
        if numbers[cell] == 0 and not game.view.is_open(cell):
            game.open(cell)
    left = [cell for cell in layout.safe_cells() if not game.view.is_open(cell)]
    assert islands(layout) == parts(layout, left)


def parts(layout: Layout, cells: list[int]) -> int:
    """Count the parts that some cells fall into, by painting them over and over."""
    paint = {cell: cell for cell in cells}
    for _ in cells:
        for cell in cells:
            near = [paint[n] for n in layout.grid.neighbours(cell) if n in paint]
            paint[cell] = min([paint[cell], *near])
    return len(set(paint.values()))
