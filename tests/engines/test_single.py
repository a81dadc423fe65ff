"""Single: each clue alone, in the order they came, then the mine count."""

from __future__ import annotations

import pytest

from mineproof.engines.single import Single
from mineproof.errors import Contradiction
from mineproof.logic.checker import check
from mineproof.logic.problem import Cell, Constraint, Problem


def told(*clues: tuple[set[Cell], int], total: int | None = None, size: int = 20) -> list[Cell]:
    """Return the cells of the first deductions from these clues, in the order of the engine."""
    reasoner = Single().begin(range(size), total)
    for cells, mines in clues:
        reasoner.tell(Constraint(frozenset(cells), mines))
    return [deduction.cell for deduction in reasoner.deduce()]


def test_clues_are_taken_in_turn_and_their_cells_in_reading_order() -> None:
    assert told(({16, 8, 1}, 0), ({2, 17, 9}, 3), ({0}, 0)) == [1, 8, 16, 2, 9, 17, 0]


def test_what_a_clue_settles_goes_to_the_clues_around_at_once() -> None:
    assert told(({3, 4}, 1), ({4}, 1)) == [4, 3]
    assert told(({3, 4}, 1), ({4, 5, 6}, 1)) == []


def test_the_mine_count_speaks_only_when_no_clue_does() -> None:
    reasoner = Single().begin(range(4), 1)
    reasoner.tell(Constraint(frozenset({2}), 1))
    assert [(d.cell, d.is_mine) for d in reasoner.deduce()] == [(2, True)]
    assert [(d.cell, d.is_mine) for d in reasoner.deduce()] == [(0, False), (1, False), (3, False)]
    assert reasoner.deduce() == ()
    assert told(({0, 1}, 1), total=2, size=2 + 1) == []
    assert told(({0, 1}, 1), total=3, size=3) == [0, 1, 2]


def test_facts_count_for_clues_told_before_and_after() -> None:
    reasoner = Single().begin(range(6), None)
    reasoner.tell(Constraint(frozenset({0, 1}), 1))
    reasoner.learn(0, True)
    reasoner.tell(Constraint(frozenset({0, 2}), 2))
    reasoner.learn(0, True)  # known already
    assert [(d.cell, d.is_mine) for d in reasoner.deduce()] == [(1, False), (2, True)]
    reasoner.learn(3, False)
    assert reasoner.deduce() == ()


def test_a_clue_that_cannot_be_met_is_a_contradiction() -> None:
    reasoner = Single().begin(range(6), None)
    reasoner.tell(Constraint(frozenset({0, 1}), 1))
    reasoner.learn(0, True)
    reasoner.learn(1, True)
    with pytest.raises(Contradiction):
        reasoner.deduce()


def test_proofs_use_what_was_settled_before() -> None:
    problem = Problem.of([({0}, 1), ({0, 1}, 1), ({1, 2}, 1)], total=3, others=range(4))
    inference = Single().infer(problem)
    assert (inference.safe, inference.mines) == ((1,), (0, 2, 3))
    assert {d.engine for d in inference.deductions} == {"single"}
    check(problem, inference)
