"""brute finds all that is certain, names only what it needs, and stops where it is told to."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.enumeration import models
from tests.problems import certain_cells, problems
from tests.strategies import constraints

from mineproof.board.view import View
from mineproof.engines.brute import Brute, layouts
from mineproof.engines.inference import Inference, Status
from mineproof.errors import Contradiction
from mineproof.logic.checker import check
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof import Clue, Counted, MineCount, leaves
from mineproof.logic.reader import read


def verdicts(inference: Inference) -> dict[Cell, bool]:
    return {d.cell: d.is_mine for d in inference.deductions}


def clues_of(inference: Inference, cell: Cell) -> tuple[list[set[Cell]], bool]:
    """Return which sets the proof about `cell` uses, and whether it uses the mine count."""
    (proof,) = [d.proof for d in inference.deductions if d.cell == cell]
    assert isinstance(proof, Counted)
    used = list(leaves(proof))
    sets = [set(leaf.claim.cells) for leaf in used if isinstance(leaf, Clue)]
    return sets, any(isinstance(leaf, MineCount) for leaf in used)


@given(st.lists(constraints(max_cell=7, possible=False), max_size=5))
def test_layouts_are_all_sets_that_fit_and_none_twice(told: list[Constraint]) -> None:
    found = layouts(told, range(8))
    assert len(found) == len(set(found))
    assert set(found) == models(range(8), told)


def test_a_number_without_cells_fits_only_if_it_is_zero() -> None:
    assert layouts([Constraint(frozenset(), 1)], [0]) == []
    assert layouts([Constraint(frozenset(), 0)], [0]) == [frozenset(), frozenset({0})]


@settings(max_examples=300, deadline=None)
@given(problems(max_cells=10))
def test_finds_exactly_what_is_certain_with_proofs_that_hold(problem: Problem) -> None:
    inference = Brute().infer(problem)
    assert inference.status is Status.COMPLETE
    assert verdicts(inference) == certain_cells(problem)
    check(problem, inference)


def test_a_proof_uses_the_clues_of_its_own_front() -> None:
    problem = Problem.of([({0, 1}, 1), ({0, 1, 2}, 1), ({7, 8}, 1)], total=3, others=range(12))
    inference = Brute().infer(problem)
    assert verdicts(inference) == {2: False}
    assert clues_of(inference, 2) == ([{0, 1}, {0, 1, 2}], False)


def test_the_mine_count_is_used_where_it_is_needed() -> None:
    problem = Problem.of([({0, 1}, 1), ({0, 1, 2}, 1), ({7, 8}, 1)], total=2, others=range(12))
    inference = Brute().infer(problem)
    assert verdicts(inference) == dict.fromkeys([2, 3, 4, 5, 6, 9, 10, 11], False)
    assert clues_of(inference, 2)[1] is False
    assert clues_of(inference, 5) == ([{0, 1}, {0, 1, 2}, {7, 8}], True)
    check(problem, inference)


def test_floating_cells_are_all_mines_when_the_count_says_so() -> None:
    assert verdicts(Brute().infer(Problem.of([({0, 1}, 1)], total=3, others=[8, 9]))) == {
        8: True,
        9: True,
    }


def test_the_count_chooses_among_layouts_beside_a_wide_unknown_board() -> None:
    clues = [({0, 1}, 1), ({1, 2}, 1), ({4, 5}, 1), ({5, 6}, 1)]
    few, many = (Problem.of(clues, total, others=range(300)) for total in (2, 298))
    middle = dict.fromkeys(range(300), False) | {1: True, 5: True}
    inference = Brute().infer(few)
    assert verdicts(inference) == middle
    check(few, inference)
    inference = Brute().infer(many)
    assert verdicts(inference) == {cell: not is_mine for cell, is_mine in middle.items()}
    check(many, inference)


def test_more_cells_than_the_limit_deduce_nothing() -> None:
    problem = Problem.of([({0, 1, 2}, 3), ({2, 3}, 1)])
    assert verdicts(Brute(max_cells=4).infer(problem)) == {0: True, 1: True, 2: True, 3: False}
    inference = Brute(max_cells=3).infer(problem)
    assert (inference.deductions, inference.status) == ((), Status.LIMIT)


def test_settled_cells_do_not_count_towards_the_limit() -> None:
    reasoner = Brute(max_cells=2).begin(range(4), None)
    reasoner.tell(Constraint(frozenset({0, 1, 2}), 2))
    assert (reasoner.deduce(), reasoner.status) == ((), Status.LIMIT)
    reasoner.learn(0, False)
    assert [(d.cell, d.is_mine) for d in reasoner.deduce()] == [(1, True), (2, True)]
    assert (reasoner.deduce(), reasoner.status) == ((), Status.COMPLETE)


def test_only_what_is_new_is_deduced() -> None:
    reasoner = Brute().begin(range(5), 2)
    reasoner.tell(Constraint(frozenset({0, 1}), 2))
    assert [d.cell for d in reasoner.deduce()] == [0, 1, 2, 3, 4]
    assert reasoner.deduce() == ()
    assert reasoner.counters == {"layouts": 1}  # nothing was looked at twice
    reasoner.learn(0, True)
    assert reasoner.deduce() == ()
    with pytest.raises(Contradiction):
        reasoner.learn(3, True)


def test_a_clash_names_the_clues_or_the_count() -> None:
    with pytest.raises(Contradiction) as clues:
        Brute().infer(read(View.from_picture("#2 00")))
    assert (clues.value.clues, clues.value.with_count) == ((1,), False)
    with pytest.raises(Contradiction) as count:
        Brute().infer(read(View.from_picture("1## ###", mines=6)))
    assert (count.value.clues, count.value.with_count) == ((), True)


def test_layouts_are_counted() -> None:
    assert Brute().infer(Problem.of([({0, 1, 2}, 1)])).counters == {"layouts": 3}


def test_layouts_that_no_count_fits_are_a_contradiction() -> None:
    reasoner = Brute().begin(range(5), 1)
    for pair in ({0, 1}, {2, 3}):
        reasoner.tell(Constraint(frozenset(pair), 1))
    with pytest.raises(Contradiction) as clash:
        reasoner.deduce()
    assert clash.value.with_count


def test_it_says_that_it_finds_all() -> None:
    assert Brute().is_complete
