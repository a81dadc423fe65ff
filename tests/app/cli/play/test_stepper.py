"""`play --watch` in a terminal: keys lead through a game, and each frame says what is known."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.terminal import pieces_of, start_in_terminal

from mineproof.agents.entrant import Entrant
from mineproof.app.cli.play.stepper import frame, walk
from mineproof.app.game.story import GameStory
from mineproof.app.text.trace_words import step_words
from mineproof.board.game import Game
from mineproof.play.trace import trace

SMALL, STUCK = "3x3/1/list1#2", "easy/list9#0"


def story_of(name: str, engine: str = "resolution") -> GameStory:
    return GameStory(Game.of(name), Entrant(engine=engine))


def seen(story: GameStory, keys: str) -> list[tuple[int, str]]:
    """Return what is drawn before each key: the number of the step, and the frame."""
    frames: list[tuple[int, str]] = []
    typed = iter(keys.split())
    walk(story, lambda _: next(typed, ""), lambda: frames.append((story.number, drawn(story))))
    return frames


def drawn(story: GameStory, width: int = 100, height: int = 30) -> str:
    console = Console(file=StringIO(), width=width, height=height)
    console.print(frame(story, width, height))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_back_shows_what_was_there_before() -> None:
    frames = seen(story_of("5x5/4/list#89"), "space " * 40 + "b " * 40)
    assert [number for number, _ in frames] == [*range(41), *range(39, -1, -1)]
    assert frames == frames[::-1]


def test_enter_leads_to_the_next_mark_and_q_away() -> None:
    story = story_of(SMALL)
    numbers = [number for number, _ in seen(story, "enter enter b q space")]
    steps = trace(Game.of(SMALL), Entrant(engine="resolution"))
    moves = [step["number"] for step in steps if step["kind"] == "move"]
    assert numbers == [0, moves[0], moves[1], moves[1] - 1]
    assert not story.is_last


def test_a_plays_on_until_a_key_is_pressed_and_going_on_leaves_in_the_end() -> None:
    story = story_of(SMALL)
    typed: Iterator[str | None] = iter(
        ["a", None, None, None, "b", "b", "space", "a", *[None] * 999]
    )
    answers: list[str | None] = []

    def read(seconds: float | None) -> str | None:
        answers.append(next(typed) if seconds is not None or not story.is_last else "space")
        return answers[-1]

    numbers: list[int] = []
    walk(story, read, lambda: numbers.append(story.number))
    assert numbers[:8] == [0, 1, 2, 3, 3, 2, 3, 4]
    assert story.is_last
    assert answers[-1] == "space"
    assert story.step["kind"] == "end"


@pytest.mark.parametrize("engine", ["resolution(hints='at once')", "subset", "dpll", "cascade"])
def test_each_step_is_told_and_every_frame_fits(engine: str) -> None:
    story = story_of(STUCK, engine)
    while not story.is_last:
        for _ in range(97):
            story.forward()
        words = step_words(story.step, story.grid.name)
        assert words[:30] in drawn(story)
        for width, height in ((80, 24), (50, 30), (120, 40)):
            console = Console(width=width, height=height, file=StringIO())
            assert len(console.render_lines(frame(story, width, height))) <= height


def test_what_is_cut_is_counted_and_the_step_stays_in_sight() -> None:
    story = story_of("hard/list#3", "resolution(hints='at once')")
    while len(story.state.kb) < 500 or story.step["kind"] != "satisfied":
        story.forward()
    total = len(story.state.kb) + len(story.state.units)
    assert f" of {total}\n" in drawn(story, 80).replace(" \n", "\n").replace(" \n", "\n")
    assert f"KB {len(story.state.kb)}, KB0 {len(story.state.kb0)}, single clauses" in drawn(story)


def test_at_the_stall_kb_and_the_diagnosis_are_shown() -> None:
    story = story_of(STUCK)
    while not story.is_last:
        story.forward()
    text = drawn(story)
    assert "the game is stuck" in text
    assert "2 layouts fit the clues" in text
    assert "KB: 12 of 12" in text
    assert "¬h8 ∨ ¬i8" in text


# In a terminal

COMMAND = [sys.executable, "-m", "mineproof", "play", "--engine", "resolution", "--watch"]


def started(*words: str) -> tuple[subprocess.Popen[bytes], int]:
    env = {name: os.environ[name] for name in os.environ if name != "NO_COLOR"}
    env |= {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    return start_in_terminal([*COMMAND, *words], env=env)


def read_until(terminal: int, wanted: str) -> None:
    text = ""
    while wanted not in text:
        text += os.read(terminal, 65536).decode(errors="replace")


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal")
def test_keys_in_a_terminal() -> None:
    process, terminal = started("--game", SMALL)
    read_until(terminal, "q: quit")
    for key, wanted in ((" ", "learned"), (" ", "the 0 at a3"), ("b", "learned"), ("\r", "open")):
        os.write(terminal, key.encode())
        read_until(terminal, wanted)
    os.write(terminal, b"a")
    read_until(terminal, "the game is won")
    os.write(terminal, b" ")
    assert b": all 9 cells settled" in b"".join(pieces_of(terminal))
    assert process.wait(timeout=60) == 0


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal")
@pytest.mark.parametrize("leave", ["q", "ctrl-c"])
def test_a_game_that_is_left_keeps_its_steps_and_the_terminal(tmp_path: Path, leave: str) -> None:
    file = tmp_path / "steps.jsonl"
    process, terminal = started("--game", STUCK, "--trace", str(file))
    read_until(terminal, "q: quit")
    os.write(terminal, b"\r")
    read_until(terminal, "open")
    (draft,) = tmp_path.iterdir()
    assert draft.name.endswith(".draft")  # it is clearly unfinished, and there so far
    assert '"move"' in draft.read_text()
    if leave == "q":
        os.write(terminal, b"q")
    else:
        process.send_signal(signal.SIGINT)
    end = b"".join(pieces_of(terminal)).decode()
    assert "play it again" in " ".join(end.split())
    assert process.wait(timeout=60) == (0 if leave == "q" else 130)
    assert list(tmp_path.iterdir()) == [file]
    kinds = [json.loads(line)["kind"] for line in file.read_text().splitlines()]
    assert kinds[0] == "begin"
    assert "end" not in kinds
