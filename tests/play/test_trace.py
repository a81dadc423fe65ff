"""Traces: which steps a game or a position has, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.view import View
from mineproof.engines import engine_named
from mineproof.play.replay import Replay
from mineproof.play.trace import trace, trace_view


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


def test_two_engines_of_one_name_speak_under_two() -> None:
    entrant = Entrant(engine="resolution+resolution(width=3)")
    replay = Replay(trace(Game.of("easy/list9#0"), entrant))
    last = replay.state_at(len(replay.steps) - 1)
    assert list(last.parts) == ["resolution", "resolution 2"]
    assert last.knowledge is last.parts["resolution 2"]
    assert all(part.kb for part in last.parts.values())


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
