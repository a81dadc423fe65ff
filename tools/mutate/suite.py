"""Suite: which modules are mutated, and which tests have to notice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Suite:
    """The modules of some rooms and the tests of those rooms, paths relative to `root`.

    `package` is the folder of the package; a module is named without it: `logic.checker`.
    `can_fork`: whether what the tests import survives a fork. Threads do not: a test would wait for
    them, and every mutant would seem to take too long.
    """

    root: Path
    package: Path
    rooms: tuple[str, ...]
    tests: tuple[Path, ...]
    can_fork: bool = True

    @cached_property
    def modules(self) -> dict[str, Path]:
        """Every module by name, without the signs on the rooms' doors (`__init__.py`)."""
        folders = [self.package / room for room in self.rooms]
        files = [file for folder in folders for file in (self.root / folder).rglob("*.py")]
        files += [self.root / folder.with_suffix(".py") for folder in folders]
        found = [file.relative_to(self.root) for file in sorted(files) if file.is_file()]
        return {self._name(file): file for file in found if file.name != "__init__.py"}

    def _name(self, file: Path) -> str:
        return ".".join(file.relative_to(self.package).with_suffix("").parts)

    def source(self, module: str) -> str:
        """Return the source of a module."""
        return (self.root / self.modules[module]).read_text(encoding="utf-8")

    def import_name(self, module: str) -> str:
        """Return the name by which a module is imported."""
        return f"{self.package.name}.{module}"

    @cached_property
    def test_files(self) -> list[Path]:
        """The files with tests; modules too, whose docstrings have examples."""
        tests = {file for folder in self.tests for file in (self.root / folder).rglob("test_*.py")}
        examples = [
            file for file in self.modules.values() if ">>>" in (self.root / file).read_text()
        ]
        return [*sorted(file.relative_to(self.root) for file in tests), *examples]

    def digest(self, files: Iterable[Path]) -> str:
        """Return a digest of files."""
        total = hashlib.sha256()
        for file in files:
            total.update(f"{file}\0".encode() + (self.root / file).read_bytes())
        return total.hexdigest()[:16]
