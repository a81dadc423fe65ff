"""Exercises of the course as JSON, with their verdicts and hints.

In `setting`, `more` and answers, cells are numbers in reading order, as in traces.
"""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.app.json.cells import Json, position_json
from mineproof.app.json.coach import sentence_json
from mineproof.board.grid import Grid
from mineproof.coach.language import Language, Sentence
from mineproof.course.exercises.base import Exercise, Hint, Verdict


def exercises_json(exercises: Iterable[Exercise], words: Language) -> Json:
    """Return what there is to choose from."""
    return {"exercises": [_entry_json(exercise, words) for exercise in exercises]}


def exercise_json(exercise: Exercise, words: Language) -> Json:
    """Return all that a screen needs to ask for an answer."""
    position = position_json(exercise.view) if exercise.view else None
    more = {"position": position, "setting": exercise.setting(), "rungs": exercise.rungs}
    return _entry_json(exercise, words) | more


def verdict_json(exercise: Exercise, verdict: Verdict, words: Language) -> Json:
    """Return whether an answer is right, and why."""
    return {
        "right": verdict.is_right,
        "why": verdict.why,
        "words": _said(exercise, exercise.say(verdict, words)),
        "more": verdict.more,
    }


def course_hint_json(exercise: Exercise, hint: Hint) -> Json:
    """Return a hint, and the lines that it points at."""
    return {"words": _said(exercise, hint.words), "lines": list(hint.lines)}


def solution_json(exercise: Exercise, words: Language) -> Json:
    """Return an answer that is right, and the reason that its author gives."""
    reason = exercise.reason[words.tag] if exercise.reason else None
    return {"answer": exercise.solution(), "reason": reason}


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
