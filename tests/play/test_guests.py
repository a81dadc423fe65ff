"""Guests: players that are not ours. What they do wrong costs them a game, and nothing else."""

from __future__ import annotations

import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from mineproof.agents.choice import Choice
from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.play.guests import decide, match_of, play_guest
from mineproof.play.record import Outcome, Record

PLAYERS = Path(__file__).parents[1] / "hostile_players.py"
SETTING = Setting.parse("4x4/3/safe#0")


def guest(name: str, file: Path = PLAYERS) -> Entrant:
    return Entrant(f"{file}:{name}").pinned()


def faults(name: str, games: int = 2, seconds: float = 10) -> list[str | None]:
    records = list(play_guest(SETTING, guest(name), range(games), seconds))
    assert len(records) == games
    assert all(record.outcome is Outcome.LOST for record in records if record.fault)
    return [record.fault for record in records]


TOLD = {
    "raising": "ZeroDivisionError: integer division or modulo by zero (hostile_players.py, line ",
    "illegal": "illegal move: a1 is already open; expected a hidden cell to open",
    "outside": "it returned 16: no cell 16 on 4x4; expected 0 to 15",
    "nonsense": "it returned [View(",
    "flagging": "no end after 65 moves",
    "leaving": "its process ended with exit code 3",
    "dying": "its process ended by SIGKILL",
    "breeding": "its process ended with exit code 9",
}


@pytest.mark.parametrize("name", TOLD)
def test_a_fault_is_told_and_the_next_game_is_played(name: str) -> None:
    for fault in faults(name):
        assert fault is not None
        assert fault.startswith(TOLD[name])


@pytest.mark.parametrize("name", ["endless", "silent"])
def test_a_player_that_does_not_answer_is_ended(name: str) -> None:
    assert faults(name, games=2, seconds=0.5) == ["no move within 0.5 seconds"] * 2


@pytest.mark.parametrize("name", ["shouting", "forking"])
def test_what_does_no_harm_is_no_fault(name: str) -> None:
    def result(record: Record) -> Record:
        return replace(record, seconds=0, agent="")

    fair = [result(record) for record in play_guest(SETTING, guest("fair"), range(5))]
    assert [result(record) for record in play_guest(SETTING, guest(name), range(5))] == fair


def test_loading_is_no_part_of_a_move(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("import time\ntime.sleep(1)\ndef fair(view): return view.hidden_cells()[0]\n")
    entrant = guest("fair", file)
    records = list(play_guest(SETTING, entrant, range(2), seconds=0.4))
    assert [record.fault for record in records] == [None, None]
    assert isinstance(decide(entrant, View.from_picture("1# ##"), 0, seconds=0.4), Choice)


def test_a_file_that_changes_in_mid_run_is_played_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "changing.py"
    shutil.copy(PLAYERS, file)
    entrant = guest("changing", file)
    records = list(play_guest(SETTING, entrant, range(5)))
    assert [record.fault for record in records] == [None] * 5
    assert file.read_text("utf-8").startswith("def changing")
    assert guest("changing", file) != entrant


def test_a_host_outlives_the_thread_that_asked_for_it() -> None:
    """To Linux, the parent of a process is a thread."""
    fair = guest("fair")
    for seeds in (range(2), range(2, 4)):
        with ThreadPoolExecutor(1) as pool:
            records = pool.submit(lambda: list(play_guest(SETTING, fair, seeds))).result()  # noqa: B023
        assert [record.fault for record in records] == [None, None]


def test_a_fault_in_one_game_is_shown_with_its_match() -> None:
    match = match_of(Game.of(SETTING), guest("raising"))
    assert match.play().fault == match.fault
    assert match.record.outcome is Outcome.LOST


@pytest.mark.skipif(os.name != "posix", reason="an alarm needs signals")
def test_one_game_in_this_thread_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(Game.of(SETTING), guest("silent"))
    assert match._referee is not None
    monkeypatch.setattr(match._referee, "seconds", 0.2)
    started = time.monotonic()
    assert match.play().fault == "no move within 0.2 seconds"
    assert time.monotonic() - started < 60


def test_our_own_players_have_no_referee() -> None:
    assert match_of(Game.of(SETTING), Entrant("safest"))._referee is None
