"""Files that loop, fork, print, eat and delete harm nothing outside, and are graded anyway."""

from __future__ import annotations

import platform
import sys
import tempfile
from pathlib import Path

import psutil
import pytest
from tests.assess.students import KB

from mineproof.agents.own_moves import partner
from mineproof.assess.assessment import assess
from mineproof.assess.clauses import Clause
from mineproof.errors import BadInput

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="another kernel"
)

ACTS = """
import os, shutil, signal, subprocess, sys

def tried(act):
    try:
        return act() or "done"
    except BaseException as error:
        return type(error).__name__

def print_much():
    for _ in range(64):
        print("x" * (1 << 24))
    os.write(1, b"y" * (1 << 20))
    print("z" * (1 << 20), file=sys.stderr)

def write_much():
    with open("big", "wb") as file:
        for _ in range(1024):
            file.write(bytes(1 << 20))

OUTSIDE = os.path.dirname(__file__)
TRIED = [tried(act) for act in (
    os.fork,
    lambda: subprocess.run(["sleep", "1000"]),
    lambda: os.kill(os.getppid(), signal.SIGKILL),
    lambda: os.kill(-1, signal.SIGKILL),
    lambda: os.remove(os.path.join(OUTSIDE, "precious")),
    lambda: open(os.path.join(OUTSIDE, "new"), "w"),
    lambda: bytearray(8 << 30),
    write_much,
    print_much,
    lambda: shutil.rmtree(os.getcwd()),
    lambda: shutil.rmtree(OUTSIDE),
)]
EXPECTED = 4 * ["PermissionError"] + 2 * ["PermissionError"] + [
    "MemoryError", "OSError", "done", "PermissionError", "PermissionError"]
assert TRIED == EXPECTED, TRIED
"""


def written(folder: Path, text: str) -> str:
    path = folder / "my_player.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with something precious; temporary files go into another one."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "precious").write_text("kept", encoding="utf-8")
    return folder


def check_unharmed(outside: Path) -> None:
    """Nothing is gone, nothing is left, and nobody lives on."""
    partner.dismiss_all()
    assert sorted(each.name for each in outside.iterdir()) == ["my_player.py", "precious"]
    assert (outside / "precious").read_text(encoding="utf-8") == "kept"
    assert list(outside.with_name("scratch").iterdir()) == []
    lines = [" ".join(each.cmdline()) for each in psutil.Process().children(recursive=True)]
    assert not [line for line in lines if "my_player" in line or "sleep 1000" in line]


def test_a_file_that_tries_everything_plays_on_and_harms_nothing(
    outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partner, "READY_SECONDS", 60.0)  # a gigabyte takes its time
    player = written(outside, ACTS + KB.read_text("utf-8"))
    report = assess(player, positions=30)
    assert report.broken == ()
    assert report.play is not None
    assert report.play.certain_made > 0
    check_unharmed(outside)


def test_one_that_loops_is_given_up(outside: Path) -> None:
    player = written(outside, "def play(game):\n    while True:\n        pass\n")
    report = assess(player, positions=40, seconds=0.3)
    (broken,) = report.faults
    told = (broken.clause, broken.count, broken.detail)
    assert told == (Clause.WORKS, 3, "no move within 0.3 seconds")
    assert report.stopped == "after 3 dead or silent processes"
    check_unharmed(outside)


def test_one_that_never_loads_is_given_up(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partner, "READY_SECONDS", 0.5)
    report = assess(written(outside, "while True:\n    pass\ndef play(game): ...\n"), positions=40)
    assert {each.detail for each in report.faults} == {"no answer within 0.5 seconds"}
    check_unharmed(outside)


def test_a_broken_file_gets_a_report(outside: Path) -> None:
    report = assess(written(outside, "def play(game):\n    1 +\n"), positions=40)
    (broken,) = report.faults
    assert "SyntaxError: invalid syntax" in broken.detail


def test_an_eater_of_memory_fails_alone(outside: Path) -> None:
    report = assess(written(outside, "def play(game):\n    bytearray(8 << 30)\n"), positions=3)
    assert "MemoryError" in report.faults[0].detail
    check_unharmed(outside)


def test_engines_and_agents_are_fenced_as_well(outside: Path) -> None:
    player = written(outside, "import os\nos.remove(__file__)\n")
    with pytest.raises(BadInput, match="PermissionError"):
        assess(f"{player}:Anything")
    check_unharmed(outside)
