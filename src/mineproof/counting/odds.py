"""Odds: how likely each cell is a mine, given everything a position says.

With a known mine count every layout that fits is equally likely. Without one the caller chooses a
Prior for the number of mines: a density (each cell is a mine with the same, independent chance;
1/2 makes every layout equally likely), or any count (each number of mines is equally likely, and
so is each layout with that number).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, nan
from numbers import Real

from mineproof.errors import BadInput
from mineproof.logic.problem import Cell


class Prior(ABC):
    """What to believe about an unknown number of mines."""

    @abstractmethod
    def weights(self, cells: int) -> list[int]:
        """Return the weight of a layout with k mines, for each k from 0 to the number of cells."""


@dataclass(frozen=True, slots=True)
class Density(Prior):
    """Each cell is a mine with the same, independent chance.

    >>> Density(Fraction(1, 4)).weights(2)
    [9, 3, 1]
    """

    mines: Fraction | float = Fraction(1, 2)

    def __post_init__(self) -> None:
        if not (isinstance(self.mines, Real) and 0 < self.mines < 1):
            raise BadInput(f"a density of {self.mines}; expected more than 0 and less than 1")

    def weights(self, cells: int) -> list[int]:
        """Return the powers of the odds, scaled to integers."""
        share = Fraction(self.mines)
        mine, safe = share.numerator, share.denominator - share.numerator
        return [mine**k * safe ** (cells - k) for k in range(cells + 1)]


@dataclass(frozen=True, slots=True)
class AnyCount(Prior):
    """Each number of mines is equally likely, and so is each layout with that number.

    >>> AnyCount().weights(2)
    [2, 1, 2]
    """

    def weights(self, cells: int) -> list[int]:
        """Return the inverse binomials, scaled to integers."""
        ways = [comb(cells, k) for k in range(cells + 1)]
        scale = lcm(*ways)
        return [scale // each for each in ways]


@dataclass(frozen=True, slots=True)
class Left(Prior):
    """A prior over all cells, once `known` of them, with `mines` mines, are settled.

    >>> Left(AnyCount(), known=1, mines=1).weights(1)
    [1, 2]
    """

    prior: Prior
    known: int
    mines: int

    def weights(self, cells: int) -> list[int]:
        """Return the weights, shifted by the known mines."""
        return self.prior.weights(self.known + cells)[self.mines :][: cells + 1]


class Odds(ABC):
    """The odds of one position, computed on demand.

    Every property raises Contradiction if no layout fits, and LimitReached if there are too many to
    count.
    """

    @property
    @abstractmethod
    def layouts(self) -> int:
        """How many layouts fit, exactly."""

    @property
    @abstractmethod
    def certain(self) -> Mapping[Cell, bool]:
        """The cells that are the same in every layout, in order, and whether they are mines."""

    @property
    @abstractmethod
    def risks(self) -> Mapping[Cell, float]:
        """The risk of every undetermined cell of the problem, in order."""

    def risk_list(self, cells: int) -> Sequence[float]:
        """Return the risks of cells 0 to `cells` - 1, NaN for those that have none."""
        risks = self.risks
        return [risks.get(cell, nan) for cell in range(cells)]

    @property
    @abstractmethod
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        """The same as exact fractions."""
