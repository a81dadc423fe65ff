"""The search finds a shortest derivation: no other search, however naive, finds a shorter one."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.course.exercises.resolution.sheet import Sheet, replay
from mineproof.course.exercises.resolution.shortest import OutOfStates, shortest
from mineproof.logic.clause import pivots, resolvent
from mineproof.logic.proof import Clause

MOST = 3


def naive(told: frozenset[Clause], goal: Clause, width: int | None) -> int | None:
    """Return the fewest steps by trying everything, breadth first; None if more than MOST."""
    states = {told}
    for steps in range(1, MOST + 1):
        states = {state | {new} for state in states for new in resolvents(state, width)}
        if any(goal in state for state in states):
            return steps
    return None


def resolvents(state: frozenset[Clause], width: int | None) -> set[Clause]:
    return {
        resolvent(left, right, pivots(left, right)[0])
        for left, right in combinations(state, 2)
        if len(pivots(left, right)) == 1
        if width is None or min(len(left), len(right)) <= width
    }


literals = st.dictionaries(st.integers(1, 4), st.sampled_from([1, -1]), min_size=2, max_size=3)
clauses = literals.map(lambda found: frozenset(cell * sign for cell, sign in found.items()))


@given(st.sets(clauses, min_size=3, max_size=6), st.sampled_from([None, 2]))
def test_nothing_is_shorter(told: set[Clause], width: int | None) -> None:
    given = sorted(told, key=sorted)
    for goal in (frozenset({1}), frozenset({-1})):
        found = shortest(given, goal, width=width, most_steps=MOST).steps
        fewest = naive(frozenset(told), goal, width)
        assert (None if found is None else len(found)) == fewest
        if found is not None:
            end = replay(Sheet.of(given, width), found)
            assert (end.steps, end.lines[-1].clause) == (fewest, goal)


def test_the_search_stops_at_its_limit() -> None:
    given = [frozenset(clause) for clause in ({1, 2}, {-2, 3}, {-3, 4}, {-4, 5}, {-5, 1})]
    found = shortest(given, frozenset({1}))
    assert found.steps is not None
    assert len(found.steps) == 4
    with pytest.raises(OutOfStates):
        shortest(given, frozenset({1}), most_states=found.states - 1)
