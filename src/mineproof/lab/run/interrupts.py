"""Only the parent handles Ctrl-C; workers ignore SIGINT and the parent ends them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def unheard() -> Iterator[None]:
    """Block SIGINT in all processes that start in here; deliver it to this one on exit.

    A terminal sends Ctrl-C to the whole foreground process group. A process that starts while a
    signal is blocked inherits the block, so it never sees that signal.
    """
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock SIGINT
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
