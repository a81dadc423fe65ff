"""Guests in every command: a player from a file, a package and behind the protocol play alike."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.app.conftest import Shell
from tests.guests.roads import (
    AGENTS,
    FILE,
    HOSTILE,
    PROGRAMS,
    STUDENT,
    each_agent,
    each_engine,
    installed,
)

from mineproof.plugins import source

BOARD = '{"id": 1, "rows": 3, "cols": 3, "mines": [[2, 2]], "start": [0, 0]}\n'
POSITION = '{"id": 1, "board": ["##1", "##1"], "total_mines": null}\n'
PICTURE = "01#\n01#\n011\n"

FAILING = {"file": f"{FILE}:Failing", "package": "guest-failing"}

each_failing = pytest.mark.parametrize("failing", FAILING.values(), ids=FAILING)


@pytest.fixture(autouse=True, scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("guests")):
        yield


def told(text: str) -> Any:
    return json.loads(text)


def alike(record: dict[str, Any]) -> dict[str, Any]:
    """Return what does not depend on a name or a clock."""
    return {name: record[name] for name in ("game", "outcome", "moves", "guesses", "unmarked")}


# The same moves on every road

GAME = ("play", "--game", "beginner/safe#8", "--json")


@each_agent
def test_a_guest_plays_one_game(run: Shell, agent: str) -> None:
    found = told(run(*GAME, "--agent", agent).out)
    assert found["agent"] == agent
    assert "fault" not in found
    assert alike(found) == alike(told(run(*GAME, "--agent", AGENTS["file"]).out))


@each_agent
def test_a_guest_plays_many_games_and_given_boards(run: Shell, agent: str) -> None:
    many = told(run("play", "--seed", "8", "--games", "3", "--agent", agent, "--json").out)
    (board,) = map(
        told, run("play", "--layouts", "-", "--agent", agent, text=BOARD).out.split("\n")[:1]
    )
    assert [record["agent"] for record in many["records"]] == [agent] * 3
    assert "faults" not in many["summary"]
    assert board["outcome"] == "won"


def test_a_student_plays_one_game_and_many(run: Shell) -> None:
    assert told(run(*GAME, "--agent", STUDENT).out)["agent"] == STUDENT
    many = told(run("play", "--seed", "8", "--games", "3", "--agent", STUDENT, "--json").out)
    assert "faults" not in many["summary"]


@pytest.mark.skipif(os.name != "posix", reason="an alarm needs signals")
def test_a_file_that_never_loads_is_told(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(source, "LOADING_SECONDS", 0.2)
    Path("loop.py").write_text("while True: pass\n")
    found = run("play", "--agent", "loop.py:first")
    assert (found.code, found.out) == (2, "")
    assert found.err.endswith("cannot load 'loop.py:first/cascade': not done after 0.2 seconds\n")


def test_a_guest_may_have_options(run: Shell) -> None:
    one, other = f"{FILE}:first(skip=2)", f"{FILE}:first(skip = 2)"
    found = run("play", "--game", "4x4/3/safe#1", "--agent", other).out
    assert f"--agent '{one}'" in found.splitlines()[-1].replace("skip = 2", "skip=2")
    wrong = run("play", "--agent", f"{FILE}:first(jump=2)")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    assert "has no option 'jump'; expected skip" in wrong.err


@each_engine
def test_a_guest_solves_positions(run: Shell, engine: str) -> None:
    shown = run("solve", "--engine", engine, text=PICTURE).out
    assert shown == run("solve", "--engine", "single", text=PICTURE).out
    lines = run("solve", "--jsonl", "--engine", engine, text=POSITION).out
    assert lines == run("solve", "--jsonl", "--engine", "single", text=POSITION).out


def test_guests_of_packages_are_listed(run: Shell) -> None:
    listed = " ".join(run("engines").out.split())
    assert "guest-engine One clue at a time, as ours. (guest-package 1.2)" in listed
    assert "guest-first Open the first hidden cell, or a later one. (guest-package 1.2)" in listed


# The lab


@pytest.mark.long
def test_a_run_of_guests_is_reported_where_their_code_is_not(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path(shutil.copy(HOSTILE, tmp_path / "mine.py"))
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable} -I\n{PROGRAMS.read_text('utf-8')}", encoding="utf-8")
    program.chmod(0o755)
    names = ["mine.py:fair", "mine.py:raising", "guest-first", "exec:./program"]
    names += ["mine.py:fair/single+exact", "guest-engine+exact", STUDENT]
    settings = 'settings = ["4x4/3/safe"]\ngames = 4\n'
    Path("guests.toml").write_text(f"entrants = {json.dumps(names)}\n{settings}")
    played = run("lab", "run", "guests.toml", "--jobs", "1")
    reason = "Faults of mine.py:raising: ZeroDivisionError: integer division or modulo by zero"
    assert played.code == 0
    assert reason in played.out
    file.unlink()
    program.unlink()
    monkeypatch.setattr(source, "_entry_points", lambda _: ())
    assert "guests" in run("lab", "list").out
    assert reason in run("lab", "report", "guests").out
    assert run("lab", "report", "guests", "--to", "all.md").code == 0
    assert reason in Path("all.md").read_text("utf-8")
    assert run("arena", *map(str, Path("results").iterdir())).code == 0
    compared = run("lab", "compare", "guests:mine.py:fair", "guest-first")
    assert compared.code == 0, compared.err


# Words


def test_what_a_player_says_is_shown_with_its_move(run: Shell) -> None:
    game = ("play", "--watch", "--game", "4x4/3/none#1", "--engine", "single")
    found = run(*game, "--agent", f"{FILE}:Leftmost").out
    assert "A guess: no move is certain. The player says: It is on the left." in found
    own = run(*game, "--agent", f"{FILE}:first").out
    assert "A guess: nothing proves this move." in own


# Faults


@each_failing
def test_an_engine_that_fails_costs_a_line(run: Shell, failing: str) -> None:
    found = run("solve", "--engine", failing, text=PICTURE)
    assert (found.code, found.out, found.err.count("\n")) == (1, "", 1)
    assert "failed: RuntimeError: no idea (guest_pla" in found.err.replace("package", "players")
    (line,) = run("solve", "--jsonl", "--engine", failing, text=POSITION).out.splitlines()
    assert told(line)["error"].startswith(f"{failing} failed: RuntimeError: no idea")


def test_a_proof_that_does_not_hold_is_a_fault(run: Shell) -> None:
    found = run("solve", "--engine", f"{FILE}:Lying", text=PICTURE)
    assert (found.code, found.out) == (1, "")
    assert "Lying failed: BadProof: " in found.err


@each_failing
def test_a_failing_player_loses_and_the_games_go_on(run: Shell, failing: str) -> None:
    one = run("play", "--seed", "1", "--engine", failing)
    assert one.code == 0
    assert "lost: the player failed: RuntimeError: no idea" in one.out
    many = run("play", "--seed", "1", "--games", "3", "--engine", failing).out
    assert "3 by a fault of the player" in many
    assert "  3 x RuntimeError: no idea" in many
    boards = run("play", "--layouts", "-", "--engine", failing, text=BOARD * 2).out.splitlines()
    assert [told(line)["fault"][:12] for line in boards] == ["RuntimeError"] * 2


@pytest.mark.parametrize(
    "words",
    [("play",), ("solve",), ("tui",)],
    ids=lambda words: str(words[0]),
)
@pytest.mark.parametrize("name", ["nobody.py:Nothing", "no_such_module:X", f"{FILE}:Nobody"])
def test_what_is_not_there_is_told_in_a_line(
    run: Shell, words: tuple[str, ...], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run(*words, "--engine", name, text=PICTURE)
    assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)


# Proofs and boards of an engine


@each_engine
def test_an_engine_of_a_guest_explains(run: Shell, engine: str) -> None:
    first = run("explain", "--engine", engine, text=PICTURE).out
    assert first.splitlines()[-2:] == [
        "c2 is a mine (single)",
        "  The 1 at b3 says that c2 is a mine.",
    ]
    cell = run("explain", "--engine", engine, "--cell", "a1", text="#1\n##\n").out
    assert "proves nothing about a1 (stalled)" in cell
    found = told(run("explain", "--engine", engine, "--json", text=PICTURE).out)
    assert (found["kind"], len(found["deductions"])) == ("proof", 1)


def test_one_proof_may_stand_on_others(run: Shell) -> None:
    shown = run("explain", "--engine", "single", "--cell", "g1", text="01#1#1#\n").out
    assert shown.index("c1 is a mine") < shown.index("e1 is safe") < shown.index("g1 is a mine")
    clash = run("explain", "--engine", "single", "--rung", "2", text=PICTURE)
    assert (clash.code, clash.err) == (2, "mineproof: --engine and --rung cannot be combined\n")


@each_engine
def test_boards_are_made_for_an_engine(run: Shell, engine: str) -> None:
    words = ("generate", "--level", "beginner", "--seed", "1", "--jsonl")
    found = run(*words, "--engine", engine).out
    assert found == run(*words, "--engine", "single").out
    assert (
        told(run("play", "--layouts", "-", "--engine", "single", text=found).out)["unmarked"] == 0
    )
    other = run(*words).out
    assert told(run("play", "--layouts", "-", "--engine", "single", text=other).out)["unmarked"] > 0


@each_failing
def test_an_engine_that_fails_makes_no_boards(run: Shell, failing: str) -> None:
    for words in (("explain",), ("generate", "--level", "beginner", "--seed", "1")):
        found = run(*words, "--engine", failing, text=PICTURE)
        assert (found.code, found.out, found.err.count("\n")) == (1, "", 1)
        assert f"{failing} failed: RuntimeError: no idea" in found.err
