"""Comparison of two entrants on the games that both played, pair by pair.

A pair is one game, played by both. The estimate is the difference of the win rates, first minus
second, for each setting and overall. The plain difference counts wins; the adjusted one takes out
what the luck of either explains (see `estimates`), on settings where the luck of both is known and
at least one of them guesses.

Overall, every game has the same weight, and each setting has its own regression of wins on luck.
Games of one seed in several settings may be correlated: `list5` and `list9` of a seed even have
the same mines. So variances and the test cluster by seed: what counts is which of the two won more
games of a seed, and how much the per-seed sums vary, each setting centred on its own mean.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import polars as pl

from mineproof.errors import BadInput
from mineproof.lab.columns import GIVEN
from mineproof.lab.report.results import KEYS, SETTING, Rows, checked, grouped
from mineproof.play.record import Outcome
from mineproof.stats.estimates import (
    FEWEST,
    Estimate,
    adjust,
    difference_interval,
    games_for_difference,
    mcnemar,
)
from mineproof.stats.intervals import Interval, wilson

Where: TypeAlias = tuple[str, str, str]
"""A setting without its seed: level, start and finish as in the rows."""

_A, _B, _D = "luck_a", "luck_b", "difference"


class SampleSizes(NamedTuple):
    """How many games each of two entrants needs for an interval of a given half-width."""

    unpaired: int
    """If each plays boards of its own."""

    paired: int
    """If both play the same boards."""

    adjusted: int | None
    """If luck is also taken out; None where it cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateDifference(Estimate):
    """The first win rate minus the second, with its variance and interval.

    It is a share: 0.01 is one percentage point. `slopes` are the coefficients of the luck of the
    first and of the second, if luck was taken out of a single setting.
    """

    interval: Interval


@dataclass(frozen=True, slots=True)
class Pairs:
    """Games that both played, by who won them, and the estimated difference.

    `p_value` is that of McNemar's exact test. `adjusted` is the difference with luck taken out, or
    None where it cannot be.
    """

    both: int
    only_a: int
    only_b: int
    neither: int
    p_value: float
    plain: RateDifference
    adjusted: RateDifference | None = None

    @property
    def games(self) -> int:
        """How many games both played."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def won_a(self) -> int:
        """How many of them the first won."""
        return self.both + self.only_a

    @property
    def won_b(self) -> int:
        """How many of them the second won."""
        return self.both + self.only_b

    @property
    def rates(self) -> tuple[float, float]:
        """The two win rates."""
        return self.won_a / self.games, self.won_b / self.games

    @property
    def rate_intervals(self) -> tuple[Interval, Interval]:
        """The interval of each win rate. Their overlap says little about the difference."""
        return wilson(self.won_a, self.games), wilson(self.won_b, self.games)

    @property
    def saved(self) -> float | None:
        """The share of the variance that luck explains: the share of games that it saves."""
        if self.adjusted is None or not self.plain.variance:
            return None
        return 1 - self.adjusted.variance / self.plain.variance

    def sizes(self, half_width: float) -> SampleSizes:
        """Return how many games give the interval this half-width."""
        unpaired = math.fsum(rate * (1 - rate) for rate in self.rates)
        paired = self.plain.variance * self.games
        adjusted = self.adjusted.variance * self.games if self.adjusted else None
        return SampleSizes(
            games_for_difference(unpaired, half_width),
            games_for_difference(paired, half_width),
            None if adjusted is None else games_for_difference(adjusted, half_width),
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """The entrants `a` and `b`, for each setting in the order of the rows, and overall."""

    a: str
    b: str
    settings: Mapping[Where, Pairs]
    overall: Pairs


def compare_entrants(a_rows: Rows, b_rows: Rows, *, common: bool = False) -> Comparison:
    """Return the difference between two entrants, from the rows of each.

    Settings that only one of them played are left out. In the others both must have played the same
    seeds, unless `common` restricts the comparison to shared seeds. Raises BadInput if there are
    none, if a seed is missing or there twice, or if a side has rows of several entrants.

    >>> from mineproof.lab.experiment import Experiment
    >>> from mineproof.lab.run.rows import play_chunk
    >>> experiment = Experiment.of("x", ["safest-corner", "safest"], ["beginner/safe"], games=400)
    >>> rows = pl.concat(map(play_chunk, experiment.chunks()))
    >>> corner, safest = rows.partition_by("entrant", maintain_order=True)
    >>> pairs = compare_entrants(corner, safest).overall
    >>> pairs.only_a, pairs.only_b, f"{pairs.p_value:.5f}"
    (39, 17, '0.00456')
    >>> round(pairs.plain.value, 3), [round(bound, 3) for bound in pairs.plain.interval]
    (0.055, [0.019, 0.093])
    >>> round(pairs.adjusted.value, 3), [round(bound, 3) for bound in pairs.adjusted.interval]
    (0.016, [0.008, 0.024])
    >>> pairs.sizes(half_width=0.005)
    SampleSizes(unpaired=24937, paired=21048, adjusted=992)
    """
    a, b = _Side.of(a_rows), _Side.of(b_rows)
    if a.entrant == b.entrant:
        raise BadInput(f"{a.entrant} on both sides; expected two different entrants")
    settings: dict[Where, Pairs] = {}
    seeds = pl.DataFrame(schema=_SEEDS)
    for where in _settings_of_both(a, b):
        games = _games_of_both(a, b, where, common=common)
        if len(games):
            settings[where] = pairs = _pairs(games, is_drawn=where[1] != GIVEN)
            seeds = _add_up([seeds, _deviations(games, pairs)])
    if not settings:
        raise BadInput(f"no seed that both {a.entrant} and {b.entrant} have played; expected some")
    return Comparison(a.entrant, b.entrant, settings, _overall([*settings.values()], seeds))


@dataclass(frozen=True, slots=True)
class _Side:
    """The rows of one entrant, and the settings it played."""

    rows: pl.LazyFrame
    entrant: str
    settings: tuple[Where, ...]

    @classmethod
    def of(cls, rows: Rows) -> _Side:
        rows = checked(rows)
        keys = grouped(rows).select(KEYS)
        if len(names := keys["entrant"].unique(maintain_order=True)) != 1:
            found = f"rows of {', '.join(names)}" if len(names) else "no rows"
            raise BadInput(f"{found} on one side; expected those of one entrant")
        return cls(rows, names[0], tuple(keys.select(SETTING).iter_rows()))

    def games(self, where: Where, side: str) -> pl.DataFrame:
        """Return seed, win and luck of each game of a setting; raise BadInput if a seed repeats."""
        level, start, finish = where
        won = pl.col("outcome") == Outcome.WON.value
        figures = ("seed", won.alias(f"won_{side}"), pl.col("luck").alias(f"luck_{side}"))
        rows = self.rows.filter(level=level, start=start, finish=finish).select(figures)
        games = rows.collect(engine="streaming").sort("seed")
        twice = games["seed"].filter(games["seed"] == games["seed"].shift())
        if len(twice):
            raise BadInput(
                f"{self.entrant} on {_name(where)} has seed {twice[0]} twice; expected once"
            )
        return games


def _settings_of_both(a: _Side, b: _Side) -> list[Where]:
    both = [where for where in a.settings if where in b.settings]
    if not both:
        raise BadInput(
            f"no setting that both have played: {a.entrant} has {_names(a.settings)}, "
            f"{b.entrant} has {_names(b.settings)}"
        )
    return both


def _names(settings: Collection[Where]) -> str:
    return ", ".join(map(_name, settings))


def _name(where: Where) -> str:
    return "/".join(where)


def _games_of_both(a: _Side, b: _Side, where: Where, *, common: bool) -> pl.DataFrame:
    """Return the pairs of a setting in the order of seeds; raise BadInput if a game has no pair."""
    games_a, games_b = a.games(where, "a"), b.games(where, "b")
    if not common:
        _check_has_all(games_b, games_a, f"{b.entrant} on {_name(where)}")
        _check_has_all(games_a, games_b, f"{a.entrant} on {_name(where)}")
    won_a, won_b = (pl.col(name).cast(pl.Int8) for name in ("won_a", "won_b"))
    pairs = games_a.join(games_b, on="seed", maintain_order="left")
    return pairs.with_columns((won_a - won_b).cast(pl.Float64).alias(_D))


def _check_has_all(games: pl.DataFrame, others: pl.DataFrame, who: str) -> None:
    missing = others.select("seed").join(games, on="seed", how="anti")["seed"]
    if len(missing):
        raise BadInput(
            f"{who} lacks seed {missing[0]}, which the other has; expected the same games"
        )


def _pairs(games: pl.DataFrame, *, is_drawn: bool) -> Pairs:
    """Return the pairs of one setting; luck has mean zero only if the boards were drawn."""
    both, only_a, only_b = _counts(games)
    total = len(games)

    def difference(estimate: Estimate) -> RateDifference:
        interval = difference_interval(estimate, only_a, only_b, total)
        return RateDifference(estimate.value, estimate.variance, estimate.slopes, interval=interval)

    is_adjustable = is_drawn and only_a + only_b >= FEWEST
    at_luck_zero = _at_luck_zero(games) if is_adjustable else None
    return Pairs(
        both=both,
        only_a=only_a,
        only_b=only_b,
        neither=total - both - only_a - only_b,
        p_value=mcnemar(only_a, only_b),
        plain=difference(_counted(only_a, only_b, total)),
        adjusted=difference(at_luck_zero) if at_luck_zero else None,
    )


def _counts(games: pl.DataFrame) -> tuple[int, int, int]:
    """Return how many games both won, only the first, and only the second."""
    won_a, won_b = pl.col("won_a"), pl.col("won_b")
    both, only_a, only_b = games.select(
        (won_a & won_b).sum(), only_a=(won_a & ~won_b).sum(), only_b=(~won_a & won_b).sum()
    ).row(0)
    return both, only_a, only_b


def _counted(only_a: int, only_b: int, games: int) -> Estimate:
    value, unequal = (only_a - only_b) / games, (only_a + only_b) / games
    return Estimate(value, max(0.0, unequal - value**2) / games)


def _at_luck_zero(games: pl.DataFrame) -> Estimate | None:
    """Return the difference at luck zero of both; None if luck is unknown or constant."""
    columns = games.select(_A, _B, _D)
    if columns[_A].has_nulls() or columns[_B].has_nulls():
        return None
    products = [columns.select((pl.all() * pl.col(name)).sum()).row(0) for name in columns.columns]
    return adjust(len(games), columns.sum().row(0), products)


_SEEDS = {"seed": pl.UInt64, _D: pl.Float64, "plain": pl.Float64, "adjusted": pl.Float64}
"""For each seed: how many more games the first won, and the deviations from both estimates."""


def _deviations(games: pl.DataFrame, pairs: Pairs) -> pl.DataFrame:
    """Return the columns of `_SEEDS` for the seeds of one setting."""
    plain = pl.col(_D) - pairs.plain.value
    if pairs.adjusted is None:
        return games.select("seed", _D, plain=plain, adjusted=plain)
    slope_a, slope_b = pairs.adjusted.slopes
    line = pairs.adjusted.value + slope_a * pl.col(_A) + slope_b * pl.col(_B)
    off = games.select((pl.col(_D) - line).alias("off"))["off"]
    squares = (off * off).sum()
    # Residuals are smaller than errors, by the degrees of freedom that the regression used.
    # Scaled up, their mean has the variance of the adjusted estimate.
    stretch = pairs.adjusted.error * len(games) / math.sqrt(squares) if squares else 1.0
    return games.select("seed", _D, plain=plain, adjusted=off * stretch)


def _add_up(seeds: Collection[pl.DataFrame]) -> pl.DataFrame:
    return pl.concat(seeds).group_by("seed").sum()


def _overall(settings: Sequence[Pairs], seeds: pl.DataFrame) -> Pairs:
    """Return the pairs of all settings together, with variances and test clustered by seed."""
    if len(settings) == 1:
        return settings[0]  # one game per seed: nothing to cluster, and Tango's interval holds
    ahead = seeds[_D]
    weights = [pairs.games for pairs in settings]
    best = [pairs.adjusted or pairs.plain for pairs in settings]  # as `_deviations` does
    is_adjusted = any(pairs.adjusted for pairs in settings)
    return Pairs(
        both=sum(pairs.both for pairs in settings),
        only_a=sum(pairs.only_a for pairs in settings),
        only_b=sum(pairs.only_b for pairs in settings),
        neither=sum(pairs.neither for pairs in settings),
        p_value=mcnemar(int((ahead > 0).sum()), int((ahead < 0).sum())),
        plain=_mean([pairs.plain for pairs in settings], weights, seeds["plain"]),
        adjusted=_mean(best, weights, seeds["adjusted"]) if is_adjusted else None,
    )


def _mean(parts: Sequence[RateDifference], games: Sequence[int], off: pl.Series) -> RateDifference:
    """Return the mean difference over all settings; `off` is the deviation of each seed.

    The half-widths of the settings' intervals are combined as root of the sum of squares, each side
    on its own: Zou and Donner, "Construction of confidence limits about effect measures: a general
    approach", Statistics in Medicine 27 (2008).
    """
    # A normal interval around the mean would be empty where every game went the same way; those of
    # the settings never are.
    total = sum(games)
    weighted = [(number / total, part) for number, part in zip(games, parts, strict=True)]
    value = math.fsum(share * part.value for share, part in weighted)
    apart = math.hypot(*(share * part.error for share, part in weighted))
    # Correlated seeds raise the error above that of independent settings. Below it the clustered
    # error is taken for chance: never narrower than independence allows.
    error = max(apart, math.sqrt((off * off).sum()) / total)
    stretch = error / apart if apart else 1.0
    below = math.hypot(*(share * (part.value - part.interval.low) for share, part in weighted))
    above = math.hypot(*(share * (part.interval.high - part.value) for share, part in weighted))
    low, high = max(-1.0, value - stretch * below), min(1.0, value + stretch * above)
    return RateDifference(value, error**2, interval=Interval(low, high))
