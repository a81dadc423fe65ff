"""Glicko-2: how strong a player is, how sure that is, and how steady the player plays.

Glickman, "Example of the Glicko-2 system" (2013), whose worked example is in the tests. A rating
comes with a *deviation*: in 95 % of cases the true strength is within two deviations of it. The
*volatility* says how erratic the results are. Games are gathered in rating periods; a period
without games only makes a rating less certain.

The paper's steps work on another scale, on which 1500 is 0 and 173.7178 points are 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mineproof.errors import BadInput

USUAL, LARGEST_DEVIATION = 1500.0, 350.0
_SCALE = 173.7178
_TAU = 0.5
"""How fast the volatility may change; Glickman advises 0.3 to 1.2."""

_PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength, its deviation and its volatility; by default those of a newcomer."""

    rating: float = USUAL
    deviation: float = LARGEST_DEVIATION
    volatility: float = 0.06

    def __post_init__(self) -> None:
        if not (math.isfinite(self.rating) and 0 < self.deviation <= LARGEST_DEVIATION):
            raise BadInput(
                f"a rating of {self.rating} with a deviation of {self.deviation}; expected a"
                f" deviation above 0, of at most {LARGEST_DEVIATION:g}"
            )
        if not 0 < self.volatility <= 1:
            raise BadInput(f"a volatility of {self.volatility}; expected one above 0, of at most 1")

    def rested(self, periods: int) -> Rating:
        """Return the rating after so many periods without a game: it is less certain.

        >>> round(Rating(1500, 50).rested(100).deviation)
        116
        """
        grown = math.hypot(self.deviation, _SCALE * self.volatility * math.sqrt(periods))
        return Rating(self.rating, min(grown, LARGEST_DEVIATION), self.volatility)


Result: TypeAlias = tuple[Rating, float]
"""An opponent, and the score: 1 for a win, 0 for a loss, 0.5 for a draw."""


def expected_score(player: Rating, opponent: Rating) -> float:
    """Return the score that a player may expect, given how uncertain both ratings are.

    >>> round(expected_score(Rating(1700, 50), Rating(1500, 50)), 2)
    0.75
    """
    both = math.hypot(player.deviation, opponent.deviation) / _SCALE
    return _expected((player.rating - opponent.rating) / _SCALE, both)


def rate(player: Rating, results: Sequence[Result]) -> Rating:
    """Return a player's rating after a period with these results.

    >>> rate(Rating(1500, 200), [(Rating(1400, 30), 1)])
    Rating(rating=1563.5..., deviation=175.4..., volatility=0.0599...)
    """
    if not results:
        return player.rested(1)
    mu, phi = (player.rating - USUAL) / _SCALE, player.deviation / _SCALE
    weights, surprises = list[float](), list[float]()
    for opponent, score in results:
        own = opponent.deviation / _SCALE
        chance = _expected(mu - (opponent.rating - USUAL) / _SCALE, own)
        weights.append(_damping(own) ** 2 * chance * (1 - chance))
        surprises.append(_damping(own) * (score - chance))
    variance, surprise = 1 / sum(weights), sum(surprises)
    volatility = _volatility(phi, player.volatility, variance, variance * surprise)
    spread = 1 / math.sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    rating = USUAL + _SCALE * (mu + spread**2 * surprise)
    return Rating(rating, min(_SCALE * spread, LARGEST_DEVIATION), volatility)


def _damping(deviation: float) -> float:
    """Return the weight of a game against somebody of this deviation: g in the paper."""
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _expected(lead: float, deviation: float) -> float:
    return 1 / (1 + math.exp(-_damping(deviation) * lead))


def _volatility(phi: float, before: float, variance: float, change: float) -> float:
    """Return the new volatility: the zero of f in the paper, found by the Illinois method."""
    start = math.log(before**2)

    def slope(x: float) -> float:
        grown = math.exp(x)
        spread = phi**2 + variance + grown
        return grown * (change**2 - spread) / (2 * spread**2) - (x - start) / _TAU**2

    low = start
    if change**2 > phi**2 + variance:
        high = math.log(change**2 - phi**2 - variance)
    else:
        high = start - _TAU
        while slope(high) < 0:
            high -= _TAU
    f_low, f_high = slope(low), slope(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = slope(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
