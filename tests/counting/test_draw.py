"""Drawn layouts fit, are equally likely, and are the same everywhere.

That they are as likely as their weights, with any prior, is tested with the studies that draw them.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from tests.strategies import positions, seeds
from tests.uniformity import deviation

from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.counting.draw import draw
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.problem import Problem
from mineproof.logic.reader import read

TWO_FRONTS = Problem.of([({0, 1, 2}, 1), ({2, 3}, 1), ({4, 5, 6}, 2)], total=5, others=[7, 8])


def fitting(problem: Problem) -> list[frozenset[int]]:
    """Return all layouts of a small problem, one by one."""
    return [
        frozenset(mines)
        for mines in combinations(sorted(problem.cells), problem.total or 0)
        if all(len(each.cells.intersection(mines)) == each.mines for each in problem.constraints)
    ]


def test_each_layout_is_equally_likely() -> None:
    rng = Rng(1)
    drawn = [draw(TWO_FRONTS, rng) for _ in range(2000)]
    assert deviation(drawn, fitting(TWO_FRONTS)) < 3


@settings(max_examples=50)
@given(positions(max_side=6), seeds)
def test_a_drawn_layout_fits(position: tuple[Layout, View], seed: int) -> None:
    _, view = position
    mines, problem = draw(read(view), Rng(seed)), read(view)
    assert view.mines in (None, len(mines))
    assert all(len(each.cells & mines) == each.mines for each in problem.constraints)


def test_the_same_stream_draws_the_same_on_every_machine() -> None:
    drawn = [sorted(draw(TWO_FRONTS, Rng(seed))) for seed in range(3)]
    assert drawn == [[1, 3, 4, 5, 7], [0, 3, 4, 5, 7], [2, 4, 6, 7, 8]]


def test_what_does_not_fit_is_not_drawn() -> None:
    with pytest.raises(Contradiction):
        draw(Problem.of([({0, 1}, 1)], total=3, others=[2]), Rng(1))
    with pytest.raises(Contradiction):
        draw(Problem.of([({0, 1}, 1), ({0, 1, 2}, 3)]), Rng(1))


def test_work_is_limited() -> None:
    with pytest.raises(LimitReached):
        draw(TWO_FRONTS, Rng(1), max_states=3)
