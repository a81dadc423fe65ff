"""Child: a worker process seen from outside, with its reports, its crash or its hang."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from fuzz.harness.corpus import Finding
from fuzz.harness.worker import Order

_ROOT = Path(__file__).parents[2]
_POLL = 0.1  # seconds
_START = 120  # the most seconds to the first input
_LAST_LINES = 40


class Child:
    """One worker process, in a session of its own: Ctrl-C reaches it only through `stop`."""

    def __init__(self, order: Order, environment: Mapping[str, str], limit: float) -> None:
        """Start it; a try of one input may take `limit` seconds."""
        self.crash: Finding | None = None
        self.hung = False
        self._notes = Path(order.notes)
        self._errors = self._notes.with_suffix(".stderr")
        self._limit = limit
        self._notes.write_bytes(b"")
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "fuzz.harness.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=_ROOT,
                env=environment,
                start_new_session=True,
                text=True,
            )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError), self._process.stdin as stdin:
            json.dump(asdict(order), stdin)

    def reports(self, stop: Event) -> Iterator[dict[str, Any]]:
        """Yield its reports to the end; then `crash` tells how it ended, unless all was well."""
        lines: SimpleQueue[str | None] = SimpleQueue()
        Thread(target=self._listen, args=(lines,), daemon=True).start()
        while (line := self._next(lines, stop)) is not None:
            yield json.loads(line)
        if stop.is_set():
            self._kill()
        elif self._process.wait():
            self._kill()  # what it may have started
            self.crash = self.crash or self._finding(_words(self._process.returncode))

    def _listen(self, lines: SimpleQueue[str | None]) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for line in stdout:
                lines.put(line)
        lines.put(None)

    def _next(self, lines: SimpleQueue[str | None], stop: Event) -> str | None:
        """Return its next line; None when it has ended, hangs, or is to stop."""
        while not stop.is_set():
            with suppress(Empty):
                return lines.get(timeout=_POLL)
            if self._hangs():
                self._abort()
                self.hung = True
                self.crash = self._finding(f"no end within {self._limit:g} seconds")
                return None
        return None

    def _hangs(self) -> bool:
        notes = self._notes.stat()
        return time.time() - notes.st_mtime > (self._limit if notes.st_size else _START)

    def _abort(self) -> None:
        """End a child that hangs; faulthandler writes where it was."""
        self._process.send_signal(signal.SIGABRT)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        self._kill()

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _finding(self, what: str) -> Finding:
        said = self._errors.read_text("utf-8", errors="replace").splitlines()[-_LAST_LINES:]
        if not self._notes.stat().st_size:
            raise RuntimeError("\n".join([f"the worker could not start: {what}", *said]))
        seed, value = json.loads(self._notes.read_bytes())
        return Finding(value, "\n".join([what, *said]), seed)


def _words(code: int) -> str:
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
