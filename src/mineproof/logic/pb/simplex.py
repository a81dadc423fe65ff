"""Bounds on sums: do whole numbers or fractions within some bounds exist, and if not, why?

The general simplex method of Dutertre and de Moura ("A fast linear-arithmetic solver for DPLL(T)",
CAV 2006). Some variables are sums of others, and each variable has a lower and an upper bound. If
no values fit, one sum shows it: even its most favourable value within the bounds of its parts is
out of its own bounds. Those bounds, each with a multiplier, add up to a contradiction (Farkas).

Bounds can be tightened and set back at any time, which makes cases cheap. All arithmetic is exact:
a row is kept in integers, with the multiple of its variable that it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from mineproof.errors import LimitReached

MAX_PIVOTS = 20_000
"""How many exchanges of variables to spend; expert positions take up to some hundreds."""


class Limit(NamedTuple):
    """A variable's lower or upper bound, without its value."""

    variable: int
    is_lower: bool


class Simplex:
    """Variables with bounds; those from `len(bounds)` on are sums of the others.

    >>> pair = Simplex([(0, 1), (0, 1)], [({0: 1, 1: 1}, (3, 3))])
    >>> [(*limit, times) for limit, times in sorted(pair.clash().items())]
    [(0, False, 1), (1, False, 1), (2, True, 1)]
    """

    def __init__(
        self,
        bounds: Sequence[tuple[int, int]],
        sums: Sequence[tuple[Mapping[int, int], tuple[int, int]]],
    ) -> None:
        first = len(bounds)
        self._bounds = [list(pair) for pair in (*bounds, *(pair for _, pair in sums))]
        self._values = [Fraction(low) for low, _ in bounds]
        self._values += [Fraction(sum(k * bounds[i][0] for i, k in s.items())) for s, _ in sums]
        # By basic variable: `multiple` of it is the sum of others, the nonbasic ones.
        self._rows = {first + i: dict(parts) for i, (parts, _) in enumerate(sums)}
        self._multiples = dict.fromkeys(self._rows, 1)
        self._pivots = 0

    def value(self, variable: int) -> Fraction:
        """Return a variable's value; after `clash` returned None it is within its bounds."""
        return self._values[variable]

    def tighten(self, limit: Limit, value: int) -> int:
        """Set a bound; return the old one, which `loosen` sets back."""
        pair = self._bounds[limit.variable]
        old, pair[not limit.is_lower] = pair[not limit.is_lower], value
        now = self._values[limit.variable]
        is_out = now < value if limit.is_lower else now > value
        if is_out and limit.variable not in self._rows:
            self._move(limit.variable, value - now)
        return old

    def loosen(self, limit: Limit, value: int) -> None:
        """Set a bound back to what it was."""
        self._bounds[limit.variable][not limit.is_lower] = value

    def clash(self) -> dict[Limit, int] | None:
        """Return bounds that contradict each other, with multipliers; None if some values fit.

        Raises LimitReached after MAX_PIVOTS in all.
        """
        while self._pivots < MAX_PIVOTS:
            # The smallest variable each time: then the method ends (Bland).
            out = min((v for v in self._rows if self._distance(v)), default=None)
            if out is None:
                return None
            distance = self._distance(out)
            other = self._helpful(out, distance > 0)
            if other is None:
                return self._explanation(out, distance > 0)
            step = distance * Fraction(self._multiples[out], self._rows[out][other])
            self._move(other, step)
            self._pivot(out, other)
        raise LimitReached(f"a count needs more than {MAX_PIVOTS} steps of the simplex method")

    def _distance(self, variable: int) -> Fraction | int:
        """Return how much must be added to a variable to bring it into its bounds."""
        value, (low, high) = self._values[variable], self._bounds[variable]
        return low - value if value < low else high - value if value > high else 0

    def _helpful(self, out: int, must_grow: bool) -> int | None:
        """Return the smallest variable that may move to bring another one back."""
        for variable in sorted(self._rows[out]):
            grows = (self._rows[out][variable] > 0) == must_grow
            low, high = self._bounds[variable]
            if self._values[variable] < high if grows else self._values[variable] > low:
                return variable
        return None

    def _explanation(self, out: int, must_grow: bool) -> dict[Limit, int]:
        reasons = {Limit(out, must_grow): self._multiples[out]}
        for variable, factor in self._rows[out].items():
            reasons[Limit(variable, (factor > 0) != must_grow)] = abs(factor)
        return reasons

    def _move(self, nonbasic: int, step: Fraction | int) -> None:
        self._values[nonbasic] += step
        for basic, row in self._rows.items():
            if nonbasic in row:
                self._values[basic] += step * Fraction(row[nonbasic], self._multiples[basic])

    def _pivot(self, leaving: int, entering: int) -> None:
        """Exchange a basic and a nonbasic variable."""
        self._pivots += 1
        row, multiple = self._rows.pop(leaving), self._multiples.pop(leaving)
        factor = row.pop(entering)
        sign = 1 if factor > 0 else -1
        solved = {variable: -sign * each for variable, each in row.items()}
        solved[leaving] = sign * multiple
        for basic, other in self._rows.items():
            if entering in other:
                self._replace(basic, entering, solved, abs(factor))
        self._set(entering, solved, abs(factor))

    def _replace(self, basic: int, gone: int, solved: Mapping[int, int], multiple: int) -> None:
        """Put what a variable equals, divided by a multiple, in its place in a row."""
        row = self._rows[basic]
        factor = row.pop(gone)
        new = {variable: multiple * each for variable, each in row.items()}
        for variable, each in solved.items():
            new[variable] = new.get(variable, 0) + factor * each
        self._set(basic, new, multiple * self._multiples[basic])

    def _set(self, basic: int, row: Mapping[int, int], multiple: int) -> None:
        common = gcd(multiple, *row.values())
        self._rows[basic] = {variable: each // common for variable, each in row.items() if each}
        self._multiples[basic] = multiple // common
