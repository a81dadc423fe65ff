"""Tables: from many records to a few figures, each with what is needed to judge it."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mineproof.lab.record import Outcome, Record

Z95 = statistics.NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % interval reaches to either side, for many games."""


class Interval(NamedTuple):
    """Where a figure lies, with 95 % confidence."""

    low: float
    high: float


def wilson(successes: float, trials: float) -> Interval:
    """Return the Wilson 95 % interval of a rate: sound for few trials, and at 0 and 1 as well.

    No trials say nothing, so the interval is everything. Wilson, Journal of the American
    Statistical Association 22 (1927).

    >>> [round(bound, 3) for bound in wilson(96, 100)]
    [0.902, 0.984]
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    rate, z2 = successes / trials, Z95**2
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = math.sqrt(rate * (1 - rate) / trials + z2 / (4 * trials**2)) * Z95 / (1 + z2 / trials)
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == trials else min(1.0, centre + reach)
    return Interval(low, high)


@dataclass(frozen=True, slots=True)
class Moments:
    """How many values there are, around which centre, and how far from it: squares added up.

    Moments of two lots add up to those of both, without the values: Chan, Golub and LeVeque,
    "Updating formulae and a pairwise algorithm for computing sample variances", COMPSTAT 1982.

    >>> Moments.of([1, 3]) + Moments.of([5]) == Moments.of([1, 3, 5])
    True
    """

    count: int = 0
    centre: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, values: Sequence[float]) -> Moments:
        """Return the moments of these values."""
        centre = statistics.fmean(values) if values else 0.0
        return cls(len(values), centre, math.fsum((value - centre) ** 2 for value in values))

    def __add__(self, other: Moments) -> Moments:
        if not other.count:
            return self
        count, gap = self.count + other.count, other.centre - self.centre
        share = other.count / count
        squares = self.squares + other.squares + gap**2 * self.count * share
        return Moments(count, self.centre + gap * share, squares)

    @property
    def mean(self) -> float | None:
        """The mean, None if there are no values."""
        return self.centre if self.count else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation that the sample speaks for, None for fewer than two values.

        >>> Moments.of([1, 3]).deviation
        1.4142135623730951
        """
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else None


@dataclass(frozen=True, slots=True)
class Summary:
    """Many games in figures. What no game speaks for is None.

    `left_when_stuck` is about the numbers of unmarked cells in stuck games, `seconds` about the
    times of all; `proved` counts the cells that each engine has proved, in all games together. The
    summaries of two lots of games add up to that of both.
    """

    won: int = 0
    lost: int = 0
    stuck: int = 0
    left_when_stuck: Moments = Moments()
    moves: int = 0
    guesses: int = 0
    seconds: Moments = Moments()
    proved: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            won=self.won + other.won,
            lost=self.lost + other.lost,
            stuck=self.stuck + other.stuck,
            left_when_stuck=self.left_when_stuck + other.left_when_stuck,
            moves=self.moves + other.moves,
            guesses=self.guesses + other.guesses,
            seconds=self.seconds + other.seconds,
            proved=_add_up([self.proved, other.proved]),
        )

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.lost + self.stuck

    @property
    def win_rate(self) -> float | None:
        """The share of games that were won."""
        return self.won / self.games if self.games else None

    @property
    def win_interval(self) -> Interval:
        """Where the win rate lies."""
        return wilson(self.won, self.games)


def summarise(records: Collection[Record]) -> Summary:
    """Return the summary of these records."""
    outcomes = Counter(record.outcome for record in records)
    return Summary(
        won=outcomes[Outcome.WON],
        lost=outcomes[Outcome.LOST],
        stuck=outcomes[Outcome.STUCK],
        left_when_stuck=Moments.of([r.unmarked for r in records if r.outcome is Outcome.STUCK]),
        moves=sum(record.moves for record in records),
        guesses=sum(record.guesses for record in records),
        seconds=Moments.of([record.seconds for record in records]),
        proved=_add_up([record.proved for record in records]),
    )


def _add_up(counts: Collection[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(total)
