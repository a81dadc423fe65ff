from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.app.text.words import clamp, event_words, move_words, step_words
from mineproof.board.game import Act, Move
from mineproof.board.rules import Finish
from mineproof.engines.event import Event, Happening, Hint
from mineproof.logic.problem import Constraint
from mineproof.play.steps import Step

NAMES = ["a1", "b1", "c1", "d1"]


CLUE = Hint(Constraint(frozenset({0, 1, 2}), 2, clue=3), Constraint(frozenset({0, 1, 2}), 2))
COUNT = Hint(Constraint(frozenset({0, 1, 2}), 2), Constraint(frozenset({0, 1}), 1), is_count=True)
AB, B = frozenset({1, 2}), frozenset({2})


SENTENCES = [
    (Event(Happening.ROUND), "round of matching: no unit is left"),
    (Event(Happening.STALLED), "stalled: no unit, and nothing left to match"),
    (
        Event(Happening.LIMIT),
        "stopped at a limit: KB, or a hint, has too many clauses",
    ),
    (
        Event(Happening.LEARNED, frozenset({-2})),
        "learned ¬b1: seen or proved elsewhere, moved to KB0",
    ),
    (
        Event(Happening.MARKED, frozenset({-2}), (frozenset({-2, 1}), frozenset({-1}))),
        "unit ¬b1: marked, moved to KB0",
    ),
    (
        Event(Happening.MARKED, B, (), CLUE),
        "unit b1: marked, moved to KB0, from the clue at d1",
    ),
    (Event(Happening.UNIT, B, (), COUNT), "unit b1: waits to be marked, from the mine count"),
    (Event(Happening.INSERTED, frozenset({3, -2})), "inserted ¬b1 ∨ c1"),
    (Event(Happening.INSERTED, AB, (), CLUE), "inserted a1 ∨ b1, from the clue at d1"),
    (Event(Happening.SATISFIED, AB, (B,)), "satisfied a1 ∨ b1 by b1"),
    (Event(Happening.SUBSUMED, AB, (B,)), "subsumed a1 ∨ b1 by b1"),
    (Event(Happening.DUPLICATE, AB), "duplicate a1 ∨ b1: KB has it"),
    (Event(Happening.DUPLICATE, B), "duplicate b1: KB0 has it"),
    (
        Event(Happening.RESOLVED, frozenset({2, 3}), (AB, frozenset({-1, 3}))),
        "resolved (a1 ∨ b1) with (¬a1 ∨ c1): b1 ∨ c1",
    ),
    (
        Event(Happening.SHORTENED, B, (AB, frozenset({-1}))),
        "shortened (a1 ∨ b1) by ¬a1: b1",
    ),
    (
        Event(Happening.COUNT, hint=COUNT),
        "the mine count joins: 1 mine left in 2 unmarked cells",
    ),
    (
        Event(Happening.HINT, hint=CLUE),
        (
            "the 2 at d1: 2 mines in 3 cells, 3 + 1 clauses; of {a1, b1, c1}, any 2 include a mine,"
            " since only 1 is safe; any 3 include a safe cell, since only 2 are mined"
        ),
    ),
    (
        Event(Happening.HINT, hint=COUNT),
        (
            "the mine count: 1 mine in 2 cells, 1 + 1 clauses; of {a1, b1}, any 2 include a mine,"
            " since only 1 is safe; any 2 include a safe cell, since only 1 is mined"
        ),
    ),
    (
        Event(Happening.HINT, hint=CLUE._replace(rest=Constraint(frozenset({0, 1}), 2))),
        "the 2 at d1: 2 mines in 2 cells, 2 clauses; each of {a1, b1} is a mine",
    ),
    (
        Event(Happening.HINT, hint=CLUE._replace(rest=Constraint(frozenset({0}), 0))),
        "the 2 at d1: 0 mines in 1 cell, 1 clause; a1 is safe",
    ),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES)
def test_each_event_is_one_sentence(event: Event, words: str) -> None:
    assert event_words(event, NAMES.__getitem__) == words


def test_no_event_is_without_words() -> None:
    told = {event.happening for event, _ in SENTENCES}
    assert told == set(Happening)


def test_the_steps_around_the_events_have_words_too() -> None:
    name = NAMES.__getitem__
    begin, move = Step(kind="begin", game="easy#1", opened=[[0, 1]]), Step(kind="move", cell=1)
    assert step_words(begin, name) == "easy#1: 1 safe cell handed out"
    assert step_words(move | {"act": "open", "by": "guess"}, name) == "open b1 (guess)"
    assert step_words(Step(kind="end", outcome="won"), name) == "the game is won"


def test_moves_are_called_what_their_game_calls_them() -> None:
    name = NAMES.__getitem__
    assert move_words(Move(Act.OPEN, 1), Finish.MARKING, name) == "b1 safe"
    assert move_words(Move(Act.OPEN, 1), Finish.CLEARING, name) == "open b1"


@given(
    st.lists(st.text("abc ", min_size=1).filter(str.strip), min_size=1, max_size=8),
    st.integers(10, 40),
    st.integers(1, 10),
)
def test_clamped_text_fits_and_keeps_its_conclusion(
    paragraphs: list[str], width: int, height: int
) -> None:
    lines = clamp(paragraphs, width, height)
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    if height >= 3 and len(paragraphs[-1].split()[-1]) <= width:
        end = clamp(paragraphs[-1:], width, 1000)
        assert len(end) + 2 > height or lines[-len(end) :] == end
