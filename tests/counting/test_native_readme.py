"""native/README.md places every source file, and includes point the way it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "native"
SOURCES = sorted([*NATIVE.glob("*/*.hpp"), *NATIVE.glob("*/*.cpp")])
LAYERS = ("base", "board", "count", "strategist", "play")
MAY_INCLUDE = {
    **{layer: set(LAYERS[: i + 1]) for i, layer in enumerate(LAYERS)},
    "resolution": {"resolution"},
    "bind": {*LAYERS, "resolution", "bind"},
    "wasm": {*LAYERS, "wasm"},
    "examples": {*LAYERS, "examples"},
    "tests": {*LAYERS, "resolution", "tests"},
}


def test_every_file_is_placed_once() -> None:
    sections = re.split(r"^## (\w+)/$", (NATIVE / "README.md").read_text(), flags=re.MULTILINE)
    placed = [
        f"{folder}/{name}"
        for folder, text in zip(sections[1::2], sections[2::2], strict=True)
        for name in re.findall(r"^- `(\S+)`: ", text, flags=re.MULTILINE)
    ]
    assert sorted(placed) == [str(path.relative_to(NATIVE)) for path in SOURCES]


@pytest.mark.parametrize("folder", MAY_INCLUDE)
def test_includes_point_one_way(folder: str) -> None:
    files = [path for path in SOURCES if path.parent.name == folder]
    texts = [path.read_text() for path in files]
    includes = re.compile(r'^#include "(\w+)/', flags=re.MULTILINE)
    assert files
    assert {name for text in texts for name in includes.findall(text)} <= MAY_INCLUDE[folder]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_file_says_what_it_is_and_keeps_to_100_columns(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert lines[0].startswith("// ")
    assert [line for line in lines if len(line) > 100] == []
