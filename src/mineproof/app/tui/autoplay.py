"""Autoplay: the program plays by itself, at a chosen speed, until stopped, stuck or done."""

from __future__ import annotations

from collections.abc import Callable

from mineproof.app.game.assist import Assistance
from mineproof.app.tui.table import Table
from mineproof.app.tui.words import Words

_SLOWEST = 2.0
"""Seconds between two moves."""

_STEPS = 20
"""The number of speeds; the last is as fast as possible."""

_USUAL_STEP = 12


class Autoplay:
    """Asks for one move after another."""

    def __init__(self, table: Table, wait: Callable[[float, Callable[[], None]], None]) -> None:
        """Play at a table; `wait` calls a function after some seconds."""
        self._table, self._wait = table, wait
        self._follow: Callable[[Assistance], None] = table.follow
        self._step = _USUAL_STEP
        self._run = 0
        self.is_running = False

    @property
    def delay(self) -> float:
        """Seconds between two moves."""
        return 0.0 if self._step == _STEPS else _SLOWEST * 0.8**self._step

    def pace(self, words: Words) -> str:
        """Say how fast it plays."""
        if not self.delay:
            return words.say("ai.fastest")
        return words.say("ai.per_second", n=f"{1 / self.delay:.1f}")

    def change_speed(self, by: int) -> None:
        """Play faster or slower from the next move on."""
        self._step = min(max(self._step + by, 0), _STEPS)

    def toggle(self, follow: Callable[[Assistance], None]) -> None:
        """Begin, and hand each decision to `follow`; or stop."""
        if self.is_running:
            self.stop()
        else:
            self.is_running, self._follow = True, follow
            self._run += 1
            self._ask(self._run)

    def stop(self) -> None:
        """Make no more moves."""
        self.is_running = False

    def _ask(self, run: int) -> None:
        if run != self._run or not self.is_running:
            return
        if self._table.is_playing:
            self._table.decide(lambda found: self._take(run, found), lambda: self._refused(run))
        else:
            self.stop()

    def _refused(self, run: int) -> None:
        if run == self._run:
            self.stop()
            self._table.on_change()

    def _take(self, run: int, found: Assistance) -> None:
        if run != self._run or not self.is_running:
            return
        self._follow(found)
        if found.move is None or not self._table.is_playing:
            self.stop()
            self._table.on_change()
        else:
            self._wait(self.delay, lambda: self._ask(run))
