"""The child process of a run: notes each input, tries it, and reports in lines of JSON.

It reads its order from standard input. Whatever happens to it, the file of notes holds the input
that it was working on.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import TextIO

from fuzz.harness.corpus import cases
from fuzz.harness.runner import Runner
from fuzz.target import Json, Target, target_named

MOST_FINDINGS = 10
"""A run ends early when it has found as many."""

_EVERY = 0.5  # seconds between two reports


@dataclass(frozen=True)
class Order:
    """What a child shall do: a run, or `only` one input, which stands in a list."""

    name: str
    notes: str
    corpus: str
    seed: int = 0
    seconds: float | None = None
    inputs: int | None = None
    replays: bool = True
    only: list[Json] | None = None


def main() -> None:
    """Carry out the order."""
    faulthandler.enable()
    order = Order(**json.load(sys.stdin))
    with os.fdopen(os.dup(1), "w", buffering=1) as reports:
        os.dup2(2, 1)  # what a target prints must not mix with the reports
        _Worker(order, reports).work()


class _Worker:
    def __init__(self, order: Order, reports: TextIO) -> None:
        self._order = order
        self._reports = reports
        self._notes = os.open(order.notes, os.O_WRONLY)
        self._target: Target = target_named(order.name)
        self._runner = Runner(self._target, order.seed, self._ends(), self._note)
        self._next_report = 0.0

    def work(self) -> None:
        if self._order.only:
            self._note(self._order.seed, self._order.only[0])
            with suppress(Exception):  # only a crash or a hang counts here
                self._target.check(self._order.only[0])
            return
        if self._order.replays:
            self._replay()
        for finding in islice(self._runner.run(), MOST_FINDINGS):
            self._report(found=asdict(finding))
        self._report()

    def _replay(self) -> None:
        for file in cases(self._order.name, Path(self._order.corpus)):
            if finding := self._runner.replay(file):
                self._report(found=asdict(finding))

    def _ends(self) -> Callable[[int], bool]:
        start, most, seconds = time.monotonic(), self._order.inputs, self._order.seconds

        def is_over(tried: int) -> bool:
            is_late = seconds is not None and time.monotonic() - start >= seconds
            return is_late or (most is not None and tried >= most)

        return is_over

    def _note(self, seed: int, value: Json) -> None:
        data = json.dumps([seed, value]).encode()
        os.pwrite(self._notes, data, 0)
        os.ftruncate(self._notes, len(data))
        if time.monotonic() >= self._next_report:
            self._report()

    def _report(self, **more: object) -> None:
        self._next_report = time.monotonic() + _EVERY
        state = {"tried": self._runner.tried, "seed": self._runner.seed}
        try:
            print(json.dumps({**state, "tally": self._target.tally, **more}), file=self._reports)
        except BrokenPipeError:
            os._exit(1)  # the supervisor is gone, and an exception would be a finding here


if __name__ == "__main__":
    main()
