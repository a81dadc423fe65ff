"""Proofs in JSON: what engines prove is accepted, and whatever the data state beside it is held."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.boards import scattered

from mineproof.agents.entrant import Entrant
from mineproof.app.game.json_proofs import check_json
from mineproof.app.game.proofs import prove, prove_all
from mineproof.board.view import View
from mineproof.engines import ENGINES
from mineproof.errors import BadFile, BadProof

VIEW = View.from_picture("####\n#23#\n#11#\n")  # d1 is a mine, a1 is safe
POSITIONS = (VIEW, View.from_picture("??? 121 000", mines=2), *map(scattered, range(3, 9)))


def proof_of_d1() -> Any:
    return json.loads(prove(VIEW, 3, Entrant(engine="resolution+dpll")).export("json"))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_an_engine_proves_is_accepted(engine: str) -> None:
    for view in POSITIONS:
        try:
            text = str(prove_all(view, Entrant(engine=engine)).export("json"))
        except ValueError:  # nothing is certain
            continue
        claims, nodes = check_json(text, view)
        assert len(claims) == len(text.splitlines())
        assert check_json(text, None) == (claims, nodes)


Change = Callable[[Any], object]


def refused(change: Change, view: View | None) -> str:
    """Return why a changed proof that d1 is a mine is refused."""
    value = proof_of_d1()
    change(value)
    with pytest.raises(BadProof) as refusal:
        check_json(json.dumps(value), view)
    return str(refusal.value)


FORGED: dict[str, Change] = {
    "another cell": lambda value: value["names"].update({"3": "a1"}),
    "a sentence": lambda value: value["names"].update({"3": "d1 is safe and the moon"}),
    "no object": lambda value: value.update(names=[]),
    "cells exchanged": lambda value: value["names"].update({"3": "b1", "1": "d1"}),
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_with_a_position_names_are_those_of_its_cells(change: Change) -> None:
    assert refused(change, VIEW) == "'names' is not what the steps of the proof say"


def test_without_a_position_names_are_those_of_one_grid() -> None:
    told = refused(lambda value: value["names"].update({"3": "a1"}), None)
    assert told == "'names' are not those of the cells of one grid in reading order"
    refused(lambda value: value["names"].update({"3": "c1"}), None)
    refused(lambda value: value["names"].update({"9": "d1"}), None)


def test_cells_in_one_row_have_their_numbers() -> None:
    proof = json.loads(prove(View.from_picture("1#1"), 1, Entrant(engine="single")).export("json"))
    assert check_json(json.dumps(proof), None)[0] == [("b1", True)]
    proof["names"] = {"0": "a1", "1": "c1"}
    with pytest.raises(BadProof, match="one grid"):
        check_json(json.dumps(proof), None)


@pytest.mark.parametrize(
    "names",
    [
        [],
        "d1",
        None,
        {"3": 7},
        {"3": []},
        {"3": "D1"},
        {"3": " d1"},
        {"3": "the moon"},
        {"x": "d1"},
        {"03": "d1"},
        {"-1": "d1"},
        {"3": "d0"},
        {"3" * 9: "d1"},
    ],
)
def test_names_that_are_none(names: object) -> None:
    value = {**proof_of_d1(), "names": names}
    with pytest.raises(BadFile, match="'names'"):
        check_json(json.dumps(value), None)


def test_without_names_cells_are_numbers() -> None:
    value = proof_of_d1()
    for field in ("names", "conclusion"):
        del value[field]
    for node in value["nodes"]:
        del node["text"]
    assert check_json(json.dumps(value), None)[0] == [("cell 3", True)]
    assert check_json(json.dumps(value), VIEW)[0] == [("d1", True)]


CONTRADICTIONS: dict[str, Change] = {
    "conclusion": lambda value: value.update(conclusion="a1 is a mine"),
    "literal": lambda value: value.update(literal=-4),
    "steps": lambda value: value.update(steps=1),
    "leaves": lambda value: value.update(leaves=1),
    "mines of a clue": lambda value: value["clues"].append({**value["clues"][0], "mines": 0}),
    "one more clue": lambda value: value["clues"].append({"cell": 0, "mines": 1, "cells": [1]}),
    "a mine count": lambda value: value.update(mine_count={"cell": None, "mines": 1, "cells": [3]}),
    "unknown field": lambda value: value.update(moon="a mine"),
    "text": lambda value: value["nodes"][4].update(text="a1 is a mine"),
    "number": lambda value: value["nodes"][4].update(number=7),
    "pivot": lambda value: value["nodes"][-1].update(pivot=0),
    "clue of a step": lambda value: value["nodes"][-1].update(clue=5),
    "cells of a clause": lambda value: value["nodes"][0].update(cells=[0], mines=1),
    "front": lambda value: value["nodes"][0].update(front=99),
}


@pytest.mark.parametrize("change", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
@pytest.mark.parametrize("view", [None, VIEW], ids=["alone", "with the position"])
def test_what_contradicts_the_proof_is_refused(change: Change, view: View | None) -> None:
    refused(change, view)


def test_what_nothing_follows_from_is_no_part_of_a_proof() -> None:
    def add(value: Any) -> None:
        for node in value["nodes"]:
            node["number"] += 1
            node["premises"] = [number + 1 for number in node["premises"]]
        known = {"rule": "known", "clause": [1], "premises": [], "text": "a1 is a mine"}
        value["nodes"].insert(0, known)

    assert refused(add, None).startswith("nothing follows from node 1; expected")


def test_the_count_in_a_step_is_the_count() -> None:
    view = View.from_picture("1## ### ##1", mines=1)
    value = json.loads(prove(view, None, Entrant(engine="subset")).export("json"))
    assert check_json(json.dumps(value), view)
    (node,) = [node for node in value["nodes"] if node["rule"] == "mine count"]
    node["mines"] = 2
    with pytest.raises(BadProof, match="is not what the steps of the proof say"):
        check_json(json.dumps(value), view)


def test_the_lines_of_a_file_are_about_one_position() -> None:
    """Each may hold, given its own clues, and both together be false."""
    other = View.from_picture("####\n#21#\n#11#\n")
    lines = [
        str(prove_all(view, Entrant(engine="exact")).export("json")).splitlines()[-1]
        for view in (VIEW, other)
    ]
    for line in lines:
        check_json(line, None)
    with pytest.raises(BadProof, match="different numbers of one clue"):
        check_json("\n".join(lines), None)
