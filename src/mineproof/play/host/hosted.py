"""Hosted games: what a player does wrong costs it one game, whatever it is.

Hosts are kept for the next games of the same player, a few of them; a host whose player hangs or
dies is replaced.
"""

from __future__ import annotations

import atexit
import mmap
import os
import pickle
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from mineproof.errors import Fault
from mineproof.play.host.process import DEADLINE, LENGTH, Guest, Order, Task
from mineproof.play.referee import Referee, too_late
from mineproof.plugins.fence import Fence, clean_environment
from mineproof.plugins.launch import Popen, launched
from mineproof.plugins.source import LOADING_SECONDS

_MOST_IDLE = 4
_GLANCE = 0.05  # seconds
_GRACE = 0.25  # seconds after a deadline, in which a late answer still arrives as such
_ENDING = 2.0  # seconds
_READ = 1 << 16  # bytes


class Yard(NamedTuple):
    """Where a host works, and the fence around it. Whoever made the folder removes it."""

    folder: str
    fence: Fence


def hosted(
    player: Guest,
    task: Task,
    numbers: Sequence[int],
    seconds: float,
    yard: Yard | None = None,
) -> Iterator[Any | Fault]:
    """Play games of one player in a host; yield each result, or the fault that ended the game.

    Its code is loaded first, which may take longer than a move. The system decides what is
    possible: where a process cannot inherit files, the games are played here, and a player that
    hangs hangs this. With a `yard`, the host is fenced.
    """
    if os.name != "posix":
        yield from (task(number, Referee(seconds)) for number in numbers)
        return
    left = list(numbers)
    while left:
        host = _idle.take((player, yard)) or _Host(yard)
        try:
            for result in host.play(Order(player, task, tuple(left), seconds)):
                yield result
                del left[0]
        except Fault as fault:
            yield fault
            del left[0]
        finally:
            _idle.give((player, yard), host)


class _Host:
    """A process that plays, seen from outside."""

    def __init__(self, yard: Yard | None) -> None:
        with tempfile.TemporaryFile() as file:
            file.write(bytes(DEADLINE.size))
            file.flush()
            self._beat = mmap.mmap(file.fileno(), DEADLINE.size)
            theirs_in, orders = os.pipe()
            results, theirs_out = os.pipe()
            handed = (theirs_in, theirs_out, file.fileno())
            self._process = launched(lambda: _popen(handed, yard))
        os.close(theirs_in)
        os.close(theirs_out)
        self._orders = os.fdopen(orders, "wb", buffering=0)
        self._results = _Results(results)
        self._has_answered = False
        self.is_usable = True
        self._send([str(Path(each).absolute()) for each in (*sys.path, ".")])

    def play(self, order: Order) -> Iterator[Any]:
        """Yield the results of an order; raise Fault, and be of no more use."""
        is_done = False
        try:
            self._send(order)
            for number in order.numbers:
                yield self._result(number, order.seconds)
            is_done = True
        finally:
            if not is_done:
                self.close()

    def close(self) -> None:
        """End the process, and what it has started."""
        if not self.is_usable:
            return
        self.is_usable = False
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._orders.close()
        self._results.close()

    def _send(self, value: object) -> None:
        with suppress(BrokenPipeError):  # it has died, which the next result will tell
            self._orders.write(pickle.dumps(value))

    def _result(self, number: int, seconds: float) -> Any:
        asked = time.monotonic()
        while True:
            try:
                result = self._results.next(_GLANCE)
            except Exception:  # garbled is as good as dead
                raise self._death() from None
            if result is not None:
                return self._checked(result, number)
            (deadline,) = DEADLINE.unpack_from(self._beat)
            latest = deadline or (asked + LOADING_SECONDS if not self._has_answered else 0.0)
            if latest and time.monotonic() > latest + _GRACE:
                raise too_late(seconds)
            if self._process.poll() is not None and self._results.is_silent:
                raise self._death()

    def _checked(self, result: tuple[int, Any], number: int) -> Any:
        if result[0] != number:
            raise Fault("its process answered for another game")
        self._has_answered = True
        return result[1]

    def _death(self) -> Fault:
        with suppress(subprocess.TimeoutExpired):  # its pipe is closed, and it may be still ending
            self._process.wait(timeout=_ENDING)
        self.close()
        code = self._process.returncode
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return Fault(f"its process ended {how}")


class _Results:
    """What a host writes, one result after another."""

    def __init__(self, pipe: int) -> None:
        self._pipe = os.fdopen(pipe, "rb", buffering=0)
        self._ready = select.poll()
        self._ready.register(pipe, select.POLLIN)
        self._bytes = bytearray()

    def next(self, seconds: float) -> tuple[int, Any] | None:
        """Return the next result, or None if it is not there yet; raise EOFError at the end."""
        if (result := self._whole()) is None and self._ready.poll(seconds * 1000):
            if not (news := self._pipe.read(_READ)):
                raise EOFError
            self._bytes += news
            result = self._whole()
        return result

    @property
    def is_silent(self) -> bool:
        """Whether nothing waits to be read; a child of the host may still hold its end."""
        return not self._ready.poll(0)

    def close(self) -> None:
        self._pipe.close()

    def _whole(self) -> tuple[int, Any] | None:
        if len(self._bytes) < LENGTH.size:
            return None
        end = LENGTH.size + LENGTH.unpack_from(self._bytes)[0]
        if len(self._bytes) < end:
            return None
        result: tuple[int, Any] = pickle.loads(self._bytes[LENGTH.size : end])
        del self._bytes[:end]
        return result


def _popen(handed: Sequence[int], yard: Yard | None) -> Popen:
    limits = yard.fence.words if yard else ()
    return subprocess.Popen(
        [sys.executable, "-m", "mineproof.play.host.process", *map(str, handed), *limits],
        cwd=yard.folder if yard else None,
        env=clean_environment(yard.folder) if yard else None,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=handed,
        start_new_session=True,
    )


_Owner: TypeAlias = tuple[Guest, Yard | None]


class _Idle:
    """Hosts that wait for the next games of their players."""

    def __init__(self) -> None:
        self.forget()
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.forget)

    def forget(self) -> None:
        """Begin with none: in a fork, all hosts belong to the original."""
        self._hosts: list[tuple[_Owner, _Host]] = []
        self._lock = threading.Lock()

    def take(self, player: _Owner) -> _Host | None:
        with self._lock:
            for place, (owner, host) in enumerate(self._hosts):
                if owner == player:
                    del self._hosts[place]
                    return host
        return None

    def give(self, player: _Owner, host: _Host) -> None:
        with self._lock:
            if host.is_usable:
                self._hosts.append((player, host))
            surplus = self._hosts[:-_MOST_IDLE]
            del self._hosts[:-_MOST_IDLE]
        for _, each in surplus:
            each.close()

    def close(self) -> None:
        with self._lock:
            hosts, self._hosts = self._hosts, []
        for _, host in hosts:
            host.close()


_idle = _Idle()
