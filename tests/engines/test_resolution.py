"""Resolution: its clauses, its limits, and what it shows to those who watch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.strategies import positions

from mineproof.board.game import Game
from mineproof.board.layout import Layout
from mineproof.board.view import View
from mineproof.engines.event import Event, EventLog, Happening
from mineproof.engines.inference import Status
from mineproof.engines.parts.resolution_kernel import NativeResolutionReasoner
from mineproof.engines.resolution import (
    AT_ONCE,
    NEWEST,
    OLDEST,
    SAFE_FIRST,
    WHEN_NEEDED,
    Resolution,
    ResolutionReasoner,
    _Entry,
    _proof,
)
from mineproof.engines.single import Single
from mineproof.errors import BadInput, Contradiction
from mineproof.logic.checker import Checker, check
from mineproof.logic.problem import Constraint, Problem
from mineproof.logic.proof import Clue, Pigeonhole, Resolvent, Unit, steps
from mineproof.logic.reader import read

WALL = Problem.of([({0, 1}, 1), ({0, 1, 2}, 2), ({1, 2}, 1)])


@pytest.fixture(autouse=True, params=["auto", "python"])
def _with_and_without_kernel(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", request.param)


def begun(problem: Problem) -> ResolutionReasoner | NativeResolutionReasoner:
    reasoner = Resolution().begin(problem.cells, problem.total)
    for constraint in problem.constraints:
        reasoner.tell(constraint)
    return reasoner


def test_a_hint_becomes_its_pigeonhole_clauses() -> None:
    reasoner = begun(Problem.of([({0, 1, 2}, 1)]))
    assert reasoner.deduce() == ()
    assert set(reasoner.kb) == {
        frozenset({1, 2, 3}),
        frozenset({-1, -2}),
        frozenset({-1, -3}),
        frozenset({-2, -3}),
    }


def test_kb_is_empty_and_kb0_full_when_all_is_marked() -> None:
    reasoner = begun(WALL)
    while reasoner.deduce():
        pass
    assert reasoner.kb == ()
    assert set(reasoner.kb0) == {1, -2, 3}
    assert reasoner.counters["kb0"] == 3
    assert reasoner.status is Status.COMPLETE


def test_what_leaves_kb_leaves_every_index() -> None:
    reasoner = ResolutionReasoner(WALL.cells, WALL.total, Resolution())
    for constraint in WALL.constraints:
        reasoner.tell(constraint)
    while reasoner.deduce():
        pass
    assert not any(reasoner._with.values())
    assert not any(reasoner._short.values())
    assert not reasoner._filed


def test_no_clause_of_kb_subsumes_another_or_mentions_a_mark() -> None:
    view = View.from_picture("##### 1##3# 11##2", mines=4)
    reasoner = begun(read(view))
    while reasoner.deduce():
        pass
    kb = reasoner.kb
    marked = set(reasoner.ledger.known)
    assert kb
    assert not any(a < b for a in kb for b in kb)
    assert not any(abs(lit) - 1 in marked for clause in kb for lit in clause)


def test_a_proof_is_a_resolution_derivation_down_to_hint_clauses() -> None:
    (first, *_) = Resolution().infer(WALL).deductions
    kinds = [type(step) for step in steps(first.proof)]
    assert kinds[-1] is Unit
    assert Resolvent in kinds
    assert Pigeonhole in kinds


def test_a_part_that_is_needed_twice_is_built_once() -> None:
    hint = Clue(Constraint(frozenset({0, 1}), 1))
    one, two = _Entry(frozenset({1, 2}), hint), _Entry(frozenset({-1, -2}), hint)
    child = _Entry(frozenset({2, 3}), (one, two))
    grandchild = _Entry(frozenset({3, 4}), (child, two))
    last = _proof(_Entry(frozenset({3}), (child, grandchild)))
    assert isinstance(last, Resolvent)
    assert len(list(steps(last))) == 6  # with the hint


def test_a_resolvent_that_subsumes_its_parents_replaces_them() -> None:
    events: list[Event] = []
    problem = Problem.of([({0, 1, 2}, 1), ({0, 1}, 1)])
    Resolution(listener=events.append).infer(problem)
    assert {event.happening for event in events} >= {
        Happening.INSERTED,
        Happening.SUBSUMED,
        Happening.MARKED,
    }


def test_watchers_see_every_mark_and_the_parents_of_every_resolvent() -> None:
    events: list[Event] = []
    inference = Resolution(listener=events.append).infer(WALL)
    marks = [event.clause for event in events if event.happening is Happening.MARKED]
    expected = [
        frozenset({d.cell + 1 if d.is_mine else -(d.cell + 1)}) for d in inference.deductions
    ]
    assert marks == expected
    resolved = [event for event in events if event.happening is Happening.RESOLVED]
    assert resolved
    assert all(len(event.parents) == 2 for event in resolved)
    assert (
        sum(event.happening is Happening.ROUND for event in events)
        == (inference.counters["rounds"])
    )


def test_watching_changes_nothing() -> None:
    assert Resolution(listener=lambda _: None).infer(WALL) == Resolution().infer(WALL)


# {0, 1} = 1, {1, 2} = 1, {2, 0} = 1 has no layout, but each pair has.
def test_the_smallest_odd_ring_is_refuted() -> None:
    ring = Problem.of([({0, 1}, 1), ({1, 2}, 1), ({0, 2}, 1)])
    with pytest.raises(Contradiction):
        Resolution().infer(ring)


def test_width_below_one_is_refused() -> None:
    with pytest.raises(BadInput, match="width of 0; expected 1 or more"):
        Resolution(width=0)


def test_width_one_is_no_matching() -> None:
    """In Python and in the kernel: what is left is what single clues settle."""
    for seed in range(10):
        game = Game.new("7x7/9", "opening:d4", seed=seed)
        game.open(24)
        problem = replace(read(game.view), total=None)
        single = Single().infer(problem)
        for engine in (Resolution(width=1), Resolution(width=1, hints=AT_ONCE)):
            found = engine.infer(problem)
            assert (found.safe, found.mines) == (single.safe, single.mines)
            assert found.counters["resolvents"] == 0


@pytest.mark.parametrize("width", [2, 3, 4, None])
def test_any_width_is_sound_and_a_larger_one_loses_nothing(width: int | None) -> None:
    view = View.from_picture("###### 1222## 0001## 00012#", mines=None)
    problem = read(view)
    inference = Resolution(width=width).infer(problem)
    check(problem, inference)
    assert set(Resolution().infer(problem).deductions) <= set(inference.deductions)


def test_a_small_cap_gives_limit_and_stays_sound() -> None:
    view = View.from_picture("##### #2#3# ##### #3#2# #####")
    problem = read(view)
    capped = Resolution(max_clauses=20).infer(problem)
    assert capped.status is Status.LIMIT
    check(problem, capped)


def test_matching_stops_while_kb_is_larger_than_the_cap() -> None:
    def status(*hints: set[int]) -> Status:
        problem = Problem.of([(hint, 1) for hint in hints])
        return Resolution(max_clauses=4).infer(problem).status

    assert status({0, 1, 2}) is Status.STALLED  # its four clauses are no more than the cap
    assert status({0, 1, 2}, {3, 4, 5}) is Status.LIMIT


def test_a_hint_too_large_to_write_out_waits_and_is_not_forgotten() -> None:
    cells = range(60)
    reasoner = Resolution().begin(cells, None)
    reasoner.tell(Constraint(frozenset(cells), 30))
    assert reasoner.deduce() == ()
    assert reasoner.status is Status.LIMIT
    for cell in range(58):
        reasoner.learn(cell, cell < 30)
    found = [*reasoner.deduce(), *reasoner.deduce()]
    assert {d.cell: d.is_mine for d in found} == {58: False, 59: False}


def test_the_mine_count_joins_at_its_limit() -> None:
    problem = Problem.of([({0, 1}, 1), ({1, 2}, 1)], total=2, others=range(4))
    assert Resolution(count_limit=3).infer(problem).deductions == ()
    joined = Resolution(count_limit=4).infer(Problem.of([({0, 1}, 1)], total=1, others=range(4)))
    assert joined.safe == (2, 3)


# Sealed regions, an empty list of safe cells: nothing to resolve, nothing to loop on.
@pytest.mark.parametrize("picture", ["### ### ###", "1F# FF# ###", "#"])
def test_it_ends_where_no_clause_is_left(picture: str) -> None:
    inference = Resolution().infer(read(View.from_picture(picture)))
    assert inference.status in (Status.STALLED, Status.COMPLETE)


def test_a_log_keeps_the_latest_events_and_counts_them_all() -> None:
    log = EventLog(2)
    events = [
        Event(Happening.ROUND),
        Event(Happening.MARKED, frozenset({1})),
        Event(Happening.ROUND),
    ]
    for event in events:
        log.note(event)
    assert list(log.events) == events[1:]
    assert log.count == 3
    assert [log.take_fresh(), log.take_fresh()] == [2, 0]
    log.note(events[0])
    assert [log.take_fresh(), log.take_fresh()] == [1, 0]
    log.note(events[0])
    log.clear()
    assert (list(log.events), log.count, log.take_fresh()) == ([], 0, 0)


def test_the_mine_count_joins_at_fifteen_cells() -> None:
    def safe(size: int) -> tuple[int, ...]:
        return Resolution().infer(Problem.of([({0, 1}, 1)], total=1, others=range(size))).safe

    assert safe(15) == tuple(range(2, 15))
    assert safe(16) == ()


def test_events_name_the_clause_that_subsumes_or_two_parents() -> None:
    events: list[Event] = []
    view = View.from_picture("###### 1222## 0001## 00012#")
    Resolution(listener=events.append).infer(read(view))
    seen = {event.happening for event in events}
    parents = {kind: {len(e.parents) for e in events if e.happening is kind} for kind in seen}
    assert parents == {
        Happening.MARKED: {0, 2},
        Happening.HINT: {0},
        Happening.UNIT: {0, 2},
        Happening.INSERTED: {0, 2},
        Happening.DUPLICATE: {0, 2},
        Happening.RESOLVED: {2},
        Happening.SHORTENED: {2},
        Happening.SUBSUMED: {1},
        Happening.SATISFIED: {1},
        Happening.ROUND: {0},
        Happening.STALLED: {0},
    }
    for event in events:
        if len(event.parents) == 1:
            assert event.parents[0] < event.clause
        if event.happening in (Happening.MARKED, Happening.UNIT, Happening.INSERTED):
            assert bool(event.parents) != bool(event.hint)


def test_a_clause_that_is_subsumed_before_it_joins_is_reported() -> None:
    events: list[Event] = []
    reasoner = Resolution(listener=events.append).begin(range(3), None)
    for constraint in (Constraint(frozenset({0, 1}), 1), Constraint(frozenset({0, 1, 2}), 1)):
        reasoner.tell(constraint)
    reasoner.deduce()
    longer, shorter = frozenset({1, 2, 3}), frozenset({1, 2})
    (told,) = [event for event in events if event.clause == longer]
    assert told[:3] == (Happening.SUBSUMED, longer, (shorter,))
    assert told.hint
    assert told.hint.rest == Constraint(frozenset({0, 1, 2}), 1)


def test_a_hint_that_waits_is_kept_once() -> None:
    reasoner = ResolutionReasoner(range(60), None, Resolution())
    reasoner.tell(Constraint(frozenset(range(60)), 30))
    for _ in range(3):
        assert reasoner.deduce() == ()
    assert len(reasoner._oversized) == 1


@pytest.mark.parametrize("is_mine", [False, True])
def test_a_fact_about_the_first_cell_is_quoted_as_it_is(is_mine: bool) -> None:
    constraint = Constraint(frozenset({0, 1}), 1)
    reasoner, checker = Resolution().begin(range(2), None), Checker(range(2), None)
    reasoner.tell(constraint)
    checker.tell(constraint)
    assert reasoner.deduce() == ()
    reasoner.learn(0, is_mine)
    checker.learn(0, is_mine)
    (found,) = reasoner.deduce()
    assert (found.cell, found.is_mine) == (1, not is_mine)
    checker.check(found.cell, found.is_mine, found.proof)


def happenings(problem: Problem, **options: Any) -> list[Happening]:
    events: list[Event] = []
    Resolution(listener=events.append, **options).infer(problem)
    return [event.happening for event in events]


def test_the_mine_count_says_that_it_joins() -> None:
    problem = Problem.of([({0, 1}, 1)], total=1, others=range(4))
    seen = happenings(problem)
    assert seen[seen.index(Happening.COUNT) + 1] is Happening.HINT
    assert Happening.COUNT not in happenings(problem, count_limit=3)


def test_an_engine_that_finds_no_more_says_so_once() -> None:
    assert happenings(Problem.of([({0, 1, 2}, 1)])).count(Happening.STALLED) == 1
    assert happenings(Problem.of([({0, 1, 2}, 1)]), max_clauses=3)[-1] is Happening.LIMIT
    assert Happening.STALLED not in happenings(WALL)  # all is marked


def test_hints_become_clauses_at_once_if_wanted() -> None:
    """The seeds do so: a unit waits, and yet KB has the clauses of the other hints."""
    hints = Constraint(frozenset({0}), 0), Constraint(frozenset({1, 2, 3}), 1)
    sizes = {}
    for wish in (AT_ONCE, WHEN_NEEDED):
        reasoner = Resolution(hints=wish).begin(range(4), None)
        for hint in hints:
            reasoner.tell(hint)
        (found,) = reasoner.deduce()
        assert (found.cell, found.is_mine) == (0, False)
        sizes[wish] = len(reasoner.kb)
    assert sizes == {AT_ONCE: 4, WHEN_NEEDED: 0}


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    positions(),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([0, 15]),
    st.sampled_from([AT_ONCE, WHEN_NEEDED]),
    st.sampled_from([OLDEST, NEWEST, SAFE_FIRST]),
)
def test_the_order_of_hints_and_units_changes_no_mark(
    position: tuple[Layout, View], width: int, count_limit: int, hints: str, units: str
) -> None:
    problem = read(position[1])
    usual = Resolution(width=width, count_limit=count_limit).infer(problem)
    engine = Resolution(width=width, count_limit=count_limit, hints=hints, units=units)
    other = engine.infer(problem)
    assert (other.safe, other.mines) == (usual.safe, usual.mines)
    assert other.status is usual.status
    check(problem, other)


def marked(units: str) -> list[int]:
    """Return the cells of four units in the order in which they are marked."""
    problem = Problem.of([({0}, 1), ({1}, 0), ({2}, 1), ({3}, 0)])
    return [each.cell for each in Resolution(units=units).infer(problem).deductions]


def test_units_are_marked_in_the_order_that_is_wanted() -> None:
    assert marked(OLDEST) == [0, 1, 2, 3]
    assert marked(NEWEST) == [3, 2, 1, 0]
    assert marked(SAFE_FIRST) == [1, 3, 0, 2]
    with pytest.raises(BadInput, match="units 'best'; expected 'oldest', 'newest' or 'safe first'"):
        Resolution(units="best")


def test_the_mine_count_never_joins_with_a_limit_of_no_cells() -> None:
    problem = Problem.of([({0, 1}, 1)], total=1, others=range(3))
    assert Resolution(count_limit=0).infer(problem).deductions == ()
    assert Happening.COUNT not in happenings(Problem.of([({0}, 1)], total=1), count_limit=0)


def test_hints_at_any_other_time_are_refused() -> None:
    with pytest.raises(BadInput, match="hints 'later'; expected 'when needed' or 'at once'"):
        Resolution(hints="later")
