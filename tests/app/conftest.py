from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from typer.testing import CliRunner

from mineproof.app.main import main
from mineproof.play import bulk, given_boards
from mineproof.play.match import Match


@dataclass(frozen=True)
class Run:
    """What a command line has printed, and its exit code."""

    code: int
    out: str
    err: str


Shell = Callable[..., Run]


@pytest.fixture
def run() -> Shell:
    """Run a command line as a program would, outside a terminal."""

    def shell(*words: str, text: str | bytes = "") -> Run:
        with CliRunner().isolation(input=text) as (out, err, _):
            code = main(words)
            sys.stderr.flush()
            return Run(code, out.getvalue().decode(), err.getvalue().decode())

    return shell


@pytest.fixture
def complains(run: Shell) -> Callable[..., str]:
    """Run a command line that must fail with one line of complaint, and return that line."""

    def complaint(*words: str, text: str | bytes = "") -> str:
        result = run(*words, text=text)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("mineproof: ")
        assert result.err.count("\n") == 1
        return result.err

    return complaint


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Return the list to which each game is added that Python plays of many."""
    matches: list[Match] = []

    def match(*args: Any, **wishes: Any) -> Match:
        matches.append(Match(*args, **wishes))
        return matches[-1]

    for module in (bulk, given_boards):
        monkeypatch.setattr(module, "Match", match)
    return matches
