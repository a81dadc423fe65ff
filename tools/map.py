"""`make map` writes docs/map.md: one line for each source file, in the words of that file.

A room is a folder. What it is for comes from the docstring of its `__init__.py`; what a file is for
comes from the first line of its docstring, or the first sentence of its opening comment. Nothing on
the map is written by hand, and tests/test_map.py fails when it is stale.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAP = ROOT / "docs" / "map.md"

_HEAD = """# Map

Every source file in one line. This page is generated: run `make map` after you add, move or rename
a file or change its first line. [design.md](design.md) has the story and the reasons;
[CONTRIBUTING.md](../CONTRIBUTING.md#where-does-my-idea-go) says where a new idea goes.

The package is shown from the inside out: a room may import the rooms above it, never those below.
"""

# From the inside out: the package as the import contract in pyproject.toml has it, then the kernel.
_PACKAGE = ("board", "stats", "logic", "counting", "engines", "agents", "play", "coach", "lab")
_OUTER = ("adapters", "app", "facade")
_KERNEL = ("base", "board", "count", "strategist", "play", "resolution", "bind", "wasm", "tests")

# Each part of the map: its title, its folder, and a note where no file there could say it.
_PARTS = (
    ("The package", "src/mineproof", ""),
    (
        "The kernel",
        "native",
        "C++20; only `bind` knows Python. [Its README](../native/README.md) says how it works.",
    ),
    ("Benchmarks", "benchmarks", "`make bench` runs them all, `make bench-wins` one."),
    ("Fuzzers", "fuzz", "`make fuzz` runs them all; [reliability.md](reliability.md) says how."),
    ("Tools", "tools", ""),
    (
        "Tests",
        "tests",
        "Each room has its tests in the folder of the same name. These helpers serve all of them.",
    ),
)

_SOURCES = (".py", ".hpp", ".cpp", ".js")
_SENTENCE = re.compile(r".*?[.?!](?=\s|$)", re.DOTALL)
_LINE_COMMENT = re.compile(r"(?://[^\n]*\n)+")
_BLOCK_COMMENT = re.compile(r"/\*\*?(.*?)\*/", re.DOTALL)


def main() -> None:
    """Write the map; with `--check` only tell, by the exit status, whether it is up to date."""
    text = draw()
    if "--check" in sys.argv[1:]:
        sys.exit(f"{MAP.name} is stale; run `make map`" if MAP.read_text("utf-8") != text else 0)
    MAP.write_text(text, encoding="utf-8")


def draw() -> str:
    """Return the whole map as Markdown."""
    return "\n".join([_HEAD, *(line for part in _PARTS for line in _part(*part))])


def rooms(folder: Path) -> list[Path]:
    """Return every folder with source files in it, `folder` itself included, inner ones first."""
    return sorted({file.parent for file in _files(folder)}, key=lambda room: _rank(folder, room))


def sources(room: Path) -> list[Path]:
    """Return the source files that lie directly in `room`, without its `__init__.py`."""
    return sorted(
        file for file in room.iterdir() if file.suffix in _SOURCES and file.name != "__init__.py"
    )


def purpose(file: Path) -> str:
    """Return what a file says it is for in its first sentence; empty if it says nothing."""
    text = file.read_text(encoding="utf-8")
    return _docstring_line(text) if file.suffix == ".py" else _comment_sentence(text)


def introduction(room: Path) -> str:
    """Return the docstring of a room's `__init__.py`, up to its first example."""
    init = room / "__init__.py"
    if not init.is_file():
        return ""
    docstring = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n>>>")[0].strip()


def _rank(folder: Path, room: Path) -> tuple[int, str]:
    path = room.relative_to(folder)
    first = path.parts[0] if path.parts else ""
    order = _KERNEL if folder.name == "native" else _PACKAGE + _OUTER
    return order.index(first) if first in order else -1, path.as_posix()


def _files(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if file.suffix in _SOURCES and "__pycache__" not in file.parts:
            yield file


def _part(title: str, folder: str, note: str) -> Iterator[str]:
    yield f"## {title}\n"
    if note:
        yield f"{note}\n"
    shown = [ROOT / folder] if folder == "tests" else rooms(ROOT / folder)
    for room in shown:
        yield from _room(room, room != ROOT / folder)


def _room(room: Path, titled: bool) -> Iterator[str]:
    if titled:
        yield f"### {room.relative_to(ROOT).as_posix().removeprefix('src/mineproof/')}\n"
    if words := introduction(room):
        yield f"{words}\n"
    lines = [_line(file) for file in sources(room) if not file.name.startswith(("test_", "__"))]
    if lines:
        yield "\n".join(lines) + "\n"


def _line(file: Path) -> str:
    return f"- [{file.name}](../{file.relative_to(ROOT).as_posix()}): {purpose(file)}"


def _docstring_line(text: str) -> str:
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def _comment_sentence(text: str) -> str:
    paragraph = re.split(r"\n\s*\n", _opening_comment(text))[0]
    words = " ".join(paragraph.split())
    sentence = _SENTENCE.match(words)
    return sentence[0] if sentence else words.rstrip(":")


def _opening_comment(text: str) -> str:
    """Return the comment at the top of C++ or JavaScript, without its signs."""
    if lines := _LINE_COMMENT.match(text):
        return re.sub(r"^// ?", "", lines[0], flags=re.MULTILINE)
    block = _BLOCK_COMMENT.match(text)
    return re.sub(r"^\s*\* ?", "", block[1], flags=re.MULTILINE).strip() if block else ""


if __name__ == "__main__":
    main()
