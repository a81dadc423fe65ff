"""Record: one finished game in figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mineproof.board.grid import Cell


class Outcome(Enum):
    """How a game ended for the one who played it."""

    WON = "won"
    LOST = "lost"
    STUCK = "stuck"
    """No certain move was left and the player does not guess."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of a game.

    `game` is its id, from which it can be played again, or the name of a given layout. `proved`
    counts the cells that each engine has proved; `counters` are the engine's own. `lost_at` is the
    cell that lost the game. `luck` is the sum over all guesses of the risk if it was survived, else
    of the risk less 1, so that its mean is zero; None if the engine knows no risks. `seconds` are
    of CPU time.
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

    @property
    def unmarked(self) -> int:
        """How many cells were neither open nor flagged at the end."""
        return len(self.unmarked_cells)
