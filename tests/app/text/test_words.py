from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.app.text.words import clamp, event_words, move_words
from mineproof.board.game import Act, Move
from mineproof.board.rules import Finish
from mineproof.engines.resolution import Event, Happening

NAMES = ["a1", "b1", "c1", "d1"]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event(Happening.ROUND), "round of matching"),
        (Event(Happening.MARKED, frozenset({-2})), "unit ¬b1: marked, moved to KB0"),
        (Event(Happening.INSERTED, frozenset({3, -2})), "inserted ¬b1 ∨ c1"),
        (Event(Happening.SATISFIED, frozenset({1, 2})), "satisfied a1 ∨ b1"),
        (
            Event(Happening.SUBSUMED, frozenset({1, 2}), (frozenset({1}),)),
            "subsumed a1 ∨ b1 by a1",
        ),
        (
            Event(Happening.RESOLVED, frozenset({2, 3}), (frozenset({1, 2}), frozenset({-1, 3}))),
            "resolved (a1 ∨ b1) with (¬a1 ∨ c1): b1 ∨ c1",
        ),
    ],
)
def test_events_name_cells(event: Event, words: str) -> None:
    assert event_words(event, NAMES.__getitem__) == words


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
