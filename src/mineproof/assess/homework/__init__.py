"""Homework: a ready exercise for a class, as `mineproof assess --make` writes it.

The starter is code like any other: checked and tested. `boards.jsonl` has the fixed boards on which
every student's file plays, each with what it takes to solve it; small, since they are to be shown.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from mineproof.errors import BadInput
from mineproof.play.given_boards import GivenBoard, read_boards

_FOR_STUDENTS = {"statement.md": "README.md", "my_player.py": "my_player.py"}
_FOR_THE_TEACHER = ("points.toml", "boards.jsonl", "run_autograder", "setup.sh")
_HIDDEN = "autograder"
_IS_RUN = 0o755


@cache
def fixed_boards() -> tuple[GivenBoard, ...]:
    """Return the fixed boards."""
    return tuple(read_boards(_bytes("boards.jsonl").splitlines()))


def make_homework(folder: Path) -> list[Path]:
    """Write the homework into a new folder; return its files. Raises BadInput if it exists."""
    if folder.exists():
        raise BadInput(f"{str(folder)!r} exists; expected a new folder")
    try:
        (folder / _HIDDEN).mkdir(parents=True)
        targets = [folder / name for name in _FOR_STUDENTS.values()]
        targets += [folder / _HIDDEN / name for name in _FOR_THE_TEACHER]
        for name, target in zip((*_FOR_STUDENTS, *_FOR_THE_TEACHER), targets, strict=True):
            target.write_bytes(_bytes(name))
    except OSError as error:
        raise BadInput(f"cannot write {str(folder)!r}: {error.strerror}") from None
    for name in ("run_autograder", "setup.sh"):
        (folder / _HIDDEN / name).chmod(_IS_RUN)
    return targets


def _bytes(name: str) -> bytes:
    return files(__name__).joinpath(name).read_bytes()
