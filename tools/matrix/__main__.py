"""`python -m tools.matrix`: run the rows, print a table, exit with 1 if one failed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from tools.matrix import checks, places
from tools.matrix.install import Install, Source, Venv
from tools.matrix.pythons import Python, find_pythons
from tools.matrix.table import Row, run, workshop

_PLACES = (
    places.no_home,
    places.read_only_folder,
    places.odd_paths,
    places.shadows,
    places.closed_streams,
    places.terminals,
    places.locales,
)


def main(words: Sequence[str] | None = None) -> int:
    """Run the rows that were asked for."""
    asked = _arguments().parse_args(words)
    with workshop("matrix") as work:
        pythons = find_pythons(asked.python)
        rows = [row for row in _rows(work, pythons) if _is_asked(row.name, asked.only)]
        return _list(rows) if asked.list else run(rows, pythons)


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
    source = Source(work, pythons)
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


if __name__ == "__main__":
    sys.exit(main())
