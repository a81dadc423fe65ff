"""Tables of checks: a line for each row as it ends, and an exit code for all of them."""

from __future__ import annotations

import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tools.matrix.process import Failed
from tools.matrix.pythons import VERSIONS


class Row(NamedTuple):
    """One line of the table: what is checked, by a function that returns a note or raises."""

    name: str
    check: Callable[[], str]


@contextmanager
def workshop(name: str) -> Iterator[Path]:
    """Yield a temporary folder, outside the project; let Ctrl-C and SIGTERM end what is run."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # a shell's background jobs ignore the first,
        signal.signal(stop, signal.default_int_handler)  # and so would the server under test
    work = Path(tempfile.mkdtemp(prefix=f"mineproof-{name}-"))
    work.chmod(0o755)  # for the rows that are run as another user
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def run(rows: Sequence[Row], versions: Iterable[str]) -> int:
    """Run the rows, each whatever became of the others; return the exit code."""
    results: list[bool] = []
    began = time.monotonic()
    try:
        results.extend(_tell(row) for row in rows)
    except KeyboardInterrupt:
        print(f"stopped after {len(results)} of {len(rows)} rows")
        return 130
    there = set(versions)
    for version in VERSIONS:
        if version not in there:
            print(f"{'python' + version:30} absent: not found on this machine")
    minutes = (time.monotonic() - began) / 60
    print(f"{len(results)} rows in {minutes:.1f} minutes, {results.count(False)} failed")
    return int(not results or False in results)


def _tell(row: Row) -> bool:
    began = time.monotonic()
    try:
        note, is_good = row.check(), True
    except Failed as failure:
        note, is_good = str(failure), False
    word = "ok" if is_good else "FAILED"
    print(f"{row.name:30} {word:7}{time.monotonic() - began:5.0f} s  {note}", flush=True)
    return is_good
