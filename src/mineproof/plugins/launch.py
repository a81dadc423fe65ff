"""Processes that end with this one, whichever thread asked for them, and however it ends."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeAlias

_DEATH_SIGNAL = 1  # prctl's PR_SET_PDEATHSIG

Popen: TypeAlias = "subprocess.Popen[bytes]"


def end_with_parent() -> None:
    """Ask Linux to end this process when its parent dies, however that happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)


def launched(start: Callable[[], Popen]) -> Popen:
    """Return the process that `start` returns, started by a thread that lives as long as this one.

    To Linux, the parent of a process is the thread that started it: when a thread of a pool ends,
    the processes that it started would be ended as well.
    """
    return _launcher.call(start)


class _Launcher:
    """A thread that starts processes."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew: a fork has no threads but one."""
        self._calls: SimpleQueue[tuple[Callable[[], Popen], Future[Popen]]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def call(self, start: Callable[[], Popen]) -> Popen:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
        future: Future[Popen] = Future()
        self._calls.put((start, future))
        return future.result()

    def _work(self) -> None:
        while True:
            start, future = self._calls.get()
            try:
                future.set_result(start())
            except OSError as error:
                future.set_exception(error)


_launcher = _Launcher()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_launcher.forget)
