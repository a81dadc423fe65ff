"""Keys: what is typed in a terminal, one key at a time, without Enter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

ReadKey: TypeAlias = Callable[[float | None], str | None]
"""Waits for a key, at most so many seconds; None if there is none, "" at the end of the input."""

_ESCAPES = {"\x1b[C": "right", "\x1b[D": "left", "\x1bOC": "right", "\x1bOD": "left"}
_NAMES = {" ": "space", "\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace"}


@contextmanager
def typed_keys() -> Iterator[ReadKey]:
    """Read single keys while this lasts; Ctrl-C still interrupts."""
    if os.name == "nt":
        yield _windows_key
        return
    import termios
    import tty

    keys = sys.stdin.fileno()
    before = termios.tcgetattr(keys)
    tty.setcbreak(keys)
    try:
        yield lambda seconds: _posix_key(keys, seconds)
    finally:
        termios.tcsetattr(keys, termios.TCSADRAIN, before)


def _posix_key(keys: int, seconds: float | None) -> str | None:
    import select

    if not select.select([keys], [], [], seconds)[0]:
        return None
    try:
        typed = os.read(keys, 16).decode(errors="replace")
    except OSError:  # the terminal is gone
        return ""
    return key_name(typed)


def key_name(typed: str) -> str:
    """Return the name of a key: a word for those that have no letter.

    >>> [key_name(typed) for typed in (" ", "B", "\\x1b[D", "")]
    ['space', 'b', 'left', '']
    """
    if typed in _ESCAPES or not typed:
        return _ESCAPES.get(typed, "")
    return _NAMES.get(typed[0], typed[0].lower())


def _windows_key(seconds: float | None) -> str | None:  # pragma: no cover - there is no Windows
    import msvcrt  # type: ignore[import-not-found,unused-ignore]
    import time

    waited = 0.0
    while not msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
        if seconds is not None and waited >= seconds:
            return None
        time.sleep(0.01)
        waited += 0.01
    return key_name(msvcrt.getwch())  # type: ignore[attr-defined,unused-ignore]
