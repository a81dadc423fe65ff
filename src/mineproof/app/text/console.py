"""Where the command line reads and writes: screens, files and standard input.

A screen has colours and animation only in a real terminal; if NO_COLOR is set, no colours. Anywhere
else the output is plain text without escape codes, one line per sentence.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import TextIO, cast

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from mineproof.app.text.streams import trimmed, unechoed
from mineproof.errors import BadInput


def screen(*, stderr: bool = False) -> Console:
    """Return the console for standard output, or for standard error."""
    stream = sys.stderr if stderr else sys.stdout
    is_plain = not stream.isatty()  # Rich itself leaves out colours if NO_COLOR is set
    return Console(
        stderr=stderr,
        file=trimmed(stream) if is_plain else None,
        force_terminal=False if is_plain else None,
        soft_wrap=is_plain,
        highlight=False,
        markup=False,
        emoji=False,
    )


def is_animated(console: Console) -> bool:
    """Tell whether a display that changes in place can be shown."""
    return console.is_terminal and not console.is_dumb_terminal


def progress_bar(*columns: ProgressColumn) -> Progress:
    """Return a progress bar on standard error that vanishes in the end; terminals only.

    Without `columns` it counts what is done.
    """
    console = screen(stderr=True)
    usual = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    shown, is_shown = (*(columns or usual), TimeRemainingColumn()), is_animated(console)
    return _Bar(*shown, console=console, disable=not is_shown)


class _Bar(Progress):
    """A progress bar into which typed keys are not echoed."""

    def __init__(self, *columns: ProgressColumn, console: Console, disable: bool) -> None:
        super().__init__(*columns, console=console, transient=True, disable=disable)
        self._quiet = ExitStack()

    def start(self) -> None:
        if not self.disable:
            self._quiet.enter_context(unechoed())
        super().start()

    def stop(self) -> None:
        super().stop()
        self._quiet.close()


def write_json(value: object) -> None:
    """Write `value` to standard output as one line, at once."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def read_text(file: str) -> str:
    """Return the text of a file, `-` for standard input; raise BadInput if there is none."""
    with open_lines(file) as stream:
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadInput(f"{_called(file)} is not text; expected UTF-8") from None


@contextmanager
def open_lines(file: str) -> Iterator[BufferedIOBase]:
    """Open a file, `-` for standard input, to read bytes; raise BadInput if that fails."""
    if file == "-":
        stream = keyboard()
        if stream.isatty():
            print("reading from the keyboard; end with Ctrl-D", file=sys.stderr)
        yield cast(BufferedIOBase, stream.buffer)
        return
    try:
        opened = Path(file).open("rb")  # noqa: SIM115 - only opening it may fail here
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"cannot read {file!r}: {reason}") from None
    with opened:
        yield opened


def keyboard() -> TextIO:
    """Return standard input; raise BadInput if it is closed."""
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    return sys.stdin


def _called(file: str) -> str:
    return "standard input" if file == "-" else repr(file)


def prompted() -> Iterator[str]:
    """Yield what is typed at a prompt, until Ctrl-D."""
    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return
