"""Cascade: the cheapest engine that finds a move, and only that, is asked."""

from __future__ import annotations

import pytest

from mineproof.engines import engine_named
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.engines.resolution import Resolution
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.errors import UnknownName
from mineproof.logic.checker import check
from mineproof.logic.problem import Problem

# 0 falls to a single clue, 3 to a subset, 4 only to two clues that overlap, then 7 to a subset.
MIXED = Problem.of(
    [({0}, 1), ({1, 2}, 1), ({1, 2, 3}, 1), ({4, 5, 6}, 1), ({5, 6, 7}, 2)], others=range(9)
)


def test_each_deduction_names_the_engine_that_it_needed() -> None:
    inference = Cascade().infer(MIXED)
    needed = {d.cell: d.engine for d in inference.deductions}
    assert needed == {0: "single", 3: "subset", 4: "resolution", 7: "subset"}
    check(MIXED, inference)


def test_a_cascade_of_ones_own() -> None:
    engine = engine_named("single+subset")
    assert engine.name == "single+subset"
    assert not engine.is_complete
    assert {d.cell for d in engine.infer(MIXED).deductions} == {0, 3}


def test_what_one_engine_finds_the_others_know() -> None:
    chain = Problem.of([({0, 1}, 1), ({0, 1, 2}, 2), ({2, 3}, 1), ({3, 4}, 1)])
    found = Cascade([Single(), Subset()]).infer(chain)
    assert {d.cell: d.engine for d in found.deductions} == {2: "subset", 3: "single", 4: "single"}


def test_nobody_is_asked_after_an_engine_that_has_found_all() -> None:
    counters = Cascade().infer(MIXED).counters
    assert counters["fronts"] > 0
    assert counters["counts"] == 0
    assert Cascade([Single(), Exact()]).infer(MIXED).counters["counts"] > 0


def test_the_last_engine_knows_the_risks_all_the_same() -> None:
    reasoner = Cascade().begin(MIXED.cells, None)
    for constraint in MIXED.constraints:
        reasoner.tell(constraint)
    while reasoner.deduce():
        pass
    assert reasoner.risks() == {1: 0.5, 2: 0.5, 5: 0.5, 6: 0.5, 8: 0.5}


def test_counters_of_all_engines_are_shown() -> None:
    counters = Cascade().infer(MIXED).counters
    assert counters["sentences"] > 0
    assert counters["kb0"] > 0


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(UnknownName, match="'guess'"):
        engine_named("single+guess")


def test_the_usual_cascade_finds_all_and_knows_risks() -> None:
    engine = Cascade()
    assert (engine.name, engine.is_complete, engine.knows_risks) == ("cascade", True, True)
    odds = engine.odds(MIXED)
    assert odds is not None
    assert odds.risks[8] == 0.5


def test_risks_are_those_of_the_last_engine() -> None:
    engine = Cascade([Exact(), Single(), Subset()])
    assert engine.is_complete
    assert not engine.knows_risks
    assert engine.odds(MIXED) is None
    last = Cascade([Single(), Subset(), Exact()])
    assert last.knows_risks
    assert last.odds(MIXED) is not None


def test_where_nobody_has_found_all_the_last_engine_says_how_it_ended() -> None:
    hints = Problem.of([({0, 1, 2}, 1), ({3, 4, 5}, 1)])
    limited = Resolution(max_clauses=4)
    assert Cascade([Single(), limited]).infer(hints).status is Status.LIMIT
    assert Cascade([limited, Single()]).infer(hints).status is Status.STALLED
    assert Cascade([Single()]).begin(range(2), None).deduce() == ()
