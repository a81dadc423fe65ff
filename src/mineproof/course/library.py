"""Library: the lessons of the course, and those of a teacher."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mineproof.course.lesson import Lesson
from mineproof.course.lesson_file import read_lesson
from mineproof.errors import BadInput, UnknownName

FOLDER = Path(__file__).parent / "lessons"


@dataclass(frozen=True, slots=True)
class Library:
    """Lessons in their order."""

    lessons: tuple[Lesson, ...]

    def __iter__(self) -> Iterator[Lesson]:
        return iter(self.lessons)

    def number(self, lesson: Lesson) -> int:
        """Return which lesson it is, from 1."""
        return self.lessons.index(lesson) + 1

    def find(self, key: str) -> Lesson:
        """Return a lesson by its number, from 1, or by its name; raise UnknownName."""
        for number, lesson in enumerate(self.lessons, 1):
            if key in (str(number), lesson.name):
                return lesson
        last = len(self.lessons)
        raise UnknownName(f"lesson {key!r:.40}; expected 1 to {last}, or a name")


@cache
def library(folder: Path | None = None) -> Library:
    """Return the lessons of the course, then those in a folder; raise BadInput.

    A lesson in the folder that has the name of one of the course takes its place.
    """
    ours = [read_lesson(path, is_checked=False) for path in sorted(FOLDER.glob("*.toml"))]
    theirs = [] if folder is None else _read(folder)
    by_name = {lesson.name: lesson for lesson in [*ours, *theirs]}
    return Library(tuple(by_name.values()))


def _read(folder: Path) -> list[Lesson]:
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise BadInput(f"no lesson in {folder}; expected files such as my-lesson.toml")
    return [read_lesson(path) for path in paths]
