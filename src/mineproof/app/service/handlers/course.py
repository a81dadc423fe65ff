"""Requests about the exercises of the course, one of which the path names."""

from __future__ import annotations

from mineproof.app.json.cells import Json
from mineproof.app.json.course import (
    course_hint_json,
    exercise_json,
    exercises_json,
    solution_json,
    verdict_json,
)
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.exercises import CheckRequest, CourseHintRequest
from mineproof.app.service.messages.values import LangQuery
from mineproof.course.answers import check_text
from mineproof.course.exercises.ready import exercise_named, ready_exercises
from mineproof.course.language import language


async def list_course(_desk: Desk, _who: Asker, asked: LangQuery) -> Json:
    """The exercises of the course that are ready, easiest first."""
    return exercises_json(ready_exercises().values(), language(asked.lang))


async def show_course_exercise(_desk: Desk, who: Asker, asked: LangQuery) -> Json:
    """An exercise of the course."""
    return exercise_json(exercise_named(who.topic), language(asked.lang))


async def check_course_answer(_desk: Desk, who: Asker, asked: CheckRequest) -> Json:
    """The verdict on an answer, or on the steps made so far."""
    found, answer = exercise_named(who.topic), asked.answer
    verdict = check_text(found, answer) if isinstance(answer, str) else found.check(answer)
    return verdict_json(found, verdict, language(asked.lang))


async def give_course_hint(_desk: Desk, who: Asker, asked: CourseHintRequest) -> Json:
    """A hint at what to do next."""
    found, words = exercise_named(who.topic), language(asked.lang)
    return course_hint_json(found, found.hint(asked.rung, words, asked.answer))


async def show_course_solution(_desk: Desk, who: Asker, asked: LangQuery) -> Json:
    """A right answer; for a proof, the shortest that is known."""
    return solution_json(exercise_named(who.topic), language(asked.lang))
