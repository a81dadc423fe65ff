"""Traces: they replay to what the engine and the game had, and every parent derives its clause."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.engines import engine_named
from mineproof.engines.resolution import AT_ONCE, WHEN_NEEDED, ResolutionReasoner
from mineproof.errors import BadInput
from mineproof.logic.checker import _is_pigeonhole, _is_resolvent
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import cell_of
from mineproof.play.match import Match
from mineproof.play.replay import Knowledge, Replay, State
from mineproof.play.steps import Step
from mineproof.play.trace import Recorder, trace, trace_view

KINDS = {
    *("begin", "move", "end", "learned", "marked", "hint", "unit", "inserted", "duplicate"),
    *("resolved", "shortened", "subsumed", "satisfied", "round", "stalled", "mine count", "limit"),
}
entrants = st.builds(
    Entrant,
    agent=st.sampled_from(["never-guess", "random"]),
    engine=st.sampled_from(["resolution", "resolution", "single+resolution"]),
    options=st.just(()),
    tell_total=st.booleans(),
) | st.builds(
    Entrant,
    agent=st.sampled_from(["never-guess", "random"]),
    engine=st.just("resolution"),
    options=st.tuples(
        st.tuples(st.just("width"), st.sampled_from([2, 3, None])),
        st.tuples(st.just("count_limit"), st.sampled_from([0, 8, 15])),
        st.tuples(st.just("max_clauses"), st.sampled_from([10, 60])),
        st.tuples(st.just("hints"), st.sampled_from([AT_ONCE, WHEN_NEEDED])),
    ),
)
games = st.builds(
    "{}x{}/{}/list{}/{}#{}".format,
    st.integers(3, 5),
    st.integers(3, 5),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from(["marking", "clearing"]),
    st.integers(0, 999),
)


class Spy(Recorder):
    """Notes what the engine and the game hold after each step."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.played: Match | None = None
        self.states: list[State] = []

    def note(self, step: Step) -> None:
        super().note(step)
        known = _of_engine(self.played)
        parts = {"resolution": known} if known != Knowledge() else {}
        self.states.append(State(parts, _marks(self.game)))


def _of_engine(match: Match | None) -> Knowledge:
    if match is None:
        return Knowledge()
    reasoner = match.player.watcher.reasoner  # type: ignore[attr-defined]
    if not isinstance(reasoner, ResolutionReasoner):
        reasoner = reasoner._stages[-1].reasoner
    units = tuple(lit for entry in reasoner._units for lit in entry.clause)
    return Knowledge(reasoner.kb, reasoner.kb0, units)


def _marks(game: Game) -> dict[int, bool]:
    """Return what is marked; the flags that a won clearing game sets by itself do not count."""
    view, marking = game.view, game.finish is Finish.MARKING
    flags = [cell for cell in view.covered_cells() if marking and view.is_flagged(cell)]
    return dict.fromkeys(filter(view.is_open, range(view.grid.size)), False) | dict.fromkeys(
        flags, True
    )


def watched(game: Game, entrant: Entrant) -> tuple[list[Step], list[State]]:
    spy = Spy(game)
    spy.played = spy.match(game, entrant)
    for _ in spy.played.turns():
        pass
    spy.end(spy.played.record.outcome.value)
    return spy.take(), spy.states


@settings(max_examples=40, deadline=None)
@given(games, entrants)
def test_a_replay_has_the_engines_own_state_after_every_step(name: str, entrant: Entrant) -> None:
    steps, states = watched(Game.of(name), entrant)
    stored = [json.loads(json.dumps(step)) for step in steps]
    assert [step["number"] for step in stored] == list(range(len(steps)))
    replay = Replay(stored)
    forward = [replay.state_at(number) for number in range(len(steps))]
    assert forward == states
    back = [Replay(stored).state_at(number) for number in (len(steps) - 1, len(steps) // 2, 0)]
    assert back == [states[-1], states[len(steps) // 2], states[0]]
    assert [replay.state_at(number) for number in reversed(range(len(steps)))] == states[::-1]


@settings(max_examples=40, deadline=None)
@given(games, entrants)
def test_parents_derive_their_clause_by_one_step(name: str, entrant: Entrant) -> None:
    game = Game.of(name)
    check_derivations(list(trace(game, entrant)), game.layout)


@pytest.mark.parametrize("hints", [AT_ONCE, WHEN_NEEDED])
def test_a_large_game_has_every_kind_of_step_and_replays(hints: str) -> None:
    entrant, seen = Entrant(engine="resolution", options=(("hints", hints),)), set[str]()
    for name in ("5x5/4/list#89", "easy/list9#0", "medium/list16#4"):
        game = Game.of(name)
        steps, states = watched(game, entrant)
        seen |= {step["kind"] for step in steps}
        check_derivations(steps, game.layout)
        replay = Replay(steps)
        for number in (*range(0, len(steps), 97), len(steps) - 1):
            assert replay.state_at(number) == states[number]
    assert seen == KINDS - {"limit"}


def check_derivations(steps: list[Step], layout: Layout) -> None:
    """Check the parents and the clue of each clause with the rules of the proof checker."""
    hints, made, latest = dict[int | None, Constraint](), set[frozenset[int]](), Constraint(frozenset(), 0)  # fmt: skip # noqa: E501
    for step in steps:
        if step["kind"] == "hint":
            assert step["clue"] not in hints, "a clue becomes clauses once"
            assert step["mines"] is not None
            latest = hints[step["clue"]] = Constraint(frozenset(step["cells"]), step["mines"])
        if "clause" not in step:
            continue
        clause = frozenset(step["clause"])
        parents = [frozenset(parent) for parent in step["parents"]]
        assert any(layout.is_mine(cell_of(lit)) == (lit > 0) for lit in clause)
        for parent in parents:
            assert parent in made or _is_pigeonhole(parent, latest)
        if len(parents) == 2:
            assert _is_resolvent(clause, *parents)
        elif len(parents) == 1:
            assert step["kind"] in ("subsumed", "satisfied")
            assert parents[0] < clause
        elif step["kind"] != "learned":
            assert _is_pigeonhole(clause, hints[step["clue"]])
        made.add(clause)


def kinds(name: str, entrant: Entrant) -> Iterator[str]:
    return (step["kind"] for step in trace(Game.of(name), entrant))


def test_the_steps_follow_the_games_own_loop() -> None:
    # One unit, one mark, one move: then the hint of what the move has shown.
    steps = list(trace(Game.of("easy/list9#4"), Entrant(engine="resolution(hints='at once')")))
    marked = [step["number"] for step in steps if step["kind"] == "marked"]
    assert len(marked) == 72
    for number in marked:
        after = [s for s in steps[number + 1 :] if s["kind"] not in ("satisfied", "shortened", "unit", "inserted", "duplicate", "subsumed")]  # fmt: skip # noqa: E501
        assert (after[0]["kind"], after[0]["cell"]) == ("move", steps[number]["cell"])
        if after[0]["opened"] and after[1]["kind"] != "end":
            assert (after[1]["kind"], after[1].get("clue", after[0]["cell"])) in [
                ("hint", after[0]["cell"]),
                ("marked", after[0]["cell"]),  # its number says nothing: all around it is open
            ]


def test_what_a_zero_opens_is_learned_after_the_move() -> None:
    steps = list(trace(Game.of("easy/opening:e5#3"), Entrant(engine="resolution")))
    assert [step["kind"] for step in steps[:3]] == ["begin", "move", "learned"]
    opened = [cell for cell, _ in steps[1]["opened"]]
    assert [s["cell"] for s in steps[2 : 2 + len(opened)]] == opened
    assert steps[1]["by"] == "rules"


def test_a_small_cap_is_a_step_of_its_own() -> None:
    assert "limit" in kinds("easy/list9#0", Entrant(engine="resolution(max_clauses=5)"))


def test_engines_without_clauses_have_moves_only() -> None:
    assert set(kinds("easy/list9#4", Entrant(engine="single"))) == {"begin", "move", "end"}


def test_two_engines_of_one_name_speak_under_two() -> None:
    entrant = Entrant(engine="resolution+resolution(width=3)")
    replay = Replay(trace(Game.of("easy/list9#0"), entrant))
    last = replay.state_at(len(replay.steps) - 1)
    assert list(last.parts) == ["resolution", "resolution 2"]
    assert last.knowledge is last.parts["resolution 2"]
    assert all(part.kb for part in last.parts.values())


def test_a_step_that_is_not_there_is_refused() -> None:
    replay = Replay(trace(Game.of("3x3/1/list1#2"), Entrant(engine="resolution")))
    for number in (-1, len(replay.steps)):
        with pytest.raises(BadInput, match=f"step {number}; expected 0 to"):
            replay.state_at(number)


# Positions


def outcome(picture: str, engine: str, mines: int | None = None) -> str:
    return list(trace_view(View.from_picture(picture, mines=mines), engine))[-1]["outcome"]


def test_a_position_ends_with_why_the_engine_stopped() -> None:
    assert outcome("1# 1#", "resolution") == "stalled"
    assert outcome("###### 1222## 0001## 00012#", "resolution(max_clauses=5)") == "limit"
    assert outcome("1# 1#", "exact") == "complete"
    assert outcome("1#", "resolution") == outcome("1#", "exact") == "solved"
    assert outcome("1# 2#", "resolution") == outcome("1# 2#", "exact") == "contradiction"
    assert outcome("1#", "single", mines=3) == "contradiction"


@pytest.mark.parametrize("engine", ["resolution(hints='at once')", "exact", "single+exact"])
def test_a_position_is_marked_without_moves(engine: str) -> None:
    view = View.from_picture("###### 1222## 0001## 00012#")
    replay = Replay(trace_view(view, engine))
    assert "move" not in {step["kind"] for step in replay.steps}
    found = engine_named(engine).look(view).deductions
    first, last = replay.state_at(0), replay.state_at(len(replay.steps) - 1)
    opened = {cell: False for cell in range(view.grid.size) if view.is_open(cell)}
    assert first.marks == opened
    assert last.marks == opened | {deduction.cell: deduction.is_mine for deduction in found}


def test_a_mine_that_is_seen_is_learned() -> None:
    steps = list(trace_view(View.from_picture("*# 2#"), "resolution"))
    assert 1 in [lit for step in steps if step["kind"] == "learned" for lit in step["clause"]]


def test_the_first_steps_are_the_same_however_many_are_wanted() -> None:
    """A trace is cut in the middle of a thought, and is no different up to there."""
    view = View.from_picture("#####\n12221\n00000")
    for whole, cut in (
        (trace_view(view, "resolution"), trace_view(view, "resolution", most=30)),
        (
            trace(Game.of("5x5/4/list#89"), Entrant(engine="resolution")),
            trace(Game.of("5x5/4/list#89"), Entrant(engine="resolution"), most=30),
        ),
    ):
        steps = list(cut)
        assert steps == list(whole)[:30]
        assert len(steps) == 30
