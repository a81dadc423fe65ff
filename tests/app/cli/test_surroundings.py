"""Every command in a narrow terminal without colours and UTF-8, with closed output, and cut off."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias, TypedDict

import pytest
import typer
from tests.app.conftest import Shell

from mineproof.app.main import app

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name != "posix", reason="needs forks and terminals"),
]

CALLS = {
    "play": "--level easy --seed 1 --watch",
    "solve": "position --mines 2 --all",
    "explain": "position --mines 2",
    "prove": "position --mines 2",
    "check": "proof.json",
    "certify": "beginner/opening:d4#8",
    "review": "game.transcript",
    "grade": "game.transcript",
    "generate": "--level beginner --seed 1",
    "train": "",
    "learn": "1",
    "figures": "game.transcript",
    "convert": "game.transcript {where}.picture",
    "serve": "--port 99999",
    "tui": "--level nowhere",
    "new": "agent {where}",
    "assess": "single --positions 3",
    "engines": "",
    "levels": "",
    "arena": "tiny.toml --jobs 1",
    "lab list": "",
    "lab run": "tiny.toml --jobs 1",
    "lab report": "tiny.toml",
    "lab compare": "tiny:single subset",
}
REFUSED = {"serve": 2, "tui": 2}  # they would run on
TINY = 'entrants = ["single", "subset"]\nsettings = ["easy/list"]\ngames = 20\n'


class Answer(TypedDict):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Answers: TypeAlias = dict[str, Answer]


def command_names() -> set[str]:
    """Return the names of all commands, and of those of the lab."""
    (group,) = app.registered_groups
    assert group.typer_instance is not None
    lab = {f"lab {name}" for name in _names(group.typer_instance)}
    return _names(app) | lab


def _names(commands: typer.Typer) -> set[str]:
    return {
        info.name or info.callback.__name__
        for info in commands.registered_commands
        if info.callback
    }


def test_every_command_is_tried() -> None:
    assert set(CALLS) == command_names()


@pytest.fixture
def answers(run: Shell, tmp_path: Path, request: pytest.FixtureRequest) -> Answers:
    """Return what each command answers in these surroundings."""
    where = request.param
    (tmp_path / "position").write_text("####\n121#\n####\n", encoding="utf-8")
    (tmp_path / "tiny.toml").write_text(TINY, encoding="utf-8")
    run("play", "--level", "easy", "--seed", "1", "--save", str(tmp_path / "game.transcript"))
    position, proof = str(tmp_path / "position"), str(tmp_path / "proof.json")
    run("prove", position, "--mines", "2", "--to", proof)
    calls = {
        name: [*name.split(), *words.format(where=where).split()] for name, words in CALLS.items()
    }
    calls |= {f"{name} --help": [*name.split(), "--help"] for name in ("play", "lab run")}
    clean = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("surroundings.py")), where],
        input=json.dumps(calls), text=True, capture_output=True, check=True, cwd=tmp_path,
        env=clean | {"NO_COLOR": "1", "LANG": "C", "LC_ALL": "C", "TERM": "xterm"},
    )  # fmt: skip
    answers: Answers = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("answers", ["narrow"], indirect=True)
def test_a_narrow_terminal_without_colours_and_utf8(answers: Answers) -> None:
    for name, answer in answers.items():
        assert answer["code"] == REFUSED.get(name, 0), (name, answer)
        assert "Traceback" not in answer["err"], name
        assert "?" not in re.sub(r"[a-z]\?|\x1b\[\?", "", answer["out"]), (name, answer["out"])
        assert "\\x" not in answer["out"], name
        assert not re.search(r"\x1b\[[\d;]*[34]\dm", answer["out"]), f"{name} has colours"


@pytest.mark.parametrize("answers", ["closed", "cut"], indirect=True)
def test_closed_output_and_a_pipe_that_ends_early(answers: Answers) -> None:
    for name, answer in answers.items():
        assert answer["code"] in (REFUSED.get(name, 0), 1), (name, answer)
        assert "Traceback" not in answer["err"], name
        assert "Exception" not in answer["err"], name
        assert name in REFUSED or answer["code"] == 0 or not answer["err"], (name, answer["err"])
