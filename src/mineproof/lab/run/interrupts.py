"""Ctrl-C and SIGTERM: the parent handles both, and workers end with it, however it ends."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType

_GLANCE = 0.5
"""How often, in seconds, a worker looks whether its parent is still there."""


class Terminated(KeyboardInterrupt):
    """SIGTERM, which stops a run as Ctrl-C does."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated here if SIGTERM arrives meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, handler)


def _terminate(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
    raise Terminated


@contextmanager
def unheard() -> Iterator[None]:
    """Block SIGINT in all processes that start in here; deliver it to this one on exit.

    A terminal sends Ctrl-C to the whole foreground process group. A process that starts while a
    signal is blocked inherits the block, so it never sees that signal. SIGTERM is delivered on exit
    too, if it has a handler.
    """
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock SIGINT
    heard: list[int] = []
    handled = [n for n in (signal.SIGINT, signal.SIGTERM) if callable(signal.getsignal(n))]
    handlers = {n: signal.signal(n, lambda number, _: heard.append(number)) for n in handled}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])


def end_with(parent: int) -> None:
    """End this process, a child of `parent`, soon after that one has ended.

    loky's workers would play what they have been handed first, and then wait for more. Windows does
    not tell that a parent is gone; there they do so still.
    """
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_GLANCE)
    os._exit(1)
