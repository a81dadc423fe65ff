"""Processes: run a command in a clean environment, and judge how it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

LIMIT = 1800
"""Seconds after which a command counts as hanging; builds on a busy machine take minutes."""

PATIENCE = 2
"""Seconds that a command, and all that it started, have to end after SIGTERM."""

OTHER_USER = 65534
"""The user `nobody`, whom file permissions bind when the matrix is run by root."""

Env: TypeAlias = Mapping[str, str | None]
"""Variables to set; None removes one."""

_OWN = ("PYTHON", "MINEPROOF", "COLUMNS", "LINES", "LC_", "LANG", "NO_COLOR", "VIRTUAL_ENV")


class Failed(Exception):
    """A row did not hold; the message says what was run and how it ended."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    words: Sequence[str]
    code: int
    out: str
    err: str

    def well(self) -> Done:
        """Return this, or raise Failed unless it exited with 0 and no traceback."""
        return self.expected(self.code == 0 and "Traceback" not in self.err, "exit code 0")

    def refused(self, *texts: str) -> Done:
        """Return this, or raise Failed unless it was refused in one line that has these texts."""
        is_line = self.err.startswith("mineproof: ") and self.err.count("\n") == 1
        is_right = self.code == 2 and is_line and all(text in self.err for text in texts)
        return self.expected(is_right, f"one line with {' and '.join(texts) or 'the reason'}")

    def expected(self, holds: bool, wish: str) -> Done:
        """Return this, or raise Failed with what was expected instead."""
        if holds:
            return self
        tail = " / ".join((self.err or self.out).strip().splitlines()[-2:])
        raise Failed(f"{_short(self.words)}: exit code {self.code}, {tail!r}; expected {wish}")


def call(
    words: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Env | None = None,
    text: str = "",
    user: int | None = None,
) -> Done:
    """Run a command with UTF-8 as its locale and without our own Python's settings.

    With `user`, run it as that user, which needs root.
    """
    texts = [str(word) for word in words]
    who: dict[str, Any] = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    try:
        process = subprocess.Popen(
            texts,
            cwd=cwd,
            env=_environment(env or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            **who,
        )
    except OSError as error:
        raise Failed(f"{_short(texts)}: {error}") from None
    with process, _ended_with_all_it_started(process):
        try:
            streams = process.communicate(text.encode(), LIMIT)
        except subprocess.TimeoutExpired:
            raise Failed(f"{_short(texts)}: no end after {LIMIT} s") from None
    return Done(texts, process.returncode, *map(_text, streams))


@contextmanager
def _ended_with_all_it_started(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Leave nothing behind if this is not done in time, or we are stopped: no compiler either."""
    try:
        yield
    except BaseException:
        with suppress(ProcessLookupError):
            _end(process)
        raise


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a group of processes; raise ProcessLookupError when none is left."""
    os.killpg(process.pid, signal.SIGTERM)
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:  # Ninja needs a moment to pass it on to its compilers
        time.sleep(0.05)
        process.poll()
        os.killpg(process.pid, 0)
    os.killpg(process.pid, signal.SIGKILL)


def _environment(changes: Env) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith(_OWN)}
    wanted = {**ours, "LANG": "C.UTF-8", **changes}
    return {name: value for name, value in wanted.items() if value is not None}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _short(words: Sequence[str]) -> str:
    names = [Path(words[0]).name, *words[1:]]
    return " ".join(name if len(name) < 60 else f"{name[:57]}..." for name in names)
