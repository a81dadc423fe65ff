"""Standard streams as a command finds them, and as it needs them: safe, trimmed, without echo."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import IO, Any, cast

_BAD_INPUT = 2
_LEAST_COLUMNS = 10
_PLAIN = "plain"
_STAND_INS = {
    "µ": "u",
    "±": "+-",
    "×": "x",
    "¬": "~",
    "∨": "|",
    "→": "->",
    "…": "...",
    "–": "-",
    "·": "-",
    "“": '"',
    "”": '"',
}


def prepare_output() -> None:
    """Make printing safe: nothing printed raises because of the terminal or its absence.

    Output to a closed stream is discarded. A character that the encoding lacks becomes a plain one,
    or `?`. A width too small for any table, such as COLUMNS=0, counts as unknown.
    """
    codecs.register_error(_PLAIN, _plain)
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, _discard(number))
        elif isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors=_PLAIN)
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) < _LEAST_COLUMNS:
        del os.environ["COLUMNS"]  # rich would print nothing, or tables of blanks


def complain(message: str) -> int:
    """Say on standard error, in one line, what is wrong; return the exit code for bad input."""
    print(f"mineproof: {' '.join(message.split())}", file=sys.stderr)
    return _BAD_INPUT


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for characters that cannot be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_STAND_INS.get(character, "?") for character in lacking), error.end


def _discard(number: int) -> TextIOWrapper:
    """Return a stream to the null device under this number, which child processes inherit."""
    null = os.open(os.devnull, os.O_WRONLY)
    if null == number:  # it was the lowest free one
        os.set_inheritable(null, True)
    else:
        os.dup2(null, number)
        os.close(null)
    return open(number, "w", encoding="utf-8", errors="replace")


def trimmed(stream: IO[str]) -> IO[str]:
    """Return a stream that drops the blanks with which rich pads the lines of its tables."""
    return cast(IO[str], _Trimmed(stream))


class _Trimmed:
    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(re.sub(r" +(?=\n)", "", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def unechoed() -> Iterator[None]:
    """Keep typed keys from being shown inside an animation; whoever reads next still gets them."""
    try:
        import termios
    except ImportError:  # Windows
        yield
        return
    if (keys := _foreground_terminal()) is None:
        yield
        return
    before = termios.tcgetattr(keys)
    silent = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(keys, termios.TCSANOW, silent)
    try:
        yield
    finally:
        if _foreground_terminal() is not None:  # otherwise the shell has the terminal again
            termios.tcsetattr(keys, termios.TCSADRAIN, before)


def _foreground_terminal() -> int | None:
    """Return the number of standard input if it is a terminal, and ours to change.

    A process in the background that changes its terminal is stopped by the system.
    """
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        return None
    keys = sys.stdin.fileno()
    try:
        return keys if os.tcgetpgrp(keys) == os.getpgrp() else None
    except OSError:  # not the terminal that controls this process
        return keys
