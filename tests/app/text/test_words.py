from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mineproof.app.text.words import clamp, move_words
from mineproof.board.game import Act, Move
from mineproof.board.rules import Finish

NAMES = ["a1", "b1", "c1", "d1"]


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
