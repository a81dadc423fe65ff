"""What the coach says as JSON is always as the schema has it, and the schema is strict."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from tests.boards import moments, scattered

from mineproof.app.json.coach import explanation_json, hint_json
from mineproof.board.view import View
from mineproof.coach.explanation import CellVerdict, explain
from mineproof.coach.hints import hint
from mineproof.coach.language import LANGUAGES
from mineproof.coach.rungs import RUNGS
from mineproof.coach.steps.leads import Outlook
from mineproof.coach.steps.techniques import StepLevel, Technique

SCHEMA = json.loads((files("mineproof.coach") / "schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def validated(value: dict[str, object]) -> dict[str, Any]:
    """Return a value as whoever reads the JSON gets it, checked."""
    read: dict[str, Any] = json.loads(json.dumps(value))
    VALIDATOR.validate(read)
    return read


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("technique", [each.value for each in Technique]),
        ("level", [each.name for each in StepLevel]),
        ("outlook", [each.value for each in Outlook]),
        ("language", list(LANGUAGES)),
    ],
)
def test_the_schema_knows_all_values(name: str, values: list[str]) -> None:
    assert SCHEMA["$defs"][name]["enum"] == values


def test_the_schema_knows_all_verdicts() -> None:
    verdict = SCHEMA["$defs"]["explanation"]["properties"]["verdict"]
    assert verdict["enum"] == [each.value for each in CellVerdict]


def views() -> list[View]:
    levels = ["beginner", "expert", "hex:9x9/14", "torus:9x9/12"]
    games = [view for level in levels for seed in range(2) for view in moments(level, seed, 3)]
    odd = ["2#", "3# ##", "## 11", "F1", "00", "### 11F", "*2#1#"]
    pictures = [View.from_picture(picture) for picture in odd]
    return [*games, *map(scattered, range(12)), *pictures, View.from_picture("##", mines=3)]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_hint_is_as_the_schema_has_it(tag: str) -> None:
    for view in views():
        full = hint(view, RUNGS[-1], language=tag)
        for rung in RUNGS:
            told = validated(hint_json(full.down_to(rung), view.grid))
            assert (told["rung"], told["language"]) == (rung, tag)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_explanation_is_as_the_schema_has_it(tag: str) -> None:
    for view in [*moments("beginner", 1, 2), *map(scattered, range(3))]:
        for cell in range(0, view.grid.size, 4):
            told = validated(explanation_json(explain(view, cell, language=tag), view.grid))
            assert told["name"] == view.grid.name(cell)
            assert told["cell"] == list(view.grid.place(cell))


def test_a_guess_is_as_the_schema_has_it() -> None:
    view = View.from_picture("## 11", mines=1)
    full = hint(view, 6)
    for rung in RUNGS:
        validated(hint_json(full.down_to(rung), view.grid))
    told = validated(hint_json(full, view.grid))
    assert told["candidates"] == [{"cell": [0, 0], "name": "a1"}, {"cell": [0, 1], "name": "b1"}]
    assert told["best"] == {"cell": [0, 0], "name": "a1"}
    assert told["figures"][0]["fifty_fifty"] == {"cell": [0, 1], "name": "b1"}


def test_a_step_with_its_parts() -> None:
    view = View.from_picture("01#1#")
    told = validated(explanation_json(explain(view, 4), view.grid))
    assert told["verdict"] == "safe"
    assert told["risk"] == 0
    assert told["steps"][1] == {
        "technique": "satisfied clue",
        "is_reduced": False,
        "level": "L1",
        "clues": [{"cell": [0, 3], "name": "d1"}],
        "with_count": False,
        "facts": [{"cell": [0, 2], "name": "c1", "is_mine": True}],
        "conclusions": [{"cell": [0, 4], "name": "e1", "is_mine": False}],
        "sentences": [
            {
                "text": "The 1 at d1 already has its one mine, c1.",
                "cells": [{"cell": [0, 3], "name": "d1"}, {"cell": [0, 2], "name": "c1"}],
                "unnamed": [],
            },
            {
                "text": "So e1 is safe.",
                "cells": [{"cell": [0, 4], "name": "e1"}],
                "unnamed": [],
            },
        ],
    }


def test_the_schema_refuses_what_a_rung_must_not_tell() -> None:
    view = View.from_picture("### 2#1")
    full = hint_json(hint(view, 6), view.grid)
    for rung, name in [(0, "region"), (1, "level"), (2, "clues"), (3, "targets"), (5, "move")]:
        told = hint_json(hint(view, rung), view.grid)
        with pytest.raises(ValidationError):
            VALIDATOR.validate(told | {name: full[name]})
    for name in ("region", "level", "clues", "targets", "move"):
        with pytest.raises(ValidationError):
            VALIDATOR.validate({key: value for key, value in full.items() if key != name})
    with pytest.raises(ValidationError):
        VALIDATOR.validate(full | {"words": full["words"][:6]})  # type: ignore[index]
    with pytest.raises(ValidationError):
        VALIDATOR.validate(full | {"cell": [0, 0]})
