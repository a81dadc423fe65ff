"""Ready exercises: those that are stored in `data`, by id."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from mineproof.course.exercises.base import Exercise
from mineproof.course.exercises.kinds import exercise_of
from mineproof.errors import UnknownName

_DATA = files("mineproof.course") / "exercises" / "data"


@cache
def ready_exercises() -> Mapping[str, Exercise]:
    """Return all of them by id: those from games, easiest first, then those after a textbook.

    >>> ready_exercises()["resolve-1-1"].difficulty
    1
    """
    made = map(exercise_of, [*_from_games(), *_from_textbook()])
    return {exercise.id: exercise for exercise in made}


def exercise_named(name: str) -> Exercise:
    """Return a ready exercise by its id; raise UnknownName."""
    found = ready_exercises().get(name)
    if found is None:
        raise UnknownName(f"unknown exercise {name!r:.40}; expected one such as resolve-1-1")
    return found


def _from_games() -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = json.loads((_DATA / "games.json").read_text("utf-8"))
    return found


def _from_textbook() -> list[Mapping[str, Any]]:
    text = (_DATA / "textbook.toml").read_text("utf-8")
    found: list[Mapping[str, Any]] = tomllib.loads(text)["exercise"]
    return found
