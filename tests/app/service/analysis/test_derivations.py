"""Derivations that the server sends: those of `prove` and of traces, folded, and as files."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from tests.app.web.conftest import Page
from tests.logic.derivation.test_clause_proof import check_lrat

from mineproof.app.game.defaults import USUAL_PROVER
from mineproof.app.service.analysis.derivations import MOST_SHOWN
from mineproof.board.view import View
from mineproof.engines import engine_named
from mineproof.logic.derivation.formats import FORMATS
from mineproof.logic.derivation.graph import Derivation

BOARD = ["####", "#23#", "#11#"]
CELL: dict[str, Any] = {"board": BOARD, "cell": "d1"}


def own() -> Derivation:
    view = View.from_rows(BOARD)
    chain = engine_named(USUAL_PROVER).look(view).chain(3)
    return Derivation.of(each.proof for each in chain)


def test_a_cell_has_the_derivation_of_the_command(page: Page) -> None:
    told, derivation = page.post("/api/derivation", CELL), own()
    assert (told["steps"], told["size"], told["clues"], told["with_count"]) == (8, 16, 4, False)
    assert told["conclusion"]["clause"] == [4]
    assert told["engine"] == "dpll"
    nodes = {node["number"]: node for node in told["nodes"]}
    assert list(nodes) == list(range(16, 0, -1))
    for node in derivation.nodes:
        assert nodes[node.number]["premises"] == list(node.premises)
        assert nodes[node.number]["rule"] == node.rule
    assert {(edge["node"], edge["premise"]) for edge in told["edges"]} == {
        (node.number, premise) for node in derivation.nodes for premise in node.premises
    }


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "So a1 is safe and d1 is a mine."), ("zh-TW", "d1")]
)
def test_the_coachs_sentences_name_their_nodes(page: Page, lang: str, words: str) -> None:
    told = page.post("/api/derivation", {**CELL, "lang": lang})["told"]
    assert words in told[-1]["text"]
    assert told[-1]["nodes"] == [16]
    clues = {node.source.claim.clue for node in own().nodes if node.source}
    named = [{each["cell"][0] * 4 + each["cell"][1] for each in line["cells"]} for line in told]
    assert set.union(*named) >= clues
    assert all(line["nodes"] for line in told)


def test_nodes_can_be_folded(page: Page) -> None:
    folded = page.post("/api/derivation", {**CELL, "unfolded": []})
    assert [(node["number"], node["folded"]) for node in folded["nodes"]] == [(16, 8)]
    some = page.post("/api/derivation", {**CELL, "unfolded": [16, 15, 99]})
    assert [(node["number"], node["folded"]) for node in some["nodes"]] == [
        (16, 0),
        (15, 0),
        (14, 0),
        (13, 1),
        (11, 5),
    ]


def test_a_large_derivation_is_folded_at_first(page: Page) -> None:
    row = ["01#" + "1#" * 28]
    told = page.post("/api/derivation", {"board": row, "cell": name_of(len(row[0]) - 1)})
    assert told["size"] > MOST_SHOWN >= len(told["nodes"])
    assert any(node["folded"] > 1 for node in told["nodes"])


def name_of(col: int) -> str:
    return View.from_picture("#" * 60).grid.name(col)


@pytest.mark.parametrize("subject", [{"code": "3x3/2/list2#63"}, {"board": ["###", "2#1"]}])
def test_every_clause_of_a_trace_has_a_derivation(page: Page, subject: dict[str, Any]) -> None:
    engine = {"engine": "resolution(hints='at once')"}
    steps = page.post(
        "/api/trace" if "code" in subject else "/api/analyse/trace", subject | engine
    )["steps"]
    made = [step for step in steps if step["kind"] in ("inserted", "marked")]
    assert made
    for step in made:
        asked = {**subject, **engine, "step": step["number"], "clause": step["clause"]}
        told = page.post("/api/derivation", asked)
        assert told["conclusion"]["clause"] == step["clause"]
        assert told["told"] == []


@pytest.mark.parametrize("engine", ["single", "subset", "dpll", "exact", "cascade"])
@pytest.mark.parametrize("subject", [{"code": "5x5/4/list#89"}, {"board": ["####", "1221"]}])
def test_the_marks_of_every_engine_have_a_derivation(
    page: Page, subject: dict[str, Any], engine: str
) -> None:
    asked: dict[str, Any] = {**subject, "engine": engine}
    path = "/api/trace" if "code" in subject else "/api/analyse/trace"
    marks = [step for step in page.post(path, asked)["steps"] if step["kind"] == "marked"]
    for mark in marks[-3:]:
        where = {"step": mark["number"], "clause": mark["clause"]}
        told = page.post("/api/derivation", {**asked, **where})
        assert told["conclusion"]["clause"] == mark["clause"]
        assert told["steps"] + told["clues"] > 0


@pytest.mark.parametrize("form", FORMATS)
def test_files(page: Page, form: str) -> None:
    told = page.post("/api/derivation/file", {**CELL, "format": form})
    assert told["file"] == f"d1-is-a-mine.{FORMATS[form].suffix}"
    if form == "png":
        assert base64.b64decode(told["base64"]).startswith(b"\x89PNG")
    else:
        assert told["text"]


def test_a_clause_as_dimacs_and_lrat(page: Page) -> None:
    steps = page.post("/api/analyse/trace", {"board": ["###", "2#1"]})["steps"]
    step = next(each for each in steps if each["kind"] == "resolved")
    asked: dict[str, Any] = {"board": ["###", "2#1"], "engine": "resolution(hints='at once')"}
    asked |= {"step": len(steps) - 1, "clause": step["clause"]}
    dimacs, lrat = (
        page.post("/api/derivation/file", {**asked, "format": form})["text"]
        for form in ("dimacs", "lrat")
    )
    assert check_lrat(dimacs, lrat)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"board": BOARD, "cell": "b1"}, 400),
        ({"board": BOARD, "cell": "b2"}, 400),
        ({"board": BOARD, "cell": "d1", "engine": "none"}, 400),
        ({"board": BOARD, "cell": "d1", "engine": "mine.py:Own"}, 400),
        ({"board": BOARD, "engine": "resolution", "step": 3, "clause": [1, 2, 3]}, 400),
        ({"code": "3x3/2/list2#63", "cell": "a1"}, 422),
        ({"board": BOARD}, 422),
        ({"cell": "a1"}, 422),
        ({"board": BOARD, "step": 3}, 422),
        ({"board": ["#" * 2000], "cell": "a1"}, 400),
    ],
)
def test_what_cannot_be_derived_is_refused(page: Page, asked: dict[str, Any], status: int) -> None:
    assert page.refused("POST", "/api/derivation", asked)[0] == status
