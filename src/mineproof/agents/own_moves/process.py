"""Process: somebody's program, asked line by line. It may hang, die, or write without end.

Nothing is read without a bound on time and length. The program runs in a session of its own, so
that it can be ended with everything it has started.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from mineproof.agents.own_moves.words import plain, quoted
from mineproof.errors import Fault, Reported
from mineproof.plugins.fence import clean_environment
from mineproof.plugins.launch import Popen, launched

_CHUNK = 1 << 16
_TAIL = 2000  # bytes of standard error that are kept
_ENDING = 0.5  # seconds in which a process that closed its output ends
_T = TypeVar("_T")
_GRACE = 0.5  # seconds between farewell and death

# Asks Linux to end the program when mineproof dies, however that happens; this survives `exec`.
# Python ignores SIGPIPE, which its programs would inherit.
_LAUNCH = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
if os.getppid() == int(sys.argv[1]):
    try:
        os.execv(sys.argv[2], sys.argv[3:])
    except OSError as error:
        sys.exit(f"cannot start {sys.argv[3]}: {error.strerror}")
"""


class Bounds(NamedTuple):
    """What an answer may take: seconds, and bytes. `what` names it in the message of a Fault."""

    seconds: float
    most: int
    what: str


class Process:
    """A running program. Only one thread may use it at a time.

    `path` is its executable, `command` its name and arguments. Anything it does wrong raises Fault,
    and ends it, unless it reports the error itself. With `has_folder` it works in a folder of its
    own, which is removed with it, and in a clean environment.
    """

    def __init__(self, path: str, command: Sequence[str], *, has_folder: bool = False) -> None:
        self._owner = os.getpid()
        self._folder = tempfile.mkdtemp(prefix="mineproof-") if has_folder else None
        self._process = _started(path, command, self._folder)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._files = tuple(pipe for pipe in pipes if pipe)
        self._in, self._out, self._err = (file.fileno() for file in self._files)
        for each in (self._in, self._out, self._err):
            os.set_blocking(each, False)
        self._unsent, self._unread, self._tail = bytearray(), bytearray(), bytearray()
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._is_mute = False
        self._cpu_seconds = 0.0
        self.is_alive = True

    def tell(self, line: bytes) -> None:
        """Send a line that needs no answer; it may go out with the next question."""
        self._unsent += line
        if self.is_alive:
            self._send()

    def ask(self, line: bytes, read: Callable[[bytes], _T], bounds: Bounds) -> _T:
        """Send a line and return the answer, one line, as `read` understands it."""
        if self._files[0].closed or self._owner != os.getpid():
            raise Fault("its process is gone")
        try:
            self._tail.clear()
            self._unsent += line
            if self._is_ready(0):
                self._receive()
            if self._unread:
                raise self._out_of_turn()
            self._send()
            return read(self._answer(bounds))
        except Reported:
            raise
        except BaseException:  # an alarm may ring at any time
            self.kill()
            raise

    def cpu_seconds(self) -> float:
        """Return the CPU time it has used so far; zero where the system does not tell."""
        if sys.platform == "linux" and self.is_alive:
            with suppress(OSError):
                # Linux has a clock for each process; its id is made as the C library makes it.
                self._cpu_seconds = time.clock_gettime(~self._process.pid << 3 | 2)
        return self._cpu_seconds

    def end(self, farewell: bytes) -> None:
        """Say farewell, and wait a little for the end."""
        if self.is_alive and self._owner == os.getpid():
            self.tell(farewell)
            self._files[0].close()
            self._wait_for_end(time.monotonic() + _GRACE)
        self.kill()

    def kill(self) -> None:
        """End it and everything it has started."""
        self.cpu_seconds()  # as long as there is one to ask
        self.is_alive = False
        if self._files[0].closed and self._files[1].closed:
            return
        if self._owner == os.getpid():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            if self._folder:
                shutil.rmtree(self._folder, ignore_errors=True)
        self.forget()

    def forget(self) -> None:
        """Close the pipes: in a fork, the program belongs to the original."""
        self.is_alive = False
        self._process.returncode = self._process.returncode or 0  # else its end would be missed
        for file in self._files:
            file.close()

    # Reading and writing, whatever the program does meanwhile

    def _answer(self, bounds: Bounds) -> bytes:
        deadline, searched = time.monotonic() + bounds.seconds, 0
        while self._unread.find(b"\n", searched) < 0:
            searched = len(self._unread)
            if len(self._unread) > bounds.most:
                wrote = f"it wrote more than {bounds.most} bytes"
                raise self._fault(f"{wrote}: {quoted(self._unread)}")
            if not self.is_alive:
                raise self._death()
            left = deadline - time.monotonic()
            if left <= 0:
                raise self._fault(f"no {bounds.what} within {bounds.seconds:g} seconds")
            self._wait(left)
        return self._taken()

    def _taken(self) -> bytes:
        """Return the line that was read; nothing may follow it."""
        line, _, rest = bytes(self._unread).partition(b"\n")
        self._unread = bytearray(rest)
        if rest:
            raise self._out_of_turn()
        return line

    def _wait(self, seconds: float) -> None:
        """Wait until something can be read or written, and do it."""
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        try:
            self._is_ready(seconds)
        finally:
            if self._unsent:
                self._poll.unregister(self._in)
        self._receive()
        self._send()

    def _is_ready(self, seconds: float) -> bool:
        return bool(self._poll.poll(seconds * 1000))

    def _send(self) -> None:
        """Write what the pipe takes."""
        if self._unsent and self._owner == os.getpid():
            with suppress(BlockingIOError):
                try:
                    sent = os.write(self._in, self._unsent)
                except BrokenPipeError:
                    sent = len(self._unsent)  # nobody reads it; its output tells the rest
                del self._unsent[:sent]

    def _receive(self) -> None:
        """Read what there is, of standard error only the last part."""
        with suppress(BlockingIOError):
            chunk = os.read(self._err, _CHUNK)
            self._tail = (self._tail + chunk)[-_TAIL:]
            if not chunk and not self._is_mute:
                self._is_mute = True
                self._poll.unregister(self._err)  # closed, it would be ready for ever
        with suppress(BlockingIOError):
            chunk = os.read(self._out, _CHUNK)
            self._unread += chunk
            self.is_alive = bool(chunk)

    def _wait_for_end(self, deadline: float) -> None:
        """Read on until it closes its output, which most programs do by ending."""
        while self.is_alive and (left := deadline - time.monotonic()) > 0:
            self._is_ready(left)
            self._unread.clear()
            self._receive()

    # Faults

    def _out_of_turn(self) -> Fault:
        return self._fault(f"it wrote out of turn: {quoted(self._unread)}")

    def _death(self) -> Fault:
        try:
            code = self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            return self._fault("it closed its output")
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return self._fault(f"its process ended {how}")

    def _fault(self, message: str) -> Fault:
        """Return a fault, with the last line that the program wrote to standard error."""
        with suppress(BlockingIOError):
            self._tail = (self._tail + os.read(self._err, _CHUNK))[-_TAIL:]
        lines = self._tail.decode("utf-8", "replace").strip().splitlines()
        said = plain(lines[-1])[:200] if lines else ""
        return Fault(f"{message} ({said})" if said else message)


# Starting


def _started(path: str, command: Sequence[str], folder: str | None) -> Popen:
    if sys.platform != "linux":
        return _popen(command, path, folder)
    launch = [sys.executable, "-I", "-S", "-c", _LAUNCH, str(os.getpid()), path, *command]
    return launched(lambda: _popen(launch, sys.executable, folder))


def _popen(command: Sequence[str], path: str, folder: str | None) -> Popen:
    return subprocess.Popen(
        command,
        bufsize=0,
        executable=path,
        cwd=folder,
        env=clean_environment(folder) if folder else None,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
