"""Pairs of clues, against all layouts of the two."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.problems import certain_cells, problems

from mineproof.engines.parts.pairs import PairFinding, settle_pairs
from mineproof.logic.problem import Constraint, Problem


@given(problem=problems(max_cells=7, max_constraints=5))
def test_what_a_pair_settles_is_certain(problem: Problem) -> None:
    clues = list(problem.constraints)
    for cell, finding in settle_pairs(clues).items():
        pair = Problem((clues[finding.first], clues[finding.second]), problem.cells)
        assert certain_cells(pair)[cell] == finding.is_mine
        assert finding.cell == cell


def clue(cells: set[int], mines: int) -> Constraint:
    return Constraint(frozenset(cells), mines)


def test_one_inside_the_other() -> None:
    found = settle_pairs([clue({0, 1}, 1), clue({0, 1, 2}, 1), clue({5, 6}, 1)])
    assert {cell: finding.is_mine for cell, finding in found.items()} == {2: False}


def test_two_that_overlap() -> None:
    found = settle_pairs([clue({0, 1, 2}, 1), clue({1, 2, 3}, 2)])
    assert {cell: finding.is_mine for cell, finding in found.items()} == {0: False, 3: True}


@given(st.sets(st.integers(0, 6), min_size=2), st.integers(1, 6))
def test_equal_clues_settle_nothing(cells: set[int], mines: int) -> None:
    assert settle_pairs([clue(cells, mines), clue(cells, mines)]) == {}


def test_findings_come_in_order_mines_first() -> None:
    found = settle_pairs([clue({1, 5, 8}, 2), clue({5, 6, 9, 16}, 0)])
    assert list(found) == [1, 8, 6, 9, 16]  # as sets: 8, 1 and 16, 9, 6


def test_the_first_pair_that_settles_a_cell_is_named() -> None:
    told = [clue({20 + i}, 1) for i in range(9)]
    told[1], told[2], told[8] = clue({0, 1}, 1), clue({0, 1, 2}, 1), clue({0, 1, 2, 3}, 1)
    assert settle_pairs(told)[2] == PairFinding(2, False, 1, 2)  # as a set: 8, 1, 2
