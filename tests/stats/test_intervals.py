from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.stats.intervals import Z95, Interval, Moments, wilson

values = st.lists(st.floats(-100, 100), max_size=8)


def test_z_of_95_percent_is_the_tabled_one() -> None:
    assert pytest.approx(1.959964, abs=5e-7) == Z95


def test_wilsons_interval_of_published_tables() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)


def test_wilsons_interval_without_trials_is_everything() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)
    assert wilson(0.5, 1) != Interval(0.0, 1.0)


@pytest.mark.parametrize("trials", [1, 2, 3, 20, 29, 1000, 123_457])
def test_wilsons_interval_ends_exactly_where_all_or_none_succeed(trials: int) -> None:
    reach = Z95**2 / (trials + Z95**2)
    none, every = wilson(0, trials), wilson(trials, trials)
    assert (none.low, every.high) == (0.0, 1.0)
    assert (none.high, every.low) == pytest.approx((reach, 1 - reach))
    low, high = wilson(1, trials + 1)
    assert 0 < low < high < 1


@given(values)
def test_moments_are_those_of_the_values(sample: list[float]) -> None:
    moments = Moments.of(sample)
    assert moments.count == len(sample)
    assert moments.mean == (pytest.approx(statistics.fmean(sample)) if sample else None)
    if len(sample) < 2:
        assert moments.deviation is None
    else:
        assert moments.deviation == pytest.approx(statistics.stdev(sample), abs=1e-6)


@given(values, values)
def test_moments_of_two_samples_add_up(some: list[float], others: list[float]) -> None:
    added, both = Moments.of(some) + Moments.of(others), Moments.of(some + others)
    assert added.count == both.count
    assert added.centre == pytest.approx(both.centre, abs=1e-9)
    assert added.squares == pytest.approx(both.squares, abs=1e-6)


def test_moments_of_nothing_change_nothing() -> None:
    nothing, some = Moments(), Moments.of([1, 2, 6])
    assert nothing == Moments.of([]) == nothing + nothing == Moments(0, 0.0, 0.0)
    assert some + nothing == nothing + some == some
    assert (some.mean, some.deviation) == (3, math.sqrt(7))
    assert (nothing.mean, nothing.deviation) == (None, None)
