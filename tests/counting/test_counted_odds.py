"""Counted odds are the same from the kernel and from Python, and beyond the kernel's range."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mineproof.board.view import View
from mineproof.counting.counted_odds import (
    CountedOdds,
    KernelOdds,
    Question,
    ask_problem,
    ask_view,
    kernel_options,
    odds_of,
)
from mineproof.counting.kernel import Kernel
from mineproof.counting.odds import AnyCount, Density, Odds, Prior
from mineproof.errors import LimitReached
from mineproof.logic.problem import Cell, Problem
from mineproof.logic.reader import read

PROBLEM = Problem.of([({2, 4}, 1), ({4, 6, 7}, 1), ({8}, 0)], others=[9])


def risks(*shares: str) -> dict[Cell, Fraction]:
    return dict(zip((2, 4, 6, 7, 8, 9), map(Fraction, shares), strict=True))


# 4 alone, or 2 and one of 6 and 7: one or two mines, each with and without 9.
RISKS: dict[Prior | None, dict[Cell, Fraction]] = {
    None: risks("2/3", "1/3", "1/3", "1/3", "0", "1/2"),
    Density(Fraction(1, 4)): risks("2/5", "3/5", "1/5", "1/5", "0", "1/4"),
    # Of 6 cells, 6 layouts have one mine, 15 have two and 20 three: weights 10, 4 and 3.
    AnyCount(): risks("1/2", "1/2", "1/4", "1/4", "0", "5/14"),
}


def assert_right(odds: Odds, expected: dict[Cell, Fraction]) -> None:
    assert odds.layouts == 6
    assert odds.certain == {8: False}
    assert odds.risk_fractions == expected
    assert odds.risks == pytest.approx(expected)
    assert list(odds.risks) == list(expected)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("prior", RISKS)
def test_both_ways_give_the_odds(prior: Prior | None) -> None:
    assert_right(odds_of(PROBLEM, prior), RISKS[prior])


@pytest.mark.parametrize("prior", RISKS)
def test_beyond_the_kernel_s_range_python_answers(prior: Prior | None) -> None:
    def refuse() -> Kernel.Counted:
        raise OverflowError

    def refuse_study() -> Kernel.Study:
        raise OverflowError

    question = Question(refuse, refuse_study, (), {}, sorted(PROBLEM.cells))
    assert_right(KernelOdds(question, lambda: CountedOdds(PROBLEM, prior, None)), RISKS[prior])


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("mines", [None, 2])
@pytest.mark.parametrize("prior", RISKS)
def test_a_view_has_the_odds_of_its_problem(prior: Prior | None, mines: int | None) -> None:
    view = View.from_picture("##1# 1### 0###", mines=mines)
    question = ask_view(view, prior, None)
    assert question is not None
    plain = CountedOdds(read(view), prior, None)
    odds = KernelOdds(question, lambda: plain)
    assert odds.layouts == plain.layouts
    assert odds.certain == plain.certain != {}
    assert odds.risks == pytest.approx(plain.risks)
    assert odds.risk_fractions == plain.risk_fractions


def test_without_a_kernel_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    assert ask_problem(PROBLEM, None, None) is None
    assert ask_view(View.from_picture("1#"), None, None) is None


class Other(AnyCount):
    """A prior of somebody else, with weights of its own."""


@pytest.mark.parametrize(
    ("prior", "options"),
    [
        (None, {}),
        (AnyCount(), {"over": 7}),
        (Density(Fraction(1, 4)), {"density": 0.25}),
        (Density(0.75), {"density": 0.75}),
        (Density(1 - Fraction(1, 10**16)), None),  # a float holds it, but not what is left
        (Density(1 - Fraction(1, 10**30)), None),
        (Density(Fraction(1, 10**400)), None),
        (Other(), None),
    ],
)
def test_the_kernel_is_asked_only_what_a_float_can_hold(
    prior: Prior | None, options: dict[str, float] | None
) -> None:
    assert kernel_options(prior, 7) == options


@pytest.mark.usefixtures("both_ways")
def test_a_limit_is_passed_on() -> None:
    with pytest.raises(LimitReached):
        _ = odds_of(PROBLEM, max_states=1).risks
