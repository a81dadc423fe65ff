"""Installations: what each Python gets, made when a row first asks for it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from tools.matrix.build import build_sdist, build_wheel, clean_tree, kept_wheel, pip
from tools.matrix.process import Done, Env, Failed, call
from tools.matrix.pythons import Python

EXTRAS = ("gym", "lab", "sat", "tui", "web")
"""All but dask and ray, which are large, and whose absence is a row of its own."""


class Source:
    """The clean tree and its sdist, in a temporary folder that all rows share."""

    def __init__(self, work: Path, pythons: Mapping[str, Python]) -> None:
        self.work = work
        self.python = next(iter(pythons.values()))
        self.digests: dict[str, tuple[str, str]] = {}
        self._pythons = pythons

    @cached_property
    def builder(self) -> Path:
        """A Python with the build back end, but no CMake."""
        python = new_venv(self.python, self.work / "builder")
        pip(python, "install", "-q", "scikit-build-core", "nanobind")
        return python

    @cached_property
    def tree(self) -> Path:
        return clean_tree(self.work / "tree")

    @cached_property
    def sdist(self) -> Path:
        return build_sdist(self.builder, self.tree, self.work / "sdist")

    def builder_for(self, python: Python) -> Python:
        """Return the Python that builds the wheel of another: one does for all from 3.12 on."""
        able = [each for each in self._pythons.values() if each.has_headers and each.has_stable_abi]
        return able[0] if able and python.has_stable_abi else python

    def wheel(self, python: Python) -> tuple[Path, bool]:
        """Return the wheel for a Python, and whether it was built just now."""
        builder = self.builder_for(python)
        work = self.work / f"wheel {builder.version}"
        venv = new_venv(builder, self.work / f"build {builder.version}")
        return kept_wheel(venv, builder.version, self.sdist, work)


class Install:
    """The installations of one Python, in a folder with blanks and other letters."""

    def __init__(self, source: Source, python: Python) -> None:
        self.source = source
        self.python = python
        self.folder = source.work / f"Räume und 房間 {python.version}"
        self.folder.mkdir()
        (source.work / f"rooms {python.version}").symlink_to(self.folder)

    @cached_property
    def wheel(self) -> tuple[Path, bool]:
        """The wheel, and whether it was built just now."""
        return self.source.wheel(self.python)

    @property
    def has_kernel(self) -> bool:
        """Whether the wheel can have the kernel."""
        return self.source.builder_for(self.python).has_headers

    @cached_property
    def build_python(self) -> Path:
        return new_venv(self.python, self.folder / "build")

    @cached_property
    def bare(self) -> Venv:
        """The wheel without any extra."""
        return self._venv("bare", str(self.wheel[0]))

    @cached_property
    def full(self) -> Venv:
        """The wheel with all extras for which there are wheels."""
        wheel = self.wheel[0]
        try:
            return self._venv("full", f"{wheel}[{','.join(EXTRAS)}]")
        except Failed:
            return self._with_what_can_be_had(wheel)

    def _with_what_can_be_had(self, wheel: Path) -> Venv:
        venv = self._venv("some", str(wheel))
        for extra in EXTRAS:
            try:
                pip(venv.python, "install", "-q", "--only-binary=:all:", f"{wheel}[{extra}]")
            except Failed:
                venv.lacking.append(extra)
        return venv

    @cached_property
    def pure(self) -> Venv:
        """The sdist, installed where there is neither a compiler nor CMake on the path."""
        path = os.fspath(self.build_python.parent)
        wheel = build_wheel(self.build_python, self.source.sdist, self.folder / "pure", path=path)
        return self._venv("pure venv", str(wheel))

    def _venv(self, name: str, what: str) -> Venv:
        python = new_venv(self.python, self.folder / name)
        pip(python, "install", "-q", "--only-binary=:all:", what)
        return Venv(python, self.python)


class Venv:
    """An environment with mineproof in it."""

    def __init__(self, python: Path, base: Python) -> None:
        self.python = python
        self.base = base
        self.lacking: list[str] = []

    @property
    def command(self) -> Path:
        return self.python.with_name("mineproof")

    def _named_for(self, env: Env | None) -> Path:
        """Return our Python by a path that the locale can encode.

        From 3.12 on, CPython imports compiled modules, ours or another's, from no other path.
        """
        if env is None or env.get("LC_ALL") not in ("C", "POSIX"):
            return self.python
        folder, name = self.python.parents[2], self.python.parents[1].name
        return folder.with_name(f"rooms {self.base.version}") / name / "bin" / "python"

    def mineproof(
        self,
        *words: str | Path,
        cwd: Path | None = None,
        text: str = "",
        user: int | None = None,
        env: Env | None = None,
    ) -> Done:
        """Run a command line."""
        python = self._named_for(env)
        command = [self.command] if python == self.python else [python, "-P", "-m", "mineproof"]
        return call([*command, *words], cwd=cwd, env=env, text=text, user=user)

    def run(self, *words: str | Path, env: Env | None = None) -> Done:
        """Run Python."""
        return call([self._named_for(env), *words], env=env)

    def without(self, module: str, *words: str) -> Done:
        """Run a command line as if a module were not installed."""
        code = "import sys; sys.modules[sys.argv.pop(1)] = None\n"
        code += "from mineproof.app.main import main; sys.exit(main())"
        return self.run("-c", code, module, *words)


def new_venv(python: Python, folder: Path) -> Path:
    """Make an environment without pip, and return its Python."""
    call([python.path, "-m", "venv", "--without-pip", folder]).well()
    return folder / "bin" / "python"
