"""`mineproof generate`: boards as lines, as JSON, and to a file; what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell

from mineproof.app.cli.generate import Order, Output, generate
from mineproof.app.game.new_game import day
from mineproof.board.transcript import Transcript
from mineproof.coach.boards.generate import Generated, daily, no_guess
from mineproof.coach.boards.reach import is_solvable
from mineproof.coach.boards.script import Script, ScriptStep, check_script
from mineproof.coach.boards.wishes import Wishes
from mineproof.coach.steps.techniques import Technique

Complains = Callable[..., str]


def test_one_line_a_board(run: Shell) -> None:
    result = run("generate", *["--level", "8x8/12", "--no-guess", "--seed", "5", "--count", "3"])
    lines = result.out.splitlines()
    assert (result.code, result.err, len(lines)) == (0, "", 3)
    for seed, line in enumerate(lines, start=5):
        transcript = Transcript.parse(line)
        assert transcript.end().layout == no_guess("8x8/12", seed).layout
        assert is_solvable(transcript.end().layout, transcript.moves[0].cell)


def test_a_line_can_be_graded(run: Shell) -> None:
    line = run("generate", *["--level", "easy", "--seed", "5", "--max-level", "L1"]).out
    assert "Grade L1" in run("grade", "-", text=line).out


@pytest.mark.parametrize("level", ["expert", "torus:8x8/9", "hex:8x8/11"])
def test_json_lines_can_be_played(run: Shell, level: str) -> None:
    lines = run("generate", *f"--level {level} --seed 1 --count 4 --jsonl".split()).out
    played = run("play", "--layouts", "-", "--engine", "exact", text=lines).out.splitlines()
    assert [json.loads(line)["outcome"] for line in played] == ["won"] * 4
    assert [json.loads(line)["id"] for line in played] == [1, 2, 3, 4]


def test_json_with_a_script_that_anyone_can_check(run: Shell) -> None:
    words = ["--level", "intermediate", "--seed", "3", "--start", "c5", "--json", "--script"]
    (found,) = json.loads(run("generate", *words).out)["boards"]
    board = no_guess("intermediate", 3, start="opening:c5")
    grid = board.layout.grid
    steps = []
    for step in found["script"]:
        safe = [(grid.at(*place), False) for place in step["safe"]]
        mines = [(grid.at(*place), True) for place in step["mines"]]
        clues = tuple(grid.at(*place) for place in step["clues"])
        technique = Technique(step["technique"])
        steps.append(ScriptStep(clues, step["with_count"], (*safe, *mines), technique))
    check_script(board.layout, Script(grid.at(*found["start"]), tuple(steps)))
    assert found["start"] == [4, 2]
    assert (found["method"], found["tries"]) == (board.method.value, board.tries)


def test_options_are_wishes(run: Shell) -> None:
    words = [
        "--level",
        "expert",
        "--seed",
        "1",
        "--without-count",
        "--bbbv",
        "180-190",
        "--min-level",
        "L2",
        "--json",
    ]
    (found,) = json.loads(run("generate", *words).out)["boards"]
    assert 180 <= found["bbbv"] <= 190
    assert found["with_count"] is False
    words = [
        "--level",
        "9x9/12",
        "--seed",
        "1",
        "--steps",
        "L2:2-3",
        "--steps",
        "L1:1-",
        "--method",
        "repair",
        "--json",
    ]
    (found,) = json.loads(run("generate", *words).out)["boards"]
    assert (found["method"], found["game_id"]) == ("repair", None)


def test_the_number_of_jobs_changes_nothing(run: Shell) -> None:
    words = ["generate", "--level", "intermediate", "--seed", "9", "--count", "12", "--jobs"]
    assert run(*words, "1").out == run(*words, "3").out


def test_the_board_of_a_day(run: Shell) -> None:
    import datetime as dt

    line = run("generate", "--daily", "2026-02-01").out
    assert line.split() == str(daily(dt.date(2026, 2, 1)).transcript).split()
    assert run("generate", "--daily", "today").code == 0
    assert day("today", lambda: dt.date(2026, 2, 1)) == dt.date(2026, 2, 1)


def test_boards_in_a_file(run: Shell, complains: Complains, tmp_path: Path) -> None:
    file = str(tmp_path / "boards.txt")
    words = ("generate", "--level", "6x6/6", "--seed", "1", "--count", "2")
    assert run(*words, "--to", file).out == ""
    assert Path(file).read_text() == run(*words).out
    assert "exists; expected the name of a new file" in complains(*words, "--to", file)


def test_ctrl_c_keeps_what_was_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def boards(order: Order) -> list[Generated]:
        def make() -> object:
            yield order.board(order.seed, lambda: False)
            raise KeyboardInterrupt

        return make()  # type: ignore[return-value]

    monkeypatch.setattr(Order, "boards", boards)
    code = generate(Order("5x5/4", "opening", 7, 3, Wishes()), Output())
    out, err = capsys.readouterr()
    assert (code, out.count("\n")) == (130, 1)
    assert "stopped after 1 of 3 boards; to continue, use --seed 8 --count 2" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--count 0", "0 boards; expected 1 or more"),
        ("--seed 18446744073709551615 --count 2", "expected seeds below 2**64"),
        ("--jobs 0", "0 jobs; expected 1 to 256"),
        ("--max-level L7", "unknown step level 'L7'; expected L1, L2, L3, L4, L5"),
        ("--max-level L1 --min-level L2", "no board is at least L2 and at most L1"),
        ("--bbbv many", "'many' is not a range"),
        ("--steps L3", "'L3' has no range; expected LEVEL:RANGE, such as L3:2-5"),
        ("--method luck", "unknown method 'luck'; expected filter or repair"),
        ("--start list", "start list; expected opening or safe, which have a first cell"),
        ("--start zz9", "no cell 'zz9'"),
        ("--daily yesterday", "'yesterday' is not a date; expected 2026-02-01, or today"),
        ("--daily today --seed 3", "--daily and --seed cannot be combined"),
        ("--json --jsonl", "--json and --jsonl cannot be combined"),
        ("--script", "--script needs --json or --jsonl"),
        ("--level 9x9/80", "leaves room for 72 mines"),
        ("--level 9x9/10 --seed 1 --bbbv 90- --tries 10", "in 10 tries by filter and 1 tries by"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_code_2(
    complains: Complains, words: str, told: str
) -> None:
    assert told in complains("generate", *words.split())
