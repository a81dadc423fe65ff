"""ZiNi: its moves clear the board, its figures are ms_toollib's, and never below the fewest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from tests.boards import layout_of, metrics
from tests.strategies import layouts

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import effort
from mineproof.board.metrics.zini import eight_way_zini, human_zini, zini
from mineproof.board.rules import Finish

WAYS = [zini, human_zini, eight_way_zini]
each_way = pytest.mark.parametrize("way", WAYS)


def played(layout: Layout, moves: tuple[Move, ...]) -> Game:
    game = Game.on(layout, Finish.CLEARING)
    for move in moves:
        game.play(move)
    return game


@each_way
@given(layout=layouts())
def test_the_moves_clear_the_board(
    way: Callable[[Layout], tuple[Move, ...]], layout: Layout
) -> None:
    moves = way(layout)
    if layout.safe_cells():
        assert played(layout, moves).status is GameStatus.WON
        assert played(layout, moves[:-1]).status is GameStatus.PLAYING
    else:
        assert moves == ()


@each_way
@given(layout=layouts())
def test_chords_never_cost_more_than_they_spare(
    way: Callable[[Layout], tuple[Move, ...]], layout: Layout
) -> None:
    assert len(way(layout)) <= effort(layout).bbbv


@pytest.mark.parametrize("board", metrics(), ids=lambda board: str(board["seed"]))
def test_figures_of_expert_boards(board: dict[str, Any]) -> None:
    layout = layout_of(board)
    assert (len(zini(layout)), len(human_zini(layout))) == (board["zini"], board["human_zini"])
    assert len(eight_way_zini(layout)) <= board["zini"]


@given(layout=layouts())
def test_human_zini_opens_the_zeros_first_and_chords_on_what_is_open(layout: Layout) -> None:
    moves, numbers = human_zini(layout), layout.numbers()
    openings = effort(layout).openings
    assert all(move.act is Act.OPEN and numbers[move.cell] == 0 for move in moves[:openings])
    opened = {move.cell for move in moves[openings:] if move.act is Act.OPEN}
    assert all(numbers[cell] for cell in opened)


@settings(max_examples=30)
@given(layout=layouts(max_side=3).filter(lambda layout: layout.grid.size <= 6))
def test_nobody_needs_fewer_than_the_fewest(layout: Layout) -> None:
    least = fewest(layout)
    assert all(len(way(layout)) >= least for way in WAYS)


def test_eight_ways_find_what_one_misses() -> None:
    boards = [layout_of(board) for board in metrics()[:10]]
    assert any(len(eight_way_zini(board)) < len(zini(board)) for board in boards)


def test_eight_ways_do_not_depend_on_how_the_board_is_turned() -> None:
    for board in map(layout_of, metrics()[:5]):
        lengths = {len(eight_way_zini(turned)) for turned in turns(board)}
        assert len(lengths) == 1


def turns(layout: Layout) -> Iterator[Layout]:
    """Yield a board turned and mirrored in all eight ways."""
    for _ in range(4):
        rows, cols = layout.grid.rows, layout.grid.cols
        places = [layout.grid.place(mine) for mine in layout.mines]
        turned, mirrored = Grid(cols, rows), layout.grid
        yield Layout(mirrored, frozenset(mirrored.at(row, cols - 1 - col) for row, col in places))
        layout = Layout(turned, frozenset(turned.at(col, rows - 1 - row) for row, col in places))
        yield layout


def fewest(layout: Layout) -> int:
    """Return the fewest clicks that clear a tiny board, by trying all moves, breadth first."""
    if not layout.safe_cells():
        return 0
    level: dict[bytes, tuple[Move, ...]] = {b"": ()}
    seen: set[bytes] = set()
    while True:
        after: dict[bytes, tuple[Move, ...]] = {}
        for before in level.values():
            for move in sensible(layout, before):
                game = played(layout, (*before, move))
                if game.status is GameStatus.WON:
                    return len(before) + 1
                after.setdefault(game.view.cells, (*before, move))
        level = {cells: moves for cells, moves in after.items() if cells not in seen}
        seen |= set(level)


def sensible(layout: Layout, before: tuple[Move, ...]) -> Iterator[Move]:
    """Yield the moves that may be of use: no wrong flag, no mine opened."""
    view = played(layout, before).view
    for cell in range(layout.grid.size):
        if view.is_open(cell):
            flags = sum(view.is_flagged(near) for near in layout.grid.neighbours(cell))
            if flags == view.number(cell):
                yield Move(Act.CHORD, cell)
        elif not view.is_flagged(cell):
            yield Move(Act.FLAG if layout.is_mine(cell) else Act.OPEN, cell)
