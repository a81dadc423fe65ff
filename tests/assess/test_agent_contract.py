"""Moves are judged by what could be known before them."""

from __future__ import annotations

import pytest

from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.assess.agent_contract import judge
from mineproof.assess.clauses import Clause
from mineproof.assess.positions import Position
from mineproof.board.game import Act, Move
from mineproof.board.layout import Layout
from mineproof.coach.steps.techniques import Technique
from mineproof.engines.inference import Status


def at(
    picture: str, opened: str, *, tells_total: bool = True, are_checked: bool = False
) -> Position:
    """Return the position of a layout in which the cells of these names are open."""
    layout = Layout.from_picture(picture)
    cells = frozenset(map(layout.grid.parse, opened.split()))
    return Position(layout, cells, tells_total, are_checked=are_checked)


def move(text: str, *, is_claimed: bool = False) -> Choice:
    act, cell = (Act.FLAG, text[1:]) if text.startswith("F") else (Act.OPEN, text)
    return Choice(Move(act, Layout.from_picture("....").grid.parse(cell)), is_claimed=is_claimed)


# In these, a1 to d1 are one row: ONE shows "1" at a1 and "1" at c1; b1 is the mine of both.
ONE = at(".*..", "a1 c1")
OPEN_END = at("*...", "b1")


@pytest.mark.parametrize(
    ("where", "decision", "clause"),
    [
        (ONE, move("d1", is_claimed=True), None),
        (ONE, move("b1", is_claimed=True), Clause.SOUND),
        (ONE, move("b1"), Clause.BLUNDERS),
        (ONE, move("Fb1", is_claimed=True), None),
        (OPEN_END, move("d1", is_claimed=True), None),
        (at("*...", "b1", tells_total=False), move("d1", is_claimed=True), Clause.SOUND),
        (OPEN_END, move("c1", is_claimed=True), Clause.SOUND),
        (OPEN_END, move("c1"), None),
        (OPEN_END, move("Fc1"), None),
        (OPEN_END, move("Fc1", is_claimed=True), Clause.SOUND),
        (at("....", "b1", are_checked=True), move("Fa1"), Clause.BLUNDERS),
    ],
)
def test_what_a_move_breaks(where: Position, decision: Decision, clause: Clause | None) -> None:
    breach = judge(where, decision, is_own=True).breach
    assert (breach and breach.clause) is clause


def test_a_guess_where_something_was_certain_is_missed() -> None:
    verdict = judge(OPEN_END, move("c1"), is_own=True)
    assert [chance.by for chance in verdict.missed] == [Technique.FLOATING]
    assert (verdict.had_certain, verdict.is_certain, verdict.risk) == (True, False, None)


def test_being_stuck_there_is_missed_too() -> None:
    assert judge(ONE, Stuck(Status.STALLED), is_own=True).missed
    nothing = at("*..", "b1", tells_total=False)
    assert not judge(nothing, Stuck(Status.STALLED), is_own=True).missed


def test_a_forced_guess_has_its_risk_and_the_least() -> None:
    where = at("*...", "b1", tells_total=False)
    verdict = judge(where, move("d1"), is_own=True)
    assert (verdict.missed, verdict.risk, verdict.least_risk) == ((), 0.5, 0.5)


def test_a_note_is_no_move() -> None:
    verdict = judge(OPEN_END, move("Fc1"), is_own=True)
    assert verdict.is_note
    assert verdict.missed == ()
