"""Claims about boards: each kind can be true, and can be false."""

from __future__ import annotations

import pytest

from mineproof.board.view import View
from mineproof.course.claims import parse_claim
from mineproof.errors import BadInput

WALL = View.from_picture("### 121")
OPEN = View.from_picture("## 11")
MIDDLE = View.from_picture("1## ### ##1", mines=3)


@pytest.mark.parametrize(
    ("view", "true", "false"),
    [
        (WALL, "b1 safe", "a1 safe"),
        (WALL, "a1 c1 mines", "a1 b1 mines"),
        (OPEN, "a1 b1 uncertain", "not a1 uncertain"),
        (WALL, "not b1 uncertain", "b1 uncertain"),
        (OPEN, "a1 1/2", "a1 1/3"),
        (OPEN, "2 layouts", "3 layouts"),
        (OPEN, "a1 ∨ b1", "a1 ∨ ¬b1"),
        (OPEN, "¬a1 ∨ ¬b1", "¬a1"),
        (WALL, "1 of a1 b1", "2 of a1 b1"),
        (WALL, "at least 1 of a1 c1", "at least 1 of b1"),
        (WALL, "at most 2 of a1 b1 c1", "at most 1 of a1 c1"),
        (WALL, "3 + 1 clauses of b2", "1 + 3 clauses of b2"),
        (WALL, "single finds nothing", "subset finds nothing"),
        (WALL, "subset finds a1 b1 c1", "subset finds a1"),
        (MIDDLE, "b1 wins 4/9", "b2 wins 4/9"),
        (OPEN, "not a1 safe", "not 2 layouts"),
    ],
)
def test_the_engines_decide(view: View, true: str, false: str) -> None:
    assert parse_claim(true, view.grid).holds(view)
    assert not parse_claim(false, view.grid).holds(view)


def test_pointers_claim_nothing() -> None:
    pointer = parse_claim("a2 b1", WALL.grid)
    assert pointer.cells == (1, 3)
    assert pointer.holds(WALL)


def test_a_layout_refutes() -> None:
    assert parse_claim("b1 safe", OPEN.grid).exception(OPEN) == frozenset({1})
    assert parse_claim("a1 ∨ ¬b1", OPEN.grid).exception(OPEN) == frozenset({1})
    assert parse_claim("3 layouts", OPEN.grid).exception(OPEN) is None


@pytest.mark.parametrize("text", ["", "b1 is safe", "z9 safe", "a1 1/0", "∨"])
def test_what_is_no_claim_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_claim(text, WALL.grid).holds(WALL)
