"""A clash is named by the smallest set of clues, found among all sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.problems import layouts
from tests.strategies import constraints

from mineproof.engines.brute import Brute
from mineproof.errors import Contradiction
from mineproof.logic import clash
from mineproof.logic.clash import hitting_set, smallest, smallest_clash
from mineproof.logic.problem import Constraint, Problem


def is_clash(problem: Problem) -> bool:
    return next(layouts(problem), None) is None


def clash_of(problem: Problem) -> Contradiction:
    return smallest_clash(problem, is_clash)


@st.composite
def clashing(draw: st.DrawFn) -> Problem:
    """Draw clues that clash, each shown by a cell of its own."""
    told = draw(st.lists(constraints(max_cell=5, possible=False), min_size=1, max_size=7))
    shown = tuple(Constraint(c.cells, c.mines, 10 + i) for i, c in enumerate(told))
    total = draw(st.sampled_from([None, 0, 2, 3]))
    problem = Problem(shown, frozenset(range(6)), total)
    return problem if is_clash(problem) else Problem((*shown, *_against(shown)), problem.cells)


def _against(shown: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    first = shown[0]
    return (Constraint(first.cells, first.mines + 1, 99),)


@settings(max_examples=300)
@given(clashing())
def test_no_set_of_fewer_clues_clashes(problem: Problem) -> None:
    found = clash_of(problem)
    total = problem.total if found.with_count else None
    chosen = [c for c in problem.constraints if c.clue in found.clues]
    assert is_clash(Problem(tuple(chosen), problem.cells, total))
    if len(chosen) > 0:
        for fewer in combinations(problem.constraints, len(chosen) - 1):
            assert not is_clash(Problem(fewer, problem.cells, total))
    assert found.with_count != is_clash(Problem(problem.constraints, problem.cells))


def chain_and_pair() -> Problem:
    """Return clues of which three clash in a ring, and two others by themselves."""
    ring = [({0, 1}, 1), ({1, 2}, 1), ({2, 0}, 1)]
    pair = [({3, 4}, 1), ({3, 4, 5}, 0)]
    told = [
        Constraint(frozenset(cells), mines, 20 + i) for i, (cells, mines) in enumerate(ring + pair)
    ]
    return Problem(tuple(told), frozenset(range(6)))


def test_sets_that_no_clue_shows_are_told() -> None:
    found = clash_of(Problem.of([({0, 3}, 2), ({3, 1}, 0)]))
    assert (str(found), found.clues) == ("no layout fits: 2 of [0, 3]; 0 of [1, 3] clash", ())
    shown = clash_of(chain_and_pair())
    assert (str(shown), shown.clues) == ("no layout fits", (23, 24))


@pytest.mark.parametrize("clues", [1, 2, 3, 8])
def test_a_clash_of_all_clues_spares_none(clues: int) -> None:
    assert smallest(clues, lambda chosen: len(chosen) == clues) == tuple(range(clues))


def test_a_pair_among_many_takes_few_questions() -> None:
    asked = []

    def is_clash(chosen: Sequence[int]) -> bool:
        asked.append(chosen)
        return {20, 50} <= set(chosen)

    assert smallest(64, is_clash) == (20, 50)
    assert len(asked) <= 50


def test_the_mine_count_is_named_only_if_the_clues_alone_fit() -> None:
    needed = clash_of(Problem.of([({0, 1}, 1), ({3, 4}, 1)], total=5, others=range(6)))
    assert needed.with_count
    alone = clash_of(Problem.of([({0, 1}, 1), ({0, 1}, 2)], total=2, others=range(6)))
    assert not alone.with_count


def test_after_its_questions_a_minimal_set_is_the_answer() -> None:
    def is_clash(chosen: Sequence[int]) -> bool:
        return {0, 1, 2} <= set(chosen) or {3, 4} <= set(chosen)

    assert smallest(6, is_clash) == (3, 4)
    assert smallest(2, lambda chosen: 1 in chosen, max_questions=1) == (1,)
    assert smallest(6, is_clash, max_questions=1) == (0, 1, 2)  # nothing to spare, but not smallest


def test_a_pair_is_preferred_to_a_ring() -> None:
    assert clash_of(chain_and_pair()).clues == (23, 24)


def test_whoever_may_not_ask_gets_a_minimal_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clash, "MAX_QUESTIONS", 0)
    assert clash_of(chain_and_pair()).clues in {(20, 21, 22), (23, 24)}


def test_engines_name_the_smallest() -> None:
    with pytest.raises(Contradiction) as found:
        Brute().infer(chain_and_pair())
    assert found.value.clues == (23, 24)


@given(st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=4), max_size=6))
def test_hitting_sets_are_smallest(sets: list[frozenset[int]]) -> None:
    found = hitting_set(sets, 6)
    assert found is not None
    assert all(each.intersection(found) for each in sets)
    for fewer in combinations(range(7), max(0, len(found) - 1)):
        assert len(found) == 0 or not all(each.intersection(fewer) for each in sets)


def test_too_large_a_hitting_set_is_none() -> None:
    assert hitting_set([frozenset({1}), frozenset({2})], 1) is None
