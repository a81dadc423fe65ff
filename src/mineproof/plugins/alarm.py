"""Alarm: interrupts somebody's code that takes too long, where the system can do that."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Alarm:
    """A watch for the main thread: after too long, it raises what `late` returns for the seconds.

    What had the signal before gets it back.
    """

    def __init__(self, late: Callable[[float], Exception]) -> None:
        self._late = late
        self._seconds = 0.0

    @classmethod
    def if_possible(cls, late: Callable[[float], Exception]) -> Alarm | None:
        """Return an alarm, or None where the system or this thread has none."""
        is_main = threading.current_thread() is threading.main_thread()
        return cls(late) if hasattr(signal, "setitimer") and is_main else None

    def start(self, _: float, seconds: float, /) -> None:
        """Begin to wait."""
        self._seconds = seconds
        self._before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop(self, _: float, /) -> None:
        """End in time."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)

    def _ring(self, _: int, __: Any) -> None:
        raise self._late(self._seconds)


@contextmanager
def limited(seconds: float, late: Callable[[float], Exception]) -> Iterator[None]:
    """Interrupt what takes longer, if that is possible, and nobody else's alarm is set."""
    alarm = Alarm.if_possible(late)
    if alarm is None or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    alarm.start(0, seconds)
    try:
        yield
    finally:
        alarm.stop(0)
