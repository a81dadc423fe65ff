"""Answers as text: for every kind of exercise, what is typed in a terminal or made by clicks."""

from __future__ import annotations

from mineproof.course.exercises.base import Exercise, Verdict
from mineproof.course.exercises.choice import Choice
from mineproof.course.exercises.number import Number
from mineproof.course.exercises.on_board import OnBoard
from mineproof.course.exercises.rates import Rates
from mineproof.course.notation import parse_numbers, written

WRITTEN = (OnBoard, Rates, Number, Choice)
"""The kinds that are answered by a text: all but those in which steps are made."""


def takes_text(exercise: Exercise) -> bool:
    """Tell whether an exercise is answered by a text."""
    return isinstance(exercise, WRITTEN)


def check_text(exercise: Exercise, text: str) -> Verdict:
    """Judge an answer that is a text; options are chosen by number, from 1. Raises BadInput."""
    if isinstance(exercise, Choice):
        numbers = parse_numbers(written(text), len(exercise.options))
        return exercise.check(sorted(number - 1 for number in numbers))
    return exercise.check(text)


def solution_text(exercise: Exercise) -> str:
    """Return a text that `check_text` finds right."""
    solution = exercise.solution()
    if isinstance(exercise, Choice):
        return " ".join(str(option + 1) for option in solution) or "none"
    return str(solution)
