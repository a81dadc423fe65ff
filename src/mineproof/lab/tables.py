"""Tables: from many records to a few figures, each with what is needed to judge it."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.lab.record import Outcome, Record

_Z95 = statistics.NormalDist().inv_cdf(0.975)


class Interval(NamedTuple):
    """Where a figure lies, with 95 % confidence."""

    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """Return the Wilson 95 % interval of a rate: sound for few trials, and at 0 and 1 as well.

    No trials say nothing, so the interval is everything. Wilson, Journal of the American
    Statistical Association 22 (1927).

    >>> [round(bound, 3) for bound in wilson(96, 100)]
    [0.902, 0.984]
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    rate, z2 = successes / trials, _Z95**2
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = math.sqrt(rate * (1 - rate) / trials + z2 / (4 * trials**2)) * _Z95 / (1 + z2 / trials)
    low = 0.0 if successes == 0 else centre - reach
    high = 1.0 if successes == trials else centre + reach
    return Interval(low, high)


def mean(values: Sequence[float]) -> float | None:
    """Return the mean of `values`, None if there are none."""
    return statistics.fmean(values) if values else None


def deviation(values: Sequence[float]) -> float | None:
    """Return the standard deviation that a sample of `values` speaks for, None for fewer than two.

    >>> deviation([1, 3]), deviation([1])
    (1.4142135623730951, None)
    """
    return statistics.stdev(values) if len(values) > 1 else None


@dataclass(frozen=True, slots=True)
class Summary:
    """Many games in figures. What no game speaks for is None.

    `left_when_stuck` is the mean number of unmarked cells in stuck games; `proved` counts the cells
    that each engine has proved, in all games together.
    """

    games: int
    won: int
    lost: int
    stuck: int
    win_rate: float | None
    win_interval: Interval
    left_when_stuck: float | None
    moves: int
    guesses: int
    seconds_mean: float | None
    seconds_deviation: float | None
    proved: Mapping[str, int]


def summarise(records: Iterable[Record]) -> Summary:
    """Return the summary of these records."""
    records = list(records)
    outcomes = Counter(record.outcome for record in records)
    seconds = [record.seconds for record in records]
    won = outcomes[Outcome.WON]
    return Summary(
        games=len(records),
        won=won,
        lost=outcomes[Outcome.LOST],
        stuck=outcomes[Outcome.STUCK],
        win_rate=won / len(records) if records else None,
        win_interval=wilson(won, len(records)),
        left_when_stuck=mean([r.unmarked for r in records if r.outcome is Outcome.STUCK]),
        moves=sum(record.moves for record in records),
        guesses=sum(record.guesses for record in records),
        seconds_mean=mean(seconds),
        seconds_deviation=deviation(seconds),
        proved=_add_up(record.proved for record in records),
    )


def _add_up(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(total)
