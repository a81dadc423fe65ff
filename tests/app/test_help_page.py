"""The list of commands is there at once, and is what Typer would print."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rich.text import Text
from typer.testing import CliRunner

from mineproof.app import main, start
from mineproof.app.help_page import COMMANDS, Screen, help_page, screen

QUICK = """
import sys
from mineproof.app.start import main
code = main(["--help"])
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("width", [60, 61, 73, 80, 100, 137, 240])
@pytest.mark.parametrize("has_colours", [False, True])
def test_it_is_what_typer_prints(
    width: int, monkeypatch: pytest.MonkeyPatch, *, has_colours: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    if has_colours:
        monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with CliRunner().isolation(color=has_colours) as (out, _, _):
        assert main.main(["--help"]) == 0
        wanted = out.getvalue().decode()
    ours = help_page(Screen(width, has_colours=has_colours))
    if not has_colours:
        assert ours == wanted
    assert painted(ours) == painted(wanted)


def painted(text: str) -> list[tuple[str, str]]:
    """Return the letters of a text with their colours; blanks have none."""
    read = Text.from_ansi(text)
    letters = [(letter, "") for letter in read.plain]
    for span in read.spans:
        for i in range(span.start, span.end):
            letters[i] = (read.plain[i], str(span.style))
    return [each for each in letters if not each[0].isspace()]


def test_it_needs_next_to_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", QUICK], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert "Commands" in done.stdout
    loaded = set(done.stderr.split())
    assert not loaded & {"typer", "rich", "click", "dataclasses", "typing", "re", "json"}


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"]])
def test_every_way_to_ask_for_it(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(words) == 0
    shown = capsys.readouterr().out
    assert [name for name in COMMANDS if f" {name} " not in shown] == []


@pytest.mark.parametrize(
    ("name", "value"), [("COLUMNS", "59"), ("FORCE_COLOR", "1"), ("NO_COLOR", "1")]
)
def test_where_typer_knows_more(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert screen() is not None
    monkeypatch.setenv(name, value)
    assert screen() is None


def test_a_line_is_the_first_sentence_of_its_command() -> None:
    texts = {command.__name__: command.__doc__ or "" for command in main._COMMANDS}
    for name, text in texts.items():
        assert " ".join(text.partition("\n\n")[0].split()) == COMMANDS[name]
    assert [*texts, "lab"] == list(COMMANDS)
