"""Standard output and standard error as a command finds them: closed, too narrow, not UTF-8."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper

_LEAST_COLUMNS = 10
_PLAIN = "plain"
_STAND_INS = {"µ": "u", "±": "+-", "¬": "~", "∨": "|", "…": "...", "×": "x", "–": "-", "→": "->"}


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
