"""The kinds of exercises, and how an exercise is made from data, such as a table of a TOML file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.course.exercises.base import Exercise
from mineproof.course.exercises.certain import MineCells, SafeCells
from mineproof.course.exercises.choice import Choice
from mineproof.course.exercises.clauses import ClauseCount, HintClauses
from mineproof.course.exercises.clues import Clues
from mineproof.course.exercises.given_clauses import (
    Propagation,
    ResolventOf,
    SearchStep,
    Subsumption,
)
from mineproof.course.exercises.guess import BestGuess, SafestCell
from mineproof.course.exercises.layout import DrawnLayout, LayoutCount, Risk
from mineproof.course.exercises.number import Number
from mineproof.course.exercises.rates import Rates
from mineproof.course.exercises.resolution.resolve import Resolve
from mineproof.course.exercises.solver import DimacsLine, SameCells
from mineproof.course.exercises.truth import Truth
from mineproof.errors import BadInput, UnknownName

KINDS: Mapping[str, type[Exercise]] = {
    each.kind: each
    for each in (
        *(SafeCells, MineCells, Clues, DrawnLayout, LayoutCount, Risk, SafestCell, BestGuess),
        *(HintClauses, ClauseCount, Propagation, Subsumption, ResolventOf, SearchStep),
        *(DimacsLine, SameCells, Resolve, Truth, Rates, Number, Choice),
    )
}


def exercise_of(data: Mapping[str, Any]) -> Exercise:
    """Return the exercise that `data` describes; raise BadInput.

    `kind` names the kind; the position, if there is one, is `board` with `mines` and `shape` where
    these matter. All else are the fields of the exercise.

    >>> both = {"en": "How many?", "zh-TW": "有幾個？"}
    >>> data = {"kind": "number", "id": "n", "difficulty": 1, "question": both, "value": 3}
    >>> exercise_of(data).check("3").is_right
    True
    """
    rest = dict(data)
    kind, name = rest.pop("kind", None), rest.get("id", "an exercise")
    if kind not in KINDS:
        raise UnknownName(f"unknown kind {kind!r} of {name}; expected {', '.join(KINDS)}")
    mines, shape = rest.pop("mines", None), Shape(rest.pop("shape", "square"))
    if "board" in rest:
        rest["view"] = View.from_picture(rest.pop("board"), mines, shape)
    known = {field.name for field in fields(KINDS[kind])}
    if strange := sorted(rest.keys() - known):
        raise BadInput(f"field {strange[0]!r} in {name}; expected {', '.join(sorted(known))}")
    try:
        return KINDS[kind](**rest)
    except TypeError as error:
        raise BadInput(f"{name} is incomplete: {error}") from None
