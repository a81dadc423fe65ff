"""The game of CS50's Minesweeper: its board, its mines, when it is won."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from tests.adapters.cs50.model import Place, around, games, places

from mineproof.adapters.cs50 import Minesweeper, MinesweeperAI
from mineproof.board.game import Game
from mineproof.errors import BadGrid, BadSetting


def test_game_has_the_usual_board() -> None:
    game = Minesweeper()
    assert (game.height, game.width, len(game.mines)) == (8, 8, 8)
    assert [len(row) for row in game.board] == [8] * 8
    assert game.mines_found == set()


@given(games())
def test_board_and_mines_agree(drawn: tuple[Minesweeper, list[Place]]) -> None:
    game, safe = drawn
    assert len(game.board) == game.height
    assert all(len(row) == game.width for row in game.board)
    for row, col in places(game.height, game.width):
        assert game.board[row][col] is ((row, col) in game.mines) is game.is_mine((row, col))
        near = around(game.height, game.width, (row, col))
        assert game.nearby_mines((row, col)) == len(near & game.mines)
    assert len(game.mines) + len(safe) == game.height * game.width


def test_nearby_mines_leaves_out_the_cell_itself() -> None:
    game = Minesweeper(2, 3, 6)
    assert [game.nearby_mines(place) for place in places(2, 3)] == [3, 5, 3, 3, 5, 3]


def test_a_caller_may_lay_the_mines() -> None:
    game = Minesweeper(3, 3, 0)
    game.board[0][2] = True
    game.mines.add((0, 2))
    assert game.is_mine((0, 2))
    assert (game.nearby_mines((1, 1)), game.nearby_mines((0, 0))) == (1, 0)


def test_won_means_exactly_the_mines_are_found() -> None:
    game = Minesweeper(3, 4, 2, seed=1)
    assert not game.won()
    first, second = game.mines
    game.mines_found.add(first)
    assert not game.won()
    game.mines_found.add(second)
    assert game.won()
    game.mines_found.add(next(p for p in places(3, 4) if p not in game.mines))
    assert not game.won()
    assert Minesweeper(3, 4, 0).won()


def test_print_shows_the_mines(capsys: pytest.CaptureFixture[str]) -> None:
    game = Minesweeper(2, 3, 0)
    game.board[0][1] = game.board[1][2] = True
    game.print()
    assert capsys.readouterr().out.splitlines() == [
        "-------",
        "| |X| |",
        "-------",
        "| | |X|",
        "-------",
    ]


def test_seed_decides_the_mines() -> None:
    for seed in range(20):
        game = Game.new("cs50", "none", seed=seed)
        expected = {game.grid.place(cell) for cell in game.layout.mines}
        assert Minesweeper(seed=seed).mines == expected


def test_without_a_seed_each_game_is_another_and_can_be_played_again() -> None:
    first, second = Minesweeper(), Minesweeper()
    assert first.seed != second.seed
    assert Minesweeper(seed=first.seed).mines == first.mines


def test_mines_lie_everywhere() -> None:
    counts = Counter(cell for seed in range(400) for cell in Minesweeper(3, 4, 3, seed=seed).mines)
    assert set(counts) == set(places(3, 4))
    assert 60 < min(counts.values()) <= max(counts.values()) < 140  # 100 expected


def test_impossible_boards_are_refused() -> None:
    for mines in (5, -1):
        with pytest.raises(BadSetting, match="expected 0 to 4"):
            Minesweeper(2, 2, mines)
    with pytest.raises(BadGrid):
        Minesweeper(0, 3, 0)
    with pytest.raises(BadSetting, match="seed"):
        MinesweeperAI(seed=-1)
    for place in [(-1, 0), (0, 3), (2, 0)]:
        with pytest.raises(BadGrid):
            Minesweeper(2, 3, 1).is_mine(place)
        with pytest.raises(BadGrid):
            Minesweeper(2, 3, 1).nearby_mines(place)
