from __future__ import annotations

import math
import statistics
from dataclasses import astuple, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.play.record import Outcome, Record
from mineproof.play.summary import Summary, summarise
from mineproof.stats.intervals import Interval, Moments, wilson


def record(outcome: Outcome, *, left: int = 0, seconds: float = 1.0, **proved: int) -> Record:
    return Record(
        game="easy/list#1",
        agent="never-guess",
        engine="cascade",
        seed=1,
        outcome=outcome,
        moves=10,
        guesses=2,
        unmarked_cells=tuple(range(left)),
        proved=proved,
        counters={},
        seconds=seconds,
    )


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # The figures that R's prop.test(..., correct=FALSE) gives.
    [(96, 100, 0.90163, 0.98434), (1, 10, 0.01788, 0.40415), (5, 10, 0.23659, 0.76341)],
)
def test_the_wilson_interval(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=1e-5)


def test_the_interval_of_all_none_and_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)
    assert wilson(0, 10).low == 0.0
    assert wilson(10, 10).high == 1.0
    assert 0 < wilson(10, 10).low < 1


@given(st.integers(1, 10**6), st.data())
def test_the_interval_holds_the_rate_and_is_symmetric(games: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, games))
    low, high = wilson(won, games)
    assert 0 <= low <= won / games <= high <= 1
    mirrored = wilson(games - won, games)
    assert math.isclose(mirrored.low, 1 - high, abs_tol=1e-9)


@given(st.integers(1, 1000), st.data())
def test_the_bounds_solve_wilsons_equation(games: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(1, games))
    low = wilson(won, games).low
    distance = (won / games - low) / math.sqrt(low * (1 - low) / games)
    assert math.isclose(distance, 1.959964, rel_tol=1e-4)


def test_mean_and_deviation() -> None:
    assert Moments.of([1, 2, 6]).mean == 3
    assert Moments.of([2, 4, 4, 4, 5, 5, 7, 9]).deviation == pytest.approx(2.13809)
    assert Moments.of([]).mean is None
    assert Moments.of([3]).deviation is None


@given(st.lists(st.lists(st.floats(0, 1e6), max_size=5), max_size=5))
def test_moments_of_lots_add_up_to_those_of_all(lots: list[list[float]]) -> None:
    values = [value for lot in lots for value in lot]
    added = sum(map(Moments.of, lots), Moments())
    assert added.count == len(values)
    assert added.mean == (pytest.approx(statistics.fmean(values)) if values else None)
    if len(values) > 1:
        assert added.deviation == pytest.approx(statistics.stdev(values), rel=1e-6, abs=1e-6)
    else:
        assert added.deviation is None


def test_a_summary_counts_outcomes_and_adds_up() -> None:
    summary = summarise(
        [
            record(Outcome.WON, seconds=1, single=5, subset=1),
            record(Outcome.WON, seconds=2, single=3),
            record(Outcome.LOST, left=50, seconds=3),
            record(Outcome.STUCK, left=4, seconds=2, resolution=2),
            record(Outcome.STUCK, left=7, seconds=2),
        ]
    )
    assert (summary.games, summary.won, summary.lost, summary.stuck) == (5, 2, 1, 2)
    assert summary.win_rate == 0.4
    assert summary.win_interval == wilson(2, 5)
    assert summary.left_when_stuck.mean == 5.5
    assert (summary.moves, summary.guesses) == (50, 10)
    assert summary.seconds.mean == 2
    assert summary.seconds.deviation == pytest.approx(math.sqrt(0.5))
    assert summary.proved == {"single": 8, "subset": 1, "resolution": 2}


def test_no_games_say_nothing() -> None:
    summary = summarise([])
    assert summary.games == 0
    assert summary.win_rate is None
    assert summary.left_when_stuck.mean is None
    assert summary.seconds.mean is None


RECORDS = st.builds(
    record,
    st.sampled_from(Outcome),
    left=st.integers(0, 9),
    seconds=st.integers(0, 8).map(float),
    single=st.integers(0, 3),
)


@given(st.lists(st.lists(RECORDS, max_size=4), max_size=4))
def test_summaries_of_lots_add_up_to_that_of_all(lots: list[list[Record]]) -> None:
    added = sum(map(summarise, lots), Summary())
    at_once = summarise([each for lot in lots for each in lot])
    for lot in (added, at_once):
        assert lot.games == sum(map(len, lots))
    assert plain(added) == plain(at_once)
    for moments in ("left_when_stuck", "seconds"):
        assert astuple(getattr(added, moments)) == pytest.approx(
            astuple(getattr(at_once, moments)), abs=1e-9
        )


def plain(summary: Summary) -> Summary:
    return replace(summary, left_when_stuck=Moments(), seconds=Moments())
