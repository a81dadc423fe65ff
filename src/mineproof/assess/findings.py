"""Findings: what one question to a player brought to light."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from mineproof.assess.clauses import Breach
from mineproof.assess.missed import By, Chance
from mineproof.assess.positions import Position

Finding: TypeAlias = Breach | Chance


@dataclass(frozen=True, slots=True)
class Found:
    """A breach or a missed chance, where it was found, and by which question.

    The position is None if none was there yet, or nobody could keep it.
    """

    what: Finding
    position: Position | None
    number: int


@dataclass(slots=True)
class Findings:
    """Everything that one question brought to light; `found` counts the chances that were taken."""

    positions: int = 0
    breaches: list[Found] = field(default_factory=list)
    missed: list[Found] = field(default_factory=list)
    found: Counter[By] = field(default_factory=Counter)


@dataclass(slots=True)
class Play:
    """How games were played: decisions, and for how many a certain move was there, and made.

    The risks are sums over `guesses`, which are those where nothing was certain. `declined` counts
    the games of shapes that a player does not play. `seconds` is what it has thought in `moves`
    moves; `reasons` counts how games ended by a fault, and `ended` those that cost a process.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    declined: Counter[str] = field(default_factory=Counter)
    faults: int = 0
    decisions: int = 0
    certain_there: int = 0
    certain_made: int = 0
    guesses: int = 0
    risk: float = 0.0
    least_risk: float = 0.0
    moves: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    ended: int = 0

    def add(self, other: Play) -> None:
        """Add the figures of other games."""
        for name in self.__slots__:
            total = getattr(self, name) + getattr(other, name)
            setattr(self, name, total)


@dataclass(slots=True)
class GameFindings(Findings):
    """What one game brought to light."""

    play: Play = field(default_factory=Play)
