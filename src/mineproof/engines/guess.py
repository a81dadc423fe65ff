"""Guesses: cells to open when nothing is certain, and how they were compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
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
    """A few tenths of a second."""


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
    """Two moves were searched: the chance to survive them."""

    SAFEST = "safest"
    """Only the risks were compared: the chance to survive this move."""


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
