"""Many games: in portions by the kernel, one by one in Python, with the same results."""

from __future__ import annotations

import json
import re
import weakref
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.app.conftest import Shell

from mineproof.agents import AGENTS
from mineproof.app.cli.play import batch
from mineproof.app.cli.play.batch import portions
from mineproof.play.bulk import play_games
from mineproof.play.match import Match
from mineproof.play.record import Record

# Strategists think longer with the kernel; tests/agents/strategist/test_agent.py compares both.
IN_KERNEL = [name for name, agent in AGENTS.items() if agent.kernel_plays]
PLAIN = [name for name in IN_KERNEL if not name.startswith("strategist")]


class Clock:
    """Stands still unless somebody works."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def sizes(games: int, fewest: int, seconds: Callable[[int], float]) -> Iterator[tuple[int, float]]:
    """Yield how many games each portion has, and how long it takes if games take `seconds`."""
    clock = Clock()
    for part in portions(range(games), fewest, clock):
        before = clock.time
        clock.time += sum(map(seconds, part))
        yield len(part), clock.time - before


@given(st.integers(0, 500), st.integers(1, 9), st.lists(st.floats(0, 1), min_size=1))
def test_every_seed_is_played_once_and_in_order(
    games: int, fewest: int, seconds: list[float]
) -> None:
    clock, played = Clock(), list[int]()
    for part in portions(range(100, 100 + games), fewest, clock):
        played += part
        clock.time += seconds[len(played) % len(seconds)]
        assert len(part) >= fewest or played[-1] == 100 + games - 1
    assert played == list(range(100, 100 + games))


@pytest.mark.parametrize("game_time", [1e-6, 2e-5, 1e-3, 0.02])
def test_portions_soon_take_a_moment_and_none_takes_long(game_time: float) -> None:
    times = [time for _, time in sizes(int(3 / game_time), 2, lambda _: game_time)]
    assert max(times) < 0.2
    assert min(times[7:-1]) > 0.1


def test_portions_follow_the_pace_of_the_games() -> None:
    # Games that suddenly take a hundred times as long make the next portion long, and no more.
    times = [time for _, time in sizes(20_000, 2, lambda game: 1e-4 if game < 10_000 else 1e-2)]
    assert 1 <= sum(time > 0.2 for time in times) <= 2  # the second if slow games come amid it


def test_slow_games_are_played_on_all_cores() -> None:
    assert {size for size, _ in sizes(40, 8, lambda _: 5.0)} == {8}


def timeless(value: Any) -> Any:
    """Return a JSON value without its times."""
    if isinstance(value, dict):
        return {name: timeless(each) for name, each in value.items() if "seconds" not in name}
    return [timeless(each) for each in value] if isinstance(value, list) else value


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("agent", PLAIN)
@pytest.mark.parametrize("game", ["easy list", "beginner safe:e5", "hex:8x7/12 opening", "4x4/9 none"])  # fmt: skip # noqa: E501
def test_both_loops_give_the_same_json(
    run: Shell, monkeypatch: pytest.MonkeyPatch, in_python: list[Match], game: str, agent: str
) -> None:
    level, start = game.split()
    words = ["play", "--level", level, "--start", start, "--games", "40", "--seed", "5", "--json"]
    words += ["--engine", "exact", "--agent", agent]
    fast = run(*words)
    assert not in_python
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    slow = run(*words)
    assert len(in_python) == 40
    assert timeless(json.loads(fast.out)) == timeless(json.loads(slow.out))
    assert fast.code == slow.code == 0


@pytest.mark.usefixtures("native")
def test_both_loops_print_the_same_summary(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("play", "--level", "beginner", "--games", "300", "--seed", "0", "--engine", "exact")
    fast = run(*words, "--agent", "safest").out
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    slow = run(*words, "--agent", "safest").out
    first, second = (without_spaces(re.sub("time.*", "", out)) for out in (fast, slow))
    assert first == second
    assert "games 300" in first


def without_spaces(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("words", "is_bulk"),
    [
        ("--engine exact", True),
        ("--engine exact --agent random", True),
        ("--engine exact --hide-total", False),
        ("--engine cascade", False),
        ("--engine single+exact --agent safest", False),
    ],
)
@pytest.mark.usefixtures("native")
def test_the_kernel_plays_what_it_can(
    run: Shell, in_python: list[Match], words: str, is_bulk: bool
) -> None:
    assert "games 3" in without_spaces(run("play", *words.split(), "--games", "3").out)
    assert len(in_python) == (0 if is_bulk else 3)


def test_python_plays_them_one_by_one(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[int] = []

    def spied(level: Any, start: Any, agent: Any, seeds: range, **wishes: Any) -> list[Record]:
        parts.append(len(seeds))
        return play_games(level, start, agent, seeds, **wishes)

    monkeypatch.setattr(batch, "play_games", spied)
    run("play", "--level", "easy", "--games", "20", "--engine", "single")
    assert parts == [1] * 20


KERNEL_WORDS = ("play", "--level", "beginner", "--engine", "exact", "--agent", "safest")


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_takes_back_one_portion_and_says_how_to_go_on(
    run: Shell, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    parts: list[int] = []

    def impatient(level: Any, start: Any, agent: Any, seeds: range, **wishes: Any) -> list[Record]:
        if len(parts) == 3:
            raise KeyboardInterrupt
        parts.append(len(seeds))
        return play_games(level, start, agent, seeds, **wishes)

    monkeypatch.setattr(batch, "play_games", impatient)
    words = (*KERNEL_WORDS, "--seed", "20", "--games", "100000", *["--json"] * as_json)
    result = run(*words)
    *_, done = accumulate(parts)
    assert result.code == 130
    assert (
        f"after {done} of 100000 games; to continue, use --seed {20 + done} --games" in result.err
    )
    if as_json:
        written = json.loads(result.out)
        assert written["summary"]["games"] == len(written["records"]) == done
    else:
        assert f"seeds 20 to {20 + done - 1}, " in result.out


class Weak(list[Record]):
    """A list that one can hear of when it is gone."""


def test_records_are_not_kept_for_a_summary(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[weakref.ref[Sequence[Record]]] = []

    def watched(*args: Any, **wishes: Any) -> list[Record]:
        assert sum(each() is not None for each in seen) <= 1  # the portion just played
        records = Weak(play_games(*args, **wishes))
        seen.append(weakref.ref(records))
        return records

    monkeypatch.setattr(batch, "play_games", watched)
    assert run(*KERNEL_WORDS, "--games", "50").code == 0
    assert len(seen) > 2
