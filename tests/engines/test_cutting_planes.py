"""Cutting planes: sums that settle cells, their proofs, and the limits that end the search."""

from __future__ import annotations

import pytest
from tests.boards import in_play, some_position

from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of
from mineproof.engines.cutting_planes import CuttingPlanes, _Plane
from mineproof.engines.inference import Inference, Status
from mineproof.engines.subset import Subset
from mineproof.errors import Contradiction
from mineproof.logic.checker import check
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof import Bound, Combination, leaves, steps
from mineproof.logic.proof_words import proof_sentences
from mineproof.logic.reader import read


def found(problem: Problem, **limits: int) -> dict[Cell, bool]:
    """Return what the engine concludes, after the checker has accepted it."""
    inference = CuttingPlanes(**limits).infer(problem)  # type: ignore[arg-type]
    check(problem, inference)
    return {deduction.cell: deduction.is_mine for deduction in inference.deductions}


def sums(inference: Inference) -> list[Combination]:
    nodes = [node for deduction in inference.deductions for node in steps(deduction.proof)]
    return list(dict.fromkeys(node for node in nodes if isinstance(node, Combination)))


def test_two_clues_that_overlap_settle_what_only_one_of_them_has() -> None:
    problem = Problem.of([({0, 1, 2}, 1), ({1, 2, 3}, 2)])
    assert found(problem) == {0: False, 3: True}
    assert Subset().infer(problem).deductions == ()


def test_one_sum_of_four_clues_needs_no_steps_between() -> None:
    view = View.from_picture("#### #23# #11#")
    inference = CuttingPlanes().look(view)
    (made,) = sums(inference)
    assert made.claim == Bound(frozenset({-1, 4}), 2)  # a1 is safe, and d1 is a mine
    assert sorted(made.multipliers) == [-1, -1, 1, 1]
    assert proof_sentences(inference.deductions[0].proof, view.grid.name)[-2:] == (
        "(5) Add (1) and (2), and take (3) and (4) away: d1 is a mine, and a1 is safe.",
        "So a1 is safe.",
    )


def test_a_sum_without_slack_may_have_any_number_of_cells() -> None:
    problem = Problem.of([(range(7), 6), (range(5, 12), 1)])
    assert found(problem) == dict.fromkeys(range(5), True) | dict.fromkeys(range(7, 12), False)


def test_parts_that_do_not_touch_are_taken_away_together() -> None:
    problem = Problem.of([({0, 1}, 1), ({2, 3}, 1), (range(5), 3)])
    assert found(problem) == {4: True}


def test_an_odd_ring_is_halved() -> None:
    """Any two of 0, 1, 2 have a clue with one mine: so do all three together, and 3 is a mine."""
    ring = [({0, 1, 4}, 1), ({1, 2, 5}, 1), ({0, 2, 6}, 1)]
    problem = Problem.of([*ring, (range(4), 2)])
    assert found(problem) == {3: True}
    (made,) = sums(CuttingPlanes().infer(problem))
    assert made.divisor == 2
    assert len(made.premises) == 4
    assert found(problem, clues=4) == {}


def test_a_halved_sum_goes_on() -> None:
    ring = [({0, 1, 4}, 1), ({1, 2, 5}, 1), ({0, 2, 6}, 1)]
    problem = Problem.of([*ring, (range(4), 2), ({3, 7, 8}, 2), ({7, 8, 9}, 2)])
    assert found(problem) == {3: True, 9: True}


def test_the_mine_count_is_covered_by_clues() -> None:
    inside = Problem.of([({0, 1}, 1), ({2, 3, 4}, 2)], total=3, others=range(40))
    assert found(inside) == dict.fromkeys(range(5, 40), False)
    apart = Problem.of([({0, 1}, 1), ({2, 3, 4}, 1)], total=37, others=range(40))
    assert found(apart) == dict.fromkeys(range(5, 40), True)
    view = View.from_picture("##3#3# ######", mines=4)
    assert found(read(view)) == {0: False, 6: False, 3: True, 9: True}


def test_a_count_that_says_nothing_is_not_covered() -> None:
    assert found(Problem.of([({0, 1}, 1)], total=5, others=range(20))) == {}


def test_a_later_clue_meets_the_sums_made_before() -> None:
    reasoner = CuttingPlanes().begin(range(9), None)
    reasoner.tell(Constraint(frozenset(range(5)), 3))
    reasoner.tell(Constraint(frozenset({0, 1}), 1))
    assert reasoner.deduce() == ()
    before = dict(reasoner.counters)
    reasoner.tell(Constraint(frozenset({2, 3}), 1))
    assert {d.cell: d.is_mine for d in reasoner.deduce()} == {4: True}
    assert reasoner.counters["sums"] > before["sums"]


def test_a_clue_elsewhere_costs_no_sums() -> None:
    reasoner = CuttingPlanes().begin(range(20), None)
    for cells, mines in (({0, 1, 2}, 1), ({1, 2, 3}, 1), ({2, 3, 4}, 1)):
        reasoner.tell(Constraint(frozenset(cells), mines))
    assert reasoner.deduce() == ()
    before = reasoner.counters["sums"]
    reasoner.tell(Constraint(frozenset({10, 11}), 1))
    assert reasoner.deduce() == ()
    assert reasoner.counters["sums"] == before + 1  # its own two sides, which leave nothing


def test_sums_are_shortened_by_what_is_learned() -> None:
    problem = Problem.of([({0, 1, 2, 3}, 2), ({2, 3, 4}, 1)])
    reasoner = CuttingPlanes().begin(range(5), None)
    for constraint in problem.constraints:
        reasoner.tell(constraint)
    assert reasoner.deduce() == ()
    reasoner.learn(1, False)
    assert {d.cell: d.is_mine for d in reasoner.deduce()} == {0: True, 4: False}


def test_its_limits_end_the_search() -> None:
    problem = read(in_play("expert", 7))
    assert CuttingPlanes(max_bounds=3).infer(problem).status is Status.LIMIT
    alone = {d.cell for d in CuttingPlanes(clues=1).infer(problem).deductions}
    pairs = {d.cell for d in CuttingPlanes(clues=2).infer(problem).deductions}
    assert alone <= pairs <= odds_of(problem).certain.keys()
    assert CuttingPlanes(clues=2).infer(problem).status is Status.STALLED


@pytest.mark.parametrize(
    "sets",
    [
        [({0, 1}, 2), ({0, 1, 2}, 1)],
        [({0, 1}, 1), ({1, 2}, 1), ({0, 2}, 1)],
        [({0, 1, 2}, 3), ({2, 3}, 0)],
    ],
)
def test_clues_that_clash_are_named(sets: list[tuple[set[Cell], int]]) -> None:
    with pytest.raises(Contradiction, match=r"^no layout fits"):
        CuttingPlanes().infer(Problem.of(sets))


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_it_proves_all_that_subset_does_and_the_truth(seed: int) -> None:
    problem = read(some_position(seed))
    told = found(problem)
    assert told.items() <= odds_of(problem).certain.items()
    assert told.keys() >= {d.cell for d in Subset(count_limit=0).infer(problem).deductions}


def test_a_proof_names_the_clues_it_adds_up_and_no_others() -> None:
    problem = read(in_play("expert", 11))
    for deduction in CuttingPlanes().infer(problem).deductions:
        clues = {leaf.claim for leaf in leaves(deduction.proof) if leaf.claim.clue is not None}
        assert len(clues) <= 6


def test_where_objects_lie_in_memory_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.of(
        [
            ({4, 6}, 0),
            ({1, 2, 5, 6}, 2),
            ({0, 1, 2, 3, 5, 6}, 3),
            ({1, 2, 3, 6}, 2),
            ({0, 1, 4}, 1),
        ]
    )
    told = set()
    for salt in range(20):
        monkeypatch.setattr(_Plane, "__hash__", lambda plane, salt=salt: hash((id(plane), salt)))
        inference = CuttingPlanes().infer(problem)
        told.add(tuple(proof_sentences(each.proof, str) for each in inference.deductions))
    assert len(told) == 1
