"""Counts are exact: against listing all layouts, closed forms, and other solvers' positions."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof.board.grid import Grid
from mineproof.board.view import HIDDEN, View
from mineproof.counting.count import (
    Counts,
    Folded,
    StateLimit,
    combine,
    count,
    explore,
    fixed,
    fold,
    multiply,
    order_from,
    pack,
    propagate,
    state_bound,
    unpack,
    weigh,
    width_for,
)
from mineproof.engines.brute import layouts
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.fronts import split
from mineproof.logic.problem import Constraint, Problem
from mineproof.logic.reader import read

# --- against listing all layouts ------------------------------------------------------------------


@st.composite
def any_problems(draw: st.DrawFn, max_cells: int = 8) -> Problem:
    """Draw a problem of any shape, whether something fits it or not."""
    size = draw(st.integers(1, max_cells))
    truth = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    slips = st.sampled_from([0] * 12 + [-1, 1])  # mostly true, so that most problems have layouts
    sets = draw(st.lists(st.frozensets(st.integers(0, size - 1), max_size=7), max_size=7))
    told = tuple(
        Constraint(chosen, sum(truth[cell] for cell in chosen) + draw(slips)) for chosen in sets
    )
    total = draw(st.sampled_from([None, sum(truth) + draw(slips)]))
    return Problem(told, frozenset(range(size)), total)


@st.composite
def small_problems(draw: st.DrawFn) -> Problem:
    """Draw what a true view of a small board says."""
    grid = Grid(draw(st.integers(1, 3)), draw(st.integers(3, 4)))
    cells = st.integers(0, grid.size - 1)
    mines, shown = draw(st.frozensets(cells)), draw(st.frozensets(cells))
    numbers = [sum(near in mines for near in grid.neighbours(cell)) for cell in range(grid.size)]
    codes = [n if cell in shown - mines else HIDDEN for cell, n in enumerate(numbers)]
    return read(View(grid, bytes(codes), draw(st.sampled_from([None, len(mines)]))))


@settings(max_examples=400)
@given(st.one_of(any_problems(), small_problems()))
def test_counts_are_what_listing_all_layouts_gives(problem: Problem) -> None:
    fitting = [
        mines
        for mines in layouts(problem.constraints, problem.cells)
        if problem.total in (None, len(mines))
    ]
    if not fitting:
        with pytest.raises(Contradiction):
            count(problem)
        return
    mined = Counter(cell for mines in fitting for cell in mines)
    number = len(fitting)
    assert count(problem) == Counts(number, number, {cell: mined[cell] for cell in problem.cells})


# --- positions that other solvers have counted ----------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A view with what is known of its counts."""

    name: str
    view: View
    layouts: int | None
    risks: list[float | None]
    tolerance: float


def positions() -> list[Position]:
    data = json.loads((Path(__file__).parents[1] / "data" / "counted_positions.json").read_text())
    return [
        Position(
            case["name"],
            View.from_rows(case["board"], case["mines"]),
            None if case["layouts"] is None else int(case["layouts"]),
            case["risks"] or [],
            case.get("tolerance", 1e-9),
        )
        for case in data["positions"]
    ]


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_counts_are_what_other_solvers_found(position: Position) -> None:
    problem = read(position.view)
    if position.layouts == 0:
        with pytest.raises(Contradiction):
            count(problem)
        return
    counts = count(problem)
    assert position.layouts in (None, counts.layouts)
    assert list(counts.mined_weight) == position.view.covered_cells()
    for cell, risk in zip(counts.mined_weight, position.risks, strict=True):
        assert risk is None or float(counts.risk(cell)) == pytest.approx(
            risk, abs=position.tolerance
        )


@pytest.mark.parametrize("position", positions()[:104:5], ids=lambda position: position.name)
def test_risks_sum_to_the_mines(position: Position) -> None:
    counts = count(read(position.view))
    assert sum(map(counts.risk, counts.mined_weight)) == position.view.mines


# --- closed forms ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("cells", "mines"), [(0, 0), (1, 0), (9, 4), (480, 99), (20_000, 4_000)])
def test_a_hidden_board(cells: int, mines: int) -> None:
    counts = count(Problem.of([], total=mines, others=range(cells)))
    assert counts.layouts == comb(cells, mines)
    assert set(map(counts.risk, list(counts.mined_weight)[:3])) <= {Fraction(mines, cells or 1)}


def test_without_a_total_every_number_of_mines_counts() -> None:
    counts = count(Problem.of([({0, 1, 2}, 1)], others=range(10)))
    assert counts.layouts == 3 * 2**7
    assert (counts.risk(0), counts.risk(9)) == (Fraction(1, 3), Fraction(1, 2))


def test_a_long_chain_has_two_layouts() -> None:
    counts = count(Problem.of([({i, i + 1}, 1) for i in range(600)]))
    assert counts.layouts == 2
    assert set(counts.mined_weight.values()) == {1}


def test_many_fronts_share_the_mines() -> None:
    pairs = [({2 * i, 2 * i + 1}, 1) for i in range(200)]
    assert count(Problem.of(pairs, total=200)).layouts == 2**200
    assert count(Problem.of(pairs, total=203, others=range(410))).layouts == 2**200 * comb(10, 3)
    with pytest.raises(Contradiction) as clash:
        count(Problem.of(pairs, total=199, others=range(410)))
    assert clash.value.with_count


def test_certain_cells() -> None:
    counts = count(read(View.from_picture("??? 121 000", mines=2)))
    assert counts == Counts(1, 1, {0: 1, 1: 0, 2: 1})
    assert counts.certain() == {0: True, 1: False, 2: True}
    assert count(Problem.of([({0, 1}, 1)])).certain() == {}


@pytest.mark.parametrize(
    "told",
    [[({0}, 2)], [({0}, -1)], [((), 1)], [({0, 1}, 1), ({0, 1}, 0)], [({0, 1}, 1), ({0, 1}, 2)]],
    ids=["too many", "below none", "no cell", "all safe", "all mined"],
)
def test_what_cannot_be_met(told: list[tuple[set[int], int]]) -> None:
    with pytest.raises(Contradiction) as clash:
        count(Problem.of(told, total=1, others=range(4)))
    assert not clash.value.with_count


def test_a_front_without_layout_that_no_single_clue_betrays() -> None:
    odd = [({0, 1}, 1), ({1, 2}, 1), ({2, 0}, 1)]
    with pytest.raises(Contradiction):
        count(Problem.of(odd))


# --- stages ---------------------------------------------------------------------------------------


def lattice(size: int) -> Folded:
    """Return one front without twins: 2 mines around every second cell of every second row."""
    grid = Grid(size, size)
    shown = [grid.at(row, col) for row in range(0, size, 2) for col in range(0, size, 2)]
    told = [Constraint(frozenset(grid.neighbours(cell)), 2, cell) for cell in shown]
    (front,) = split(told)
    return fold(front)


def test_propagation_leaves_what_no_single_clue_settles() -> None:
    told = Problem.of([({0, 1}, 2), ({1, 2, 3}, 2), ({2, 3}, 1), ({3, 4, 5}, 1)]).constraints
    known, rest = propagate(told)
    assert known == {0: True, 1: True}
    assert rest == [Constraint(frozenset({2, 3}), 1), Constraint(frozenset({3, 4, 5}), 1)]


def test_the_order_of_boxes_does_not_change_the_counts() -> None:
    folded = lattice(7)
    found = set()
    for start in range(len(folded.clues)):
        order = order_from(folded, start)
        assert sorted(order) == list(range(len(folded.boxes)))
        budget = StateLimit(10**6)
        ways, mined = weigh(explore(folded, order, budget), [len(folded.boxes[b]) for b in order])
        by_box = sorted(zip(order, map(tuple, mined), strict=True))
        found.add((tuple(ways), tuple(by_box)))
        assert budget.limit - budget.left <= state_bound(folded, order)
    assert len(found) == 1


def test_too_many_states_are_refused() -> None:
    problem = read(next(p.view for p in positions() if p.name == "lattice: lattice_12x30_72"))
    with pytest.raises(LimitReached, match=r"^counting would take more than 1000 states$"):
        count(problem, max_states=1000)


def test_the_limit_is_the_number_of_states() -> None:
    problem = Problem.of([({0, 1}, 1), ({1, 2, 3}, 1), ({3, 4}, 1)])
    states = 2 + 2 + 2 + 2 + 1  # after each box
    assert count(problem, max_states=states).layouts == 3
    with pytest.raises(LimitReached):
        count(problem, max_states=states - 1)


def test_a_front_as_wide_as_an_expert_board_is_refused_in_time() -> None:
    grid = Grid(24, 30)
    shown = [grid.at(row, col) for row in range(0, 24, 2) for col in range(0, 30, 2)]
    told = tuple(
        Constraint(frozenset(grid.neighbours(c)), len(grid.neighbours(c)) // 2) for c in shown
    )
    with pytest.raises(LimitReached):
        count(Problem(told, frozenset(range(grid.size))), max_states=100_000)


@given(st.lists(st.integers(0, 10**40), min_size=1, max_size=20))
def test_packed_polynomials_come_out_as_they_went_in(ways: list[int]) -> None:
    width = width_for(sum(ways) or 1)
    assert unpack(pack([*ways, 1], width), width) == [*ways, 1]


@given(
    st.lists(st.integers(1, 10**30), min_size=1, max_size=8),
    st.lists(st.integers(1, 10**30), min_size=1, max_size=8),
)
def test_products_are_convolutions(left: list[int], right: list[int]) -> None:
    expected = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            expected[i + j] += a * b
    assert multiply(left, right) == expected


def test_fronts_combine_with_the_floating_cells() -> None:
    # A front with 1 or 2 mines (3 ways, 1 way), another with exactly 1 (2 ways); 2 cells float.
    sums = combine([[0, 3, 1], [0, 2]], 2, fixed(3))
    assert sums.layouts == 3 * 2 * 2 + 1 * 2 * 1
    assert sums.others == [[2, 4, 2], [1 * 3 + 2 * 1, 3 * 2 + 1]]
    assert sums.floating == 3 * 2 * 1
