"""Performance: a played game in the numbers that players compare.

Solved 3BV is the effort of everything open at the end. Speed is solved 3BV per second. Efficiency
is solved 3BV per click; with chords it may exceed 1. If clicks were not counted, each move is one.
Luck is that of its review.
"""

from __future__ import annotations

from dataclasses import dataclass

from mineproof.board.formats.values import Replay
from mineproof.board.game import GameStatus
from mineproof.board.metrics.effort import effort
from mineproof.coach.review import review


@dataclass(frozen=True, slots=True)
class Performance:
    """How a game was played: its end, solved 3BV, clicks, luck, and seconds if known."""

    status: GameStatus
    bbbv: int
    clicks: int
    luck: float
    seconds: float | None = None

    @property
    def speed(self) -> float | None:
        """Solved 3BV per second; None if the time is unknown or zero."""
        return self.bbbv / self.seconds if self.seconds else None

    @property
    def efficiency(self) -> float | None:
        """Solved 3BV per click; None without clicks."""
        return self.bbbv / self.clicks if self.clicks else None


def performance(replay: Replay) -> Performance:
    """Return how a game was played; raise IllegalMove where the rules forbid a move.

    >>> from mineproof.board.transcript import Transcript
    >>> found = performance(Replay(Transcript.parse("layout/clearing *1. 11. c1 Fa1 Cb1")))
    >>> found.bbbv, found.clicks, found.efficiency, found.speed
    (2, 3, 0.6666666666666666, None)
    """
    game = replay.transcript.end()
    solved = effort(game.layout, within=game.view.open_cells()).bbbv
    clicks = len(replay.transcript.moves) if replay.clicks is None else replay.clicks.total
    luck = review(replay.transcript).luck
    return Performance(game.status, solved, clicks, luck, replay.seconds)
