"""Moves of CS50's AI, safe and random, and whole games."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path

from tests.adapters.cs50.model import A, B, C, D, E, Place, places, state

from mineproof.adapters.cs50 import Minesweeper, MinesweeperAI, Sentence


def test_ai_begins_with_nothing() -> None:
    ai = MinesweeperAI()
    assert (ai.height, ai.width) == (8, 8)
    assert state(ai) == (set(), set(), set(), [])


def test_marks_update_every_sentence() -> None:
    ai = MinesweeperAI(2, 5)
    held = [Sentence({A, B, C}, 2), Sentence({B, C, D}, 1), Sentence({D, E}, 1)]
    ai.knowledge.extend(held)
    ai.mark_mine(B)
    assert held == [Sentence({A, C}, 1), Sentence({C, D}, 0), Sentence({D, E}, 1)]
    ai.mark_safe(D)
    assert held == [Sentence({A, C}, 1), Sentence({C}, 0), Sentence({E}, 1)]
    assert ai.knowledge == held
    assert (ai.mines, ai.safes, ai.moves_made) == ({B}, {D}, set())


def test_safe_move_is_known_safe_and_new() -> None:
    ai = MinesweeperAI(3, 3)
    assert ai.make_safe_move() is None
    ai.add_knowledge((0, 2), 0)
    before = state(ai)
    assert ai.make_safe_move() == (0, 1)
    assert state(ai) == before
    ai.moves_made.update({(0, 1), (1, 1)})
    assert ai.make_safe_move() == (1, 2)
    ai.moves_made.add((1, 2))
    assert ai.make_safe_move() is None
    ai.safes.add((2, 2))
    assert ai.make_safe_move() == (2, 2)


def test_no_safe_move_when_nothing_is_certain() -> None:
    ai = MinesweeperAI(3, 3)
    ai.add_knowledge((0, 0), 1)
    assert ai.make_safe_move() is None


def test_random_move_is_uniform_over_what_is_left() -> None:
    ai = MinesweeperAI(3, 3, seed=50)
    ai.moves_made.add((0, 0))
    ai.mines.add((1, 1))
    ai.safes.add((2, 2))
    before = state(ai)
    counts = Counter(ai.make_random_move() for _ in range(7000))
    assert set(counts) == set(places(3, 3)) - {(0, 0), (1, 1)}
    assert 900 < min(counts.values()) <= max(counts.values()) < 1100  # 1000 expected, deviation 29
    assert state(ai) == before


def test_random_move_never_repeats_and_ends_with_none() -> None:
    ai = MinesweeperAI(4, 5, seed=8)
    ai.mark_mine((3, 3))
    made: list[Place] = []
    while (move := ai.make_random_move()) is not None:
        made.append(move)
        ai.moves_made.add(move)
    assert sorted(made) == [place for place in places(4, 5) if place != (3, 3)]
    assert ai.make_random_move() is None


def test_seed_decides_the_random_moves() -> None:
    def draws(ai: MinesweeperAI) -> list[Place | None]:
        return [ai.make_random_move() for _ in range(10)]

    ai = MinesweeperAI()
    assert draws(ai) == draws(MinesweeperAI(seed=ai.seed)) != draws(MinesweeperAI())


def test_one_seed_for_game_and_ai_does_not_aim_at_the_mines() -> None:
    hits = 0
    for seed in range(400):
        move = MinesweeperAI(seed=seed).make_random_move()
        assert move is not None
        hits += Minesweeper(seed=seed).is_mine(move)
    assert 30 <= hits <= 70  # 50 expected


def play(game: Minesweeper, ai: MinesweeperAI) -> bool:
    """Play by CS50's policy, a safe move or else a random one, until it is won or a mine is hit."""
    while len(ai.moves_made) < game.height * game.width - len(game.mines):
        move = ai.make_safe_move() or ai.make_random_move()
        assert move is not None
        if game.is_mine(move):
            return False
        ai.add_knowledge(move, game.nearby_mines(move))
    return True


def test_win_rate_is_that_of_the_course() -> None:
    """Of 100 games on 8x8 with 8 mines 68.4 are won; seeds 0 to 299, a band of three deviations."""
    pairs = [(Minesweeper(seed=seed), MinesweeperAI(seed=seed)) for seed in range(300)]
    wins = [play(game, ai) for game, ai in pairs]
    assert 0.60 < sum(wins) / 300 < 0.77
    assert 0.06 < sum(not ai.moves_made for _, ai in pairs) / 300 < 0.19  # lost at once: 12.5
    assert wins[:9] == [play(Minesweeper(seed=s), MinesweeperAI(seed=s)) for s in range(9)]


def test_large_boards_are_played_to_the_end() -> None:
    pairs = [(Minesweeper(16, 30, 60, seed=s), MinesweeperAI(16, 30, seed=s)) for s in range(10)]
    assert sum(play(game, ai) for game, ai in pairs) >= 3
    for game, ai in pairs:
        assert ai.mines <= game.mines
        assert not ai.safes & game.mines


def test_the_example_is_the_adapter() -> None:
    path = Path(__file__).parents[3] / "examples" / "cs50" / "minesweeper.py"
    spec = importlib.util.spec_from_file_location("minesweeper", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.Minesweeper is Minesweeper
    assert module.MinesweeperAI is MinesweeperAI
    assert module.Sentence is Sentence
