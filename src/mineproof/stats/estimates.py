"""Estimates: what a sample of games says about the truth, and how far off that may be.

Rates have Wilson's interval (`intervals.wilson`), means Student's. Two agents that played the same
boards are compared pair by pair: only the boards that one of them won and the other did not tell
them apart. McNemar's exact test asks whether these could be tosses of a fair coin; Tango's interval
says how large the difference is.

Much of what decides a game is luck, and luck can be measured: every guess adds its risk if it was
survived, else its risk less 1. Whoever guesses, and however well, the mean of that sum is exactly
zero on boards that are drawn at random. So a sample with a mean luck above zero was lucky, and its
win rate is too high; by how much is the slope of a straight line through the games, wins against
luck. The line's height at luck zero is the adjusted estimate, and the games scatter less around a
line than around a level: less variance, hence fewer games for the same precision. The line need not
be true for that, the best line is good enough (Lavenberg and Welch, "A perspective on the use of
control variables to increase the efficiency of Monte Carlo simulations", Management Science 27,
1981).

An estimate whose variance is not that of plain counting, because luck was taken out or because
games hang together, gets the interval that plain counting has for as many games as would give this
variance: its effective games. So the intervals keep within their bounds, and are not empty when all
games went the same way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mineproof.errors import BadInput
from mineproof.stats.intervals import Z95, Interval, Moments, wilson


def student(degrees: int) -> float:
    """Return how many standard errors a 95 % interval reaches, by Student's t distribution.

    >>> [round(student(degrees), 3) for degrees in (1, 10, 1000)]
    [12.706, 2.228, 1.962]
    """
    if degrees < 1:
        raise BadInput(f"{degrees} degrees of freedom; expected 1 or more")
    if degrees > _FEW:
        return _student_of_many(degrees)
    return _bisect(lambda t: 0.95 - _central(t, degrees), Z95, 13.0)


_FEW = 30
"""Up to so many degrees of freedom the distribution is added up, beyond it is expanded."""


def _student_of_many(degrees: int) -> float:
    """Return the first terms of an expansion around the normal distribution.

    Abramowitz and Stegun, "Handbook of mathematical functions", 1964, 26.7.5.
    """
    z, z2 = Z95, Z95**2
    terms = (
        z,
        z * (z2 + 1) / 4,
        z * ((5 * z2 + 16) * z2 + 3) / 96,
        z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
        z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
    )
    return math.fsum(term / degrees**power for power, term in enumerate(terms))


def _central(t: float, degrees: int) -> float:
    """Return the probability that Student's t lies between -t and t (ibidem, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(degrees))
    cos2, is_odd = math.cos(angle) ** 2, degrees % 2
    term = math.cos(angle) if is_odd else 1.0
    total = 0.0
    for k in range(2 + is_odd, degrees + 1, 2):
        total += term
        term *= cos2 * (k - 1) / k
    even = math.sin(angle) * total
    return (angle + even) * 2 / math.pi if is_odd else even


def _bisect(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return where a falling function passes zero, to the last digit."""
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return middle


def mean_interval(moments: Moments) -> Interval | None:
    """Return where the mean of such values lies; None for fewer than two, which do not tell.

    >>> [round(bound, 3) for bound in mean_interval(Moments.of([1, 2, 3, 4, 5])) or ()]
    [1.037, 4.963]
    """
    if moments.count < 2:
        return None
    error = math.sqrt(moments.squares / (moments.count - 1) / moments.count)
    reach = student(moments.count - 1) * error
    return Interval(moments.centre - reach, moments.centre + reach)


def mcnemar(only_a: int, only_b: int) -> float:
    """Return how likely it is that two equals differ so much or more: the exact two-sided p-value.

    `only_a` games were won by one of them alone, `only_b` by the other: if the two are equals, each
    of these games is a toss of a fair coin. McNemar, "Note on the sampling error of the difference
    between correlated proportions or percentages", Psychometrika 12 (1947).

    >>> round(mcnemar(1, 7), 10), mcnemar(0, 0)
    (0.0703125, 1.0)
    """
    tosses, few = only_a + only_b, min(only_a, only_b)
    # Each binomial coefficient by its share of the middle one, from the middle down until they
    # vanish: a million tosses take 20,000 steps, and nothing overflows.
    share = 1.0
    shares: list[float] = []
    tail: list[float] = []
    for heads in range(tosses // 2, -1, -1):
        if share == 0:
            break
        (tail if heads <= few else shares).append(share)
        share *= heads / (tosses - heads + 1)
    half = math.fsum(shares + tail)
    both_halves = 2 * half - (tosses % 2 == 0)  # an even number has one middle, counted twice
    return min(1.0, 2 * math.fsum(tail) / both_halves)


def paired_interval(only_a: float, only_b: float, games: float, *, errors: float = Z95) -> Interval:
    """Return where the difference of two win rates lies, of two that played the same games.

    Of all games the first won `only_a` alone, and the second `only_b` alone. The interval holds
    the differences that a score test does not reject: Tango, "Equivalence test and confidence
    interval for the difference in proportions for the paired-sample design", Statistics in
    Medicine 17 (1998). It is 95 % wide unless `errors` says how many standard errors it reaches.

    >>> [round(bound, 4) for bound in paired_interval(12, 2, 50)]
    [0.0611, 0.3447]
    >>> [round(bound, 4) for bound in paired_interval(0, 0, 50)]
    [-0.0713, 0.0713]
    """
    if games == 0:
        return Interval(-1.0, 1.0)
    low = -_highest(only_b, only_a, games, errors)
    return Interval(low, _highest(only_a, only_b, games, errors))


def _highest(only_a: float, only_b: float, games: float, errors: float) -> float:
    """Return the highest difference that is as many standard errors away as is allowed."""
    seen = (only_a - only_b) / games

    def too_low(difference: float) -> float:
        gap = math.sqrt(games) * (difference - seen)
        return errors * math.sqrt(_spread_at(difference, only_a, only_b, games)) - gap

    return _bisect(too_low, seen, 1.0)


def _spread_at(difference: float, only_a: float, only_b: float, games: float) -> float:
    """Return the variance of one game's difference if `difference` is the truth.

    How often the second wins alone is then estimated by the greatest likelihood, which is the
    positive root of a quadratic equation.
    """
    unequal = difference * (1 - difference)
    linear = (2 * games - only_a + only_b) * difference - only_a - only_b
    root = math.sqrt(max(0.0, linear**2 + 8 * games * only_b * unequal))
    if linear <= 0:
        only_b_rate = (root - linear) / (4 * games)
    else:  # the same without the difference of two large numbers
        only_b_rate = 2 * only_b * unequal / (root + linear)
    return max(0.0, 2 * only_b_rate + unequal)


def games_for_rate(rate: float, half_width: float) -> int:
    """Return how many games it takes until Wilson's interval reaches `half_width` to either side.

    >>> games_for_rate(0.4, 0.01), games_for_rate(0.0, 0.01)
    (9216, 189)
    """
    _check_half_width(half_width)
    if not 0 <= rate <= 1:
        raise BadInput(f"a rate of {rate}; expected 0 to 1")
    # (half_width * g)**2 == z2 * (spread * g - z2 * (spread - 1 / 4)), where g is games + z2.
    spread, z2 = rate * (1 - rate), Z95**2
    root = math.sqrt(spread**2 + (1 - 4 * spread) * half_width**2)
    return max(1, math.ceil(z2 * (spread + root) / (2 * half_width**2) - z2))


def games_for_difference(variance: float, half_width: float) -> int:
    """Return how many games it takes until a difference is known to `half_width` on either side.

    `variance` is that of one game's difference. Where it is small, it is no fewer games than it
    takes Tango's interval when the two never differ.

    >>> games_for_difference(0.2, 0.01), games_for_difference(0.0, 0.01)
    (7683, 381)
    """
    _check_half_width(half_width)
    if variance < 0:
        raise BadInput(f"a variance of {variance}; expected 0 or more")
    return math.ceil(Z95**2 * max(variance / half_width**2, 1 / half_width - 1))


def _check_half_width(half_width: float) -> None:
    if not 0 < half_width < 1:
        raise BadInput(f"a half-width of {half_width}; expected a share between 0 and 1, as 0.01")


FEWEST = 10
"""An adjustment needs so many games of the rarer kind: won or not, or won by one of two alone.

With fewer of them the slope is a matter of chance, and so is the interval.
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a value of each game as the games speak for it, and the variance of that.

    `slopes` says how much of it goes with each measure of luck, if luck was taken out.
    """

    value: float
    variance: float
    slopes: tuple[float, ...] = ()

    @property
    def error(self) -> float:
        """The standard error."""
        return math.sqrt(self.variance)

    def effective_games(self, spread: float, games: float) -> float:
        """Return how many games would give this variance if plain counting did.

        `spread` is the variance of one game; if that is zero, all `games` went the same way and
        there is nothing to take out.
        """
        if not spread:
            return games
        return spread / self.variance if self.variance else math.inf


def adjust(
    count: int, sums: Sequence[float], products: Sequence[Sequence[float]]
) -> Estimate | None:
    """Return what a value would be at luck zero, by the straight line through `count` games.

    `sums` are those of the measures of luck and, last, of the value; `products` is the table of the
    sums of their products, each with each. A measure that does not vary, or goes with those before
    it, is left out. None if nothing is left to adjust by, or there are too few games for a line.

    A game that is one guess at an even chance, won with luck 1/2 and lost with luck -1/2:

    >>> adjust(5, [0.5, 3], [[1.25, 1.5], [1.5, 3]])
    Estimate(value=0.5, variance=0.0, slopes=(1.0,))
    """
    table = [[float(count), *sums]]
    table += [[total, *row] for total, row in zip(sums, products, strict=True)]
    swept = [pivot for pivot in range(len(sums)) if _sweep(table, pivot, products)]
    if len(swept) < 2 or count <= len(swept):
        return None
    left = table[-1][-1] if table[-1][-1] > _ROUNDING * products[-1][-1] else 0.0
    slopes = tuple(table[k][-1] if k in swept else 0.0 for k in range(1, len(sums)))
    return Estimate(table[0][-1], left / (count - len(swept)) * table[0][0], slopes)


_ROUNDING = 1e-12
"""What is left of a sum by so small a part is left by rounding only."""


def _sweep(table: list[list[float]], pivot: int, products: Sequence[Sequence[float]]) -> bool:
    """Take a column out of all the others; tell whether there was anything to take out.

    Once all columns but the last are swept, the last holds the coefficients of the line and what it
    leaves of the squares, and the rest the inverse of the table: Goodnight, "A tutorial on the
    SWEEP operator", The American Statistician 33 (1979).
    """
    corner = table[pivot][pivot]
    if corner <= (_ROUNDING * products[pivot - 1][pivot - 1] if pivot else 0.0):
        return False
    table[pivot] = row = [value / corner for value in table[pivot]]
    for k, other in enumerate(table):
        if k != pivot:
            factor = other[pivot]
            table[k] = [a - factor * b for a, b in zip(other, row, strict=True)]
            table[k][pivot] = -factor / corner
    row[pivot] = 1 / corner
    return True


def rate_interval(estimate: Estimate, rate: float, games: int) -> Interval:
    """Return Wilson's interval for an estimated rate, where `games` were won at `rate`."""
    effective = estimate.effective_games(rate * (1 - rate), games)
    value = min(1.0, max(0.0, estimate.value))
    if math.isinf(effective):
        return Interval(value, value)
    return wilson(value * effective, effective)


def difference_interval(estimate: Estimate, only_a: int, only_b: int, games: int) -> Interval:
    """Return Tango's interval for an estimated difference, where so many games were seen."""
    seen, unequal = (only_a - only_b) / games, (only_a + only_b) / games
    effective = estimate.effective_games(unequal - seen**2, games)
    value = min(1.0, max(-1.0, estimate.value))
    if math.isinf(effective):
        return Interval(value, value)
    half, more = max(unequal, abs(value)) * effective / 2, value * effective / 2
    return paired_interval(half + more, half - more, effective)
