"""Choice: a player's decision, which is a move with its proof or risk, or no move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from mineproof.board.game import Move
from mineproof.engines.guess import Guesses
from mineproof.engines.inference import Deduction, Status


class Choice(NamedTuple):
    """A move, with the deduction that proves it; without one it is a guess.

    `risk` is the guess's risk, None if the agent did not ask for it; `guesses` are the guesses
    compared, this one first. `is_own` tells that the agent makes its own moves, whatever is
    certain; `reason` and `is_claimed` are what such an agent says: why, and whether it calls the
    move certain.
    """

    move: Move
    deduction: Deduction | None = None
    risk: float | None = None
    guesses: Guesses | None = None
    reason: str = ""
    is_claimed: bool = False
    is_own: bool = False

    @property
    def is_guess(self) -> bool:
        """Whether nothing proves the move."""
        return self.deduction is None


@dataclass(frozen=True, slots=True)
class Stuck:
    """No move is certain and the player does not guess; the engine's status says why.

    `reason` is what an agent that makes its own moves says about it.
    """

    status: Status
    reason: str = ""


Decision: TypeAlias = Choice | Stuck
