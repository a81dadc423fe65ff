"""Languages of the course: the templates of the coach, and its own beside them.

The parts of a sentence are values: cells as a tuple, a clause as a frozenset of literals, a number
or a text. How each is written is decided here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from mineproof.board.view import View
from mineproof.coach.language import Language, Sentence
from mineproof.coach.language import language as coach_language
from mineproof.logic.clause import clause_words, in_order
from mineproof.logic.problem import Cell, Namer
from mineproof.logic.proof import Clause, cell_of

Part: TypeAlias = int | str | tuple[Cell, ...] | Clause


@cache
def language(name: str) -> Language:
    """Return a language with the words of coach and course; raise UnknownName."""
    coach = coach_language(name)
    path = files("mineproof.course") / "languages" / f"{coach.tag}.toml"
    return Language(coach.tag, {**coach.templates, **tomllib.loads(path.read_text("utf-8"))})


def tell(key: str, parts: Mapping[str, Part], view: View | None, words: Language) -> Sentence:
    """Return the sentence of `key`; cells among its parts are named as in `view`."""
    name = view.grid.name if view else str
    return words.tell(key, **{field: _in_words(part, name, words) for field, part in parts.items()})


def _in_words(part: Part, name: Namer, words: Language) -> object:
    match part:
        case tuple():
            return words.list_cells(part, name)
        case frozenset():
            cells = tuple(cell_of(lit) for lit in in_order(part))
            return Sentence(clause_words(part, name), cells)
        case _:
            return part
