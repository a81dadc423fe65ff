"""The supervisor: runs one target in child processes, and keeps its counts and findings."""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any

from fuzz.harness.child import Child
from fuzz.harness.corpus import CORPUS, Finding, load, store
from fuzz.harness.shrink import shorter, smallest
from fuzz.harness.worker import MOST_FINDINGS, Order
from fuzz.target import Json, Target, target_named

_SHRINK_TRIES = 100
_SHRINK_SECONDS = 120


@dataclass(frozen=True)
class Plan:
    """How long to run, in seconds or inputs or both, and from which seed."""

    seed: int = 0
    seconds: float | None = None
    inputs: int | None = None
    corpus: Path = CORPUS


@dataclass
class Count:
    """How far a run is; other threads may read it at any time."""

    tried: int = 0
    seconds: float = 0
    next_seed: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    findings: dict[Path, Finding] = field(default_factory=dict)


def run(name: str, plan: Plan, count: Count, stop: Event) -> None:
    """Run a target to the end of its plan or until `stop` is set; findings go to the corpus.

    Raises BadInput if the environment that the target needs cannot be had.
    """
    target = target_named(name)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        order = Order(name, f"{folder}/notes", str(plan.corpus), plan.seed)
        _Run(target, plan, order, count, stop).run()


class _Run:
    def __init__(self, target: Target, plan: Plan, order: Order, count: Count, stop: Event) -> None:
        self._target, self._plan, self._order = target, plan, order
        self._count, self._stop = count, stop
        self._environment = {**os.environ, **target.environment()}
        self._start = time.monotonic()

    def run(self) -> None:
        """Let one child after another work; only the first replays the corpus."""
        count, plan = self._count, self._plan
        count.next_seed = plan.seed
        self._work(replays=True)
        while not self._is_over():
            self._work(replays=False)

    def _is_over(self) -> bool:
        count, plan = self._count, self._plan
        is_late = plan.seconds is not None and count.seconds >= plan.seconds
        is_done = plan.inputs is not None and count.tried >= plan.inputs
        has_enough = len(count.findings) >= MOST_FINDINGS
        return is_late or is_done or has_enough or self._stop.is_set()

    def _work(self, *, replays: bool) -> None:
        """Let one child work until it has done what is left, or dies."""
        count, plan = self._count, self._plan
        before = replace(count, tally=count.tally.copy())
        order = replace(
            self._order,
            seed=count.next_seed,
            seconds=None if plan.seconds is None else plan.seconds - count.seconds,
            inputs=None if plan.inputs is None else plan.inputs - count.tried,
            replays=replays,
        )
        child = self._child(order)
        for report in child.reports(self._stop):
            self._hear(report, before)
        if child.crash:
            count.next_seed = (child.crash.seed or 0) + 1
            # A machine that sleeps for a while makes one input late, but not twice.
            if not child.hung or self._ends_a_child(child.crash.input):
                self._keep(self._shrunk(child.crash))
        count.seconds = time.monotonic() - self._start

    def _child(self, order: Order) -> Child:
        return Child(order, self._environment, self._target.limit)

    def _hear(self, report: Mapping[str, Any], before: Count) -> None:
        count = self._count
        count.tried = before.tried + report["tried"]
        count.tally = before.tally + Counter(report["tally"])
        count.next_seed = report["seed"]
        count.seconds = time.monotonic() - self._start
        if found := report.get("found"):
            self._keep(Finding(**found))

    def _keep(self, finding: Finding) -> None:
        file = store(self._order.name, finding, self._plan.corpus)
        self._count.findings[file] = load(file)

    def _shrunk(self, crash: Finding) -> Finding:
        """Return the smallest input that still ends a child, with one child for each try."""
        tries, end = iter(range(_SHRINK_TRIES)), time.monotonic() + _SHRINK_SECONDS

        def crashes(value: Json) -> bool:
            if self._stop.is_set() or time.monotonic() > end or next(tries, None) is None:
                return False
            return self._ends_a_child(value)

        def smaller(value: Json) -> chain[Json]:
            return chain(self._target.smaller(value), shorter(value))

        return replace(crash, input=smallest(crash.input, crashes, smaller))

    def _ends_a_child(self, value: Json) -> bool:
        child = self._child(replace(self._order, only=[value]))
        for _ in child.reports(self._stop):
            pass
        return child.crash is not None
