"""`python -m tools.matrix`: run the rows, print a table, exit with 1 if one failed."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tools.matrix import checks, places
from tools.matrix.install import Install, Source, Venv
from tools.matrix.process import Failed
from tools.matrix.pythons import VERSIONS, Python, find_pythons

_PLACES = (
    places.no_home,
    places.read_only_folder,
    places.odd_paths,
    places.shadows,
    places.closed_streams,
    places.terminals,
    places.locales,
)


class Row(NamedTuple):
    """One line of the table: what is checked, by a function that returns a note or raises."""

    name: str
    check: Callable[[], str]


def main(words: Sequence[str] | None = None) -> int:
    """Run the rows that were asked for."""
    asked = _arguments().parse_args(words)
    for stop in (signal.SIGINT, signal.SIGTERM):  # a shell's background jobs ignore the first,
        signal.signal(stop, signal.default_int_handler)  # and so would the server under test
    work = Path(tempfile.mkdtemp(prefix="mineproof-matrix-"))
    work.chmod(0o755)  # for the rows that are run as another user
    try:
        pythons = find_pythons(asked.python)
        rows = [row for row in _rows(work, pythons) if _is_asked(row.name, asked.only)]
        return _list(rows) if asked.list else _run(rows, pythons)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("make test-matrix", description=__doc__)
    parser.add_argument("--only", action="append", default=[], help="rows that have this text")
    parser.add_argument("--python", action="append", default=[], help="one more Python to try")
    parser.add_argument("--list", action="store_true", help="list the rows and run none")
    return parser


def _is_asked(name: str, only: Sequence[str]) -> bool:
    return not only or any(text in name for text in only)


def _rows(work: Path, pythons: dict[str, Python]) -> Iterator[Row]:
    if not pythons:
        return
    source = Source(work, next(iter(pythons.values())))
    yield Row("sdist", partial(checks.sdist, source))
    for version, python in pythons.items():
        install = Install(source, python)
        yield Row(f"python{version} wheel", partial(checks.wheel, install))
        yield Row(f"python{version} answers", partial(checks.answers, install))
        yield Row(f"python{version} no extras", partial(checks.no_extras, install))
        yield Row(f"python{version} extras", partial(_extras, install))
        yield Row(f"python{version} no compiler", partial(checks.no_compiler, install))
        for place in _PLACES:
            name = place.__name__.replace("_", " ")
            yield Row(f"python{version} {name}", partial(_in_place, place, install))


def _extras(install: Install) -> str:
    return checks.extras(install, _folder(install))


def _in_place(place: Callable[[Venv, Path], str], install: Install) -> str:
    return place(install.full, _folder(install))


def _folder(install: Install) -> Path:
    return Path(tempfile.mkdtemp(dir=install.folder))


def _list(rows: Sequence[Row]) -> int:
    print("\n".join(row.name for row in rows))
    return 0


def _run(rows: Sequence[Row], pythons: dict[str, Python]) -> int:
    """Run the rows, each whatever became of the others; return the exit code."""
    results: list[bool] = []
    began = time.monotonic()
    try:
        results.extend(_tell(row) for row in rows)
    except KeyboardInterrupt:
        print(f"stopped after {len(results)} of {len(rows)} rows")
        return 130
    for version in VERSIONS:
        if version not in pythons:
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


if __name__ == "__main__":
    sys.exit(main())
