"""Fields of a JSON object: what is there as it is, the usual where nothing is, the rest refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from mineproof.board.formats.fields import Fields
from mineproof.board.grid import Grid
from mineproof.errors import BadInput

GRID = Grid(2, 3)
FIELDS = Fields.parse(
    '{"n": 7, "yes": true, "word": "a", "list": ["a", 1], "words": ["a", "b"], "object": {"k": 1},'
    ' "cell": [1, 2], "cells": [[0, 1], [1, 2], [0, 1]], "half": "\\ud800", "far": [2, 0]}'
)


def test_fields_are_read_as_they_are() -> None:
    assert (FIELDS.integer("n"), FIELDS.integer("n", 9), FIELDS.integer("m", 9)) == (7, 7, 9)
    assert (FIELDS.flag("yes"), FIELDS.flag("no")) == (True, False)
    assert (FIELDS.text("word"), FIELDS.text("word", "b"), FIELDS.text("w", "b")) == ("a", "a", "b")
    assert (FIELDS.path("half"), FIELDS.path("word")) == ("\ud800", "a")
    assert (FIELDS.items("list"), FIELDS.texts("words")) == (["a", 1], ["a", "b"])
    assert (FIELDS.pairs("object"), FIELDS.pairs("none")) == ([("k", 1)], [])
    assert (FIELDS.cell("cell", GRID), FIELDS.cells("cells", GRID)) == (5, [1, 5, 1])
    assert (FIELDS.get("n"), FIELDS.get("m")) == (7, None)
    assert Fields.parse(b'\xef\xbb\xbf{"a": 1}').integer("a") == 1


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Fields([1]), "a list; expected a JSON object"),
        (lambda: Fields.parse("{"), "a line that is not JSON: "),
        (lambda: Fields.parse(b"\xff"), "a line that is not UTF-8"),
        (lambda: Fields.parse("[" * 100_000), "a line that is nested too deeply"),
        (lambda: Fields.parse('{"a": NaN}'), "a line that is not JSON: unexpected NaN; expected"),
        (lambda: Fields({"a": 1, "b": 2}).only("a", "c"), "unknown 'b'; expected a, c"),
        (lambda: FIELDS.integer("m"), "'m' is missing"),
        (lambda: FIELDS.integer("yes"), "'yes' holds true or false; expected a whole number"),
        (lambda: FIELDS.integer("word", 9), "'word' holds a text; expected a whole number"),
        (lambda: Fields({"n": 1 << 64}).integer("n"), "'n' holds a whole number of 65 bits; exp"),
        (lambda: FIELDS.flag("n"), "'n' holds a whole number; expected true or false"),
        (lambda: FIELDS.text("n", "b"), "'n' holds a whole number; expected a text"),
        (lambda: FIELDS.text("half"), "'half' holds half a character, '\\ud800'; expected a text"),
        (lambda: FIELDS.path("n"), "'n' holds a whole number; expected a text"),
        (lambda: FIELDS.items("object"), "'object' holds an object; expected a list"),
        (lambda: FIELDS.texts("list"), "'list' holds a whole number; expected a text"),
        (lambda: FIELDS.pairs("n"), "a whole number; expected a JSON object"),
        (lambda: FIELDS.cell("words", GRID), "'words' holds a text; expected a whole number"),
        (lambda: FIELDS.cell("cells", GRID), "'cells' holds 3 numbers for a cell; expected [row"),
        (lambda: FIELDS.cell("far", GRID), "'far': "),
        (lambda: FIELDS.cells("cells", GRID, distinct=True), "'cells' has [0, 1] twice; expected"),
    ],
)
def test_anything_else_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(message)}"):
        ask()


def test_what_may_be_there_is_accepted() -> None:
    Fields({"a": 1}).only("a", "c")
    assert Fields({"n": (1 << 64) - 1}).integer("n") == (1 << 64) - 1
    assert FIELDS.cells("cells", Grid(2, 3), distinct=False) == [1, 5, 1]
