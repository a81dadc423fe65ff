"""`mineproof new` and `mineproof assess`, from the first file to the verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.app.conftest import Shell
from tests.guests.roads import CS50_FILES, ask_here

Complains = Callable[..., str]
BROKEN = Path(__file__).parents[2] / "data" / "broken_players"
KB_FILE = BROKEN.with_name("kb_files") / "right.py"
QUICK = ("--positions", "30")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask players in this process."""
    ask_here(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_from_a_new_agent_to_its_verdict(run: Shell, folder: Path) -> None:
    written = run("new", "agent", "careful")
    assert written.out.splitlines() == [
        "wrote careful.py and test_careful.py; edit the first, then",
        "  mineproof play --agent careful.py:Careful",
        "  mineproof assess careful.py:Careful",
        "  python -m pytest test_careful.py",
    ]
    assert sorted(file.name for file in folder.iterdir()) == ["careful.py", "test_careful.py"]
    assert run("play", "--agent", "careful.py:Careful", "--level", "4x4/2", "--seed", "1").code == 0
    assessed = run("assess", "careful.py:Careful", "--positions", "30")
    assert assessed.code == 0
    assert assessed.out.splitlines()[-1] == "sound: it keeps the contract"


def test_new_overwrites_nothing(run: Shell, complains: Complains, folder: Path) -> None:
    (folder / "test_careful.py").write_text("mine", encoding="utf-8")
    assert "'test_careful.py' exists" in complains("new", "engine", "careful")
    assert not (folder / "careful.py").exists()
    assert "folder is missing" in complains("new", "engine", "careful", "--to", "nowhere")
    (folder / "there").mkdir()
    assert "there/careful.py" in run("new", "engine", "careful", "--to", "there").out


def test_an_unsound_engine_with_its_picture(run: Shell) -> None:
    result = run("assess", f"{BROKEN}/engines.py:OffByOne", "--positions", "4")
    lines = result.out.splitlines()
    assert result.code == 1
    said = "It calls a1 a mine, and that is not certain. On the right, a1 is safe."
    place = lines.index(f"{'':10}{said}")
    assert lines[place - 1].startswith("  broken  What it calls certain is true")
    assert lines[place + 1 : place + 4] == [
        "             a b c       a b c",
        "           1 m 1 #     1 # 1 *",
        "          mine count unknown",
    ]
    assert lines[-1].startswith("unsound: it breaks ")


def test_json(run: Shell) -> None:
    result = run("assess", f"{BROKEN}/engines.py:BadProofs", "--positions", "2", "--json")
    report = json.loads(result.out)
    assert (result.code, report["kind"], report["positions"]) == (1, "engine", 2)
    (fault,) = report["faults"]
    assert fault["clause"] == "proofs"
    assert fault["example"]["board"] == ["0#"]
    assert (fault["example"]["name"], fault["example"]["is_mine"]) == ("b1", False)


def test_what_an_agent_misses(run: Shell) -> None:
    words = ("assess", f"{BROKEN}/agents.py:one_by_one", "--positions", "60")
    text = run(*words, "--all").out
    assert "L2 1-1" in text
    assert "1-1: " in text
    play = json.loads(run(*words, "--json").out)["play"]
    assert 0 < play["certain_made"] < play["certain_there"] <= play["decisions"]
    assert play["risk"] >= play["least_risk"] > 0


def test_the_same_seed_gives_the_same_report(run: Shell) -> None:
    def report(seed: str) -> object:
        result = run("assess", "single", "--positions", "6", "--json", "--seed", seed)
        found = json.loads(result.out)
        assert found["play"].pop("seconds") > 0
        assert found["beside"].pop("seconds") > 0
        return found

    assert report("3") == report("3") != report("4")


def test_bad_input(complains: Complains) -> None:
    assert "unknown engine 'nobody'" in complains("assess", "nobody")
    assert "0 positions; expected 1 or more" in complains("assess", "single", "--positions", "0")
    assert "expected more than 0" in complains("assess", "single", "--seconds", "0")
    assert "as a name; expected" in complains("new", "agent", "No")
    assert "expected PLAYER, or --make FOLDER" in complains("assess")
    assert "PLAYER and --make cannot be combined" in complains("assess", "single", "--make", "x")
    assert "expected 128 to" in complains("assess", "single", "--memory", "1")
    assert "0 minutes in all" in complains("assess", "single", "--minutes", "0")
    assert "cannot read 'no.toml'" in complains("assess", "single", "--points", "no.toml")
    assert "cannot read 'no.py'" in complains("assess", "no.py")


def test_ctrl_c_tells_what_was_found_so_far(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from mineproof.assess.assessment import Assessment

    whole = Assessment.run

    def stopped(self: Assessment) -> object:
        for positions in whole(self):
            yield positions
            if positions == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(Assessment, "run", stopped)
    result = run("assess", "single", "--positions", "50")
    assert (result.code, result.err) == (130, "stopped after 3 of 50 positions\n")
    assert "engine, 3 positions" in result.out


# Students' files


def test_a_students_file_is_recognised_and_graded(run: Shell) -> None:
    result = run("assess", f"{CS50_FILES}/right.py", *QUICK)
    lines = result.out.splitlines()
    assert (result.code, lines[-1]) == (0, "sound: it keeps the contract")
    assert lines[0].startswith(f"{CS50_FILES}/right.py: CS50 file, ")
    assert "  random/subset (mine count hidden) on the same boards: " in result.out
    assert "  first found by resolution " in result.out


def test_a_file_of_another_kind_is_refused(complains: Complains, folder: Path) -> None:
    (folder / "other.py").write_text("import os\n", encoding="utf-8")
    assert "neither a class MinesweeperAI nor a function play" in complains("assess", "other.py")


def test_junit(run: Shell) -> None:
    result = run("assess", f"{CS50_FILES}/overlap.py", *QUICK, "--format", "junit")
    suite = ET.fromstring(result.out).find("testsuite")
    assert suite is not None
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert result.code == 1
    assert suite.get("tests") == str(len(suite)) == "5"
    assert suite.get("failures") == str(len(failed))
    assert "sound" in failed
    assert "works" not in failed
    assert "On the right, " in result.out


def test_gradescope(run: Shell, folder: Path) -> None:
    words = ("assess", f"{CS50_FILES}/overlap.py", *QUICK, "--format", "gradescope")
    shown = run(*words, "--to", "results.json")
    results = json.loads((folder / "results.json").read_text("utf-8"))
    tests = {test["tags"][0]: test for test in results["tests"]}
    assert (shown.code, shown.out) == (1, results["output"])
    assert (tests["works"]["score"], tests["works"]["max_score"]) == (10, 10)
    assert (tests["sound"]["score"], tests["sound"]["max_score"]) == (0, 30)
    assert "On the right, " in tests["sound"]["output"]
    assert {test["visibility"] for test in tests.values()} == {"visible"}
    known = {"number", "name", "score", "max_score", "output", "tags", "visibility"}
    assert all(test.keys() == known for test in tests.values())


def test_gradescope_is_told_what_cannot_be_graded(run: Shell) -> None:
    result = run("assess", "missing.py", "--format", "gradescope")
    results = json.loads(result.out)
    assert (result.code, results["score"]) == (1, 0)
    assert results["output"].startswith("Your file cannot be graded: cannot read 'missing.py'")


def test_the_homework_from_its_making_to_the_points(run: Shell, folder: Path) -> None:
    made = run("assess", "--make", "homework").out.splitlines()
    assert made[0] == "wrote homework/README.md"
    assert (folder / "homework/autograder/run_autograder").stat().st_mode & 0o111
    words = ("--points", "homework/autograder/points.toml", "--positions", "60")
    starter = run("assess", "homework/my_player.py", *words)
    right = run("assess", str(KB_FILE), *words)
    assert (starter.code, right.code) == (0, 0)
    points = [float(each.out.splitlines()[-1].split()[0]) for each in (starter, right)]
    assert 20 < points[0] < 60
    assert points[1] > 90
    assert "found 0 of" in starter.out


def test_homework_overwrites_nothing(complains: Complains, folder: Path) -> None:
    assert "exists; expected a new folder" in complains("assess", "--make", str(folder))
