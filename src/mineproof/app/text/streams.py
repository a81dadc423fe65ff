"""Standard output and standard error as a command finds them: closed, too narrow, not UTF-8."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

_LEAST_COLUMNS = 10


def prepare_output() -> None:
    """Make printing safe: nothing printed raises because of the terminal or its absence.

    Output to a closed stream is discarded. A character that the encoding lacks becomes `?`. A
    width too small for any table, such as COLUMNS=0, counts as unknown.
    """
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, _discard(number))
        elif isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="replace")
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) < _LEAST_COLUMNS:
        del os.environ["COLUMNS"]  # rich would print nothing, or tables of blanks


def _discard(number: int) -> TextIOWrapper:
    """Return a stream to the null device under this number, which child processes inherit."""
    null = os.open(os.devnull, os.O_WRONLY)
    if null == number:  # it was the lowest free one
        os.set_inheritable(null, True)
    else:
        os.dup2(null, number)
        os.close(null)
    return open(number, "w", encoding="utf-8", errors="replace")
