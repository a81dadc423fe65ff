"""Constraints and problems: plain sets, and no more than that."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.enumeration import models
from tests.strategies import constraints

from mineproof.errors import BadInput
from mineproof.logic.problem import Constraint, Problem, fact


def test_constraints_that_say_the_same_are_equal_whatever_shows_them() -> None:
    one, two = Constraint(frozenset({1, 2}), 1, clue=0), Constraint(frozenset({2, 1}), 1, clue=3)
    assert one == two
    assert hash(one) == hash(two)
    assert one != Constraint(frozenset({1, 2}), 2, clue=0)
    assert one != Constraint(frozenset({1, 3}), 1, clue=0)


@given(constraints(possible=False))
def test_possible_means_that_some_layout_meets_it(constraint: Constraint) -> None:
    assert constraint.is_possible == bool(models(constraint.cells, [constraint]))


def test_a_fact_is_a_constraint_of_one_cell() -> None:
    assert fact(4, True) == Constraint(frozenset({4}), 1)
    assert fact(4, False) == Constraint(frozenset({4}), 0)


def test_a_problem_has_the_cells_of_its_constraints_and_others() -> None:
    problem = Problem.of([([0, 1], 1), ([1, 2], 2)], total=3, others=[2, 7])
    assert problem.constraints == (
        Constraint(frozenset({0, 1}), 1),
        Constraint(frozenset({1, 2}), 2),
    )
    assert problem.cells == {0, 1, 2, 7}
    assert problem.total == 3
    assert problem.mine_count == Constraint(frozenset({0, 1, 2, 7}), 3)


def test_without_a_total_there_is_no_mine_count() -> None:
    assert Problem.of([([0, 1], 1)]).mine_count is None
    assert Problem.of([([0, 1], 1)], total=0).mine_count == Constraint(frozenset({0, 1}), 0)


def test_a_problem_of_nothing() -> None:
    assert Problem.of([]) == Problem((), frozenset())


def test_constraints_stay_inside_the_problem() -> None:
    stray = Constraint(frozenset({1, 9, 5}), 1)
    with pytest.raises(BadInput, match=r"^a constraint mentions cell 5, which is not in the pro"):
        Problem((stray,), frozenset({1, 2}))


@pytest.mark.parametrize("cell", [-1, -2])
def test_cells_are_not_negative(cell: int) -> None:
    # A literal is the cell plus one with a sign: cell -1 would be 0, and -2 the opposite of 0.
    with pytest.raises(BadInput, match=rf"^cell {cell} in a problem; expected 0 or more"):
        Problem.of([([cell, 0], 1)])
