"""Pythons: the interpreters of this machine, one for each version that is supported."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.matrix.process import OTHER_USER, Failed, call

VERSIONS = ("3.11", "3.12", "3.13", "3.14")

_PROBE = """
import json, pathlib, sys, sysconfig, venv
headers = pathlib.Path(sysconfig.get_path("include"), "Python.h").exists()
print(json.dumps(["%d.%d" % sys.version_info[:2], sys.executable, headers]))
"""


@dataclass(frozen=True, slots=True)
class Python:
    """An interpreter, and whether the kernel can be built for it."""

    version: str
    path: Path
    has_headers: bool

    @property
    def has_stable_abi(self) -> bool:
        """Whether one wheel serves it and all later versions."""
        return tuple(map(int, self.version.split("."))) >= (3, 12)

    @property
    def other_user(self) -> int | None:
        """A user other than root who can run it; None if there is none, or we are not root."""
        if sys.platform == "win32" or os.geteuid() != 0:
            return None
        try:
            return OTHER_USER if call([self.path, "-c", ""], user=OTHER_USER).code == 0 else None
        except Failed:
            return None


def find_pythons(named: Sequence[str]) -> dict[str, Python]:
    """Return the best interpreter of each version: those named first, then those found.

    The best has headers, and if we are root, another user can run it.
    """
    found: dict[str, Python] = {}
    for python in sorted(_candidates(named), key=_demerits):
        found.setdefault(python.version, python)
    return {version: found[version] for version in VERSIONS if version in found}


def _demerits(python: Python) -> tuple[bool, bool]:
    return not python.has_headers, os.geteuid() == 0 and python.other_user is None


def _candidates(named: Sequence[str]) -> Iterator[Python]:
    for path in dict.fromkeys([*map(Path, named), *_on_path(), *_of_pyenv()]):
        if (python := _probe(path)) is not None:
            yield python


def _on_path() -> Iterator[Path]:
    for version in VERSIONS:
        for folder in os.get_exec_path():
            yield Path(folder, f"python{version}")


def _of_pyenv() -> Iterator[Path]:
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    return (folder / "bin" / "python" for folder in sorted(root.glob("versions/3.*"), reverse=True))


def _probe(path: Path) -> Python | None:
    if not path.is_file():
        return None
    try:
        done = call([path, "-c", _PROBE]).well()
    except Failed:
        return None  # pyenv has a shim for each version, and not every shim works
    version, executable, has_headers = json.loads(done.out)
    return Python(version, Path(executable), has_headers)
