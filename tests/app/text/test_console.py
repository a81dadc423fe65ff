"""Screens outside a terminal, and progress bars in one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.app.conftest import Shell

from mineproof.app.text import console
from mineproof.app.text.streams import unechoed

termios = pytest.importorskip("termios")


@pytest.mark.parametrize(
    "words",
    ["engines", "play --game easy/list#0", "grade --game 5x5/5/opening#5", "lab list"],
)
def test_lines_outside_a_terminal_end_without_blanks(
    run: Shell, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    old = Path(__file__).parents[2] / "data"
    (run_folder,) = old.glob("version_0.1/small-*")
    monkeypatch.chdir(run_folder.parent)
    more = ["--results", "."] if words == "lab list" else []
    lines = run(*words.split(), *more).out.splitlines()
    assert len(lines) > 1
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A terminal that is standard input."""
    user, program = os.openpty()
    with os.fdopen(program) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        yield program
    os.close(user)


def echoes(keys: int) -> bool:
    return bool(termios.tcgetattr(keys)[3] & termios.ECHO)


def test_keys_are_not_shown_until_an_animation_ends(keys: int) -> None:
    with suppress(KeyboardInterrupt), unechoed():
        assert not echoes(keys)
        raise KeyboardInterrupt
    assert echoes(keys)


def test_a_process_in_the_background_leaves_its_terminal_alone(
    keys: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: -1)
    with unechoed():
        assert echoes(keys)


@pytest.mark.parametrize("is_shown", [True, False])
def test_keys_are_not_echoed_into_a_progress_bar(
    keys: int, monkeypatch: pytest.MonkeyPatch, is_shown: bool
) -> None:
    monkeypatch.setattr(console, "is_animated", lambda _: is_shown)
    with console.progress_bar():
        assert echoes(keys) == (not is_shown)
    assert echoes(keys)
