"""Clauses say exactly what the constraint says."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.enumeration import models
from tests.strategies import constraints

from mineproof.errors import LimitReached
from mineproof.logic import cnf
from mineproof.logic.cnf import MAX_CLAUSES, clause_count, clauses, dimacs
from mineproof.logic.problem import Constraint, Problem
from mineproof.logic.proof import Clause

SIZES = [(size, mines) for size in range(8) for mines in range(size + 1)]


def hint(size: int, mines: int) -> Constraint:
    """Return a constraint over every third cell, from 2 on."""
    return Constraint(frozenset(range(2, 2 + 3 * size, 3)), mines)


@pytest.mark.parametrize(("size", "mines"), SIZES)
def test_the_models_of_the_clauses_are_those_of_the_constraint(size: int, mines: int) -> None:
    constraint = hint(size, mines)
    found = models(constraint.cells, clauses(constraint))
    assert found == models(constraint.cells, [constraint])
    assert len(found) == comb(size, mines)


@pytest.mark.parametrize(("size", "mines"), SIZES)
def test_as_many_clauses_of_each_sign_and_length_as_the_pigeonhole_gives(
    size: int, mines: int
) -> None:
    found = list(clauses(hint(size, mines)))
    positive = [clause for clause in found if min(clause) > 0]
    negative = [clause for clause in found if max(clause) < 0]
    assert found == positive + negative
    assert len(set(found)) == len(found)
    assert len(positive) == (comb(size, size - mines + 1) if mines else 0)
    assert len(negative) == (comb(size, mines + 1) if mines < size else 0)
    assert all(len(clause) == size - mines + 1 for clause in positive)
    assert all(len(clause) == mines + 1 for clause in negative)


def test_all_mined_and_none_mined_give_units() -> None:
    assert list(clauses(Constraint(frozenset({0, 4}), 2))) == [{1}, {5}]
    assert list(clauses(Constraint(frozenset({0, 4}), 0))) == [{-1}, {-5}]


def test_clauses_come_in_the_order_of_their_cells() -> None:
    found = list(clauses(Constraint(frozenset({9, 0, 4}), 1)))
    assert found == [{1, 5, 10}, {-1, -5}, {-1, -10}, {-5, -10}]


@pytest.mark.parametrize(("size", "mines"), [(0, 1), (0, -1), (3, -1), (3, 4)])
def test_an_impossible_constraint_gives_the_empty_clause(size: int, mines: int) -> None:
    assert list(clauses(hint(size, mines))) == [frozenset()]


@given(constraints(max_cell=9, possible=False))
def test_clauses_are_counted_without_making_them(constraint: Constraint) -> None:
    assert clause_count(constraint) == len(list(clauses(constraint)))


@pytest.mark.parametrize(("size", "mines"), [(21, 10), (22, 20), (1000, 1), (1400, 1399)])
def test_large_counts_are_exact_up_to_the_limit(size: int, mines: int) -> None:
    exact = comb(size, size - mines + 1) + comb(size, mines + 1)
    assert clause_count(hint(size, mines)) == exact <= MAX_CLAUSES


@pytest.mark.parametrize(("size", "mines"), [(25, 12), (60, 30), (1500, 1), (50_000, 10_000)])
def test_counts_past_the_limit_are_past_the_limit(size: int, mines: int) -> None:
    assert clause_count(hint(size, mines)) > MAX_CLAUSES


# --- DIMACS ---------------------------------------------------------------------------------------


def parse(text: str) -> tuple[int, list[Clause]]:
    """Read DIMACS CNF: the number of variables, and the clauses."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    p, form, variables, count = lines[0].split()
    assert (p, form) == ("p", "cnf")
    rows = [[int(word) for word in line.split()] for line in lines[1:]]
    assert len(rows) == int(count)
    assert all(row[-1] == 0 and 0 not in row[:-1] for row in rows)
    assert all(abs(lit) <= int(variables) for row in rows for lit in row)
    return int(variables), [frozenset(row[:-1]) for row in rows]


@given(
    st.lists(constraints(max_cell=7, possible=False), max_size=4),
    st.none() | st.integers(0, 8),
    st.frozensets(st.integers(0, 8)),
)
def test_dimacs_says_what_the_problem_says(
    told: list[Constraint], total: int | None, others: frozenset[int]
) -> None:
    problem = Problem(tuple(told), others.union(*(c.cells for c in told)), total)
    variables, found = parse(dimacs(problem))
    count = [] if problem.mine_count is None else [problem.mine_count]
    assert models(problem.cells, found) == models(problem.cells, [*told, *count])
    assert variables == max(problem.cells, default=-1) + 1


def test_dimacs_by_hand() -> None:
    assert dimacs(Problem.of([({0, 2}, 1), ({1}, 0)], total=3)) == (
        "c mineproof: variable v is cell v-1, positive is a mine\n"
        "p cnf 3 6\n"
        "1 3 0\n-1 -3 0\n-2 0\n1 0\n2 0\n3 0\n"
    )


def test_dimacs_of_nothing() -> None:
    assert parse(dimacs(Problem.of([]))) == (0, [])


def test_too_many_clauses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.of([({0, 1, 2}, 1)])
    monkeypatch.setattr(cnf, "MAX_CLAUSES", 4)
    assert len(parse(dimacs(problem))[1]) == 4
    monkeypatch.setattr(cnf, "MAX_CLAUSES", 3)
    with pytest.raises(LimitReached, match=r"^more than 3 clauses; leave the mine count out"):
        dimacs(problem)


def test_the_mine_count_of_a_large_board_is_refused_and_not_computed() -> None:
    # Its clauses have a number of 200 000 digits: to print it would be an error of its own.
    with pytest.raises(LimitReached, match=r"^more than 1000000 clauses"):
        dimacs(Problem.of([({0, 1}, 1)], total=200_000, others=range(1_000_000)))
