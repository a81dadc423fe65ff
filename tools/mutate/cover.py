"""Cover: which tests run which lines, and how long each takes; kept until a source changes."""

from __future__ import annotations

import functools
import gc
import json
import shutil
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tools.mutate.children import in_child, pytest_arguments
from tools.mutate.suite import Suite

SLOWEST = 2.0
"""Seconds of a test; one that takes longer is not run against mutants."""


@dataclass
class Cover:
    """The tests that pass, with the seconds that each takes and the lines that it runs."""

    seconds: dict[str, float] = field(default_factory=dict)
    _tests: dict[str, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )

    def add(self, test: str, seconds: float, lines: dict[str, list[int]]) -> None:
        """Add a test and the lines that it runs in each module."""
        self.seconds[test] = seconds
        for module, numbers in lines.items():
            for line in numbers:
                self._tests[module][line].add(test)

    def tests(self, module: str, lines: Iterable[int]) -> list[str]:
        """Return the tests that run one of these lines, the quickest first."""
        return self._sorted(test for line in lines for test in self._tests[module][line])

    def tests_of_module(self, module: str) -> list[str]:
        """Return the tests that run any line of a module, the quickest first."""
        return self._sorted(test for tests in self._tests[module].values() for test in tests)

    def _sorted(self, tests: Iterable[str]) -> list[str]:
        return sorted(set(tests), key=lambda test: (self.seconds[test], test))


def cover(suite: Suite, folder: Path, modules: Collection[str]) -> Cover:
    """Return which lines of some modules the tests of a suite run.

    A test file is run for this if it or one of the modules has changed, but not if a helper has.
    """
    stale = [file for file in suite.test_files if not _load(suite, folder, file, modules)]
    if stale:
        failure = in_child(lambda _: _measure(suite, folder, stale), seconds=None).text
        if failure:
            raise SystemExit(f"the tests cannot be measured: {failure}")
    covered = Cover()
    for file in suite.test_files:
        for test, (seconds, lines) in _load(suite, folder, file, modules)["tests"].items():
            covered.add(test, seconds, {module: lines.get(module, []) for module in modules})
    return covered


def caches(package: str) -> list[functools._lru_cache_wrapper[Any]]:
    """Return the cached functions of a package: what they remember would hide what a test runs."""
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith(package)
    ]


def forget(folder: Path) -> None:
    """Forget what tests cover."""
    shutil.rmtree(folder / "cover", ignore_errors=True)


def _load(suite: Suite, folder: Path, file: Path, modules: Collection[str]) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(_store(folder, file).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    files = {str(path): path for path in (file, *(suite.modules[module] for module in modules))}
    now = {name: suite.digest([path]) for name, path in files.items()}
    return found if now.items() <= found["digests"].items() else {}


def _store(folder: Path, file: Path) -> Path:
    return folder / "cover" / f"{file.as_posix().replace('/', '.')}.json"


def _measure(suite: Suite, folder: Path, files: list[Path]) -> str:
    recorder = _Recorder(suite, folder)
    (folder / "cover").mkdir(parents=True, exist_ok=True)
    status = pytest.main([*pytest_arguments(folder), *map(str, files)], plugins=[recorder])
    for file in files:
        if not _load(suite, folder, file, list(suite.modules)):
            recorder.save(file)  # it has no tests here
    is_done = status in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    return "" if is_done else f"pytest ended with status {int(status)}"


class _Recorder:
    """A plugin of pytest that measures each test, and saves what is known after each file."""

    def __init__(self, suite: Suite, folder: Path) -> None:
        self._suite, self._folder = suite, folder
        self._files = {module: str(suite.root / file) for module, file in suite.modules.items()}
        self._caches: list[functools._lru_cache_wrapper[Any]] = []
        self._start_over()

    def _start_over(self) -> None:
        import coverage

        self._coverage = coverage.Coverage(
            data_file=None, include=list(self._files.values()), config_file=False
        )
        # Some files test what no line of the rooms says, such as a readme; a warning is an error.
        self._coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> None:
        self._caches = caches(self._suite.package.name)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Iterator[None]:
        for cache in self._caches:
            cache.cache_clear()
        self._coverage.start()
        self._coverage.switch_context(item.nodeid)
        start = time.process_time()
        result = yield
        self._seconds[item.nodeid] = time.process_time() - start
        self._coverage.stop()
        if nextitem is None or _file(nextitem.nodeid) != _file(item.nodeid):
            self.save(_file(item.nodeid))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)

    def save(self, file: Path) -> None:
        """Write down the seconds and the lines of each test of a file, if it passed."""
        lines: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        data = self._coverage.get_data()
        for module, source in self._files.items():
            for line, tests in data.contexts_by_lineno(source).items():
                for test in tests:
                    lines[test][module].append(line)
        found = {
            test: (round(seconds, 4), lines[test])
            for test, seconds in self._seconds.items()
            if test not in self._failed and seconds < SLOWEST
        }
        files = {file, *self._suite.modules.values()}
        digests = {str(file): self._suite.digest([file]) for file in files}
        text = json.dumps({"digests": digests, "tests": found})
        _store(self._folder, file).write_text(text, encoding="utf-8")
        self._start_over()


def _file(test: str) -> Path:
    return Path(test.partition("::")[0])
