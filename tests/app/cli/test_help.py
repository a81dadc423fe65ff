"""Help, completion, and what the command line says about values that it cannot read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.app.conftest import Shell
from typer.main import get_command

from mineproof.app.main import app, main


def paths(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command."""
    yield words
    for name, each in getattr(command, "commands", {}).items():
        yield from paths(each, (*words, name))


@pytest.mark.parametrize("words", [*paths(get_command(app))], ids=" ".join)
def test_help_has_two_names_and_shows_flags_as_flags(run: Shell, words: tuple[str, ...]) -> None:
    shown = run(*words, "-h")
    assert shown.code == 0
    assert shown == run(*words, "--help")
    assert "bool" not in shown.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "--mines", "x"], "'--mines': 'x'; expected a whole number, or usual"),
        (["play", "--seed", "1.5"], "'--seed': '1.5'; expected a whole number"),
        (["play", "--delay", "long"], "'--delay': 'long'; expected a number"),
        (["solve", "--shape", "round"], "'--shape': 'round'; expected square, torus or hex"),
        (
            ["play", "--finish", "a"],
            "'--finish': 'a'; expected marking, clearing, flagging or fair",
        ),
        (["lab", "run", "x", "--backend", "y"], "'--backend': 'y'; expected local, dask or ray"),
        (["new", "thing", "x"], "'KIND': 'thing'; expected agent or engine"),
    ],
)
def test_a_value_of_the_wrong_kind_is_told_in_our_words(
    complains: Callable[..., str], words: list[str], message: str
) -> None:
    assert complains(*words) == f"mineproof: Invalid value for {message}\n"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("exp", ["explain"]),
        ("lab re", ["report"]),
        ("play --eng", ["--engine"]),
        ("play --level e", ["easy", "expert"]),
        ("solve --engine s", ["single", "subset", "sat"]),
        ("tui --agent saf", ["safest", "safest-corner"]),
        ("solve --shape ", ["square", "torus", "hex"]),
        ("convert a.avf b --to m", ["mbf", "mine"]),
    ],
)
def test_a_shell_can_complete_commands_options_and_names(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    offered: list[str],
) -> None:
    line = f"mineproof {typed}"
    monkeypatch.setenv("_MINEPROOF_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 0
    assert capsys.readouterr().out.split() == offered
