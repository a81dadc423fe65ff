"""Choice: what a player decides, and what a guess was compared with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from mineproof.board.game import Move
from mineproof.board.grid import Cell
from mineproof.engines.inference import Deduction, Status


class Guess(NamedTuple):
    """A cell that may be opened, its risk, and what speaks for it."""

    cell: Cell
    risk: float
    merit: float


class How(Enum):
    """How guesses were compared, and so what their merit is."""

    ENDGAME = "endgame"
    """All play was looked at: the chance to win."""

    GAMES = "games"
    """Games were played on: about the chance to win."""

    LOOKAHEAD = "lookahead"
    """Two moves were looked at: the chance to survive them."""

    SAFEST = "safest"
    """Nothing was looked at but the risks: the chance to survive this move."""


@dataclass(frozen=True, slots=True)
class Guesses:
    """Some guesses, the best first, and how they were compared."""

    best: tuple[Guess, ...]
    how: How

    @property
    def wins(self) -> tuple[float | None, ...]:
        """For each guess the chance to win, None if nothing is known but how likely it survives."""
        is_known = self.how in (How.ENDGAME, How.GAMES)
        return tuple(each.merit if is_known else None for each in self.best)


class Choice(NamedTuple):
    """A move, with the deduction that proves it; without one it is a guess.

    `risk` is that of the guess, None if the agent did not ask for it; `guesses` are those that were
    compared with it, itself first, if the agent compares.
    """

    move: Move
    deduction: Deduction | None = None
    risk: float | None = None
    guesses: Guesses | None = None

    @property
    def is_guess(self) -> bool:
        """Whether nothing proves the move."""
        return self.deduction is None


@dataclass(frozen=True, slots=True)
class Stuck:
    """No move is certain and the player does not guess; the engine's status says why."""

    status: Status


Decision: TypeAlias = Choice | Stuck
