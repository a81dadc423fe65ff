"""Ranges and wishes: how they are written, and what they ask of a player."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.board.metrics.effort import effort
from mineproof.coach.boards.generate import no_guess
from mineproof.coach.boards.reach import Hardest, Reach, is_solvable
from mineproof.coach.boards.wishes import STEP_LEVELS, Range, Wishes, grade_layout, step_level
from mineproof.coach.steps.techniques import StepLevel
from mineproof.errors import BadInput, UnknownName

L1, L2, L3, L4, L5 = STEP_LEVELS


@given(st.integers(0, 10**8), st.none() | st.integers(0, 10**8))
def test_a_range_survives_its_text(least: int, more: int | None) -> None:
    wish = Range(least, None if more is None else least + more)
    assert Range.parse(str(wish)) == wish


@pytest.mark.parametrize("text", ["", "-", "a-b", "1-2-3", "1.5", "²"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(BadInput, match="is not a range; expected 150-200, 150-, -200 or 150"):
        Range.parse(text)


def test_an_empty_range() -> None:
    with pytest.raises(
        BadInput, match="'9-8' is an empty range; expected the smaller number first"
    ):
        Range.parse("9-8")
    assert [Range.parse("-3").holds(n) for n in (0, 3, 4)] == [True, True, False]
    assert [Range.parse("3-").holds(n) for n in (2, 3, 400)] == [False, True, True]


@pytest.mark.parametrize(
    ("wishes", "reach", "too_easy", "needs_grade"),
    [
        (Wishes(), Reach(), None, False),
        (Wishes(with_count=False), Reach(with_count=False), None, False),
        (Wishes(max_level=L1), Reach(Hardest.SINGLE, with_count=False), None, False),
        (Wishes(max_level=L2), Reach(Hardest.PAIR, with_count=False), None, False),
        (Wishes(max_level=L3), Reach(with_count=False), None, True),
        (Wishes(max_level=L4), Reach(with_count=False), None, False),
        (Wishes(min_level=L2), Reach(), Reach(Hardest.SINGLE, with_count=False), False),
        (Wishes(min_level=L3), Reach(), Reach(Hardest.PAIR, with_count=False), False),
        (Wishes(min_level=L4), Reach(), Reach(Hardest.PAIR, with_count=False), True),
        (Wishes(min_level=L5), Reach(), Reach(with_count=False), False),
        (Wishes(steps={L5: Range(1)}), Reach(), Reach(with_count=False), True),
        (Wishes(steps={L2: Range(0, 5)}), Reach(), None, True),
    ],
)
def test_what_wishes_ask_of_a_player(
    wishes: Wishes, reach: Reach, too_easy: Reach | None, needs_grade: bool
) -> None:
    found = wishes.reach, wishes.too_easy, wishes.needs_grade
    assert found == (reach, too_easy, needs_grade)


@pytest.mark.parametrize("least", STEP_LEVELS)
@pytest.mark.parametrize("most", STEP_LEVELS)
def test_a_board_is_of_the_grade_that_was_wished(least: StepLevel, most: StepLevel) -> None:
    if STEP_LEVELS.index(least) > STEP_LEVELS.index(most):
        with pytest.raises(BadInput, match=f"at least {least.name} and at most {most.name}"):
            Wishes(min_level=least, max_level=most)
        return
    board = no_guess("intermediate", 5, wishes=Wishes(min_level=least, max_level=most))
    found = grade_layout(board.layout, board.first).level
    assert STEP_LEVELS.index(least) <= STEP_LEVELS.index(found) <= STEP_LEVELS.index(most)


def test_steps_effort_and_the_mine_count() -> None:
    wishes = Wishes(steps={L2: Range(4, 6)}, bbbv=Range(60, 70), with_count=False)
    board = no_guess("intermediate", 3, wishes=wishes)
    assert 4 <= board.grade.counts[L2] <= 6
    assert 60 <= effort(board.layout).bbbv <= 70
    assert is_solvable(board.layout, board.first, Reach(with_count=False))
    assert str(wishes) == "up to L4, 3BV 60-70, 4-6 steps of L2"


def test_wishes_that_cannot_be() -> None:
    with pytest.raises(BadInput, match="without the mine count is at least L5 and at most L4"):
        Wishes(min_level=L5, with_count=False)
    with pytest.raises(BadInput, match="at least L4 and at most L2"):
        Wishes(max_level=L2, steps={L4: Range(1)})
    with pytest.raises(BadInput, match="a board of level G needs a guess; expected L1 to L5"):
        Wishes(max_level=StepLevel.G)
    with pytest.raises(UnknownName, match="unknown step level 'G'; expected L1, L2, L3, L4, L5"):
        step_level("G")
