"""Answers as text: for every kind of exercise, what is typed in a terminal or made by clicks."""

from __future__ import annotations

from mineproof.course.exercises.base import Exercise, Verdict
from mineproof.course.exercises.choice import Choice
from mineproof.course.notation import parse_numbers, written


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
