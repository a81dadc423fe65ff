"""Ctrl-C is for the process that was asked to play. It ends its workers; they do not hear of it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def unheard() -> Iterator[None]:
    """Let what is started in here never hear of Ctrl-C, and this process only when it is started.

    A terminal sends Ctrl-C to all processes that it can reach. Those that are started while a
    signal is blocked have it blocked from their first moment to their last.
    """
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield
        return
    resource_tracker.ensure_running()  # Python's, which lifts the block when it is started
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if heard:
            signal.raise_signal(signal.SIGINT)
