"""Record: one finished game in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mineproof.board.grid import Cell

FAULT, REFUSED_AT = "fault", "refused_at"
"""What tables call the fields of a record that say what the player did wrong, and where."""


class Outcome(Enum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"
    STUCK = "stuck"
    """No certain move was left and the player does not guess."""


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """What is kept of a game.

    `game` is its id, which replays it, or the name of a given layout. `proved` counts the cells
    that each engine proved; `counters` are the engine's own. `lost_at` is the cell that lost the
    game. `luck` is, for each guess, `risk` if it survived, otherwise `risk - 1`; summed, so its
    expected value is zero. It is None if the engine knows no risks. `seconds` is CPU time. `fault`
    says what the player did wrong, if that lost the game; `refused_at` is the position in which the
    checker refused a proof, as a picture in one line.
    """

    game: str
    agent: str
    engine: str
    seed: int
    outcome: Outcome
    moves: int
    guesses: int
    unmarked_cells: tuple[Cell, ...]
    proved: Mapping[str, int]
    counters: Mapping[str, int]
    seconds: float
    lost_at: Cell | None = None
    luck: float | None = None
    fault: str | None = None
    refused_at: str | None = None

    def __repr__(self) -> str:
        told = f"{self.moves} moves, {self.guesses} guesses, {self.unmarked} cells unmarked"
        player = f"{self.agent} with {self.engine}"
        return f"{type(self).__name__}({self.game} by {player}: {self.outcome.value}; {told})"

    @property
    def unmarked(self) -> int:
        """How many cells were neither open nor flagged at the end."""
        return len(self.unmarked_cells)
