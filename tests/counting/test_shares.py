"""How layouts divide over a cell: the shares add up to what exact counting says."""

from __future__ import annotations

import time
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import mid_game

from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.doubt import doubt
from mineproof.counting.count import choices, choose, count
from mineproof.counting.kernel import kernel
from mineproof.counting.shares import Share, shares_of
from mineproof.logic.problem import Problem
from mineproof.logic.reader import read

VIEWS = [
    View.from_picture("1## ###", mines=2),
    View.from_picture("##### 12#2# #####"),
    View.from_picture("##", mines=1),
    View.from_picture("##"),
    mid_game("beginner", 3),
    mid_game("hex:9x9/14", 1),
]


@pytest.mark.parametrize("by_kernel", [True, False])
def test_the_shares_of_a_cell_add_up_to_its_risk(
    by_kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by_kernel and kernel() is None:
        pytest.skip("no kernel")
    if not by_kernel:
        monkeypatch.setattr("mineproof.counting.counted_odds.kernel", lambda: None)
    for view in VIEWS:
        problem = read(view)
        counts = count(problem)
        uncertain = [cell for cell in problem.cells if cell not in counts.certain()]
        for cell in uncertain:
            found = shares_of(problem, cell)
            assert found.mined + found.safe == counts.layouts
            assert Fraction(found.mined, counts.layouts) == counts.risk(cell)
            assert cell in found.part
            mean = sum(counts.risk(each) for each in found.part)
            assert found.mean_mines == pytest.approx(float(mean))


def test_a_cell_that_no_number_touches_shares_with_those_like_it() -> None:
    found = shares_of(read(View.from_picture("1#### #####", mines=3)), 4)
    assert found.is_floating
    assert found.part == (2, 3, 4, 7, 8, 9)
    assert found.shares == (Share(mines=2, mined=5, safe=10, rest=3),)


@given(st.integers(0, 60), st.integers(0, 70), st.integers(-1, 20))
def test_binomials_that_follow_from_each_other_are_those_of_the_formula(
    size: int, least: int, more: int
) -> None:
    expected = [comb(size, mines) for mines in range(least, least + more + 1)]
    assert list(choices(size, least, least + more)) == expected


@given(st.data(), st.integers(1, 30))
def test_floating_cells_have_the_shares_of_the_formula(data: st.DataObject, floating: int) -> None:
    """The two fronts hold three mines in 3 ways, or four in 6."""
    total = data.draw(st.none() | st.integers(3, 4 + floating))
    clues = [({0, 1, 2}, 1), ({2, 3}, 1), ({4, 5, 6}, 2)]
    problem = Problem.of(clues, total, others=range(7, 7 + floating))
    expected = [_share(mines, floating, total) for mines in range(floating + 1)]
    found = shares_of(problem, 7)
    assert found.is_floating
    assert sorted(found.shares, key=lambda share: share.mines) == [s for s in expected if s.layouts]


def _share(mines: int, floating: int, total: int | None) -> Share:
    ways = {3: 3, 4: 6}
    rest = sum(ways.values()) if total is None else ways.get(total - mines, 0)
    mined, safe = choose(floating - 1, mines - 1), choose(floating - 1, mines)
    return Share(mines, mined, safe, rest)


def test_a_far_cell_of_a_large_board_is_no_slower_than_others() -> None:
    """Half a second; with two binomials for each number of mines it was minutes."""
    view = Transcript.parse("200x200/7000/opening#5 cv100").end().view
    began = time.process_time()
    found = doubt(view, 0)
    assert time.process_time() - began < 10
    assert found.shares
    assert found.shares.is_floating
