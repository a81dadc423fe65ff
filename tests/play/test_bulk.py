"""The kernel's loop plays as Python's does: same layouts, same moves, same records."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import boards
from tests.strategies import layouts

from mineproof.agents import AGENTS, agent_named
from mineproof.agents.base import Agent
from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Act, Game
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rng import MAX_SEED
from mineproof.board.rules import Finish
from mineproof.counting.kernel import Kernel
from mineproof.counting.odds import AnyCount
from mineproof.engines import engine_named
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, BadSetting, UnknownName
from mineproof.play import bulk
from mineproof.play.bulk import (
    MAX_THREADS,
    is_in_kernel,
    play_games,
    play_layouts,
    play_seeds,
)
from mineproof.play.given_boards import Given
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record

# What strategists decide is compared in tests/agents/strategist/test_agent.py.
IN_KERNEL = [name for name, agent in AGENTS.items() if agent.kernel_plays]
kernel_finishes = st.sampled_from([Finish.MARKING, Finish.CLEARING])
PLAIN = [name for name in IN_KERNEL if not name.startswith("strategist")]
each_agent = pytest.mark.parametrize("agent", PLAIN)

# Some of every rule, shape and size, and the corner cases of each.
each_game = pytest.mark.parametrize(
    ("game", "count"),
    [
        ("beginner/safe", 100),
        ("beginner/opening:a1", 50),
        ("beginner/safe:e5/marking", 30),
        ("easy/list", 50),
        ("easy/list3/clearing", 50),
        ("cs50/none", 50),
        ("medium/list", 8),
        ("intermediate/safe", 20),
        ("expert/safe", 12),
        ("expert/opening", 8),
        ("hard/list", 6),
        ("torus:7x8/10/safe", 50),
        ("torus:6x6/8/list", 50),
        ("torus:2x5/3/none", 30),
        ("hex:9x9/16/opening", 50),
        ("hex:8x7/12/list", 50),
        ("1x9/3/none", 30),
        ("4x4/15/safe", 5),
        ("4x4/16/none", 1),
        ("4x4/16/none/marking", 1),
        ("4x4/0/none", 2),
        ("5x5/24/list", 5),
        ("torus:1x1/0/none", 1),
    ],
)


@pytest.fixture
def in_python(native: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")


class Stranger(NeverGuess):
    """An agent that the kernel has never heard of."""

    name = "stranger"


def python_match(game: Setting, agent: str) -> Match:
    return Match(Game.of(game), agent_named(agent, Exact()))


def moves(match: Match) -> list[tuple[int, bool, bool]]:
    """Play, and return for each move the cell, whether marked as mined, and whether a guess."""
    return [
        (turn.move.cell, turn.move.act is Act.FLAG, bool(turn.choice and turn.choice.is_guess))
        for turn in match.turns()
    ]


def but_time(record: Record) -> Record:
    """Return the record without its time; floats of kernel and twin differ in the last digits."""
    luck = None if record.luck is None else round(record.luck, 9)
    return replace(record, seconds=0, luck=luck)


@each_game
@each_agent
@pytest.mark.usefixtures("in_python")
def test_every_move_is_the_one_that_python_makes(
    native: Kernel, game: str, count: int, agent: str
) -> None:
    games = [Setting.parse(f"{game}#{seed}") for seed in range(count)]
    played = play_seeds(native, games[0], agent, range(count), threads=1, trace=True)
    for number, setting in enumerate(games):
        assert played.trace(number) == moves(python_match(setting, agent)), str(setting)


@each_agent
@pytest.mark.parametrize("game", ["beginner/safe", "easy/list", "hex:9x9/16/none", "4x4/16/none"])
def test_records_are_those_of_python(
    monkeypatch: pytest.MonkeyPatch, native: Kernel, game: str, agent: str
) -> None:
    del native
    level, _, start = game.rpartition("/")
    fast = play_games(level, start, agent, range(7, 27))
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    slow = play_games(level, start, agent, range(7, 27))
    assert list(map(but_time, fast)) == list(map(but_time, slow))


@given(layouts(max_side=7), st.integers(0, MAX_SEED), kernel_finishes, st.data())
def test_given_layouts_are_played_as_python_plays_them(
    native: Kernel, layout: Layout, seed: int, finish: Finish, data: st.DataObject
) -> None:
    del native
    agent = data.draw(st.sampled_from([*PLAIN, "strategist-fast"]))
    free = layout.safe_cells()
    safe = data.draw(st.lists(st.sampled_from(free), unique=True, max_size=3)) if free else []
    first = None if safe else data.draw(st.none() | st.integers(0, layout.grid.size - 1))
    game = Given(layout, tuple(safe), first, seed)
    (fast,) = play_layouts([game], agent, finish=finish)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        (slow,) = play_layouts([game], agent, finish=finish)
    assert but_time(fast) == but_time(slow)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_never_guess_leaves_what_complete_logic_leaves(level: str) -> None:
    given_boards = boards(level, 40)
    games = [Given(board.layout, board.safe) for board in given_boards]
    records = play_layouts(games, "never-guess", finish=Finish.MARKING)
    for record, board in zip(records, given_boards, strict=True):
        assert set(record.unmarked_cells) == board.undecidable
        assert record.outcome is (Outcome.STUCK if board.undecidable else Outcome.WON)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    ("agent", "tell_total", "told"),
    [
        (agent_named("safest", Exact()), True, True),
        (agent_named("never-guess", Exact(prior=AnyCount())), True, True),
        (agent_named("safest", Exact()), False, False),
        (agent_named("never-guess", Exact(max_states=50)), True, False),
        (agent_named("never-guess"), True, False),
        (agent_named("random", engine_named("subset")), True, False),
        (Stranger(Exact()), True, False),
    ],
)
def test_the_kernel_plays_some_agents_and_python_the_others(
    monkeypatch: pytest.MonkeyPatch, agent: Agent, tell_total: bool, told: bool
) -> None:
    assert is_in_kernel(agent, Finish.CLEARING, tell_total=tell_total) is told
    assert not is_in_kernel(agent, Finish.FLAGGING, tell_total=tell_total)
    games = [Game.of(f"beginner/safe#{seed}") for seed in range(5)]
    want = [Match(game, agent, tell_total=tell_total).play() for game in games]
    if told:
        monkeypatch.delattr(bulk, "Match")
    got = play_games("beginner", "safe", agent, range(5), tell_total=tell_total)
    assert list(map(but_time, got)) == list(map(but_time, want))
    given = [Given(game.layout, first=0, seed=seed) for seed, game in enumerate(games)]
    layouts = play_layouts(given, agent, finish=Finish.CLEARING, tell_total=tell_total)
    assert [each.moves for each in layouts] == [each.moves for each in want]


@each_agent
def test_the_number_of_threads_changes_nothing(native: Kernel, agent: str) -> None:
    setting = Setting.parse("intermediate/safe#0")
    one, three = (
        play_seeds(native, setting, agent, range(100), threads=threads, trace=True)
        for threads in (1, 3)
    )
    assert [one.trace(i) for i in range(100)] == [three.trace(i) for i in range(100)]
    assert [one.unmarked_cells(i) for i in range(100)] == [
        three.unmarked_cells(i) for i in range(100)
    ]
    assert (one.endings, one.luck, one.counts) == (three.endings, three.luck, three.counts)


@pytest.mark.parametrize("agent", ["random", "safest", "safest-corner"])
def test_luck_has_mean_zero(native: Kernel, agent: str) -> None:
    played = play_seeds(native, Setting.parse("beginner/none#0"), agent, range(4000), threads=1)
    mean = sum(played.luck) / 4000
    variance = sum((luck - mean) ** 2 for luck in played.luck) / 4000
    assert abs(mean) < 4 * (variance / 4000) ** 0.5


def test_luck_adds_up_to_what_the_guesses_were_worth(native: Kernel) -> None:
    # Two cells and one mine: half a game is won or lost by the only guess.
    played = play_seeds(native, Setting.parse("1x2/1/none#0"), "safest", range(20), threads=1)
    assert played.luck == [0.5 if ending == 0 else -0.5 for ending in played.endings]
    assert played.guesses == [1] * 20


def test_the_kernel_gives_a_game_up_when_a_count_takes_too_many_states(native: Kernel) -> None:
    played = native.play_games(**{**GAMES, "seeds": range(50)}, max_states=1)
    given_up = [ending == 3 for ending in played.endings]
    assert any(given_up)
    assert not all(given_up)  # some games need no count
    assert all(counts > 0 for counts, ended in zip(played.counts, given_up, strict=True) if ended)


class GivesUp:
    """A kernel whose games all fail."""

    def __init__(self, native: Kernel) -> None:
        self._native = native

    def __getattr__(self, name: str) -> Any:
        return getattr(self._native, name)

    def play_games(self, **wishes: Any) -> Kernel.Games:
        played = self._native.play_games(**wishes)
        return cast("Kernel.Games", _Failed(played))


class _Failed:
    def __init__(self, played: Kernel.Games) -> None:
        self._played = played
        self.endings = [3] * len(played)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._played, name)


def test_games_that_the_kernel_gives_up_are_played_in_python(
    native: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = play_games("beginner", "safe", "safest", range(5))
    monkeypatch.setattr(bulk, "kernel", lambda *_: GivesUp(native))
    got = play_games("beginner", "safe", "safest", range(5))
    assert list(map(but_time, got)) == list(map(but_time, want))


def test_no_games_are_no_records() -> None:
    assert play_games("beginner", "safe", "safest", []) == []
    assert play_layouts([], "safest", finish=Finish.CLEARING) == []


LAYOUT = Layout(Grid(4, 4), frozenset({0}))


@pytest.mark.parametrize(
    ("wish", "error", "message"),
    [
        ({"level": "x"}, BadSetting, "unknown level 'x'"),
        ({"start": "opening:z99"}, BadInput, "no cell 'z99'"),
        ({"start": "list:72"}, BadSetting, "72 safe cells on beginner; expected 1 to 71"),
        ({"agent": "x"}, UnknownName, "unknown agent 'x'; expected never-guess"),
        ({"seeds": [1, -1]}, BadSetting, "seed -1 is out of range"),
        ({"seeds": [2**64, 1]}, BadSetting, "seed 18446744073709551616 is out of range"),
        ({"threads": 0}, BadInput, f"0 threads; expected 1 to {MAX_THREADS}"),
        ({"threads": 257}, BadInput, "257 threads"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    wish: dict[str, Any], error: type[Exception], message: str
) -> None:
    wishes = {"level": "beginner", "start": "safe", "agent": "safest", "seeds": [1], **wish}
    with pytest.raises(error, match=message):
        play_games(**wishes)


def test_layouts_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="safe cells and first cell 3; expected one or the other"):
        Given(LAYOUT, safe=(1,), first=3)
    with pytest.raises(BadInput, match="layouts of 2 different grids; expected one"):
        play_layouts(
            [Given(LAYOUT), Given(Layout(Grid(1, 2), frozenset()))], "safest", finish=Finish.MARKING
        )
    with pytest.raises(BadInput, match="is a mine of the same layout"):
        play_layouts([Given(LAYOUT, safe=(0,))], "safest", finish=Finish.MARKING)
    with pytest.raises(BadInput, match="16"):
        play_layouts([Given(LAYOUT, first=16)], "safest", finish=Finish.MARKING)
    with pytest.raises(BadSetting, match="seed -1 is out of range"):
        Given(LAYOUT, seed=-1)


GAMES: dict[str, Any] = {
    "rows": 9,
    "cols": 9,
    "shape": "square",
    "mines": 10,
    "start": "safe",
    "detail": 0,
    "finish": "clearing",
    "policy": "safest",
    "seeds": [1, 2],
}


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"rows": 0}, "rows 0 is out of range; expected 1 to 1000"),
        ({"cols": 1001}, "cols 1001 is out of range; expected 1 to 1000"),
        ({"rows": 10**30}, "rows 1000"),
        ({"shape": "round"}, "unknown shape 'round'; expected one of square, torus, hex"),
        ({"mines": -1}, "mines -1 is out of range; expected 0 to 81"),
        ({"mines": 81}, "mines 81 is out of range; expected 0 to 80"),
        ({"mines": 78, "start": "opening"}, "mines 78 is out of range; expected 0 to 77"),
        ({"start": "soon"}, "unknown start 'soon'; expected one of list, safe, opening, none"),
        ({"detail": 81}, "first cell 81 is out of range; expected 0 to 80"),
        ({"detail": -1, "start": "opening"}, "first cell -1 is out of range"),
        (
            {"detail": 0, "start": "list"},
            "number of safe cells 0 is out of range; expected 1 to 71",
        ),
        ({"detail": 72, "start": "list"}, "number of safe cells 72 is out of range"),
        ({"mines": 81, "start": "list", "detail": 1}, "number of safe cells 1 is out of range"),
        ({"finish": ""}, "unknown finish ''; expected one of marking, clearing"),
        (
            {"policy": "lucky"},
            "unknown policy 'lucky'; expected one of never-guess, random, safest",
        ),
        ({"seeds": [1, -1]}, "seed -1 is out of range"),
        ({"threads": 0}, "threads 0 is out of range; expected 1 to 256"),
        ({"threads": 10**9}, "threads 1000000000 is"),
        ({"max_states": -1}, "max_states -1 is out of range"),
    ],
)
def test_the_kernel_refuses_what_is_out_of_range(
    native: Kernel, wish: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        native.play_games(**{**GAMES, **wish})


@pytest.mark.parametrize(
    ("mines", "safe", "first", "message"),
    [
        (
            [[0]],
            [[]],
            [],
            "1 layouts, 1 lists of safe cells, 0 first cells and 1 seeds; expected the same",
        ),
        ([[0], [1]], [[]], [None], "2 layouts"),
        ([[81]], [[]], [None], "mine 81 is out of range; expected 0 to 80"),
        ([[0]], [[-1]], [None], "safe cell -1 is out of range"),
        ([[3]], [[3]], [None], "safe cell 3 is a mine of the same layout"),
        ([[3]], [[]], [99], "first cell 99 is out of range"),
        ([[3]], [[4]], [5], "safe cells and first cell 5 of one layout; expected one or the other"),
    ],
)
def test_the_kernel_refuses_layouts_that_cannot_be(
    native: Kernel,
    mines: Sequence[Sequence[int]],
    safe: Sequence[Sequence[int]],
    first: Sequence[int | None],
    message: str,
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        native.play_layouts(
            rows=9,
            cols=9,
            shape="square",
            mines=mines,
            safe=safe,
            first=first,
            finish="clearing",
            policy="safest",
            seeds=[0],
        )


def test_only_what_was_kept_can_be_asked_for(native: Kernel) -> None:
    played = native.play_games(**GAMES)
    with pytest.raises(ValueError, match="unmarked cells were not kept"):
        played.unmarked_cells(0)
    with pytest.raises(ValueError, match="moves were not kept"):
        played.trace(1)
    for game in (2, -1, 10**20):
        with pytest.raises(ValueError, match=f"game {game} is out of range; expected 0 to 1"):
            played.trace(game)


def test_a_mine_that_is_named_twice_is_one_mine(native: Kernel) -> None:
    played = native.play_layouts(
        rows=1,
        cols=3,
        shape="square",
        mines=[[0, 0]],
        safe=[[2]],
        first=[None],
        finish="marking",
        policy="never-guess",
        seeds=[0],
    )
    assert (played.endings, played.moves) == ([0], [2])


class Interrupted(Exception):
    pass


def test_games_can_be_interrupted(native: Kernel) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals reach the main thread only")

    def interrupt(*_: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    started = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Interrupted):  # it would take minutes
            native.play_games(**{**GAMES, "seeds": [1] * 2_000_000, "start": "none"}, threads=2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - started < 15
