from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from mineproof.errors import BadInput, UnknownName
from mineproof.plugins import source as sources
from mineproof.plugins.source import find, is_reference, load, registered, told

GROUP = "mineproof.agents"


def write(folder: Path, text: str, name: str = "player.py") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return f"{folder / name}:play"


def test_a_file_is_loaded_with_the_text_that_was_found(tmp_path: Path) -> None:
    name = write(tmp_path, "def play(view): return 1\n")
    source = find(name, GROUP)
    write(tmp_path, "def play(view): return 2\n")
    assert load(name, GROUP, [source])(None) == 1  # type: ignore[operator]
    assert load(name, GROUP)(None) == 2  # type: ignore[operator]
    assert find(name, GROUP) != source


def test_a_path_is_relative_to_the_folder_that_is_given(tmp_path: Path) -> None:
    write(tmp_path, "def play(view): return 3\n")
    source = find("player.py:play", GROUP, tmp_path)
    assert load("player.py:play", GROUP, [source])(None) == 3  # type: ignore[operator]


def test_a_file_may_import_its_neighbours(tmp_path: Path) -> None:
    write(tmp_path, "VALUE = 7\n", "a_neighbour_of_the_player.py")
    name = write(
        tmp_path, "import a_neighbour_of_the_player as n\ndef play(view): return n.VALUE\n"
    )
    assert load(name, GROUP)(None) == 7  # type: ignore[operator]


def test_a_module_is_found_on_the_path_or_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "def play(view): return 5\n", "some_module_of_mine.py")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    assert load("some_module_of_mine:play", GROUP)(None) == 5  # type: ignore[operator]


def test_a_changed_module_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "def play(view): return 5\n", "another_module_of_mine.py")
    monkeypatch.syspath_prepend(tmp_path)
    source = find("another_module_of_mine:play", GROUP)
    write(tmp_path, "def play(view): return 6\n", "another_module_of_mine.py")
    with pytest.raises(BadInput, match="another_module_of_mine has changed; expected digest"):
        load("another_module_of_mine:play", GROUP, [source])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def play(view:\n", "SyntaxError"),
        ("1 / 0\n", r"ZeroDivisionError: division by zero \(player.py, line 1\)"),
        ("import sys\nsys.exit('bye')\n", "SystemExit: bye"),
        ("import no_such_module\n", "ModuleNotFoundError"),
    ],
)
def test_what_cannot_be_loaded_is_told_in_a_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        load(write(tmp_path, text), GROUP)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.name != "posix", reason="an alarm needs signals")
@pytest.mark.parametrize("name", ["player.py:play", "endless_package.players:play"])
def test_what_never_ends_is_given_up(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "endless_package").mkdir()
    write(tmp_path, "while True: pass\n")
    write(tmp_path, "while True: pass\n", "endless_package/__init__.py")
    write(tmp_path, "def play(view): return 1\n", "endless_package/players.py")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sources, "LOADING_SECONDS", 0.2)
    for _ in range(2):
        with pytest.raises(BadInput, match=r"^cannot load '.*': not done after 0\.2 seconds$"):
            load(name, GROUP)


@pytest.mark.parametrize(
    ("number", "text", "message"),
    [
        (0, "1 / 0", r"cannot load 'broken_\d\.players': ZeroDivisionError"),
        (1, "import sys; sys.exit(0)", r"cannot load 'broken_\d\.players': SystemExit: 0"),
        (2, "import no_such_module", "No module named 'no_such_module'"),
        (3, "", r"no module 'broken_\d\.players'; expected one that can be imported"),
    ],
)
def test_a_package_that_cannot_be_imported_says_why(
    number: int, text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"broken_{number}"
    package.mkdir()
    write(package, text, "__init__.py")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadInput, match=message):
        find(f"{package.name}.players:play", GROUP)


@pytest.mark.parametrize("name", [".x:play", "a..b:play", "a/b:play"])
def test_what_is_no_module_is_told(name: str) -> None:
    with pytest.raises(UnknownName, match="no module "):
        find(name, GROUP)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    name = write(tmp_path, "def other(view): ...\nclass Third: ...\n")
    with pytest.raises(UnknownName, match="has no 'play'; expected other, Third"):
        load(name, GROUP)
    with pytest.raises(BadInput, match=r"cannot read '.*none.py': No such file"):
        find("none.py:play", GROUP, tmp_path)
    with pytest.raises(UnknownName, match="no module 'no_such_module'"):
        find("no_such_module:play", GROUP)
    with pytest.raises(UnknownName, match="nothing is registered as 'nobody'"):
        find("nobody", GROUP)


def test_references_are_told_from_names() -> None:
    assert is_reference("a/b.py:X")
    assert is_reference("a.b:X")
    assert not is_reference("safest")
    assert not is_reference("exec:node my.js")
    assert not is_reference(":X")


def test_a_package_registers_by_entry_points() -> None:
    assert registered("gymnasium.envs")["mineproof"].attr == "register_envs"
    source = find("mineproof", "gymnasium.envs")
    assert source.place == "mineproof.adapters.gymnasium"


def test_an_error_is_told_with_its_place() -> None:
    with pytest.raises(ValueError, match="invalid") as caught:
        int("x")
    assert told(caught.value).startswith("ValueError: invalid literal")
    assert "(test_source.py, line" in told(caught.value)
