"""Glicko-2 against the paper's worked example, and what must hold for every rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.errors import BadInput
from mineproof.stats.glicko import LARGEST_DEVIATION, Rating, expected_score, rate

RATINGS = st.builds(
    Rating, st.floats(100, 3000), st.floats(30, LARGEST_DEVIATION), st.floats(0.03, 0.15)
)


def test_the_worked_example_of_the_paper() -> None:
    """Glickman's player of 1500 beats one of 1400, and loses to 1550 and 1700."""
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rate(Rating(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_certain() -> None:
    before = Rating(1500, 200, 0.06)
    after = rate(before, [])
    assert (after.rating, after.volatility) == (before.rating, before.volatility)
    assert after.deviation == pytest.approx(200.27, abs=0.01)  # also of the paper
    assert before.rested(10**9).deviation == LARGEST_DEVIATION


@given(RATINGS, RATINGS)
def test_a_win_raises_and_a_loss_lowers(player: Rating, opponent: Rating) -> None:
    won, lost = (rate(player, [(opponent, score)]) for score in (1.0, 0.0))
    assert lost.rating < player.rating < won.rating
    assert won.deviation < player.rested(1).deviation + 20  # an upset may make it less certain
    assert 0 < won.volatility < 1


@given(RATINGS, RATINGS)
def test_two_players_share_what_can_be_expected(player: Rating, opponent: Rating) -> None:
    together = expected_score(player, opponent) + expected_score(opponent, player)
    assert together == pytest.approx(1)


@given(RATINGS, st.floats(100, 3000), st.floats(1, 500))
def test_a_win_over_a_stronger_one_is_worth_more(player: Rating, low: float, more: float) -> None:
    weak, strong = (rate(player, [(Rating(each, 80), 1.0)]) for each in (low, low + more))
    assert weak.rating < strong.rating


@pytest.mark.parametrize("bad", [(1500, 0), (1500, 351), (float("nan"), 50), (1500, 50, 0)])
def test_what_is_no_rating(bad: tuple[float, ...]) -> None:
    with pytest.raises(BadInput, match="expected"):
        Rating(*bad)
