"""`python -m tools.dist`: build a release into dist/, check it, print a table; exit with 1 if it fails."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from tools.dist import files, uses
from tools.dist.files import Release
from tools.matrix.build import ROOT
from tools.matrix.pythons import Python, find_pythons
from tools.matrix.table import Row, run, workshop


def main(words: Sequence[str] | None = None) -> int:
    """Build and check, or check what is given."""
    asked = _arguments().parse_args(words)
    with workshop("dist") as work:
        pythons = find_pythons(asked.python)
        if not pythons:
            print("no Python 3.11 to 3.14 found")
            return 1
        folder, is_given = (asked.given or ROOT / "dist").absolute(), asked.given is not None
        release = Release(work, folder, pythons, is_given=is_given)
        code = run([*_rows(release)], pythons)
        for file in sorted(release.folder.glob("mineproof-*")):
            print(f"{file.stat().st_size:>10,}  {file.name}")
        return code


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("make dist", description=__doc__)
    parser.add_argument("--given", type=Path, help="check the files of this folder, build none")
    parser.add_argument("--python", action="append", default=[], help="one more Python to try")
    return parser


def _rows(release: Release) -> Iterator[Row]:
    if not release.is_given:
        yield Row("build", partial(files.build, release))
    yield Row("recipes", partial(files.judge_recipes, release))
    yield Row("contents", partial(files.judge_contents, release))
    yield Row("metadata", partial(files.judge_metadata, release))
    yield Row("stable ABI", partial(files.judge_abi, release))
    for version, python in release.pythons.items():
        yield Row(f"python{version} install", _use(release, uses.install, python))
    some = [*release.pythons.values()][0]
    yield Row("pure Python", _use(release, uses.install_pure, some))
    yield Row("sdist", _use(release, uses.install_sdist, some))
    yield Row("uvx", _use(release, uses.run_by_uv, some))
    yield Row("pipx run", _use(release, uses.run_by_pipx, some))
    for name in uses.EXTRAS:
        yield Row(f"mineproof[{name}]", partial(_extra, release, name, some))


Use = Callable[[Release, Python, Path], str]


def _use(release: Release, use: Use, python: Python) -> Callable[[], str]:
    return lambda: use(release, python, _folder(release))


def _extra(release: Release, name: str, python: Python) -> str:
    return uses.extra(release, name, python, _folder(release))


def _folder(release: Release) -> Path:
    return Path(tempfile.mkdtemp(dir=release.work))


if __name__ == "__main__":
    sys.exit(main())
