"""A view that the kernel has glanced at says what Python says, question by question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.boards import mid_game
from tests.strategies import positions

import mineproof
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.view import HIDDEN, MINE, View
from mineproof.counting.odds import AnyCount, Density, Prior
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference, Status
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.checker import check
from mineproof.logic.problem import Constraint
from mineproof.logic.reader import read

pytestmark = pytest.mark.usefixtures("native")


@contextmanager
def pure_python() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        yield


def compare(view: View, engine: Exact) -> None:
    """Compare all answers, contradictions among them."""
    with pure_python():
        slow = attempt(view, engine)
        facts = answers(slow) if isinstance(slow, Inference) else None
    fast = attempt(view, engine)
    if isinstance(slow, Contradiction):
        assert isinstance(fast, Contradiction)
        assert (len(fast.clues), fast.with_count) == (len(slow.clues), slow.with_count)
        return
    assert isinstance(fast, Inference)
    assert isinstance(slow, Inference)
    assert answers(fast) == facts
    assert list(fast.risks) == list(slow.risks)
    assert fast.risks == pytest.approx(slow.risks, rel=1e-12, abs=0)
    check(read(view), fast)


def attempt(view: View, engine: Exact) -> Inference | Contradiction:
    try:
        return engine.look(view)
    except Contradiction as clash:
        return clash


def answers(found: Inference) -> list[object]:
    """Return all that has to be the same to the last digit."""
    return [
        found.safe,
        found.mines,
        found.status,
        found.deductions,
        dict(found.counters),
        found.layouts,
        found.risk_fractions,
    ]


priors = st.sampled_from([None, Density(0.2), AnyCount()])


@settings(max_examples=150)
@given(position=positions(), prior=priors, slip=st.integers(0, 40))
def test_kernel_and_python_agree(
    position: tuple[Layout, View], prior: Prior | None, slip: int
) -> None:
    view = position[1]
    if slip < len(view.cells) and view.cells[slip] < 8:  # now and then a number that is too high
        codes = bytearray(view.cells)
        codes[slip] += 1
        view = View(view.grid, bytes(codes), view.mines)
    compare(view, Exact(prior=prior))


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_they_agree_in_the_middle_of_games(level: str) -> None:
    for seed in range(6):
        view = mid_game(level, seed)
        compare(view, Exact())
        compare(View(view.grid, view.cells), Exact())


def test_python_counts_what_is_beyond_the_kernel() -> None:
    view = View(Grid(1, 2), bytes([HIDDEN, 1]))
    assert Exact().look(view).layouts == 1
    long = View(Grid(3, 400), bytes([HIDDEN] * 400 + [2, HIDDEN] * 200 + [HIDDEN] * 400), 380)
    inference = Exact().look(long)
    with pure_python():
        assert inference.layouts == Exact().look(long).layouts


def test_a_hidden_board() -> None:
    found = mineproof.analyse(View.hidden(Grid(16, 30), 99), "exact")
    assert found.layouts == comb(480, 99)
    assert found.risks[7] == pytest.approx(99 / 480, rel=1e-12)
    assert (found.safe, found.mines, found.deductions) == ((), (), ())


def test_mines_that_are_seen_are_known() -> None:
    view = View(Grid(1, 3), bytes([MINE, 1, HIDDEN]))
    assert Exact().look(view).mines == (0,)
    assert Exact().look(view).safe == (2,)


def test_beyond_the_limit_the_simple_steps_are_there() -> None:
    view = View.from_picture("##1#1### 1####### #####2#2", mines=9)
    found = Exact(max_states=1).look(view)
    assert found.status is Status.LIMIT
    with pytest.raises(LimitReached):
        _ = found.risks


def test_clashing_clues_are_named() -> None:
    view = View.from_picture("1#1 0#0", mines=1)
    with pytest.raises(Contradiction, match="the clues at a1, a2 clash"):
        mineproof.analyse(view, "exact")


def test_only_its_own_limit_keeps_the_kernel_from_playing() -> None:
    assert Exact().kernel_plays
    assert not Exact(max_states=9).kernel_plays


def test_a_prior_looks_at_the_whole_board_in_a_game_under_way() -> None:
    reasoner = Exact(prior=AnyCount()).begin(range(4), None)
    reasoner.tell(Constraint(frozenset({0, 1}), 1))
    reasoner.learn(3, True)
    # Of four cells, two layouts with two mines weigh 1/6 each, two with three 1/4.
    assert reasoner.risks() == pytest.approx({0: 0.5, 1: 0.5, 2: 0.6})
