"""3BV against whoever really clears the board with as few openings as can be."""

from __future__ import annotations

from hypothesis import given
from tests.strategies import layouts

from mineproof.board.effort import Effort, effort
from mineproof.board.game import Game, GameStatus
from mineproof.board.layout import Layout
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
