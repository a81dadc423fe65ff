"""Strategists: the kernel's loop and Python's make the same moves, and they win more often."""

from __future__ import annotations

from itertools import islice

import pytest

from mineproof.agents import agent_named
from mineproof.agents.choice import Choice, Stuck
from mineproof.board.game import Act, Game
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.counting.kernel import Kernel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import How
from mineproof.play.bulk import is_in_kernel, play_games, play_seeds
from mineproof.play.match import Match, Turn
from mineproof.play.record import Outcome

Trace = list[tuple[int, bool, bool]]

SMALL = [
    ("beginner/safe", 30),
    ("beginner/opening:a1/marking", 15),
    ("easy/list3/clearing", 20),
    ("6x6/9/none", 40),
    ("torus:6x7/9/safe", 20),
    ("hex:8x7/12/opening", 20),
    ("1x9/3/none", 20),
    ("4x4/15/safe", 3),
]
TINY = [
    ("beginner/opening:a1/marking", 5),
    ("5x5/5/none", 6),
    ("torus:5x5/6/safe", 4),
    ("hex:6x6/7/opening", 4),
    ("1x9/3/none", 10),
    ("4x4/15/safe", 3),
]
LARGE = [("intermediate/safe", 10), ("expert/safe", 6), ("expert/opening", 4), ("hard/list", 3)]


def trace(turn: Turn) -> tuple[int, bool, bool]:
    is_guess = bool(turn.choice and turn.choice.is_guess)
    return turn.move.cell, turn.move.act is Act.FLAG, is_guess


def in_kernel(native: Kernel, game: str, agent: str, count: int) -> list[Trace]:
    setting = Setting.parse(f"{game}#0")
    played = play_seeds(native, setting, agent, range(count), threads=1, trace=True)
    return [played.trace(number) for number in range(count)]


def in_python(game: str, agent: str, seed: int) -> Trace:
    match = Match(Game.of(f"{game}#{seed}"), agent_named(agent, Exact()))
    return [trace(turn) for turn in match.turns()]


@pytest.mark.parametrize(("game", "count"), SMALL + LARGE)
@pytest.mark.parametrize("agent", ["strategist-fast", "strategist"])
def test_every_move_is_the_one_that_python_makes(
    built: Kernel, game: str, count: int, agent: str
) -> None:
    for seed, moves in enumerate(in_kernel(built, game, agent, count)):
        assert in_python(game, agent, seed) == moves, f"{game}#{seed}"


def test_deep_thought_is_the_same_in_both_loops(built: Kernel) -> None:
    (moves,) = in_kernel(built, "6x6/7/opening", "strategist-deep", 1)
    assert in_python("6x6/7/opening", "strategist-deep", 0) == moves


@pytest.mark.parametrize(("game", "count"), TINY)
def test_python_alone_plays_as_fast_does(
    built: Kernel, game: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = in_kernel(built, game, "strategist-fast", count)
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    for seed, moves in enumerate(played):
        assert in_python(game, "strategist-fast", seed) == moves, f"{game}#{seed}"


def test_the_number_of_threads_changes_nothing(built: Kernel) -> None:
    setting = Setting.parse("intermediate/safe#0")
    one, three = (
        play_seeds(built, setting, "strategist", range(20), threads=threads, trace=True)
        for threads in (1, 3)
    )
    assert [one.trace(i) for i in range(20)] == [three.trace(i) for i in range(20)]
    assert one.luck == three.luck


def test_luck_has_mean_zero(built: Kernel) -> None:
    setting = Setting.parse("beginner/none#0")
    played = play_seeds(built, setting, "strategist-fast", range(4000), threads=1)
    mean = sum(played.luck) / 4000
    variance = sum((luck - mean) ** 2 for luck in played.luck) / 4000
    assert abs(mean) < 4 * (variance / 4000) ** 0.5


@pytest.mark.parametrize(
    ("level", "start", "games"), [("expert", "safe", 3000), ("expert", "opening", 2000)]
)
def test_it_wins_more_often_than_the_safest_corner(
    built: Kernel, level: str, start: str, games: int
) -> None:
    del built
    corner, fast = (
        sum(
            record.outcome is Outcome.WON
            for record in play_games(level, start, agent, range(games))
        )
        for agent in ("safest-corner", "strategist-fast")
    )
    assert fast > corner


@pytest.mark.parametrize("agent", ["strategist-fast", "strategist", "strategist-deep"])
def test_the_kernel_plays_it(built: Kernel, agent: str) -> None:
    del built
    assert is_in_kernel(agent_named(agent, Exact()), Finish.CLEARING, tell_total=True)


def test_without_the_mine_count_it_plays_too() -> None:
    match = Match(Game.of("beginner/safe#3"), agent_named("strategist"), tell_total=False)
    assert match.play().outcome in (Outcome.WON, Outcome.LOST)


def test_a_choice_tells_what_was_compared() -> None:
    decision = agent_named("strategist").choose(View.from_picture("1## ###", mines=2))
    assert isinstance(decision, Choice)
    assert decision.guesses is not None
    assert decision.guesses.how is How.ENDGAME
    assert len(decision.guesses.best) == 3
    assert decision.guesses.best[0].cell == decision.move.cell
    assert decision.risk == decision.guesses.best[0].risk


def test_flagged_cells_are_not_guessed_at() -> None:
    # All but b1 is flagged, and b1 is no good guess.
    decision = agent_named("strategist").choose(View.from_picture("1#F FFF", mines=2))
    assert isinstance(decision, Choice)
    assert decision.move.cell == 1
    assert isinstance(
        agent_named("strategist").choose(View.from_picture("1FF FFF", mines=2)), Stuck
    )


def test_what_is_certain_is_not_compared() -> None:
    decision = agent_named("strategist").choose(View.from_picture("0# ##"))
    assert isinstance(decision, Choice)
    assert decision.guesses is None


def test_every_guess_of_a_game_was_compared() -> None:
    match = Match(Game.of("beginner/none#1"), agent_named("strategist-fast"))
    for turn in islice(match.turns(), 200):
        if turn.choice and turn.choice.is_guess:
            assert turn.choice.guesses is not None
            assert turn.choice.guesses.best[0].cell == turn.move.cell
