"""Programs in a terminal, as a person runs them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any


def start_in_terminal(
    command: Sequence[str], **options: Any
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program in a pseudo-terminal; return its process and our end of the terminal."""
    import pty  # there is none on Windows

    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, **options)
    os.close(theirs)
    return process, ours


def pieces_of(terminal: int) -> Iterator[bytes]:
    """Yield what is written there as it comes, and close it in the end."""
    try:
        while piece := os.read(terminal, 65536):
            yield piece
    except OSError:  # Linux reports the end of a pseudo-terminal as an error
        pass
    os.close(terminal)
