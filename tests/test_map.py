"""The map is true: docs/map.md is what `make map` writes, and no room is too large to take in."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import map as tool

ROOT = Path(__file__).parents[1]
FOLDERS = ["src/mineproof", "native", "tests", "benchmarks", "tools", "examples", "fuzz"]
ROOMS = [room for folder in FOLDERS for room in tool.rooms(ROOT / folder)]
FILES = [
    file
    for folder in FOLDERS[:2]
    for room in tool.rooms(ROOT / folder)
    for file in tool.sources(room)
]


def test_the_map_is_fresh() -> None:
    assert tool.MAP.read_text(encoding="utf-8") == tool.draw(), "stale: run `make map`"


def test_every_file_says_what_it_is_for() -> None:
    assert [str(file) for file in FILES if not tool.purpose(file)] == []


def test_every_room_of_the_package_says_what_belongs_there() -> None:
    rooms = [room for room in tool.rooms(ROOT / "src/mineproof") if "static" not in room.parts]
    assert [str(room) for room in rooms if not tool.introduction(room)] == []


def test_no_room_has_more_than_twenty_files() -> None:
    kinds = ("*.py", "*.[hc]pp", "*.js")
    files = {room: [file for kind in kinds for file in room.glob(kind)] for room in ROOMS}
    assert {str(room): len(held) for room, held in files.items() if len(held) > 20} == {}


def test_files_are_named_by_nouns() -> None:
    files = [file for room in ROOMS for file in room.glob("*ing.py") if file.stem != "binding"]
    assert [str(file) for file in files] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("// One. Two.\n#pragma once\n", "One."),
        ("// A long\n// sentence of exact.py. More.\n", "A long sentence of exact.py."),
        ("// No full stop:\n//\n// - a list\n", "No full stop"),
        ("/** One line. */\nimport x;\n", "One line."),
        ("/**\n * Two\n * lines. More.\n *\n * Details.\n */\n", "Two lines."),
        ("#pragma once\n", ""),
    ],
)
def test_first_sentence_of_a_comment(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "file.hpp"
    file.write_text(text, encoding="utf-8")
    assert tool.purpose(file) == sentence
