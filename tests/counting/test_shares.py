"""How layouts divide over a cell: the shares add up to what exact counting says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.boards import mid_game

from mineproof.board.view import View
from mineproof.counting.count import count
from mineproof.counting.kernel import kernel
from mineproof.counting.shares import Share, shares_of
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
