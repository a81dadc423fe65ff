"""Chances to win: against all that can happen, and how they run through a game."""

from __future__ import annotations

import pytest

from mineproof.agents.strategist.endgame import fitting
from mineproof.agents.strategist.guesses import best_guesses
from mineproof.board.game import Act, Game, Move
from mineproof.board.layout import Layout
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.counting.kernel import kernel
from mineproof.engines.guess import How
from mineproof.errors import Contradiction
from mineproof.logic.reader import read
from mineproof.play.chances import _wanted, chances_of, guess_chance, win_chance

pytestmark = pytest.mark.skipif(kernel() is None, reason="without the kernel it takes too long")


@pytest.mark.parametrize(
    ("picture", "mines"), [("1# ##", 1), ("1## ###", 2), ("##1 ##2 ###", 3), ("### #3# ###", 3)]
)
def test_a_small_position_has_its_exact_chance(picture: str, mines: int) -> None:
    view = View.from_picture(picture, mines=mines)
    best = best_guesses(view, most=1)
    assert best.how is How.ENDGAME
    assert win_chance(view, games=4000) == pytest.approx(best.best[0].merit, abs=0.03)


@pytest.mark.parametrize(("picture", "mines"), [("1## ###", 2), ("##1 ##2 ###", 3)])
def test_in_all_layouts_a_guess_wins_just_as_often_as_the_endgame_says(
    picture: str, mines: int
) -> None:
    view = View.from_picture(picture, mines=mines)
    layouts = [Layout(view.grid, fit) for fit in fitting(read(view))]
    for guess in best_guesses(view, most=9).best:
        won = (1 - guess.risk) * guess_chance(view, guess.cell, layouts)
        assert won == pytest.approx(guess.merit), view.grid.name(guess.cell)


def test_what_is_certain_is_won_and_what_cannot_be_is_refused() -> None:
    assert win_chance(View.from_picture("1# 11", mines=1)) == 1
    with pytest.raises(Contradiction):
        win_chance(View.from_picture("3# ##", mines=1))


def test_a_game_that_is_lost_ends_at_zero_and_one_that_is_won_at_one() -> None:
    game = Game.of("easy/opening#1")
    game.open(game.grid.parse("d4"))
    start, safe = Move(Act.OPEN, game.grid.parse("d4")), sorted(game.layout.safe_cells())
    lost = Transcript.of(game, [start, Move(Act.OPEN, min(game.layout.mines))])
    assert chances_of(lost, [1], games=10).win[-1] == 0
    moves = [start]
    for cell in safe:
        if not game.view.is_open(cell):
            game.open(cell)
            moves.append(Move(Act.OPEN, cell))
    won = chances_of(Transcript.of(game, moves), [], games=10, states=4)
    assert won.win[-1] == 1
    assert len(won.win) == len(moves) + 1
    assert len(won.at) == min(4, len(moves) + 1)
    assert all(0 <= chance <= 1 for chance in won.win)


@pytest.mark.parametrize("moves", [1, 2, 5, 40, 300])
@pytest.mark.parametrize("guesses", [[], [0], [3, 4, 30], list(range(0, 300, 7))])
def test_ends_and_guesses_are_looked_at_first(moves: int, guesses: list[int]) -> None:
    made = [guess for guess in guesses if guess < moves]
    wanted = _wanted(moves, made, 24)
    around = {state for guess in made for state in (guess, guess + 1)}
    assert {0, moves} <= wanted <= set(range(moves + 1))
    assert len(wanted) == min(24, moves + 1)
    assert around <= wanted or wanted - {0, moves} <= around
