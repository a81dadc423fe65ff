"""A file layer that fails on demand: the n-th open, write, sync, rename, removal, … goes wrong.

It stands between this process and the system: functions of `os`, and the raw file under what
`Path.open` returns. Native code (Parquet, SQLite) does not pass through it.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from mineproof.errors import BadInput


class Killed(BaseException):
    """Ends a process in the middle of anything: nothing that it does after this has an effect."""


@dataclass(frozen=True)
class Fault:
    """What goes wrong: an error number or an exception, once or from then on."""

    error: int | type[BaseException]
    is_lasting: bool = False

    def strike(self, file: object) -> BaseException:
        if not isinstance(self.error, int):
            return self.error()
        error = OSError(self.error, os.strerror(self.error))
        if isinstance(file, str | os.PathLike):
            error.filename = os.fspath(file)
        return error


STOPPED = "stopped"
KILL = Fault(Killed, is_lasting=True)
FAULTS = {
    "full": Fault(errno.ENOSPC),
    "full for good": Fault(errno.ENOSPC, is_lasting=True),
    "input/output error": Fault(errno.EIO),
    "denied": Fault(errno.EACCES),
    "Ctrl-C": Fault(KeyboardInterrupt),
    "killed": KILL,
}
each_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


class Faults:
    """Counts steps, and strikes at the one whose turn it is."""

    def __init__(self, fault: Fault, at: int) -> None:
        self._fault, self._at = fault, at
        self._steps: list[str] = []

    @property
    def step(self) -> str | None:
        """The step that failed."""
        return self._steps[self._at] if self._at < len(self._steps) else None

    def next(self, name: str, file: object = None) -> BaseException | None:
        """Count one more step, and return what goes wrong with it."""
        number = len(self._steps)
        self._steps.append(name)
        is_hit = number == self._at or (self._fault.is_lasting and number > self._at)
        return self._fault.strike(file) if is_hit else None


def faults_at_every_step(fault: Fault) -> Iterator[Faults]:
    """Yield faults at the first step, the second, …, until one is yielded that was not reached."""
    for at in count():
        yield (faults := Faults(fault, at))
        if faults.step is None:
            assert at, "nothing was written"
            return


def outcome(faults: Faults, operation: Callable[[], object]) -> str:
    """Return what an operation complains about; empty if it has come to its end."""
    try:
        with faulty_files(faults):
            operation()
    except BadInput as error:
        return str(error)
    except (KeyboardInterrupt, Killed):
        return STOPPED
    return ""


def check_told(told: str, file: Path, *, is_new: bool) -> None:
    """Check that a complaint names the file, and says whether it is the old or the new one."""
    if told not in ("", STOPPED):
        assert told.startswith(f"'{file}' is written, but " if is_new else f"cannot write '{file}'")
        assert told.endswith("; nothing was changed") != is_new
    assert told or is_new


_CALLS = ("open", "mkdir", "replace", "rename", "unlink", "fsync", "close")


@contextmanager
def faulty_files(faults: Faults) -> Iterator[None]:
    """Let the files of this process fail as `faults` says."""
    patches = [patch.object(os, name, _failing(name, faults)) for name in _CALLS]
    patches.append(patch.object(io, "open", _opening(faults)))
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def _failing(name: str, faults: Faults) -> Callable[..., object]:
    call = getattr(os, name)

    def failing(file: object, *args: object, **options: object) -> object:
        error = faults.next(name, file)
        if error and name != "close":  # the system closes a file even if that fails
            raise error
        answer = call(file, *args, **options)
        if error:
            raise error
        return answer

    return failing


def _opening(faults: Faults) -> Callable[..., Any]:
    really_open = io.open

    def opening(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if error := faults.next("open", file):
            raise error
        if "b" in mode and "r" not in mode:
            return io.BufferedWriter(_FaultyFile(file, mode, faults))
        return really_open(file, mode, *args, **options)

    return opening


class _FaultyFile(io.FileIO):
    """A raw file. A write that fails has written half of its bytes."""

    def __init__(self, file: str, mode: str, faults: Faults) -> None:
        super().__init__(file, mode)
        self._faults = faults

    def write(self, data: Any) -> int:
        if error := self._faults.next("write"):
            super().write(bytes(data)[: len(data) // 2])
            raise error
        return super().write(data)

    def close(self) -> None:
        error = None if self.closed else self._faults.next("close")
        super().close()
        if error:
            raise error


class _Stingy(io.FileIO):
    """A raw file that writes at most three bytes at a time."""

    def write(self, data: Any) -> int:
        return super().write(bytes(data)[:3])


@contextmanager
def short_writes() -> Iterator[None]:
    """Let each write to a file take only a few of the bytes."""

    def opening(file: str, mode: str, *_: object) -> io.BufferedWriter:
        return io.BufferedWriter(_Stingy(file, mode))

    with patch.object(io, "open", opening):
        yield
