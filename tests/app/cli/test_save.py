"""Files are written whole or not at all, and never over another."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell

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
    with pytest.raises(BadInput, match=r"^cannot write '.*game': No space left on device$"):
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
