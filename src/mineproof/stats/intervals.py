"""Intervals: Wilson's for a rate, and the moments that the interval of a mean needs."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Z95 = statistics.NormalDist().inv_cdf(0.975)
"""The half-width of a 95 % interval in standard errors, for large samples."""


class Interval(NamedTuple):
    """The 95 % confidence interval of a figure."""

    low: float
    high: float


def wilson(successes: float, trials: float) -> Interval:
    """Return the Wilson 95 % interval of a rate: sound for few trials, and at rates of 0 and 1.

    Without trials the interval is 0 to 1. Wilson, Journal of the American Statistical Association
    22 (1927).

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
    """Count, mean and sum of squared deviations of some values.

    Moments of two samples add up to those of both, without the values: Chan, Golub and LeVeque,
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
        """The mean; None without values."""
        return self.centre if self.count else None

    @property
    def deviation(self) -> float | None:
        """The sample standard deviation; None for fewer than two values.

        >>> Moments.of([1, 3]).deviation
        1.4142135623730951
        """
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else None
