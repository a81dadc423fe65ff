"""`play --trace` and `--watch` outside a terminal: every step, as data and as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mineproof.agents.entrant import Entrant
from mineproof.app.main import app
from mineproof.app.text.trace_words import step_words
from mineproof.board.game import Game
from mineproof.play.replay import Replay
from mineproof.play.trace import trace

NAME = "5x5/4/list#89"


def play(*words: str) -> str:
    result = CliRunner().invoke(app, ["play", "--game", NAME, *words])
    assert result.exit_code == 0, result.output
    return result.output


def stored(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("words", [(), ("--json",), ("--watch",)])
def test_a_trace_is_written_as_json_lines(tmp_path: Path, words: tuple[str, ...]) -> None:
    file, name = tmp_path / "trace.jsonl", Game.of(NAME).grid.name
    play("--engine", "resolution", "--trace", str(file), *words)
    steps = list(trace(Game.of(NAME), Entrant(engine="resolution")))
    assert stored(file) == [step | {"text": step_words(step, name)} for step in steps]
    marks = Replay(stored(file)).state_at(len(steps) - 1).marks  # type: ignore[arg-type]
    assert len(marks) == 25


def test_watching_in_a_pipe_writes_every_step_and_every_move() -> None:
    lines = play("--engine", "resolution", "--watch").splitlines()
    name = Game.of(NAME).grid.name
    steps = list(trace(Game.of(NAME), Entrant(engine="resolution")))
    moves = [step for step in steps if step["kind"] == "move"]
    told = [f"{s['number']:7}  {step_words(s, name)}" for s in steps if s["kind"] != "move"]
    assert [line for line in lines if line.startswith("  ") and line in told] == told
    assert [
        line.split()[:3] for line in lines if "resolution " in line and not line.startswith(" ")
    ][: len(moves)] == [[move["act"], name(move["cell"]), "resolution"] for move in moves]


def test_cascades_are_watched_move_by_move() -> None:
    lines = play("--engine", "single+resolution", "--watch").splitlines()
    assert not any("KB" in line for line in lines)
    assert sum(line.startswith(("open", "flag")) for line in lines) == 20


def test_all_parts_of_a_cascade_are_traced(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    play("--engine", "cascade", "--trace", str(file))
    speakers = {step["by"] for step in stored(file) if "by" in step}
    assert speakers >= {"single", "subset", "cutting-planes"}


@pytest.mark.parametrize("words", ["--human", "--layouts -", "--games 2"])
def test_a_trace_is_of_one_game_of_the_program(
    complains: Callable[..., str], tmp_path: Path, words: str
) -> None:
    file = tmp_path / "trace.jsonl"
    told = complains("play", *words.split(), "--trace", str(file))
    assert "--trace cannot be combined" in told
    assert not file.exists()


def test_a_trace_replaces_no_file(complains: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text("precious")
    told = complains("play", "--game", NAME, "--trace", str(file))
    assert "exists; expected the name of a new file" in told
    assert file.read_text() == "precious"
