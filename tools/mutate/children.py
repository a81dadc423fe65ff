"""Children: forked processes in which tests run, watched from outside."""

from __future__ import annotations

import os
import resource
import select
import signal
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, settings

Say = Callable[[str], None]

_MEMORY = 8 << 30


class Ending(NamedTuple):
    """How a child ended: its last line, what it returned, and whether it took too long.

    `text` is None if it died before it could return anything.
    """

    line: str
    text: str | None
    is_timeout: bool


def in_child(work: Callable[[Say], str], *, seconds: float | None, quiet: bool = True) -> Ending:
    """Run `work` in a forked child and return how it ended.

    `work` may say a line whenever it starts something. After `seconds` of wall time, None for no
    limit, the child is killed with everything that it started.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _work(work, writer, quiet)
    os.close(writer)
    try:
        output, is_late = _read(reader, seconds)
        status = 0 if is_late else os.waitpid(pid, 0)[1]
    except BaseException:
        is_late, status = True, 0
        raise
    finally:
        os.close(reader)
        if is_late:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    *lines, last = output.decode().split("\n")
    text = last.removeprefix("=") if last.startswith("=") else None
    too_long = is_late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU)
    return Ending(lines[-1] if lines else "", text, too_long)


def _work(work: Callable[[Say], str], writer: int, quiet: bool) -> None:
    try:
        os.setpgid(0, 0)
        if quiet:
            _silence()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        text = work(lambda line: _write(writer, f"{line}\n"))
    except BaseException:
        text = traceback.format_exc().replace("\n", " ")
    _write(writer, f"={text}")
    os._exit(0)


def _silence() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)


def _write(writer: int, text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(writer, data) :]


def _read(reader: int, seconds: float | None) -> tuple[bytes, bool]:
    end = None if seconds is None else time.monotonic() + seconds
    output = b""
    while True:
        left = None if end is None else max(0.0, end - time.monotonic())
        if not select.select([reader], [], [], left)[0]:
            return output, True
        block = os.read(reader, 1 << 16)
        if not block:
            return output, False
        output += block
        if output.rpartition(b"\n")[2].startswith(b"="):
            return output + _rest(reader), False


def _rest(reader: int) -> bytes:
    # Written at once and short; what a test left running may hold the pipe open for long.
    return os.read(reader, 1 << 16) if select.select([reader], [], [], 0.05)[0] else b""


def limit_cpu(seconds: float) -> None:
    """End this process by SIGXCPU if it works for that many seconds more."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def limit_memory() -> None:
    """Make this process fail to allocate more than a few gigabytes."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def pytest_arguments(folder: Path) -> list[str]:
    """Return the arguments by which pytest gives the same result each time, and prints nothing."""
    # The conftest loads a profile of its own; the one named here is loaded after it. Few examples
    # have to do, and shrinking would only make a failure nicer.
    settings.register_profile(
        "mutate",
        deadline=None,
        derandomize=True,
        max_examples=20,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    plugins = ("cacheprovider", "xdist", "terminal")
    return [
        *(f"-pno:{plugin}" for plugin in plugins),
        "-Wignore:Module already imported:pytest.PytestAssertRewriteWarning",  # of hypothesis
        f"--basetemp={folder / 'tmp'}",
        "--hypothesis-profile=mutate",
    ]
