"""Estimates: what a sample of games says about the true rate, and how far off it may be.

Rates get Wilson's interval (`intervals.wilson`), means Student's. Two agents that played the same
boards are compared pair by pair: only boards that exactly one of them won tell them apart.
McNemar's exact test asks whether those could be tosses of a fair coin; Tango's interval says how
large the difference is.

Much of a game is luck, and luck can be measured. For each guess: `risk` if it survived, otherwise
`risk - 1`; summed. On boards drawn at random the expected sum is exactly zero, whoever guesses and
however well. A sample with positive mean luck was lucky, and its win rate is too high. Luck is
therefore a control variate: regress wins on luck, and take the height of the line at luck zero as
the adjusted estimate. Games scatter less around the line than around their mean, so fewer games
give the same precision. The relation need not be linear; the best line already reduces variance
(Lavenberg and Welch, "A perspective on the use of control variables to increase the efficiency of
Monte Carlo simulations", Management Science 27, 1981).

Where the variance is not that of independent counts, because luck was taken out or games are
correlated, the interval is the one for plain counting with the effective sample size: the number
of independent games that would have this variance. Such intervals stay within their bounds, and are
not empty even if all games went the same way.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mineproof.errors import BadInput
from mineproof.stats.intervals import Z95, Interval, Moments, wilson


def student(degrees: int) -> float:
    """Return the half-width of a 95 % interval in standard errors, by Student's t distribution.

    >>> [round(student(degrees), 3) for degrees in (1, 10, 1000)]
    [12.706, 2.228, 1.962]
    """
    if degrees < 1:
        raise BadInput(f"{degrees} degrees of freedom; expected 1 or more")
    if degrees > _FEW:
        return _student_of_many(degrees)
    return _bisect(lambda t: 0.95 - _central(t, degrees), Z95, 13.0)  # 12.706 is the largest


_FEW = 30
"""Up to here the distribution is summed exactly; beyond, five terms of the expansion suffice."""


def _student_of_many(degrees: int) -> float:
    """Return the first terms of the expansion around the normal distribution.

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
    """Return where a falling function crosses zero, to the last bit of a float."""
    # The middle of two neighbouring floats is one of them: then nothing is left to halve.
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return middle


def mean_interval(moments: Moments) -> Interval | None:
    """Return the 95 % interval of a mean; None for fewer than two values.

    >>> [round(bound, 3) for bound in mean_interval(Moments.of([1, 2, 3, 4, 5])) or ()]
    [1.037, 4.963]
    """
    if moments.count < 2:
        return None
    error = math.sqrt(moments.squares / (moments.count - 1) / moments.count)
    reach = student(moments.count - 1) * error
    return Interval(moments.centre - reach, moments.centre + reach)


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided p-value: how likely equals are to differ this much or more.

    `only_a` games were won by the first alone, `only_b` by the second alone. If both are equally
    good, each of these games is a toss of a fair coin. McNemar, "Note on the sampling error of the
    difference between correlated proportions or percentages", Psychometrika 12 (1947).

    >>> round(mcnemar(1, 7), 10), mcnemar(0, 0)
    (0.0703125, 1.0)
    """
    tosses, few = only_a + only_b, min(only_a, only_b)
    # Binomial coefficients relative to the middle one, from the middle down until they vanish:
    # a million tosses take 20,000 steps, and nothing overflows.
    share = 1.0
    shares: list[float] = []
    tail: list[float] = []
    for heads in range(tosses // 2, -1, -1):
        if share == 0:
            break
        (tail if heads <= few else shares).append(share)
        share *= heads / (tosses - heads + 1)
    half = math.fsum(shares + tail)
    both_halves = 2 * half - (tosses % 2 == 0)  # even: one middle (share 1), counted twice
    return min(1.0, 2 * math.fsum(tail) / both_halves)


def paired_interval(only_a: float, only_b: float, games: float, *, errors: float = Z95) -> Interval:
    """Return the interval of the difference of two win rates on the same games.

    The first won `only_a` games alone, the second `only_b`. The interval holds the differences
    that a score test does not reject: Tango, "Equivalence test and confidence interval for the
    difference in proportions for the paired-sample design", Statistics in Medicine 17 (1998). It
    is a 95 % interval unless `errors` gives another half-width in standard errors.

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
    """Return the highest difference that the score test does not reject."""
    seen = (only_a - only_b) / games

    def too_low(difference: float) -> float:
        gap = math.sqrt(games) * (difference - seen)
        return errors * math.sqrt(_spread_at(difference, only_a, only_b, games)) - gap

    return _bisect(too_low, seen, 1.0)


def _spread_at(difference: float, only_a: float, only_b: float, games: float) -> float:
    """Return the variance of one game's difference if `difference` is the true one.

    The rate at which the second wins alone is then the maximum-likelihood estimate: the positive
    root of a quadratic equation.
    """
    unequal = difference * (1 - difference)
    linear = (2 * games - only_a + only_b) * difference - only_a - only_b
    root = math.sqrt(max(0.0, linear**2 + 8 * games * only_b * unequal))
    if linear <= 0:
        only_b_rate = (root - linear) / (4 * games)
    else:  # the same root, without subtracting two nearly equal numbers
        only_b_rate = 2 * only_b * unequal / (root + linear)
    return max(0.0, 2 * only_b_rate + unequal)


def games_for_rate(rate: float, half_width: float) -> int:
    """Return how many games give Wilson's interval this half-width.

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
    """Return how many games give the interval of a difference this half-width.

    `variance` is that of one game's difference. If it is small, the result is at least what
    Tango's interval needs when the two never differ.

    >>> games_for_difference(0.2, 0.01), games_for_difference(0.0, 0.01)
    (7683, 381)
    """
    _check_half_width(half_width)
    if variance < 0:
        raise BadInput(f"a variance of {variance}; expected 0 or more")
    return math.ceil(Z95**2 * max(variance / half_width**2, 1 / half_width - 1))


def games_to_tell_apart(variance: float, difference: float) -> int | None:
    """Return how many games show that a difference of this size is none of chance.

    With so many, four of five samples have a 95 % interval without zero. `variance` is that of one
    game's difference. None if there is no difference, which no number of games can show.

    >>> games_to_tell_apart(0.2, 0.01), games_to_tell_apart(0.2, 0.0)
    (15698, None)
    """
    if abs(difference) < _ROUNDING:
        return None
    return games_for_difference(variance, abs(difference) * Z95 / (Z95 + _Z80))


_Z80 = statistics.NormalDist().inv_cdf(0.8)


def _check_half_width(half_width: float) -> None:
    if not 0 < half_width < 1:
        raise BadInput(f"a half-width of {half_width}; expected between 0 and 1, such as 0.01")


FEWEST = 10
"""The fewest games of the rarer kind (won or not; won by one of two alone) to adjust by luck.

With fewer, the slope is mostly chance, and so is the interval.
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated mean over games, and the variance of the estimate.

    If luck was taken out, `slopes` has one coefficient for each measure of luck.
    """

    value: float
    variance: float
    slopes: tuple[float, ...] = ()

    @property
    def error(self) -> float:
        """The standard error."""
        return math.sqrt(self.variance)

    def effective_games(self, spread: float, games: float) -> float:
        """Return the effective sample size: how many independent games have this variance.

        `spread` is the variance of one game; if it is zero, all `games` went the same way.
        """
        if not spread:
            return games
        return spread / self.variance if self.variance else math.inf


def adjust(
    count: int, sums: Sequence[float], products: Sequence[Sequence[float]]
) -> Estimate | None:
    """Return the mean of a value at luck zero, by linear regression over `count` games.

    `sums` holds the sum of each measure of luck and, last, of the value; `products` the sums of
    their pairwise products. A measure that is constant, or a linear combination of those before
    it, is left out. None if no measure is left, or there are too few games for a line.

    Games with one guess at an even chance, won with luck 1/2 and lost with luck -1/2:

    >>> adjust(5, [0.5, 3], [[1.25, 1.5], [1.5, 3]])
    Estimate(value=0.5, variance=0.0, slopes=(1.0,))
    """
    table = [[float(count), *sums]]
    table += [[total, *row] for total, row in zip(sums, products, strict=True)]
    swept = [pivot for pivot in range(len(sums)) if _sweep(table, pivot, products)]
    if len(swept) < 2 or count <= len(swept):
        return None
    # What rounding leaves of a perfect fit may even be negative, which no variance can be.
    left = table[-1][-1] if table[-1][-1] > _ROUNDING * products[-1][-1] else 0.0
    slopes = tuple(table[k][-1] if k in swept else 0.0 for k in range(1, len(sums)))
    return Estimate(table[0][-1], left / (count - len(swept)) * table[0][0], slopes)


_ROUNDING = 1e-12
"""A remainder below this share of the original sum of squares is rounding, not signal."""


def _sweep(table: list[list[float]], pivot: int, products: Sequence[Sequence[float]]) -> bool:
    """Sweep one column; tell whether it held anything that earlier columns do not explain.

    Once all columns but the last are swept, the last holds the coefficients and the residual sum
    of squares, and the rest is the inverse of the table: Goodnight, "A tutorial on the SWEEP
    operator", The American Statistician 33 (1979).
    """
    # Column 0 is the constant and has no entry in `products`: pivot k belongs to measure k - 1.
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
    """Return Wilson's interval for an estimated rate, at its effective sample size.

    `rate` is the plain win rate in these `games`.
    """
    effective = estimate.effective_games(rate * (1 - rate), games)
    value = min(1.0, max(0.0, estimate.value))
    if math.isinf(effective):
        return Interval(value, value)
    return wilson(value * effective, effective)


def difference_interval(estimate: Estimate, only_a: int, only_b: int, games: int) -> Interval:
    """Return Tango's interval for an estimated difference, at its effective sample size."""
    seen, unequal = (only_a - only_b) / games, (only_a + only_b) / games
    effective = estimate.effective_games(unequal - seen**2, games)
    value = min(1.0, max(-1.0, estimate.value))
    if math.isinf(effective):
        return Interval(value, value)
    # Pairs that differ as often as those seen, but by the estimated amount; the estimate may
    # exceed the share of pairs that differ, and neither count may be negative.
    half, more = max(unequal, abs(value)) * effective / 2, value * effective / 2
    return paired_interval(half + more, half - more, effective)
