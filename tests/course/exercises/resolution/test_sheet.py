"""Two lines give a new one exactly if logic says so, and a refusal gives the right reason."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from mineproof.course.exercises.resolution.sheet import (
    Line,
    Refusal,
    Refused,
    Sheet,
    follow,
    next_pair,
    replay,
)
from mineproof.course.exercises.resolution.shortest import shortest
from mineproof.logic.proof import Clause

CELLS = 5


def clauses(least: int = 1) -> st.SearchStrategy[Clause]:
    signs = st.dictionaries(st.integers(1, CELLS), st.sampled_from([1, -1]), min_size=least)
    return signs.map(lambda found: frozenset(cell * sign for cell, sign in found.items()))


def models(*told: Clause) -> set[tuple[int, ...]]:
    """Return every assignment that meets all clauses."""
    every = product(*((cell, -cell) for cell in range(1, CELLS + 1)))
    return {model for model in every if all(clause.intersection(model) for clause in told)}


def clash(left: Clause, right: Clause) -> set[int]:
    return {abs(lit) for lit in left for other in right if lit + other == 0}


def sheet(*lines: set[int], width: int | None = None) -> Sheet:
    return Sheet.of(map(frozenset, lines), width)


@given(clauses(), clauses())
def test_two_clauses_resolve_if_they_disagree_on_exactly_one_cell(
    left: Clause, right: Clause
) -> None:
    made = Sheet.of([left, right]).attempt((0, 1))
    cells = clash(left, right)
    if len(cells) != 1:
        assert isinstance(made, Refused)
        assert made.why is (Refusal.TWO_PAIRS if cells else Refusal.NO_PAIR)
        assert {abs(lit) for lit in made.pivots} == cells
        return
    (cell,) = cells
    clause = made.clause
    assert clause is not None
    assert clause == {lit for lit in left | right if abs(lit) != cell}
    assert models(left, right) <= models(clause)


@given(st.lists(clauses(), min_size=2, max_size=6, unique=True), st.data())
def test_a_line_is_new_unless_another_says_as_much(told: list[Clause], data: st.DataObject) -> None:
    lines = st.integers(0, len(told) - 1)
    pair = data.draw(st.tuples(lines, lines))
    made = Sheet.of(told).attempt(pair)
    if isinstance(made, Line):
        assert not any(each <= made.clause for each in told)
        assert (made.parents, made.pivot in told[pair[0]]) == (pair, True)
    elif made.line is not None:
        assert made.clause is not None
        assert told[made.line] <= made.clause
        assert (told[made.line] == made.clause) is (made.why is Refusal.KNOWN)


def test_each_reason_in_its_simplest_case() -> None:
    told = sheet({1, 2}, {-1, -2}, {-1, 3}, {2, 3}, {3, 4, 5}, {-3, 1, 4}, width=2)
    reasons = {
        (0, 0): Refusal.SAME_LINE,
        (0, 4): Refusal.NO_PAIR,
        (0, 1): Refusal.TWO_PAIRS,
        (4, 5): Refusal.TOO_WIDE,
        (0, 2): Refusal.KNOWN,
    }
    for pair, why in reasons.items():
        made = told.attempt(pair)
        assert isinstance(made, Refused)
        assert made.why is why, pair
    known = told.attempt((2, 0))
    assert isinstance(known, Refused)
    assert (known.line, known.clause) == (3, frozenset({2, 3}))
    subsumed = sheet({1, 2, 4}, {-1, 3}, {2, 3}).attempt((0, 1))
    assert isinstance(subsumed, Refused)
    assert (subsumed.why, subsumed.line) == (Refusal.SUBSUMED, 2)


def test_the_limit_is_for_the_shorter_clause_of_a_pair() -> None:
    assert isinstance(sheet({1, 2}, {-1, 3, 4, 5}, width=2).attempt((0, 1)), Line)
    assert isinstance(sheet({1, 2, 3}, {-1, 4, 5}, width=3).attempt((0, 1)), Line)


def test_a_line_rests_on_its_ancestors_alone() -> None:
    told = replay(sheet({1, 2}, {-1, 3}, {-2, 3}, {4, -3}), [(0, 3), (0, 1), (1, 3), (2, 4)])
    assert [sorted(line.clause) for line in told.lines[4:]] == [[2, 3], [-1, 4], [3]]
    assert (told.ancestors(6), told.leaves(6), told.steps) == ({4, 6}, {0, 1, 2}, 3)
    assert told.steps_to(6) == [(0, 1), (2, 4)]


TOLD = [{1, 2}, {-1, 3}, {-2, 4}, {-3, 5}, {-4, 5}, {1, -2}]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=8))
def test_whatever_was_done_before_a_derivation_leads_on(made: list[tuple[int, int]]) -> None:
    goal, told = frozenset({5}), sheet(*TOLD)
    best = shortest([line.clause for line in told.lines], goal).steps
    assert best is not None
    derivation = replay(told, best).lines
    for pair in made:
        if max(pair) < len(told.lines):
            told = replay(told, [pair])
    before = told.steps
    while (step := next_pair(told, derivation)) is not None:
        told = replay(told, [step])
    assert told.subsumer(goal) is not None
    assert told.steps - before <= len(best)


def test_idle_steps_of_a_derivation_are_left_out() -> None:
    told = sheet(*TOLD)
    longer = replay(told, [(0, 1), (0, 2), (1, 3), (2, 4), (0, 8), (9, 10)]).lines
    steps = follow(told, longer, frozenset({5}))
    assert replay(told, steps).subsumer(frozenset({5})) is not None
    assert len(steps) == 4
