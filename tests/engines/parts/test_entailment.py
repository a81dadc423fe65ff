"""Entailment against all layouts and all sets of clues, listed one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import some_position
from tests.problems import certain_cells, problems
from tests.strategies import constraints

from mineproof.board.view import View
from mineproof.counting.count import propagate
from mineproof.engines.parts import entailment as module
from mineproof.engines.parts.entailment import (
    Between,
    CountBound,
    Entailment,
    backbone,
    is_satisfiable,
)
from mineproof.errors import BadInput, Contradiction, LimitReached
from mineproof.logic.fronts import split
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.reader import read


@st.composite
def bounds(draw: st.DrawFn, max_cell: int = 6) -> CountBound:
    cells = draw(st.frozensets(st.integers(0, max_cell), max_size=5))
    ends = st.integers(-1, len(cells) + 1)
    if draw(st.booleans()):
        return Constraint(cells, draw(ends))
    return Between(cells, draw(ends), draw(ends))


def fitting(given: Sequence[CountBound]) -> Iterator[dict[Cell, bool]]:
    """Yield every layout of the cells that are mentioned, by trying them all."""
    cells = sorted(frozenset[Cell]().union(*(bound.cells for bound in given)))
    for values in product((False, True), repeat=len(cells)):
        layout = dict(zip(cells, values, strict=True))
        if all(is_met(bound, sum(layout[cell] for cell in bound.cells)) for bound in given):
            yield layout


def is_met(bound: CountBound, mines: int) -> bool:
    if isinstance(bound, Between):
        return bound.least <= mines <= bound.most
    return mines == bound.mines


def follows(given: Sequence[CountBound], cell: Cell, is_mine: bool) -> bool:
    return all(layout.get(cell) == is_mine for layout in fitting(given))


# Layouts and certain cells


@given(st.lists(bounds(), max_size=5))
def test_a_layout_is_found_where_there_is_one(asked: list[CountBound]) -> None:
    assert is_satisfiable(asked) == any(True for _ in fitting(asked))


@given(st.lists(bounds(), max_size=5))
def test_the_backbone_is_what_all_layouts_share(asked: list[CountBound]) -> None:
    listed = list(fitting(asked))
    if not listed:
        with pytest.raises(Contradiction):
            backbone(asked)
        return
    shared = set(listed[0].items()).intersection(*(layout.items() for layout in listed))
    found = backbone(asked)
    assert found == dict(shared)
    assert list(found) == sorted(found)


def test_a_cell_that_nothing_bounds_is_not_certain() -> None:
    assert backbone([Between(frozenset({0}), 0, 1)]) == {}
    assert backbone([Constraint(frozenset({0}), 1), Between(frozenset({0, 1}), -3, 9)]) == {0: True}


@given(problem=problems())
def test_with_the_mine_count_as_one_more_constraint(problem: Problem) -> None:
    count = problem.mine_count
    given = [*problem.constraints, *([count] if count else [])]
    mentioned = frozenset[Cell]().union(*(c.cells for c in given))
    certain = {cell: mined for cell, mined in certain_cells(problem).items() if cell in mentioned}
    with Entailment(given) as entailed:
        assert entailed.backbone() == certain


# Which constraints it takes


@given(asked=st.lists(bounds(), min_size=1, max_size=5), data=st.data())
def test_is_entailed_by_some_as_by_all(asked: list[CountBound], data: st.DataObject) -> None:
    cells = sorted(frozenset[Cell]().union(*(bound.cells for bound in asked)))
    with Entailment(asked) as entailed:
        for cell, is_mine in product(cells, (False, True)):
            assert entailed.is_entailed(cell, is_mine) == follows(asked, cell, is_mine)
            using = data.draw(st.lists(st.integers(0, len(asked) - 1), unique=True))
            chosen = [asked[i] for i in using]
            expected = not any(
                layout[cell] != is_mine
                for layout in fitting([*chosen, Between(frozenset(cells), 0, len(cells))])
            )
            assert entailed.is_entailed(cell, is_mine, using=using) == expected


@given(asked=st.lists(constraints(max_cell=6, max_size=5, possible=False), max_size=6))
def test_minimal_and_smallest_against_all_sets(asked: list[Constraint]) -> None:
    """Contradictory constraints too: they entail everything."""
    cells = sorted(frozenset[Cell]().union(*(c.cells for c in asked)))
    with Entailment(asked) as entailed:
        for cell, is_mine in product(cells, (False, True)):
            if not follows(asked, cell, is_mine):
                continue
            minimal = entailed.minimal_clues(cell, is_mine)
            assert entailed.is_entailed(cell, is_mine, using=minimal)
            for left_out in minimal:
                fewer = [i for i in minimal if i != left_out]
                assert not entailed.is_entailed(cell, is_mine, using=fewer)
            size = smallest_size(asked, cell, is_mine)
            smallest = entailed.smallest_clues(cell, is_mine)
            assert smallest is not None
            assert len(smallest) == size <= len(minimal)
            assert entailed.is_entailed(cell, is_mine, using=smallest)
            assert entailed.smallest_clues(cell, is_mine, max_size=size - 1) is None
            within = entailed.smallest_clues(cell, is_mine, max_size=size)
            assert within is not None
            assert len(within) == size


def smallest_size(asked: Sequence[Constraint], cell: Cell, is_mine: bool) -> int:
    everywhere = Between(frozenset((cell,)), 0, 1)
    return next(
        size
        for size in range(len(asked) + 1)
        for chosen in combinations(asked, size)
        if follows([*chosen, everywhere], cell, is_mine)
    )


def test_a_smallest_set_is_found_beside_a_minimal_one() -> None:
    """Two ways to prove that 4 is safe: a chain of four clues, or two that hold it between them."""
    chain = [({0, 1}, 1), ({1, 2}, 1), ({2, 3}, 1), ({0, 3, 4}, 1)]
    pair = [({5, 6}, 1), ({4, 5, 6}, 1)]
    for told in ([*chain, *pair], [*pair, *chain]):
        with Entailment(Problem.of(told).constraints) as entailed:
            smallest = entailed.smallest_clues(4, False)
            assert smallest is not None
            assert [told[i] for i in smallest] == pair
            assert entailed.smallest_clues(4, False, max_size=1) is None


def test_a_clash_of_one_is_smaller_than_any_reason() -> None:
    """Clues that clash entail everything, and need not even mention the cell."""
    clashing = [({6}, 0), ({6}, 1), ({5}, 2), ({0, 1}, 1)]
    with Entailment(Problem.of(clashing).constraints) as entailed:
        assert entailed.smallest_clues(0, True) == (2,)


@pytest.mark.parametrize("seed", range(60))
def test_nothing_is_smaller_on_real_fronts(seed: int) -> None:
    for front in split(propagate(read(some_position(seed)).constraints)[1]):
        if 3 <= len(front.constraints) <= 11:
            check_smallest(front.constraints)


def check_smallest(front: Sequence[Constraint]) -> None:
    with Entailment(front) as entailed:
        for cell, is_mine in entailed.backbone().items():
            smallest = entailed.smallest_clues(cell, is_mine)
            assert smallest is not None
            assert entailed.is_entailed(cell, is_mine, using=smallest)
            assert not any(
                entailed.is_entailed(cell, is_mine, using=fewer)
                for fewer in combinations(range(len(front)), len(smallest) - 1)
            )


def test_those_that_come_last_are_left_out_first() -> None:
    twice = Problem.of([({0}, 1), ({1, 2}, 1), ({0}, 1)]).constraints
    with Entailment(twice) as entailed:
        assert entailed.minimal_clues(0, True) == (0,)


@given(problem=problems())
def test_same_questions_same_answers(problem: Problem) -> None:
    def answers() -> list[object]:
        with Entailment(problem.constraints) as entailed:
            found = entailed.backbone()
            return [
                (cell, entailed.minimal_clues(cell, mined), entailed.smallest_clues(cell, mined))
                for cell, mined in found.items()
            ]

    assert answers() == answers()


# The no


def test_what_does_not_follow_is_named() -> None:
    with Entailment([Constraint(frozenset({0, 1}), 1)]) as entailed:
        with pytest.raises(
            BadInput, match=r"^the constraints do not entail that cell 0 is a mine$"
        ):
            entailed.minimal_clues(0, True)
        with pytest.raises(BadInput, match=r"^the constraints do not entail that cell 1 is safe$"):
            entailed.smallest_clues(1, False)
        with pytest.raises(BadInput, match=r"^no constraint mentions cell 7$"):
            entailed.is_entailed(7, False)


def test_a_question_that_takes_too_long_is_given_up() -> None:
    lattice = read(View.from_picture("1#2#2#0# ######## 2#3#3#0# ######## 3#3#1#0# ########"))
    message = r"^the SAT solver met more than 1 conflicts$"
    with pytest.raises(LimitReached, match=message):
        backbone(lattice.constraints, max_conflicts=1)
    with Entailment(lattice.constraints, max_conflicts=1) as entailed:
        assert entailed.is_entailed(5, False)  # beside a zero
        with pytest.raises(LimitReached, match=message):
            _ = [entailed.is_entailed(cell, True) for cell in sorted(lattice.cells)]


@pytest.mark.parametrize("limit", [0, -1])
def test_no_conflicts_at_all_are_no_limit(limit: int) -> None:
    with pytest.raises(BadInput, match=rf"^a limit of {limit} conflicts; expected 1 or more$"):
        backbone([], max_conflicts=limit)


def test_a_smallest_set_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CORRECTIONS", 1)
    chain = Problem.of([({0, 1}, 1), ({1, 2}, 1), ({2, 3}, 1), ({0, 3, 4}, 1)])
    with Entailment(chain.constraints) as entailed:
        assert entailed.is_entailed(4, False)
        with pytest.raises(LimitReached, match=r"^a smallest set takes more than 1 corrections$"):
            entailed.smallest_clues(4, False)
