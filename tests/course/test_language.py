"""The course says the same in all languages, with the cells that its sentences are about."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import mineproof
from mineproof.board.view import View
from mineproof.coach.language import LANGUAGES
from mineproof.course.language import Part, language, tell

COURSE = Path(mineproof.__file__).parent / "course"


def templates(tag: str) -> dict[str, Any]:
    groups = tomllib.loads((COURSE / "languages" / f"{tag}.toml").read_text(encoding="utf-8"))
    return {f"{group}.{key}": text for group, keys in groups.items() for key, text in keys.items()}


def fields(template: str | Mapping[str, str]) -> set[str | None]:
    text = template if isinstance(template, str) else template["many"]
    return {field for _, field, _, _ in Formatter().parse(text)} - {None, "count"}


def test_all_languages_have_the_same_keys_and_placeholders() -> None:
    english = templates("en")
    for tag in LANGUAGES:
        other = templates(tag)
        assert list(other) == list(english)
        assert {key: fields(text) for key, text in other.items()} == {
            key: fields(text) for key, text in english.items()
        }


def test_the_course_speaks_of_nothing_that_the_coach_speaks_of() -> None:
    groups = {key.partition(".")[0] for key in templates("en")}
    coach = tomllib.loads((COURSE.parent / "coach/languages/en.toml").read_text(encoding="utf-8"))
    assert groups.isdisjoint(coach)


def test_every_template_is_used() -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in COURSE.parent.rglob("*.py"))
    used = set(re.findall(r'"([a-z]+\.[a-z_]+)"', source))
    assert {key for key in templates("en") if key not in used} == set()
    groups = {key.partition(".")[0] for key in templates("en")}
    assert {key for key in used if key.partition(".")[0] in groups} <= set(templates("en"))


def test_cells_and_clauses_are_named_and_known() -> None:
    view = View.from_picture("### 111")
    both: dict[str, Part] = {"most": frozenset({-3, 1}), "last": (1,)}
    told = tell("words.and", both, view, language("en"))
    assert (told.text, told.cells) == ("a1 ∨ ¬c1 and b1", (0, 2, 1))
