"""Run: the mutants of some modules that have no outcome yet, each against the tests it deserves."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tools.mutate.cover import Cover, cover, forget
from tools.mutate.mutations import Mutant
from tools.mutate.results import Results
from tools.mutate.suite import Suite
from tools.mutate.trials import Outcome, Trial, run_trials

LONGEST = 1.5
"""Seconds of tests, quickest first, in which a mutant has to be noticed; at least one test runs."""


def run(
    suite: Suite, folder: Path, chosen: Mapping[str, list[Mutant]], *, fresh: bool = False
) -> dict[str, list[Outcome]]:
    """Return the outcome of each mutant by module; those that still hold are not tried again."""
    results = Results(suite, folder)
    if fresh:
        forget(folder)
        for module in chosen:
            results.forget(module)
    known = {module: results.load(module) for module in chosen}
    new = [m for module, some in chosen.items() for m in some if m.name not in known[module]]
    if new:
        print(f"Measuring what the tests of {suite.tests[0]} run ...", file=sys.stderr)
        covered = cover(suite, folder, list(chosen))
        progress = _Progress(len(new), results)
        run_trials(suite, [_trial(mutant, covered) for mutant in new], folder, progress.record)
    known = {module: results.load(module) for module in chosen}
    return {module: [known[module][m.name] for m in some] for module, some in chosen.items()}


def _trial(mutant: Mutant, covered: Cover) -> Trial:
    tests = covered.tests(mutant.module, mutant.lines)
    if not tests and not mutant.function:
        # Its own tests first, and all of them: code that a decorator wrote has no lines to cover.
        own = [test for test in covered.seconds if _mirror(mutant.module) in test]
        tests = list(dict.fromkeys(own + covered.tests_of_module(mutant.module)))
    spent = 0.0
    affordable: dict[str, float] = {}
    for test in tests:
        spent += covered.seconds[test]
        if affordable and spent > LONGEST:
            break
        affordable[test] = covered.seconds[test]
    return Trial(mutant, affordable)


def _mirror(module: str) -> str:
    return f"/test_{module.rpartition('.')[2]}.py::"


class _Progress:
    """Writes down outcomes, and tells now and then how far the run is."""

    def __init__(self, total: int, results: Results) -> None:
        self._total, self._results = total, results
        self._done = self._survived = 0
        self._told = time.monotonic()
        self._screen = os.dup(sys.stderr.fileno())  # pytest takes the stream away

    def record(self, outcome: Outcome) -> None:
        self._results.add(outcome)
        self._done += 1
        self._survived += outcome.verdict == "survived"
        now = time.monotonic()
        if now - self._told > 10 or self._done == self._total:
            self._told = now
            where = f"{self._survived} survived, now in {outcome.mutant.module}"
            os.write(self._screen, f"{self._done} of {self._total}, {where}\n".encode())
