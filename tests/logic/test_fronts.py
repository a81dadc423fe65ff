"""How a problem falls apart: fronts, boxes and what floats."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import constraints

from mineproof.logic.fronts import Front, boxes, floating, split
from mineproof.logic.problem import Cell, Constraint, Problem

many = st.lists(constraints(max_cell=14, max_size=4), max_size=8)


def mentioning(cell: Cell, front: Front) -> list[int]:
    return [i for i, constraint in enumerate(front.constraints) if cell in constraint.cells]


@given(many)
def test_every_constraint_is_in_one_front(told: list[Constraint]) -> None:
    fronts = split(told)
    spread = [id(constraint) for front in fronts for constraint in front.constraints]
    assert sorted(spread) == sorted(map(id, told))


@given(many)
def test_fronts_share_no_cell(told: list[Constraint]) -> None:
    for one, two in combinations(split(told), 2):
        assert set(one.cells).isdisjoint(two.cells)


@given(many)
def test_a_front_cannot_be_split_further(told: list[Constraint]) -> None:
    for front in split(told):
        reached, rest = set(front.constraints[0].cells), list(front.constraints[1:])
        while near := [constraint for constraint in rest if constraint.cells & reached]:
            reached.update(*(constraint.cells for constraint in near))
            rest = [constraint for constraint in rest if not constraint.cells <= reached]
        assert rest == []
        assert list(front.cells) == sorted(reached)


@given(many)
def test_fronts_and_constraints_keep_their_order(told: list[Constraint]) -> None:
    place = {id(constraint): i for i, constraint in enumerate(told)}
    order = [[place[id(c)] for c in front.constraints] for front in split(told)]
    assert all(members == sorted(members) for members in order)
    assert [members[0] for members in order] == sorted(members[0] for members in order)


@given(many)
def test_a_box_holds_the_cells_of_the_same_constraints(told: list[Constraint]) -> None:
    for front in split(told):
        found = boxes(front)
        assert sorted(cell for box in found for cell in box) == list(front.cells)
        box_of = {cell: i for i, box in enumerate(found) for cell in box}
        for a, b in combinations(front.cells, 2):
            assert (box_of[a] == box_of[b]) == (mentioning(a, front) == mentioning(b, front))


def test_boxes_come_in_the_order_of_their_first_cells() -> None:
    front = split(Problem.of([({0, 3, 4, 5}, 1), ({1, 2, 3, 5}, 2)]).constraints)[0]
    assert boxes(front) == [(0, 4), (1, 2), (3, 5)]


def test_a_chain_is_one_front_and_its_ends_do_not_touch() -> None:
    told = [Constraint(frozenset({i, i + 1}), 1) for i in range(5000)]
    (front,) = split(reversed(told))
    assert front.cells == tuple(range(5001))
    assert front.constraints == tuple(reversed(told))


def test_a_constraint_without_cells_is_a_front_of_its_own() -> None:
    fronts = split(Problem.of([((), 0), ({1}, 1), ((), 0)]).constraints)
    assert [front.cells for front in fronts] == [(), (1,), ()]


@given(many, st.frozensets(st.integers(0, 20)))
def test_what_no_constraint_mentions_floats(told: list[Constraint], others: set[Cell]) -> None:
    problem = Problem(tuple(told), frozenset(others).union(*(c.cells for c in told)))
    near = [cell for front in split(told) for cell in front.cells]
    assert list(floating(problem)) == sorted(problem.cells - set(near))
    assert sorted([*floating(problem), *near]) == sorted(problem.cells)


def test_far_members_of_a_front_keep_their_order() -> None:
    told = [Constraint(frozenset({0 if i in (1, 8) else i + 1}), 1, clue=i) for i in range(9)]
    front = split(told)[1]
    assert [constraint.clue for constraint in front.constraints] == [1, 8]  # as a set: 8, 1


def test_nothing_falls_apart_into_nothing() -> None:
    assert split([]) == []
    assert floating(Problem.of([])) == ()
    assert floating(Problem.of([], others=[3, 1])) == (1, 3)
