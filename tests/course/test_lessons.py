"""The twelve lessons: alike in all languages, and true; exercises can be solved and failed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mineproof.coach.language import LANGUAGES
from mineproof.course.exercises.base import Exercise, Verdict
from mineproof.course.language import language
from mineproof.course.lesson import Lesson, LessonText, lines_of
from mineproof.course.lesson_file import read_lesson
from mineproof.course.library import FOLDER, library
from mineproof.course.markup import ClauseLines, Heading, Items, Paragraph, Style
from mineproof.errors import BadInput

FILES = sorted(FOLDER.glob("*.toml"))
ATTEMPTS = (
    *("none", "a1", "b1", "c1", "b2", "0", "1", "2", "1/2", "yes", "no"),
    *("decide", "conflict", "model", "¬a1"),
)
each_lesson = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_there_are_twelve_in_order() -> None:
    assert [int(path.stem[:2]) for path in FILES] == list(range(1, 13))
    assert library().find("7") is library().find("resolution")


@each_lesson
def test_every_claim_is_true_and_all_languages_are_alike(path: Path) -> None:
    lesson = read_lesson(path)  # the engines check the claims
    assert tuple(lesson.texts) == LANGUAGES
    english, chinese = (lesson.texts[tag] for tag in LANGUAGES)
    assert english.boards == chinese.boards
    assert claims(english) == claims(chinese)
    assert shape(english) == shape(chinese)
    assert len(lesson.exercises) == 5


@each_lesson
def test_every_board_is_used(path: Path) -> None:
    lesson = read_lesson(path, is_checked=False)
    shown = set(lesson.texts["en"].boards)
    views = [exercise.view for exercise in lesson.exercises]
    unused = [name for name, board in lesson.boards.items() if board.view not in views]
    assert set(unused) <= shown


@each_lesson
def test_a_lesson_is_a_page_long(path: Path) -> None:
    words = prose(read_lesson(path, is_checked=False).texts["en"]).split()
    assert 300 <= len(words) <= 500


@each_lesson
def test_every_exercise_takes_its_solution_and_refuses_others(path: Path) -> None:
    for exercise in read_lesson(path, is_checked=False).exercises:
        assert exercise.check(exercise.solution()).is_right
        refused = [verdict for verdict in attempts(exercise) if not verdict.is_right]
        assert refused, exercise.id
        for verdict in refused:
            for tag in LANGUAGES:
                said = exercise.say(verdict, language(tag)).text
                assert said
                assert "{" not in said.replace("{a", "").replace("{b", "")


def attempts(exercise: Exercise) -> Iterator[Verdict]:
    for text in ATTEMPTS:
        try:
            yield exercise.check(text)
        except BadInput:
            continue


def claims(text: LessonText) -> list[str]:
    """What is claimed, in the order of the text; sentences may be arranged in another order."""
    return sorted(
        span.claim
        for block in text.blocks
        for line in lines_of(block)
        for span in line
        if span.style is Style.CLAIM
    )


def shape(text: LessonText) -> list[object]:
    """Headings, lists and clauses, without words."""
    found: list[object] = []
    for block in text.blocks:
        match block:
            case Heading():
                found.append("heading")
            case Items(_, items, is_numbered):
                found.append((len(items), is_numbered))
            case ClauseLines(_, lines):
                found.append([clause for clause, _ in lines])
            case _:
                pass
    return found


def prose(text: LessonText) -> str:
    kinds = (Paragraph, Heading, Items, ClauseLines)
    lines = [line for block in text.blocks if isinstance(block, kinds) for line in lines_of(block)]
    return " ".join("".join(span.text for span in line) for line in lines)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_lesson_speaks_of_a_lesson_that_there_is_not(tag: str) -> None:
    digits = "一二三四五六七八九十"
    for lesson in library():
        for number in re.findall(
            r"[Ll]esson (\d+)|第([一二三四五六七八九十]+)課", prose(lesson.texts[tag])
        ):
            found = int(number[0]) if number[0] else digits.index(number[1][0]) + 1
            assert 1 <= found <= 12


def test_a_folder_adds_lessons_and_replaces_those_of_the_same_name(tmp_path: Path) -> None:
    own = '[en]\ntitle = "T"\nabout = "A"\ntext = "Hello."\n'
    (tmp_path / "my-own.toml").write_text(own, encoding="utf-8")
    (tmp_path / "01-dpll.toml").write_text(own, encoding="utf-8")
    lessons = library(tmp_path)
    assert [lesson.name for lesson in lessons][8:] == [
        *("dpll", "sat-solvers", "odds", "guesses", "my-own")
    ]
    assert lessons.find("dpll").text("zh-TW") == ("en", lessons.find("my-own").texts["en"])
    assert lessons.number(lessons.find("my-own")) == 13


def test_a_folder_without_lessons_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no lesson in .*; expected files such as"):
        library(tmp_path)


def test_unknown_lessons_are_refused() -> None:
    with pytest.raises(BadInput, match="lesson '13'; expected 1 to 12, or a name"):
        library().find("13")


def test_lessons_without_exercises_and_boards_are_lessons() -> None:
    assert Lesson("x", {"en": LessonText("T", "A", ())}, {}, ()).text("en")[0] == "en"
