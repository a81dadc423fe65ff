"""Exercises of the course as JSON, with their verdicts and hints.

In `setting`, `more` and answers, cells are numbers in reading order, as in traces.
"""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.app.json.cells import Json, position_json
from mineproof.app.json.coach import sentence_json
from mineproof.board.grid import Grid
from mineproof.coach.language import Language, Sentence
from mineproof.course.answers import solution_text
from mineproof.course.exercises.base import Exercise, Hint, Verdict
from mineproof.course.exercises.choice import Choice


def exercises_json(exercises: Iterable[Exercise], words: Language) -> Json:
    """Return what there is to choose from."""
    return {"exercises": [_entry_json(exercise, words) for exercise in exercises]}


def exercise_json(exercise: Exercise, words: Language) -> Json:
    """Return all that a screen needs to ask for an answer."""
    position = position_json(exercise.view) if exercise.view else None
    setting = setting_json(exercise, words.tag)
    return _entry_json(exercise, words) | {
        "position": position,
        "setting": setting,
        "rungs": exercise.rungs,
    }


def setting_json(exercise: Exercise, tag: str) -> Json:
    """Return what a screen needs to ask for an answer, in a language."""
    usual = "options" if isinstance(exercise, Choice) else "text"
    setting = {"input": usual} | dict(exercise.setting())
    if "options" in setting:  # in all languages, or in none
        options = [each if isinstance(each, str) else each[tag] for each in setting["options"]]
        setting |= {"options": options}
    return setting


def verdict_json(exercise: Exercise, verdict: Verdict, words: Language) -> Json:
    """Return whether an answer is right, and why."""
    return {
        "right": verdict.is_right,
        "why": verdict.why,
        "words": _said(exercise, exercise.say(verdict, words)),
        "more": verdict.more,
        "reason": _reason(exercise, words) if verdict.is_right else None,
    }


def course_hint_json(exercise: Exercise, hint: Hint) -> Json:
    """Return a hint, and the lines that it points at."""
    return {"words": _said(exercise, hint.words), "lines": list(hint.lines)}


def solution_json(exercise: Exercise, words: Language) -> Json:
    """Return an answer that is right, also as it is typed, and the reason that its author gives."""
    typed = {"text": solution_text(exercise), "reason": _reason(exercise, words)}
    return {"answer": exercise.solution()} | typed


def _reason(exercise: Exercise, words: Language) -> str | None:
    return exercise.reason[words.tag] if exercise.reason else None


def _entry_json(exercise: Exercise, words: Language) -> Json:
    return {
        "id": exercise.id,
        "kind": exercise.kind,
        "difficulty": exercise.difficulty,
        "source": exercise.source,
        "question": _said(exercise, exercise.ask(words)),
    }


def _said(exercise: Exercise, sentence: Sentence) -> Json:
    return sentence_json(sentence, exercise.view.grid if exercise.view else Grid(1, 1))
