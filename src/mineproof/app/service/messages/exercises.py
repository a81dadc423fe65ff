"""Requests and answers about the course's exercises: answers, verdicts, hints and solutions."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Field, StrictInt

from mineproof.app.service.messages.values import (
    Answer,
    Lang,
    Picture,
    Place,
    Request,
    Shape,
    examples,
    field,
)

CourseAnswer: TypeAlias = Annotated[
    Any, Field(description="An answer; the kind of exercise says what it is.")
]


class CheckRequest(Request):
    """An answer to an exercise of the course."""

    model_config = examples({"answer": [[0, 3]]}, {"answer": [], "lang": "zh-TW"})

    answer: CourseAnswer
    lang: Lang = "en"


class CourseHintRequest(Request):
    """How much a hint reveals to somebody who has come as far as `answer`."""

    model_config = examples({"rung": 0, "answer": [[0, 3]]})

    rung: StrictInt = field("How much to reveal, from 0; the exercise says how far.", ge=0, le=20)
    answer: CourseAnswer = None
    lang: Lang = "en"


class NamedCell(Answer):
    """A cell by its place and its name."""

    cell: Place
    name: str


class Said(Answer):
    """A sentence, and the cells that it is about."""

    text: str
    cells: list[NamedCell] = field("Those that it names.")
    unnamed: list[NamedCell] = field("Those of sets too large to be named.")


class CourseEntry(Answer):
    """An exercise to choose."""

    id: str = Field(examples=["resolve-1-1"])
    kind: str = field("What is to be done: resolve, choice, number, ...")
    difficulty: int = field("From 1 to 5.")
    source: str | None = field("The game or the book that it is from.")
    question: Said


class CourseExercises(Answer):
    """The exercises that are ready."""

    exercises: list[CourseEntry]


class CoursePosition(Answer):
    """The position of an exercise. Its flags are known mines."""

    board: Picture
    mines: int | None
    shape: Shape


class CourseExercise(CourseEntry):
    """An exercise of the course, without its solution."""

    position: CoursePosition | None
    setting: dict[str, object] = field("What the kind of exercise needs to ask for an answer.")
    rungs: int = field("How many hints there are.")


class CourseVerdict(Answer):
    """The verdict on an answer."""

    right: bool
    why: str = field("The key of the reason.", examples=["resolve.two_pairs"])
    words: Said
    more: dict[str, object] = field("What the kind of exercise adds; see docs/course.md.")
    reason: str | None = field("Why it is right, if the author says so.")


class CourseHint(Answer):
    """A hint."""

    words: Said
    lines: list[int] = field("The lines that it points at, if the exercise has lines.")


class CourseSolution(Answer):
    """An answer that is right."""

    answer: CourseAnswer
    text: str = field("The same as it is typed.")
    reason: str | None = field("Why it is right, if the author says so.")
