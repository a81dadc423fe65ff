from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.synthetic_games import Played, SyntheticPlayer, games

from mineproof.errors import BadInput
from mineproof.stats.estimates import (
    Estimate,
    _spread_at,
    adjust,
    difference_interval,
    games_for_difference,
    games_for_rate,
    mcnemar,
    mean_interval,
    paired_interval,
    rate_interval,
    student,
)
from mineproof.stats.intervals import Z95, Interval, Moments, wilson

SIMULATIONS = 2000


def covers(hits: int) -> bool:
    """Tell whether 95 % intervals held the truth about as often as they should."""
    return 0.93 <= hits / SIMULATIONS <= 0.97


# --- means ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("degrees", "reach"),
    # Student, Biometrika 6 (1908), as tabled by Abramowitz and Stegun, 1964, table 26.10.
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (29, 2.045), (60, 2.0), (120, 1.98)],
)
def test_the_reach_of_students_interval_is_the_tabled_one(degrees: int, reach: float) -> None:
    assert student(degrees) == pytest.approx(reach, abs=5e-4)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 7, 8, 29, 30, 31, 32, 100, 10_000])
def test_students_density_holds_95_percent_within_the_reach(degrees: int) -> None:
    scale = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    scale = math.exp(scale) / math.sqrt(degrees * math.pi)

    def density(t: float) -> float:
        return scale * math.exp(-(degrees + 1) / 2 * math.log1p(t * t / degrees))

    assert 2 * simpson(density, student(degrees)) == pytest.approx(0.95, abs=1e-8)


def simpson(function: Callable[[float], float], end: float, steps: int = 2000) -> float:
    weights = [1, 4, *([2, 4] * (steps // 2 - 1)), 1]
    total = math.fsum(weight * function(end * i / steps) for i, weight in enumerate(weights))
    return total * end / steps / 3


def test_the_reach_falls_to_that_of_the_normal_distribution() -> None:
    reaches = [student(degrees) for degrees in [*range(1, 200), 10**4, 10**7]]
    assert reaches == sorted(reaches, reverse=True)
    assert reaches[-1] == pytest.approx(Z95, abs=1e-6)
    with pytest.raises(BadInput, match="0 degrees of freedom; expected 1 or more"):
        student(0)


def test_the_interval_of_a_mean() -> None:
    values = [4.2, 5.1, 3.9, 6.0, 5.5, 4.7]
    reach = 2.5706 * statistics.stdev(values) / math.sqrt(6)
    low, high = statistics.fmean(values) - reach, statistics.fmean(values) + reach
    assert mean_interval(Moments.of(values)) == pytest.approx((low, high), abs=1e-4)
    assert mean_interval(Moments.of([3.0, 3.0])) == Interval(3.0, 3.0)
    assert mean_interval(Moments.of([3.0])) is None


def test_the_interval_of_a_mean_covers_the_truth() -> None:
    rng = random.Random(1)
    hits = 0
    for _ in range(SIMULATIONS):
        low, high = mean_interval(Moments.of([rng.gauss(7, 2) for _ in range(4)])) or (0, 0)
        hits += low <= 7 <= high
    assert covers(hits)


# --- McNemar's test -------------------------------------------------------------------------------


def exact_p(only_a: int, only_b: int) -> float:
    tosses, few = only_a + only_b, min(only_a, only_b)
    tail = sum(math.comb(tosses, heads) for heads in range(few + 1))
    return min(1.0, float(Fraction(2 * tail, 2**tosses)))


def test_mcnemars_test_adds_up_binomials() -> None:
    for only_a in range(25):
        for only_b in range(25):
            assert mcnemar(only_a, only_b) == pytest.approx(exact_p(only_a, only_b), rel=1e-12)
    assert mcnemar(980, 1020) == pytest.approx(exact_p(980, 1020), rel=1e-11)
    assert mcnemar(100, 500) == pytest.approx(exact_p(100, 500), rel=1e-11)


def test_mcnemars_test_of_published_tables() -> None:
    # Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13:91 (2013): airways before
    # and after a transplantation, 1 and 7 that changed.
    assert mcnemar(7, 1) == pytest.approx(0.0703, abs=5e-5)


def test_mcnemars_test_of_none_and_of_a_million() -> None:
    assert mcnemar(0, 0) == mcnemar(1, 1) == mcnemar(0, 1) == mcnemar(10**6, 10**6) == 1.0
    assert mcnemar(0, 10**6) == 0.0
    distance = (501_000 - 500_000 - 0.5) / 500  # half a step of a million tosses, in deviations
    normal = 2 * statistics.NormalDist().cdf(-distance)
    assert mcnemar(499_000, 501_000) == pytest.approx(normal, rel=1e-5)


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_mcnemars_test_takes_no_side_and_is_a_probability(only_a: int, only_b: int) -> None:
    p = mcnemar(only_a, only_b)
    assert 0 <= p <= 1
    assert mcnemar(only_b, only_a) == p
    if only_a > only_b:
        assert mcnemar(only_a + 1, only_b) <= p


# --- Tango's interval -----------------------------------------------------------------------------


def test_tangos_interval_of_published_tables() -> None:
    # Tango (1998), section 6.1: of 44 lenses one system failed on one; 90 % of both sides.
    errors = statistics.NormalDist().inv_cdf(0.95)
    assert paired_interval(0, 1, 44, errors=errors).low == pytest.approx(-0.096, abs=5e-4)
    # What scoreci.mp(25, 28, 618, 0.9) of the R package PropCIs gives.
    low, high = paired_interval(28, 25, 618, errors=errors)
    assert (low, high) == pytest.approx((-0.0148, 0.0247), abs=5e-5)


def greatest_likelihood(difference: float, only_a: int, only_b: int, total: int) -> float:
    """Return how often only the second wins, by search for the greatest likelihood."""
    same = total - only_a - only_b

    def likelihood(rate: float) -> float:
        chances = ((only_a, rate + difference), (only_b, rate), (same, 1 - 2 * rate - difference))
        return sum(times * math.log(max(chance, 1e-300)) for times, chance in chances if times)

    low, high = max(0.0, -difference), (1 - difference) / 2
    for _ in range(200):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    return (low + high) / 2


@pytest.mark.parametrize(
    ("only_a", "only_b", "total"),
    [(12, 2, 50), (1, 7, 21), (3, 0, 40), (0, 3, 40), (20, 22, 42), (40, 20, 160), (9, 1, 5000)],
)
def test_the_bounds_are_as_far_off_as_is_allowed(only_a: int, only_b: int, total: int) -> None:
    for bound in paired_interval(only_a, only_b, total):
        rate = greatest_likelihood(bound, only_a, only_b, total)
        variance = 2 * rate + bound - bound**2
        distance = abs((only_a - only_b) / total - bound) / math.sqrt(variance / total)
        assert distance == pytest.approx(Z95, rel=1e-4)


@pytest.mark.parametrize(
    ("difference", "only_a", "only_b", "total"),
    [(1 - 1e-13, 5, 1, 50), (1 - 1e-12, 0, 5, 10**6), (3 / 97, 3, 0, 50), (0.2, 7, 4, 60)],
)
def test_rounding_does_not_spoil_the_variance_at_a_bound(
    difference: float, only_a: int, only_b: int, total: int
) -> None:
    with localcontext(prec=60):
        d, n = Decimal(difference), Decimal(total)
        linear = (2 * n - only_a + only_b) * d - only_a - only_b
        root = (linear**2 + 8 * n * only_b * d * (1 - d)).sqrt()
        exact = float((root - linear) / (2 * n) + d * (1 - d))
    assert _spread_at(difference, only_a, only_b, total) == pytest.approx(exact, rel=1e-12, abs=0)


def test_tangos_interval_of_none_all_and_nothing() -> None:
    z2 = Z95**2
    assert paired_interval(0, 0, 0) == Interval(-1.0, 1.0)
    for total in (1, 50, 10**6):
        reach = z2 / (total + z2)
        assert paired_interval(0, 0, total) == pytest.approx((-reach, reach), rel=1e-9)
        assert paired_interval(total, 0, total).high == 1.0
        assert paired_interval(0, total, total).low == -1.0
        assert paired_interval(total, 0, total).low < 1.0


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_tangos_interval_keeps_its_promises(only_a: int, only_b: int, same: int) -> None:
    total = only_a + only_b + same
    low, high = paired_interval(only_a, only_b, total)
    if total:
        assert -1 <= low <= (only_a - only_b) / total <= high <= 1
    assert paired_interval(only_b, only_a, total) == pytest.approx((-high, -low), abs=1e-12)
    score = (only_a - only_b) ** 2 / max(1, only_a + only_b)
    if abs(score - Z95**2) > 1e-6:
        assert (low <= 0 <= high) == (score < Z95**2), "McNemar's test without exactness agrees"


@pytest.mark.parametrize(
    ("only_a", "only_b", "total"), [(0.15, 0.08, 60), (0.02, 0.01, 400), (0.5, 0.4, 30)]
)
def test_tangos_interval_covers_the_truth(only_a: float, only_b: float, total: int) -> None:
    rng = random.Random(2)
    hits = 0
    for _ in range(SIMULATIONS):
        draws = [rng.random() for _ in range(total)]
        first = sum(draw < only_a for draw in draws)
        second = sum(draw < only_a + only_b for draw in draws) - first
        low, high = paired_interval(first, second, total)
        hits += low <= only_a - only_b <= high
    assert covers(hits)


# --- how many games -------------------------------------------------------------------------------


def half_width(bounds: Interval) -> float:
    return (bounds.high - bounds.low) / 2


@given(st.floats(0, 1), st.floats(0.0005, 0.4))
def test_so_many_games_for_a_rate_are_enough_and_fewer_are_not(rate: float, wish: float) -> None:
    enough = games_for_rate(rate, wish)
    assert half_width(wilson_of(rate, enough)) <= wish * (1 + 1e-9)
    if enough > 1:
        assert half_width(wilson_of(rate, enough - 1)) > wish * (1 - 1e-9)


def wilson_of(rate: float, trials: int) -> Interval:
    # Wilson's formula as he wrote it: the roots of (x - rate)**2 == z2 * x * (1 - x) / trials.
    z2 = Z95**2
    a, b, c = 1 + z2 / trials, -2 * rate - z2 / trials, rate**2
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return Interval((-b - root) / (2 * a), (-b + root) / (2 * a))


@pytest.mark.parametrize("wish", [0.05, 0.01, 0.001])
@pytest.mark.parametrize(
    ("only_a", "only_b"), [(0.2, 0.2), (0.1, 0.08), (0.01, 0.004), (0.001, 0.001), (0.0, 0.0)]
)
def test_so_many_games_for_a_difference(wish: float, only_a: float, only_b: float) -> None:
    variance = only_a + only_b - (only_a - only_b) ** 2
    enough = games_for_difference(variance, wish)
    reach = half_width(paired_interval(only_a * enough, only_b * enough, enough))
    assert wish * 0.98 < reach < wish * 1.3  # a score interval is the wider the rarer the pairs
    if variance * enough > 50:
        assert reach == pytest.approx(wish, rel=0.05)


def test_wishes_that_anything_meets_take_one_game() -> None:
    assert games_for_rate(0.0, 0.9) == games_for_rate(1.0, 0.9) == games_for_rate(0.5, 0.9) == 1
    assert games_for_rate(1.0, 0.01) == games_for_rate(0.0, 0.01) == 189


def test_impossible_wishes() -> None:
    for wish in (0, -0.1, 1):
        with pytest.raises(BadInput, match=r"half-width of .*; expected between 0 and 1"):
            games_for_rate(0.5, wish)
        with pytest.raises(BadInput, match=r"half-width of .*; expected between 0 and 1"):
            games_for_difference(0.5, wish)
    for rate in (1.5, 1.001, -0.001, -0.5):
        with pytest.raises(BadInput, match=rf"a rate of {rate}; expected 0 to 1"):
            games_for_rate(rate, 0.1)
    with pytest.raises(BadInput, match="a variance of -1; expected 0 or more"):
        games_for_difference(-1, 0.1)


# --- luck taken out -------------------------------------------------------------------------------


def adjusted(*columns: Sequence[float]) -> Estimate | None:
    """Adjust the last column by those before it."""
    products = [[math.fsum(map(float.__mul__, a, b)) for a in columns] for b in columns]
    return adjust(len(columns[0]), [math.fsum(column) for column in columns], products)


floats = st.floats(-3, 3).map(lambda value: round(value, 3))


@given(st.lists(st.tuples(floats, floats), min_size=4, max_size=30))
def test_one_measure_of_luck_is_plain_regression(points: list[tuple[float, float]]) -> None:
    luck, value = [list(column) for column in zip(*points, strict=True)]
    spread = statistics.pvariance(luck)
    if spread < 1e-4:
        return
    line = statistics.linear_regression(luck, value)
    found = adjusted(luck, value)
    assert found is not None
    assert found.value == pytest.approx(line.intercept, abs=1e-6)
    assert found.slopes[0] == pytest.approx(line.slope, abs=1e-6)
    off = [y - line.intercept - line.slope * x for x, y in points]
    weight = 1 / len(points) + statistics.fmean(luck) ** 2 / (spread * len(points))
    variance = math.fsum(error**2 for error in off) / (len(points) - 2) * weight
    assert found.variance == pytest.approx(variance, abs=1e-6, rel=1e-6)


def test_two_measures_of_luck_by_hand() -> None:
    # value = 2 + 3 x - y with errors +1, -1, -1, +1 that go with neither.
    x, y = [-1.0, -1.0, 1.0, 1.0, 0.0], [-1.0, 1.0, -1.0, 1.0, 0.0]
    value = [2 + 3 * a - b + e for a, b, e in zip(x, y, [1, -1, -1, 1, 0], strict=True)]
    found = adjusted(x, y, value)
    assert found is not None
    assert found.value == pytest.approx(2)
    assert found.slopes == pytest.approx((3, -1))
    assert found.variance == pytest.approx(4 / (5 - 3) / 5)
    assert found.error == pytest.approx(math.sqrt(0.4))


def test_luck_that_does_not_vary_or_is_said_twice() -> None:
    luck, value = [0.51, -0.47, 0.23, 0.01, -0.29], [1.0, 0.0, 1.0, 1.0, 0.0]
    zero = [0.0] * 5
    once = adjusted(luck, value)
    assert once is not None
    assert adjusted(zero, value) is None
    assert adjusted([0.3] * 5, value) is None
    assert adjusted(luck[:2], value[:2]) is None
    same = [[factor * x for x in luck] for factor in (0.1, 0.7, math.pi, -1 / 3)]
    for measures in ([zero, luck], [luck, zero], *([luck, other] for other in [luck, *same])):
        twice = adjusted(*measures, value)
        assert twice is not None
        assert twice.value == pytest.approx(once.value)
        assert twice.variance == pytest.approx(once.variance)


def test_a_measure_left_out_has_slope_zero() -> None:
    luck, value = [0.51, -0.47, 0.23, 0.01, -0.29], [1.0, 0.0, 1.0, 1.0, 0.0]
    once = adjusted(luck, value)
    assert once is not None
    for measures, used in (([[0.3] * 5, luck], 1), ([luck, [0.0] * 5], 0), ([luck, luck], 0)):
        found = adjusted(*measures, value)
        assert found is not None
        assert found.slopes[used] == pytest.approx(once.slopes[0])
        assert found.slopes[1 - used] == 0.0


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 1.0, 1e6])
def test_a_perfect_fit_has_no_variance_at_any_scale(scale: float) -> None:
    rng = random.Random(5)
    for _ in range(50):
        x, y = ([rng.uniform(-1, 1) for _ in range(6)] for _ in range(2))
        one = adjusted(x, [scale * (0.3 + 0.7 * a) for a in x])
        two = adjusted(x, y, [scale * (0.3 + 0.7 * a - 0.9 * b) for a, b in zip(x, y, strict=True)])
        assert one is not None
        assert two is not None
        assert one.variance == two.variance == 0.0
        noisy = adjusted(x, y, [scale * rng.random() for _ in x])
        assert noisy is not None
        assert noisy.variance > 0


def test_a_game_that_is_all_luck_is_known_after_a_few() -> None:
    coin = [Played(True, 0.5)] * 7 + [Played(False, -0.5)] * 3
    found = adjusted([game.luck for game in coin], [float(game.won) for game in coin])
    assert found is not None
    assert found.variance == 0.0
    assert rate_interval(found, 0.7, 10) == pytest.approx((0.5, 0.5))


def test_without_adjustment_intervals_are_the_plain_ones() -> None:
    for won in (0, 1, 30, 99, 100):
        rate = won / 100
        plain = Estimate(rate, rate * (1 - rate) / 100)
        assert rate_interval(plain, rate, 100) == pytest.approx(wilson(won, 100), abs=1e-12)
    for only_a, only_b in ((0, 0), (12, 2), (5, 0), (100, 0), (50, 50)):
        value, unequal = (only_a - only_b) / 100, (only_a + only_b) / 100
        plain = Estimate(value, (unequal - value**2) / 100)
        bounds = difference_interval(plain, only_a, only_b, 100)
        assert bounds == pytest.approx(paired_interval(only_a, only_b, 100), abs=1e-9)


@pytest.mark.parametrize("value", [-1.7, -0.3, 0.0, 0.4, 1.7])
def test_an_estimate_without_variance_has_an_interval_of_one_point(value: float) -> None:
    certain = Estimate(value, 0.0)
    assert rate_interval(certain, 0.5, 100) == (min(1, max(0, value)),) * 2
    assert difference_interval(certain, 10, 40, 100) == (min(1, max(-1, value)),) * 2


def test_luck_may_say_more_than_all_pairs_that_differ() -> None:
    """Three of a hundred games differ, and the games were unlucky for the one who won them."""
    effective = (0.03 - 0.03**2) / 0.0001
    bounds = difference_interval(Estimate(0.05, 0.0001), 3, 0, 100)
    assert bounds == pytest.approx(paired_interval(0.05 * effective, 0, effective))


@given(
    st.floats(-2, 2), st.floats(1e-9, 1), st.integers(0, 50), st.integers(0, 50), st.integers(1, 50)
)
def test_intervals_keep_within_their_bounds(
    value: float, variance: float, only_a: int, only_b: int, same: int
) -> None:
    estimate, total = Estimate(value, variance), only_a + only_b + same
    low, high = difference_interval(estimate, only_a, only_b, total)
    assert -1 <= low <= max(-1, min(1, value)) <= high <= 1
    low, high = rate_interval(estimate, only_a / total, total)
    assert 0 <= low <= max(0, min(1, value)) + 1e-12
    assert min(1, max(0, value)) - 1e-12 <= high <= 1


@pytest.mark.parametrize(
    "player",
    [
        SyntheticPlayer(0.3, 0.2, (0.5,)),
        SyntheticPlayer(0.0, 0.1, (0.3, 0.4)),
        SyntheticPlayer(0.5, 0.1, (0.1,)),
    ],
)
def test_the_adjusted_rate_is_right_and_its_interval_covers_the_truth(
    player: SyntheticPlayer,
) -> None:
    number = 100
    everyone = games(player, number * SIMULATIONS, seed=3)
    hits = 0
    values, plain = [], []
    for first in range(0, len(everyone), number):
        some = everyone[first : first + number]
        found = adjusted([game.luck for game in some], [float(game.won) for game in some])
        assert found is not None
        values.append(found.value)
        plain.append(statistics.fmean(game.won for game in some))
        low, high = rate_interval(found, plain[-1], number)
        hits += low <= player.win_rate <= high
    # The slope is fitted to the games that it corrects: an error of the order of a tenth of a game.
    assert abs(statistics.fmean(values) - player.win_rate) < 0.2 / number
    assert statistics.variance(values) < 0.6 * statistics.variance(plain)
    assert covers(hits)


def test_the_adjusted_difference_is_right_and_its_interval_covers_the_truth() -> None:
    good, bad = SyntheticPlayer(0.3, 0.2, (0.3,)), SyntheticPlayer(0.3, 0.2, (0.35, 0.1))
    number, truth = 150, good.win_rate - bad.win_rate
    pairs = zip(
        games(good, number * SIMULATIONS, seed=4, who="good"),
        games(bad, number * SIMULATIONS, seed=4, who="bad"),
        strict=True,
    )
    hits = 0
    values, plain = [], []
    for _ in range(SIMULATIONS):
        some = list(islice(pairs, number))
        wins = [float(a.won) - float(b.won) for a, b in some]
        found = adjusted([a.luck for a, _ in some], [b.luck for _, b in some], wins)
        assert found is not None
        values.append(found.value)
        plain.append(statistics.fmean(wins))
        low, high = difference_interval(found, wins.count(1), wins.count(-1), number)
        hits += low <= truth <= high
    assert abs(statistics.fmean(values) - truth) < 0.2 / number
    assert statistics.variance(values) < 0.7 * statistics.variance(plain)
    assert covers(hits)
