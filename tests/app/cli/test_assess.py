"""`mineproof new` and `mineproof assess`, from the first file to the verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell

from mineproof.agents.entrant import Entrant

Complains = Callable[..., str]
BROKEN = Path(__file__).parents[2] / "data" / "broken_players"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask players in this process, which is faster."""
    monkeypatch.setattr(Entrant, "needs_host", False)


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
    words = ("assess", "single", "--positions", "6", "--json", "--seed")
    assert run(*words, "3").out == run(*words, "3").out != run(*words, "4").out


def test_bad_input(complains: Complains) -> None:
    assert "unknown engine 'nobody'" in complains("assess", "nobody")
    assert "0 positions; expected 1 or more" in complains("assess", "single", "--positions", "0")
    assert "expected more than 0" in complains("assess", "single", "--seconds", "0")
    assert "as a name; expected" in complains("new", "agent", "No")


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
