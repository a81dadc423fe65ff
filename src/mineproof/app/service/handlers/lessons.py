"""Requests about the lessons of the course: the list, one of them, and verdicts on answers."""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.app.json.cells import Json, places, position_json
from mineproof.app.json.coach import sentence_json
from mineproof.app.json.course import setting_json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.lessons import LessonAnswerRequest, LessonCheckRequest
from mineproof.app.service.messages.values import LangQuery
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.course.answers import check_text, solution_text
from mineproof.course.claims import Follows, parse_claim
from mineproof.course.exercises.base import Exercise
from mineproof.course.language import language
from mineproof.course.lesson import Lesson
from mineproof.course.library import Library, library
from mineproof.course.markup import (
    Block,
    ClauseLines,
    Heading,
    Items,
    Paragraph,
    ShownBoard,
    Span,
    Style,
    Verbatim,
)
from mineproof.errors import BadInput


async def list_lessons(desk: Desk, _who: Asker, asked: LangQuery) -> Json:
    """The lessons of the course, in their order."""
    return list_json(library(desk.lessons), asked.lang)


async def get_lesson(desk: Desk, who: Asker, asked: LangQuery) -> Json:
    """The text, the boards and the exercises of a lesson."""
    return lesson_json(library(desk.lessons), who.topic, asked.lang)


async def check_lesson_answer(desk: Desk, who: Asker, asked: LessonCheckRequest) -> Json:
    """The verdict on an answer to an exercise of a lesson, and a reason if it is wrong."""
    wish = (asked.exercise, asked.answer, asked.lang)
    return check_json(library(desk.lessons), who.topic, *wish)


async def show_lesson_answer(desk: Desk, who: Asker, asked: LessonAnswerRequest) -> Json:
    """A solution of an exercise of a lesson."""
    return answer_json(library(desk.lessons), who.topic, asked.exercise, asked.lang)


# As JSON


def list_json(lessons: Library, lang: str) -> Json:
    """Return all lessons in a language, without their texts."""
    return {"lessons": [_head(lessons, lesson, lang) for lesson in lessons]}


def lesson_json(lessons: Library, key: str, lang: str) -> Json:
    """Return a lesson with its text, boards and exercises; raise UnknownName."""
    lesson = lessons.find(key)
    tag, text = lesson.text(lang)
    views = {name: board.view for name, board in lesson.boards.items()}
    blocks = [_block(block, views[name] if name else None) for block, name in text.on_boards()]
    boards = {name: _board(board.view, board.lit) for name, board in lesson.boards.items()}
    exercises = [_exercise(each, tag) for each in lesson.exercises]
    return _head(lessons, lesson, lang) | {
        "lang": tag,
        "blocks": blocks,
        "boards": boards,
        "exercises": exercises,
    }


def check_json(lessons: Library, key: str, number: int, answer: str, lang: str) -> Json:
    """Return the verdict on an answer; raise BadInput if it is none."""
    exercise, words = _find(lessons.find(key), number), language(lang)
    verdict = check_text(exercise, answer)
    said = exercise.say(verdict, words)
    grid = exercise.view.grid if exercise.view else Grid(1, 1)
    return {
        "is_right": verdict.is_right,
        "words": [sentence_json(said, grid)],
        "lit": verdict.more.get("lit", []),
        "layout": verdict.more.get("layout"),
        "reason": _reason(exercise, lang) if verdict.is_right else None,
    }


def answer_json(lessons: Library, key: str, number: int, lang: str) -> Json:
    """Return the solution of an exercise."""
    exercise = _find(lessons.find(key), number)
    return {"answer": solution_text(exercise), "reason": _reason(exercise, lang)}


def _find(lesson: Lesson, number: int) -> Exercise:
    count = len(lesson.exercises)
    if not 1 <= number <= count:
        raise BadInput(f"exercise {number} of {lesson.name}; expected 1 to {count}")
    return lesson.exercises[number - 1]


def _reason(exercise: Exercise, lang: str) -> str | None:
    return exercise.reason[lang] if exercise.reason else None


def _head(lessons: Library, lesson: Lesson, lang: str) -> Json:
    _, text = lesson.text(lang)
    return {
        "name": lesson.name,
        "number": lessons.number(lesson),
        "title": text.title,
        "about": text.about,
        "exercises": len(lesson.exercises),
    }


def _exercise(exercise: Exercise, lang: str) -> Json:
    return {
        "kind": exercise.kind,
        "question": exercise.ask(language(lang)).text,
        "board": None if exercise.view is None else _board(exercise.view),
        "setting": setting_json(exercise, lang),
    }


def _board(view: View, lit: Iterable[Cell] = ()) -> Json:
    return position_json(view) | {"lit": places(view.grid, lit)}


def _block(block: Block, view: View | None) -> Json:
    match block:
        case Paragraph(_, spans):
            return {"kind": "paragraph", "spans": _spans(spans, view)}
        case Heading(_, spans):
            return {"kind": "heading", "spans": _spans(spans, view)}
        case Items(_, items, is_numbered):
            lists = [_spans(item, view) for item in items]
            return {"kind": "numbers" if is_numbered else "bullets", "items": lists}
        case ShownBoard(_, name, caption):
            return {"kind": "board", "board": name, "spans": _spans(caption, view)}
        case ClauseLines(_, lines):
            return {"kind": "clauses", "lines": [_clause(*line, view) for line in lines]}
        case Verbatim(_, text):
            return {"kind": "verbatim", "text": text}
        case _:
            raise AssertionError(f"an unknown block {block}")


def _spans(spans: Iterable[Span], view: View | None) -> list[Json]:
    return [_span(span, view) for span in spans]


def _span(span: Span, view: View | None) -> Json:
    said: Json = {"text": span.text, "style": span.style.value}
    if span.style is not Style.CLAIM or view is None:
        return said
    return said | {"cells": places(view.grid, parse_claim(span.claim, view.grid).cells)}


def _clause(text: str, note: Iterable[Span], view: View | None) -> Json:
    assert view is not None, "a claim without a board is refused when it is read"
    cells = Follows.of({"clause": text}, view.grid).cells
    return {"text": text, "cells": places(view.grid, cells), "note": _spans(note, view)}
