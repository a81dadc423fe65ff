"""Background threads for slow questions, so that the screen never waits.

A thread cannot be stopped, but its answer is dropped if the board has changed in the
meantime, or another question was asked. All threads end with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

from textual.app import App

from mineproof.errors import BadInput, Contradiction, Fault, LimitReached

Told = TypeVar("Told")


class Thinker:
    """Thinks about one question at a time; only the latest counts."""

    def __init__(self, app: App[Any], complain: Callable[[str], None]) -> None:
        self._app = app
        self._complain = complain
        self._asked = 0
        self.is_busy = False

    def ask(
        self,
        question: Callable[[], Told],
        then: Callable[[Told], object],
        otherwise: Callable[[], object] = lambda: None,
    ) -> None:
        """Answer a question in a thread, and pass the answer on unless it is stale by then.

        Complains about bad input, positions with too much to count and players that fail, and
        calls `otherwise`.
        """
        self._asked += 1
        self.is_busy = True
        thinking = (self._asked, question, then, otherwise)
        Thread(target=self._think, args=thinking, daemon=True).start()

    def drop(self) -> None:
        """Declare the current question stale."""
        self._asked += 1
        self.is_busy = False

    def _think(
        self,
        number: int,
        question: Callable[[], Told],
        then: Callable[[Told], object],
        otherwise: Callable[[], object],
    ) -> None:
        def refuse(reason: str) -> None:
            self._complain(reason)
            otherwise()

        try:
            told = question()
        except (BadInput, Contradiction, LimitReached, Fault) as error:
            self._app.call_later(self._take, number, refuse, f"{error}.")
        except Exception as error:  # a bug, which must not vanish with the thread
            self._app.call_later(_raise, error)
        else:
            self._app.call_later(self._take, number, then, told)

    def _take(self, number: int, then: Callable[[Told], object], told: Told) -> None:
        if number == self._asked:
            self.is_busy = False
            then(told)


def _raise(error: Exception) -> None:
    raise error
