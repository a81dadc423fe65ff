"""Derivations read back from their data: the same claims, and all of them checked again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.logic.derivation.test_graph import derivation_to

from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.errors import BadFile
from mineproof.logic.checker import check
from mineproof.logic.derivation.data import data
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.derivation.stored import stored
from mineproof.logic.problem import Constraint, Problem, fact
from mineproof.logic.proof import Bound, Clue, Combination, Forced
from mineproof.logic.reader import read

VIEW = View.from_picture("#### #23# #11#")
WALL = View.from_picture("??? 121 000", mines=2)


def through_json(derivation: Derivation) -> Any:
    return json.loads(json.dumps(data(derivation, str)))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_an_engine_proves_is_read_back(engine: str) -> None:
    for view in (VIEW, WALL):
        found = engine_named(engine).look(view)
        for each in found.deductions:
            proof = stored(through_json(derivation_to(found, each.cell)))
            check(read(view), [(each.cell, each.is_mine, proof)])


def test_sums_are_read_back() -> None:
    edges = [
        Clue(Constraint(frozenset(pair), 1, 10 + sum(pair))) for pair in ((0, 1), (1, 2), (2, 0))
    ]
    odd = Combination(Bound.at_least(2, range(3)), tuple(edges), (1, 1, 1), divisor=2)
    four = Clue(Constraint(frozenset(range(4)), 2, 20))
    rest = Combination(Bound(frozenset({-4}), 1), (four, odd), (-1, 1))
    proof = stored(through_json(Derivation.of([Forced(fact(3, False), rest)])))
    told = (*(edge.claim for edge in edges), four.claim)
    check(Problem(told, frozenset(range(4))), [(3, False, proof)])


Change = Callable[[Any], object]


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value.pop("nodes"),
        lambda value: value["nodes"].clear(),
        lambda value: value["nodes"][0].update(rule="magic"),
        lambda value: value["nodes"][-1].update(premises=[99]),
        lambda value: value["nodes"][-1].update(premises=[0]),
        lambda value: value["nodes"][-1].update(premises="all"),
        lambda value: value["nodes"][-1].update(clause=[1, 2]),
        lambda value: value["nodes"][0].update(rule="mine count"),
        lambda value: value.update(clues=7),
        lambda value: value["clues"][0].update(mines=1.5),
        lambda value: value["clues"][0].update(mines=True),
        lambda value: value["clues"][0].update(mines=float("inf")),
        lambda value: value["clues"][0].update(mines=10**30),
        lambda value: value["clues"][0].update(cell=[]),
        lambda value: value["clues"][0].update(cell="9"),
        lambda value: value["clues"][0].update(cells=[0, 0]),
        lambda value: value["clues"][0].update(cells=[-1]),
        lambda value: value["clues"][0].update(cells=[0.5]),
        lambda value: value["nodes"][0].update(clue=[]),
        lambda value: value["nodes"][0].update(clue=9.0),
        lambda value: value["nodes"][0].update(rule="known"),
        lambda value: value["nodes"][-1].update(clause=[0]),
        lambda value: value["nodes"][-1].update(clause=[4.0]),
        lambda value: value["nodes"][-1].update(premises=[1.0]),
        lambda value: value["nodes"][-1].update(premises=[True]),
    ],
)
def test_what_makes_no_proof_is_told(change: Change) -> None:
    value = through_json(derivation_to(engine_named("exact").look(VIEW), 3))
    change(value)
    with pytest.raises(BadFile):
        stored(value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"divisor": 1.5},
        {"divisor": float("inf")},
        {"multipliers": [1.0, 1]},
        {"multipliers": "11"},
        {"literals": [1, float("nan")]},
        {"literals": [0]},
        {"least": 0.5},
        {"least": "1"},
    ],
)
def test_a_sum_needs_whole_numbers(wrong: dict[str, object]) -> None:
    clues = [{"cell": 8, "mines": 1, "cells": [0, 1]}, {"cell": 9, "mines": 1, "cells": [1, 2]}]
    nodes: list[dict[str, object]] = [
        {"rule": "clue", "cells": clue["cells"], "mines": 1, "premises": [], "clue": clue["cell"]}
        for clue in clues
    ]
    total = {"rule": "combination", "premises": [1, 2], "literals": [1, 3], "least": 2}
    nodes += [{**total, "multipliers": [1, 1], "divisor": 1, **wrong}]
    nodes += [{"rule": "forced", "clause": [1], "premises": [3]}]
    with pytest.raises(BadFile, match=r"in place of a number|a literal 0"):
        stored({"nodes": nodes, "clues": clues, "mine_count": None})
