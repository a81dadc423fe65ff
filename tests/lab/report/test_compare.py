from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lab.game_rows import game_rows, play, played_rows
from tests.stats.synthetic_games import SyntheticPlayer, games

from mineproof.counting.kernel import kernel
from mineproof.errors import BadInput
from mineproof.lab.report.compare import Comparison, Pairs, compare_entrants
from mineproof.stats.estimates import games_for_difference, mcnemar, paired_interval
from mineproof.stats.intervals import wilson

GOOD, BAD = SyntheticPlayer(0.3, 0.2, (0.3,)), SyntheticPlayer(0.3, 0.2, (0.35, 0.1))
EASY = ("beginner", "safe", "clearing")


def rows_of(wins: Sequence[bool], entrant: str, **common: object) -> pl.DataFrame:
    return game_rows(
        {"outcome": "won" if won else "stuck", "entrant": entrant, **common} for won in wins
    )


def made_up(number: int, *, seed: int, **common: object) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the rows of the good and the bad player on the same boards."""
    good = played_rows(games(GOOD, number, seed=seed, who="good"), entrant="good", **common)
    bad = played_rows(games(BAD, number, seed=seed, who="bad"), entrant="bad", **common)
    return good, bad


def figures(pairs: Pairs) -> list[float]:
    """Return the differences and all that follows from them, first less second."""
    plain, adjusted = pairs.plain, pairs.adjusted
    assert adjusted is not None
    return [plain.value, *plain.interval, adjusted.value, *adjusted.interval]


def swapped(values: Sequence[float]) -> list[float]:
    """Return the figures that the second less the first ought to have."""
    plain, low, high, adjusted, adjusted_low, adjusted_high = values
    return [-plain, -high, -low, -adjusted, -adjusted_high, -adjusted_low]


# --- one setting ----------------------------------------------------------------------------------


def test_pairs_are_counted_by_who_won() -> None:
    first = [True] * 8 + [True] * 5 + [False] * 2 + [False] * 3
    second = [True] * 8 + [False] * 5 + [True] * 2 + [False] * 3
    found = compare_entrants(rows_of(first, "a"), rows_of(second, "b"))
    pairs = found.settings[EASY]
    assert (found.a, found.b) == ("a", "b")
    assert (pairs.both, pairs.only_a, pairs.only_b, pairs.neither) == (8, 5, 2, 3)
    assert (pairs.games, pairs.won_a, pairs.won_b) == (18, 13, 10)
    assert pairs.rates == (13 / 18, 10 / 18)
    assert pairs.rate_intervals == (wilson(13, 18), wilson(10, 18))
    assert pairs.plain.value == pytest.approx(3 / 18)
    assert pairs.plain.interval == pytest.approx(paired_interval(5, 2, 18))
    assert pairs.p_value == mcnemar(5, 2)
    assert (pairs.adjusted, pairs.saved) == (None, None)
    assert pairs.sizes(0.01).adjusted is None


def test_two_that_always_or_never_win_together() -> None:
    for a, b, difference in ((True, True, 0), (False, False, 0), (True, False, 1)):
        pairs = compare_entrants(rows_of([a] * 30, "a"), rows_of([b] * 30, "b")).overall
        assert pairs.plain.value == difference
        assert pairs.plain.interval == pytest.approx(paired_interval(30 * difference, 0, 30))
        assert pairs.plain.interval.low < difference
        assert pairs.adjusted is None


def test_the_adjusted_difference_is_that_of_least_squares() -> None:
    good, bad = made_up(60, seed=4)
    pairs = compare_entrants(good, bad).settings[EASY]
    x, y = good["luck"].to_list(), bad["luck"].to_list()
    d = [float(a) - float(b) for a, b in zip(won(good), won(bad), strict=True)]
    assert pairs.adjusted is not None
    value, slopes = pairs.adjusted.value, pairs.adjusted.slopes
    off = [c - value - slopes[0] * a - slopes[1] * b for a, b, c in zip(x, y, d, strict=True)]
    for column in (x, y, [1.0] * 60):  # what the line leaves goes with nothing that it knows
        assert math.fsum(map(float.__mul__, off, column)) == pytest.approx(0, abs=1e-9)
    spread = math.fsum(error**2 for error in off) / 57
    assert pairs.adjusted.variance >= spread / 60
    assert pairs.adjusted.variance == pytest.approx(spread / 60, rel=0.1)  # luck is near zero
    assert pairs.saved == pytest.approx(1 - pairs.adjusted.variance / pairs.plain.variance)


def won(rows: pl.DataFrame) -> list[bool]:
    return [outcome == "won" for outcome in rows["outcome"]]


def test_what_keeps_a_difference_from_being_adjusted() -> None:
    good, bad = made_up(200, seed=5)
    unknown = good.with_columns(luck=pl.when(pl.col("seed") > 0).then("luck"))
    given_boards = made_up(200, seed=5, start="layout")
    no_guesses = [rows.with_columns(luck=0.0) for rows in (good, bad)]
    few = [rows.filter(pl.col("seed") < 15) for rows in (good, bad)]
    assert compare_entrants(good, bad).overall.adjusted is not None
    for a, b in ((unknown, bad), (good, unknown), given_boards, no_guesses, few):
        other = b.with_columns(entrant=pl.lit("other"))
        assert compare_entrants(a, other).overall.adjusted is None
    one_guesses = compare_entrants(good, no_guesses[1]).settings[EASY]
    assert one_guesses.adjusted is not None
    assert one_guesses.adjusted.slopes[1] == 0


def test_over_all_a_setting_without_luck_counts_as_it_is() -> None:
    easy, hard = made_up(200, seed=5), made_up(100, seed=6, level="expert")
    lucky = [
        pl.concat((one, two.with_columns(luck=0.0))) for one, two in zip(easy, hard, strict=True)
    ]
    found = compare_entrants(*lucky)
    one, two = found.settings[EASY], found.settings["expert", "safe", "clearing"]
    assert one.adjusted is not None
    assert (two.adjusted, found.overall.games) == (None, 300)
    assert found.overall.adjusted is not None
    mean = (200 * one.adjusted.value + 100 * two.plain.value) / 300
    assert found.overall.adjusted.value == pytest.approx(mean)


def test_how_many_games_it_takes() -> None:
    good, bad = made_up(5000, seed=6)
    pairs = compare_entrants(good, bad).overall
    sizes = pairs.sizes(0.005)
    assert sizes.adjusted is not None
    assert sizes.adjusted < sizes.paired < sizes.unpaired
    rate_a, rate_b = pairs.rates
    spread = rate_a * (1 - rate_a) + rate_b * (1 - rate_b)
    assert sizes.unpaired == games_for_difference(spread, 0.005)
    low, high = pairs.plain.interval
    assert pairs.sizes((high - low) / 2).paired == pytest.approx(5000, rel=0.01)
    assert pairs.adjusted is not None
    low, high = pairs.adjusted.interval
    assert pairs.sizes((high - low) / 2).adjusted == pytest.approx(5000, rel=0.01)


# --- do the figures tell the truth? ---------------------------------------------------------------


def test_seeds_that_hang_together_widen_the_interval_over_all() -> None:
    """A thousand games that are played twice say no more than a thousand games."""
    good, bad = made_up(1000, seed=8)
    sides = [pl.concat([rows, rows.with_columns(start=pl.lit("opening"))]) for rows in (good, bad)]
    once, twice = compare_entrants(good, bad).overall, compare_entrants(*sides).overall
    assert twice.games == 2 * once.games
    assert figures(twice) == pytest.approx(figures(once), abs=1e-9)
    assert twice.p_value == once.p_value


def test_settings_that_differ_do_not_widen_the_interval_over_all() -> None:
    """What one setting has more than the other is no error of either."""
    a = pl.concat([rows_of([True] * 50, "a"), rows_of([False] * 50, "a", level="expert")])
    b = pl.concat([rows_of([False] * 50, "b"), rows_of([False] * 50, "b", level="expert")])
    found = compare_entrants(a, b)
    first, second = [pairs.plain.interval for pairs in found.settings.values()]
    low, high = found.overall.plain.interval
    assert found.overall.plain.value == 0.5
    assert high == pytest.approx(0.5 + second.high / 2)
    assert low == pytest.approx(0.5 - math.hypot(1 - first.low, second.low) / 2)
    as_if_one = paired_interval(50, 0, 100)
    assert high - low < 0.7 * (as_if_one.high - as_if_one.low)


@pytest.mark.long
def test_the_interval_over_all_covers_the_truth() -> None:
    """Two settings with other players each; the boards of a seed are the same in both."""
    simulations, number = 250, 100
    players = {"a": (GOOD, BAD), "b": (BAD, SyntheticPlayer(0.1, 0.2, (0.4,)))}
    rates = [statistics.fmean(player.win_rate for player in both) for both in players.values()]
    truth = rates[0] - rates[1]
    hits = adjusted_hits = 0
    for seed in range(simulations):
        sides = [on_two_levels(*side, number, seed) for side in players.items()]
        pairs = compare_entrants(*sides).overall
        assert pairs.adjusted is not None
        hits += pairs.plain.interval.low <= truth <= pairs.plain.interval.high
        adjusted_hits += pairs.adjusted.interval.low <= truth <= pairs.adjusted.interval.high
    assert 0.92 <= hits / simulations <= 0.98
    assert 0.92 <= adjusted_hits / simulations <= 0.98


def on_two_levels(
    entrant: str, players: Sequence[SyntheticPlayer], number: int, seed: int
) -> pl.DataFrame:
    levels = ("beginner", "expert")
    return pl.concat(
        played_rows(
            games(player, number, seed=seed, who=entrant + level), entrant=entrant, level=level
        )
        for player, level in zip(players, levels, strict=True)
    )


@pytest.fixture(scope="module")
def real() -> Comparison:
    if kernel() is None:
        pytest.skip("the kernel is not built")
    rows = play(["safest-corner", "safest"], ["beginner/safe", "beginner/opening"], games=4000)
    return compare_entrants(rows.filter(entrant="safest-corner"), rows.filter(entrant="safest"))


def test_real_games_plain_and_adjusted_agree_and_luck_saves_games(real: Comparison) -> None:
    safe = real.settings[EASY]
    for pairs in (safe, real.overall):
        assert pairs.adjusted is not None
        gap = abs(pairs.adjusted.value - pairs.plain.value)
        assert gap < 3 * math.sqrt(pairs.plain.variance - pairs.adjusted.variance)
        assert pairs.saved is not None
        assert pairs.saved > 0.3
        assert pairs.adjusted.variance < pairs.plain.variance
    # Corners first wins about 91.5 where a random one of the safest wins 89.5 (100,000 games).
    assert safe.adjusted is not None
    assert 0 < safe.adjusted.interval.low < 0.02 < safe.adjusted.interval.high


# --- however the rows come ------------------------------------------------------------------------


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(40, 90), st.booleans())
def test_the_other_way_round_all_signs_change(seed: int, number: int, two: bool) -> None:
    a, b = made_up(number, seed=seed)
    if two:
        other = made_up(number, seed=seed + 1, level="expert")
        a, b = pl.concat([a, other[0]]), pl.concat([b, other[1]])
    one, turned = compare_entrants(a, b), compare_entrants(b, a)
    assert (turned.a, turned.b) == (one.b, one.a)
    assert list(turned.settings) == list(one.settings)
    for here, there in zip(
        (*one.settings.values(), one.overall),
        (*turned.settings.values(), turned.overall),
        strict=True,
    ):
        assert (there.only_a, there.only_b) == (here.only_b, here.only_a)
        assert there.p_value == here.p_value
        if here.adjusted:
            assert figures(there) == pytest.approx(swapped(figures(here)), abs=1e-9)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_neither_order_nor_parts_of_the_rows_change_anything(seed: int, size: int) -> None:
    a, b = made_up(100, seed=3)
    order = random.Random(seed).sample(range(100), 100)
    parts = pl.concat([part.lazy() for part in a[order].iter_slices(size)])
    assert compare_entrants(parts, b[order]) == compare_entrants(a, b)


# --- what cannot be compared ----------------------------------------------------------------------


def test_settings_of_one_alone_are_left_out() -> None:
    a = pl.concat([rows_of([True] * 3, "a"), rows_of([True] * 3, "a", level="expert")])
    b = pl.concat([rows_of([True] * 3, "b", level="medium"), rows_of([False] * 3, "b")])
    found = compare_entrants(a, b)
    assert list(found.settings) == [EASY]
    assert found.overall == found.settings[EASY]


def test_a_seed_that_is_missing_or_there_twice_is_named() -> None:
    a, b = rows_of([True] * 6, "a"), rows_of([False] * 6, "b")
    some = b.filter(~pl.col("seed").is_in([2, 4]))
    where = "beginner/safe/clearing"
    for one, other in ((a, some), (some, a)):
        with pytest.raises(
            BadInput, match=f"b on {where} lacks seed 2, which the other has; expected"
        ):
            compare_entrants(one, other)
    with pytest.raises(BadInput, match=f"b on {where} has seed 3 twice; expected once"):
        compare_entrants(a, pl.concat([b, b.filter(seed=3)]))
    assert compare_entrants(a, some, common=True).overall.games == 4
    with pytest.raises(BadInput, match=f"a on {where} has seed 5 twice; expected once"):
        compare_entrants(pl.concat([a, a.filter(seed=5)]), b, common=True)


def test_what_has_nothing_in_common_is_refused() -> None:
    a, b = rows_of([True] * 6, "a"), rows_of([True] * 6, "b")
    with pytest.raises(BadInput, match="a on both sides; expected two different entrants"):
        compare_entrants(a, a)
    with pytest.raises(BadInput, match="no rows on one side; expected those of one entrant"):
        compare_entrants(a, b.clear())
    with pytest.raises(BadInput, match="rows of a, b on one side; expected those of one entrant"):
        compare_entrants(pl.concat([a, b]), b)
    with pytest.raises(BadInput, match=r"no setting that both have played: a has beginner/safe/cl"):
        compare_entrants(a, rows_of([True], "b", level="expert"))
    with pytest.raises(BadInput, match="no seed that both a and b have played"):
        compare_entrants(a, b.with_columns(pl.col("seed") + 6), common=True)
    with pytest.raises(BadInput, match="rows without the column 'luck'"):
        compare_entrants(a, b.drop("luck"))
