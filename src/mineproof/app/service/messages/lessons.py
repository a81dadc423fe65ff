"""Requests and answers about lessons: their texts, answers to exercises, and verdicts."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import StrictInt

from mineproof.app.service.messages.values import (
    Answer,
    Lang,
    Picture,
    Place,
    Request,
    Sentence,
    Shape,
    examples,
    field,
)
from mineproof.course.notation import MOST_SIGNS

Style: TypeAlias = Literal["plain", "strong", "emphasis", "code", "claim"]
BlockKind: TypeAlias = Literal[
    "paragraph", "heading", "bullets", "numbers", "board", "clauses", "verbatim"
]

_MOST_EXERCISES = 1000


class LessonAnswerRequest(Request):
    """Which exercise of a lesson the solution is wanted of."""

    model_config = examples({"exercise": 1})

    exercise: StrictInt = field("The number of the exercise, from 1.", ge=1, le=_MOST_EXERCISES)
    lang: Lang = "en"


class LessonCheckRequest(LessonAnswerRequest):
    """An answer to an exercise of a lesson."""

    model_config = examples({"exercise": 1, "answer": "a1 c1"})

    answer: str = field(
        "As it is typed in a terminal: cells, clauses, a number, yes or no.",
        max_length=MOST_SIGNS,
        examples=["a1 c1", "¬a1 ∨ b1", "3/8"],
    )


class LessonInfo(Answer):
    """A lesson in the list."""

    name: str
    number: int
    title: str
    about: str
    exercises: int = field("How many exercises it has.")


class LessonList(Answer):
    """All lessons, in their order."""

    lessons: list[LessonInfo]


class LessonSpan(Answer):
    """A part of a line; a claim has the cells that it is about, on the board shown last."""

    text: str
    style: Style
    cells: list[Place] = field("Those of a claim.", default=[])


class LessonLine(Answer):
    """A clause, and where it is from."""

    text: str
    cells: list[Place]
    note: list[LessonSpan]


class LessonBlock(Answer):
    """A part of the text; which fields there are depends on its kind."""

    kind: BlockKind
    spans: list[LessonSpan] = field(
        "Of a paragraph or heading; the caption of a board.", default=[]
    )
    items: list[list[LessonSpan]] = field("Of a list.", default=[])
    board: str | None = field("The name of a board.", default=None)
    lines: list[LessonLine] = field("Of clauses.", default=[])
    text: str = field("Of what stays as it is.", default="")


class LessonBoard(Answer):
    """A board of a lesson."""

    board: Picture
    mines: int | None
    shape: Shape
    lit: list[Place]


class LessonExercise(Answer):
    """An exercise; `setting` is what a screen needs to ask for an answer."""

    kind: str
    question: str
    board: LessonBoard | None
    setting: dict[str, Any]


class LessonPage(Answer):
    """A lesson in one language."""

    name: str
    number: int
    lang: Lang = field("The language of the text: the wanted one, if there is one.")
    title: str
    about: str
    blocks: list[LessonBlock]
    boards: dict[str, LessonBoard]
    exercises: list[LessonExercise]


class LessonVerdict(Answer):
    """What is said of an answer."""

    is_right: bool
    words: list[Sentence]
    lit: list[Place] = field("Cells to look at.")
    layout: list[Place] | None = field("The mines of a layout that refutes the answer.")
    reason: str | None = field("Why a right answer is right, if the author says so.")


class LessonAnswer(Answer):
    """A solution, as it would be typed."""

    answer: str
    reason: str | None
