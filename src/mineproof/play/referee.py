"""Referee: what a player may not do without losing its game.

It may not raise an error, make an illegal move, make too many moves, or take too long for one.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol, TypeVar

from mineproof.errors import Fault, IllegalMove
from mineproof.plugins.source import told

USUAL_SECONDS = 10.0
"""How long a move may take."""

_MOVES_PER_CELL = 4  # flags may be set and taken back

_T = TypeVar("_T")


class Watch(Protocol):
    """What ends a player that takes too long; it may not be able to, and do nothing."""

    def start(self, now: float, seconds: float, /) -> None:
        """Begin to wait."""

    def stop(self, now: float, /) -> None:
        """End in time."""


class Referee:
    """Judges the faults of one player; each move may take `seconds`.

    `watch` ends a player that does not answer. Without one, a slow move is noticed when it ends.
    """

    def __init__(self, seconds: float = USUAL_SECONDS, watch: Watch | None = None) -> None:
        self.seconds = seconds
        self._watch = watch

    def time(self, ask: Callable[[], _T], seconds: float | None = None) -> _T:
        """Return the answer of a player; raise Fault if it came too late.

        `seconds` are allowed instead of the referee's own, if given.
        """
        seconds = self.seconds if seconds is None else seconds
        started = monotonic()
        if self._watch is not None:
            self._watch.start(started, seconds)
        try:
            answer = ask()
        finally:
            now = monotonic()
            if self._watch is not None:
                self._watch.stop(now)
        if now - started > seconds:
            raise too_late(seconds)
        return answer

    def count(self, moves: int, cells: int) -> None:
        """Raise Fault if a player has made more moves than any game needs."""
        if moves > _MOVES_PER_CELL * cells:
            raise Fault(f"no end after {moves} moves")

    def judge(self, error: Exception) -> str:
        """Return in one line what a player did wrong."""
        if isinstance(error, Fault):
            return str(error)
        if isinstance(error, IllegalMove):
            return f"illegal move: {error}"
        return told(error)


def too_late(seconds: float) -> Fault:
    """Return the fault of a move that took too long."""
    return Fault(f"no move within {seconds:g} seconds")
