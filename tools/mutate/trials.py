"""Trials: each mutant in a process of its own, against the tests that cover it.

A mutant inside a function is put in place by exchanging the function's code in a fork of a process
that has collected all tests already: this takes milliseconds. Any other mutant takes effect on
import: a fork of a process that has imported nothing yet imports the mutated module. Where tests
start threads, this is done for all mutants.
"""

from __future__ import annotations

import gc
import importlib.machinery
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from tools.mutate.children import (
    Ending,
    Say,
    in_child,
    limit_cpu,
    limit_memory,
    pytest_arguments,
)
from tools.mutate.cover import caches
from tools.mutate.mutations import Mutant, code_of, mutate
from tools.mutate.suite import Suite


@dataclass(frozen=True)
class Trial:
    """A mutant, and the tests to run against it with the seconds that each takes."""

    mutant: Mutant
    tests: dict[str, float]


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: `killed`, `timeout` or `survived`, and by which test."""

    mutant: Mutant
    verdict: str
    by: str = ""


Record = Callable[[Outcome], None]


def run_trials(suite: Suite, trials: list[Trial], folder: Path, record: Record) -> None:
    """Run every trial and record its outcome as soon as it is known."""
    inside = []
    for trial in trials:
        if not trial.tests:
            record(Outcome(trial.mutant, "survived"))
        elif trial.mutant.function and suite.can_fork:
            inside.append(trial)
        else:
            record(_outcome(trial, _run_import(suite, trial, folder)))
    if inside:
        error = in_child(
            lambda _: _run_inside(suite, inside, folder, record), seconds=None, quiet=False
        ).text
        if error:
            raise SystemExit(f"the trials failed: {error}")


def _outcome(trial: Trial, ending: Ending) -> Outcome:
    if ending.is_timeout:
        return Outcome(trial.mutant, "timeout", ending.line)
    if ending.text is None:
        return Outcome(trial.mutant, "killed", ending.line)  # it crashed
    if ending.text not in ("passed", "failed"):
        raise SystemExit(f"{trial.mutant.module}, {trial.mutant.name}: {ending.text}")
    verdict = "survived" if ending.text == "passed" else "killed"
    return Outcome(trial.mutant, verdict, ending.line if verdict == "killed" else "")


def _wall(trial: Trial) -> float:
    return 60 + 20 * sum(trial.tests.values())


class _Selected:
    """A plugin of pytest: these tests in this order, each with a time limit, until one fails."""

    def __init__(self, tests: dict[str, float], say: Say) -> None:
        self._tests, self._say = tests, say
        self.has_failed = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[test] for test in self._tests if test in by_name]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._say(item.nodeid)
        limit_cpu(4 * self._tests[item.nodeid] + 1)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed


# Mutants that take effect on import


def _run_import(suite: Suite, trial: Trial, folder: Path) -> Ending:
    def work(say: Say) -> str:
        limit_memory()
        files = dict.fromkeys(test.partition("::")[0] for test in trial.tests)
        plugins = [_Finder(suite, trial.mutant), _Selected(trial.tests, say)]
        status = pytest.main([*pytest_arguments(folder), "-x", *files], plugins=plugins)
        return "passed" if status == pytest.ExitCode.OK else "failed"

    return in_child(work, seconds=_wall(trial))


class _Finder(MetaPathFinder):
    """A plugin of pytest that finds the mutated module before anything else finds the original."""

    def __init__(self, suite: Suite, mutant: Mutant) -> None:
        self._name = suite.import_name(mutant.module)
        self._path = str(suite.root / suite.modules[mutant.module])
        self._code = compile(mutate(suite.source(mutant.module), mutant), self._path, "exec")

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        # Before a conftest imports the module, and after pytest has put its own finder first.
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if name != self._name:
            return None
        return spec_from_file_location(
            name, self._path, loader=_Loader(name, self._path, self._code)
        )


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, _: str) -> CodeType:
        return self._code


# Mutants inside functions


def _run_inside(suite: Suite, trials: list[Trial], folder: Path, record: Record) -> str:
    files = dict.fromkeys(test.partition("::")[0] for trial in trials for test in trial.tests)
    plugin = _Loop(suite, trials, record)
    status = pytest.main([*pytest_arguments(folder), *files], plugins=[plugin])
    return "" if status == pytest.ExitCode.OK else f"pytest ended with status {int(status)}"


class _Loop:
    """A plugin of pytest: instead of running the tests once, run some of them for each mutant."""

    def __init__(self, suite: Suite, trials: list[Trial], record: Record) -> None:
        self._suite, self._trials, self._record = suite, trials, record

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return False
        items = {item.nodeid: item for item in session.items}
        functions = _functions(self._suite)
        self._caches = caches(self._suite.package.name)
        gc.freeze()  # children need not look at, and so copy, what is there already
        for trial in self._trials:
            self._record(_outcome(trial, self._run(session, trial, items, functions)))
        return True

    def _run(
        self,
        session: pytest.Session,
        trial: Trial,
        items: dict[str, pytest.Item],
        functions: _Functions,
    ) -> Ending:
        def work(say: Say) -> str:
            limit_memory()
            self._put_in_place(trial.mutant, functions)
            plugin = _Selected(trial.tests, say)
            session.config.pluginmanager.register(plugin)
            chosen = [items[test] for test in trial.tests]
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if plugin.has_failed:
                    return "failed"
            return "passed"

        return in_child(work, seconds=_wall(trial), quiet=False)

    def _put_in_place(self, mutant: Mutant, functions: _Functions) -> None:
        assert mutant.function
        path = str(self._suite.root / self._suite.modules[mutant.module])
        module = compile(mutate(self._suite.source(mutant.module), mutant), path, "exec")
        code = code_of(module, mutant.function)
        for function in functions[path, code.co_qualname, code.co_firstlineno]:
            function.__code__ = code
        for cache in self._caches:
            cache.cache_clear()


_Functions = dict[tuple[str, str, int], list[FunctionType]]


def _functions(suite: Suite) -> _Functions:
    """Return the functions of all modules by file, name and first line."""
    files = {str(suite.root / file) for file in suite.modules.values()}
    found: _Functions = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in files:
            code = thing.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(thing)
    return found
