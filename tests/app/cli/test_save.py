"""Files are written whole or not at all, and never over another."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell
from tests.faulty_files import FAULTS, check_told, faults_at_every_step, faulty_files

from mineproof.board.transcript import Transcript
from mineproof.errors import BadInput
from mineproof.files import check_new, save


def test_a_file_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    save(str(tmp_path / "game"), "text\n")
    assert (tmp_path / "game").read_text() == "text\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_where_writing_fails_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        BadInput, match=r"^cannot write '.*game': No space left on device; nothing was changed$"
    ):
        save(str(tmp_path / "game"), "text\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_refused_before_anything_is_played(
    complains: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "game"
    file.write_text("precious")
    for words in (("--human",), ("--json",), ()):
        told = complains("play", "--level", "easy", *words, "--save", str(file))
        assert f"'{file}' exists; expected the name of a new file" in told
    assert file.read_text() == "precious"


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^cannot write .*: its folder is missing"):
        check_new(str(tmp_path / "none" / "game"))
    check_new(str(tmp_path / "game"))


@pytest.mark.parametrize("other", [("--games", "3"), ("--layouts", "x")])
def test_only_one_game_is_saved(complains: Callable[..., str], other: tuple[str, str]) -> None:
    assert f"{other[0]} and --save cannot be combined" in complains("play", *other, "--save", "y")


@pytest.mark.parametrize("words", [(), ("--json",), ("--watch",)])
def test_a_game_of_the_ai_is_saved(run: Shell, tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "game"
    result = run("play", "--game", "easy/opening#3", *words, "--save", str(file))
    assert result.code == 0
    game = Transcript.parse(file.read_text()).end()
    assert str(game.setting) == "easy/opening#3"
    if words == ("--json",):
        shown = json.loads(result.out)
        assert shown["transcript"] == file.read_text().rstrip()
        assert shown["board"] == game.view.picture().split("\n")
    else:
        assert result.out.splitlines()[-1] == f"review it: mineproof review {file}"


# Commands that write files

COMMANDS = {
    "convert": ("convert", "?b=0302&m=g0", "{}"),
    "boards": ("generate", "--level", "easy", "--seed", "1", "--count", "2", "--to", "{}"),
    "certificates": (
        *("generate", "--level", "easy", "--seed", "1", "--count", "1", "--jsonl"),
        *("--script", "--to", "{}"),
    ),
    "a game of the AI": ("play", "--game", "easy/opening#1", "--save", "{}"),
    "a game as JSON": ("play", "--game", "easy/opening#1", "--json", "--save", "{}"),
    "a game of a person": ("play", "--human", "--game", "easy/opening#1", "--save", "{}"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_command_writes_the_whole_file_or_none(
    run: Shell, tmp_path: Path, command: tuple[str, ...]
) -> None:
    left = set()
    for number, faults in enumerate(faults_at_every_step(FAULTS["full"])):
        (folder := tmp_path / str(number)).mkdir()
        with faulty_files(faults):
            done = run(*(word.format(folder / "file.mbf") for word in command), text="open d4\n")
        files = list(folder.iterdir())
        left.add(files[0].read_bytes() if files else None)
        assert len(files) <= 1
        assert (done.code, done.err.count("\n")) == ((2, 1) if faults.step else (0, 0))
        check_told(
            done.err.strip().removeprefix("mineproof: "), folder / "file.mbf", is_new=bool(files)
        )
    assert len(left) == 2
    assert None in left
