"""Guesses: cells to open when nothing is certain, and how they were compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from typing import NamedTuple

from mineproof.logic.problem import Cell

TIE = 1e-9
"""Chances that differ by less count as equal, so exact integers and the kernel's floats see the
same ties."""


class Budget(Enum):
    """How much a decision may cost, measured in work, not time."""

    FAST = "fast"
    """Less than a millisecond on a large board."""

    NORMAL = "normal"
    """A few milliseconds."""

    DEEP = "deep"
    """A few tenths of a second, seldom more than a second."""


SECONDS = {Budget.DEEP: 2.0, Budget.NORMAL: 0.5, Budget.FAST: 0.0}
"""How long a decision may take with each budget, on a machine of 2020 with nothing else to do."""


def strongest(seconds: float) -> Budget:
    """Return the strongest budget with which a decision fits into so many seconds.

    >>> strongest(5), strongest(1)
    (<Budget.DEEP: 'deep'>, <Budget.NORMAL: 'normal'>)
    """
    return next(budget for budget, needed in SECONDS.items() if needed <= seconds)


class Guess(NamedTuple):
    """A cell to open, its risk, and its merit: a chance whose meaning `How` gives."""

    cell: Cell
    risk: float
    merit: float


class How(Enum):
    """How guesses were compared, and so what their merit means."""

    ENDGAME = "endgame"
    """All play was searched: the chance to win."""

    GAMES = "games"
    """Playouts were compared: an estimate of the chance to win."""

    LOOKAHEAD = "lookahead"
    """Two moves were searched: the chance to survive them. A learned value may change the order."""

    SAFEST = "safest"
    """Only the risks were compared: the chance to survive this move."""


# The sizes of a contest in the kernel (native/strategist/strategist.hpp and contest.hpp).
_PLAYED_CELLS = {Budget.FAST: 0, Budget.NORMAL: 64_000, Budget.DEEP: 2_700_000}
_FEWEST_CELLS, _TELLING = 64, 250


def fewest_playouts(budget: Budget, unsettled: int) -> int:
    """Return how many playouts each compared guess has at least, with so many unsettled cells.

    The best one may have many more.

    >>> fewest_playouts(Budget.NORMAL, 400), fewest_playouts(Budget.DEEP, 400)
    (160, 250)
    """
    return min(_PLAYED_CELLS[budget] // max(unsettled, _FEWEST_CELLS), _TELLING)


def win_error(win: float, risk: float, how: How, budget: Budget, unsettled: int) -> float:
    """Return the most that the standard error of a chance to win can be; 0 if it is exact.

    Each playout scores the chance that the cell is safe, or less; for a given mean, scores vary
    most if they are all or nothing.

    >>> round(win_error(0.4, 0.2, How.GAMES, Budget.DEEP, 300), 3)
    0.025
    """
    if how is not How.GAMES or not 0 < win < 1 - risk:
        return 0.0
    return sqrt(win * (1 - risk - win) / fewest_playouts(budget, unsettled))


@dataclass(frozen=True, slots=True)
class Guesses:
    """Some guesses, the best first, and how they were compared."""

    best: tuple[Guess, ...]
    how: How

    @classmethod
    def read(cls, found: Iterable[tuple[Cell, float, float]], how: str) -> Guesses:
        """Return the guesses from the kernel's answer."""
        return cls(tuple(Guess(*each) for each in found), How(how))

    @property
    def wins(self) -> tuple[float | None, ...]:
        """Each guess's chance to win; None if only its chance to survive is known."""
        is_known = self.how in (How.ENDGAME, How.GAMES)
        return tuple(each.merit if is_known else None for each in self.best)
