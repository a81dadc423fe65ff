"""Lessons as files: one TOML file for each, which docs/course.md describes.

    [board.wall]
    picture = "### 121"

    [en]
    title = "A wall"
    about = "Three numbers in a row."
    text = '''
    ![Which cell is safe?](wall)

    Look at the 2: [b1 is safe](b1 safe).
    '''

    [[exercise]]
    kind = "mines"
    board = "wall"
    question.en = "Which cells are mines?"

The tags of languages are those of the coach. A lesson needs one of them; whoever reads in another
gets that one. Anything else raises BadInput with the file, the line, and what was expected.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mineproof.board.formats.fields import Fields
from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.coach.language import LANGUAGES
from mineproof.course.answers import takes_text
from mineproof.course.exercises.base import Exercise
from mineproof.course.exercises.kinds import exercise_of
from mineproof.course.lesson import Lesson, LessonBoard, LessonText, claims_of
from mineproof.course.markup import parse
from mineproof.errors import BadInput, Contradiction, LimitReached

_WORDS = ("question", "reason")
_MOST_BYTES = 1_000_000


def read_lesson(path: Path, *, is_checked: bool = True) -> Lesson:
    """Return the lesson in a file; its name is that of the file, without digits in front.

    Its claims are checked by the engines, unless that has been done before.
    """
    try:
        content = path.read_bytes()
        if len(content) > _MOST_BYTES:
            raise BadInput(f"{len(content)} bytes; expected at most {_MOST_BYTES}")
        source = content.decode("utf-8-sig").replace("\r\n", "\n")
        name = re.sub(r"^\d+[-_ ]*", "", path.stem) or path.stem
        return _Reader(name, source).lesson(is_checked=is_checked)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; expected a lesson") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not text; expected TOML in UTF-8") from None
    except BadInput as error:
        raise BadInput(f"{path}, {error}" if _has_line(error) else f"{path}: {error}") from None


def _has_line(error: BadInput) -> bool:
    return str(error).startswith("line ")


@dataclass(frozen=True, slots=True)
class _Reader:
    """A file that is being read: its name and its text, in which errors are located."""

    name: str
    source: str

    def lesson(self, *, is_checked: bool) -> Lesson:
        fields = _toml(self.source)
        fields.only("board", "exercise", *LANGUAGES)
        boards = {name: self._board(name, value) for name, value in fields.pairs("board")}
        texts = {tag: self._text(tag, fields.get(tag)) for tag in LANGUAGES if tag in fields}
        if not texts:
            raise BadInput(f"no text; expected a table [{LANGUAGES[0]}] or [{LANGUAGES[1]}]")
        listed = fields.items("exercise") if "exercise" in fields else []
        exercises = [self._exercise(i, value, boards, texts) for i, value in enumerate(listed)]
        lesson = Lesson(self.name, texts, boards, tuple(exercises))
        for tag in texts:
            self._check(lesson, tag, is_checked=is_checked)
        return lesson

    # Parts

    def _board(self, name: str, value: object) -> LessonBoard:
        try:
            fields = Fields(value)
            fields.only("picture", "mines", "shape", "lit")
            mines = fields.integer("mines") if "mines" in fields else None
            shape = _shape(fields.text("shape", Shape.SQUARE.value))
            view = View.from_picture(fields.text("picture"), mines, shape)
            lit = fields.texts("lit") if "lit" in fields else []
            return LessonBoard(view, tuple(view.grid.parse(cell) for cell in lit))
        except BadInput as error:
            raise self._located(rf"\[board\.{re.escape(name)}\]", error) from None

    def _text(self, tag: str, value: object) -> LessonText:
        try:
            fields = Fields(value)
            fields.only("title", "about", "text")
            title, about, text = (fields.text(key) for key in ("title", "about", "text"))
        except BadInput as error:
            raise self._located(rf"\[{tag}\]", error) from None
        try:
            return LessonText(title, about, parse(text))
        except BadInput as error:
            raise self._in_text(tag, error) from None

    def _exercise(
        self,
        index: int,
        value: object,
        boards: Mapping[str, LessonBoard],
        texts: Mapping[str, LessonText],
    ) -> Exercise:
        try:
            fields = Fields(value)
            data: dict[str, Any] = {"id": f"{self.name}-{index + 1}", "difficulty": 1}
            for key, given in Fields({"": value}).pairs(""):
                data[key] = _words(fields, key, texts) if key in _WORDS else given
            if "board" in fields:
                board = _known_board(fields.text("board"), boards).view
                data["board"], data["mines"] = board.picture(), board.mines
                data["shape"] = board.grid.shape.value
            exercise = exercise_of(data)
            if not takes_text(exercise):
                raise BadInput(f"kind {exercise.kind!r}; expected one that is answered by a text")
            return exercise
        except (BadInput, Contradiction, LimitReached) as error:
            raise self._located(r"\[\[exercise\]\]", error, index) from None

    def _check(self, lesson: Lesson, tag: str, *, is_checked: bool) -> None:
        """Raise BadInput for an unknown board, and for a claim that is none or not true."""
        for block, name in lesson.texts[tag].on_boards():
            try:
                view = None if name is None else _known_board(name, lesson.boards).view
                for text, claim in claims_of(block, view):
                    if is_checked and not (view and claim.holds(view)):
                        raise BadInput(f"{text!r} is not true; expected what the board shows")
            except (BadInput, Contradiction, LimitReached) as error:
                raise self._in_text(tag, BadInput(f"line {block.line}: {error}")) from None

    # Where it is in the file

    def _located(self, table: str, error: Exception, index: int = 0) -> BadInput:
        """Return an error with the line of a table's head, the first or a later one."""
        heads = [i for i, line in self._lines() if re.match(rf"\s*{table}", line)]
        where = f"line {heads[index]}: " if len(heads) > index else ""
        return BadInput(f"{where}{error}")

    def _in_text(self, tag: str, error: BadInput) -> BadInput:
        """Return an error whose line counts from the beginning of the file, not of the text."""
        found = re.match(r"line (\d+): (.*)", str(error), re.DOTALL)
        assert found is not None, "errors in a text have lines"
        return BadInput(f"line {self._start(tag) + int(found[1])}: {found[2]}")

    def _start(self, tag: str) -> int:
        """Return how many lines come before the text in a language."""
        is_inside = False
        for number, line in self._lines():
            if line.startswith("["):
                is_inside = line.strip() in (f"[{tag}]", f'["{tag}"]')
            elif is_inside and (found := re.match(r"text\s*=\s*('''|\"\"\")?(.*)", line)):
                return number if found[1] and not found[2] else number - 1
        return 0

    def _lines(self) -> list[tuple[int, str]]:
        return list(enumerate(self.source.split("\n"), 1))


def _toml(source: str) -> Fields:
    try:
        return Fields(tomllib.loads(source))
    except RecursionError:
        raise BadInput("nested too deeply; expected a lesson") from None
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        found = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", str(error), re.DOTALL)
        where = f"line {found[2]}: {found[1]}" if found else str(error)
        raise BadInput(f"{where}; expected TOML") from None


def _shape(text: str) -> Shape:
    try:
        return Shape(text)
    except ValueError:
        known = ", ".join(shape.value for shape in Shape)
        raise BadInput(f"shape {text!r}; expected {known}") from None


def _words(fields: Fields, key: str, texts: Mapping[str, LessonText]) -> dict[str, str]:
    """Return a text in all languages; where one is missing, in the first that the lesson has."""
    given = Fields(fields.get(key))
    given.only(*texts)
    said = {tag: given.text(tag) for tag in texts}
    return {tag: said.get(tag, next(iter(said.values()))) for tag in LANGUAGES}


def _known_board(name: str, boards: Mapping[str, LessonBoard]) -> LessonBoard:
    if name not in boards:
        known = ", ".join(boards) or "a table [board.NAME]"
        raise BadInput(f"board {name!r}; expected {known}")
    return boards[name]
