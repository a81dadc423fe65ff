"""`analyse`, as callers use it: the default beside `exact` and ms_toollib, and many views at once.

On 100 expert positions, by CPU time:

- The default `analyse(view)` beside `analyse(view, "exact")`: what is safe, what is a mine and all
  risks are read, but no proof.
- The risks by `analyse(view, "exact")`, beside `ms_toollib.cal_probability_onboard`: as an array,
  a number for each cell of the board as ms_toollib returns them; and as a dict by cell, each entry
  read. Python needs a third of the time to build and read that dict; the targets are for the array.
- `analyse_many` on all cores, with the risks of each position taken as an array: positions per
  second of CPU time, which is per second and core, whatever else the machine does.

The first two are measured warm (the best of several calls, after one to warm up) and cold (each
position once, in a new process; the best of several processes for each). Imports are not counted.
All must agree on every risk.

Run `make bench-analyse`, which installs ms_toollib. The exit code is 1 if a target is missed.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.engines.exact import (
    DATA,
    Check,
    as_lists,
    check_agreement,
    figures,
    find_peer,
    load,
    read_risks,
    seconds,
    show,
    show_ratios,
)

from mineproof import Analysis, View, analyse, analyse_many
from mineproof.counting.kernel import describe, kernel
from mineproof.play.bulk import cores

DEFAULT_WANTED = 3  # times `exact`, at most
PEER_WANTED = {"mean": 60, "median": 30, "p99": 200}
MANY_WANTED = 20_000
MANY = 50  # times the positions
PROCESSES = 5


def main(words: list[str]) -> int:
    """Measure and print; return 1 if a target is missed, 2 if something to measure is missing."""
    native, peer = kernel(), find_peer()
    if native is None or peer is None:
        print(describe() if native is None else "ms_toollib is missing: pip install ms-toollib")
        return 2
    views = [load(case) for case in json.loads(DATA.read_text())["expert"]]
    if words:
        print(json.dumps([once(call) for call in calls(words[0], views)]))
        return 0
    print(f"Python {platform.python_version()}, CPU time, {len(views)} expert positions\n")
    for view in views:
        check_agreement(view, native, peer.cal_probability_onboard(as_lists(view), view.mines))
    checks = [*compare("warm", warm, views), *compare("cold", cold, views), many(views)]
    for wish, figure, is_met in checks:
        print(f"{'met' if is_met else 'MISSED':<8}{wish}: {figure}")
    return 0 if all(check.is_met for check in checks) else 1


def calls(name: str, views: list[View]) -> list[Callable[[], object]]:
    """Return what is measured by this name, one call for each position."""
    if name == "ms_toollib":
        ask = find_peer().cal_probability_onboard
        return [partial(ask, as_lists(view), view.mines) for view in views]
    if name == "exact, array":
        import_module("numpy")  # before the clock runs, as with ms_toollib
        return [partial(read_array, view) for view in views]
    if name == "exact, dict":
        return [partial(read_risks, view) for view in views]
    return [partial(read_all, view, name) for view in views]


def read_array(view: View) -> object:
    """Analyse a position, and take its risks as an array."""
    return risks(analyse(view, "exact"))


def read_all(view: View, engine: str) -> object:
    """Analyse a position, and read all but the proofs."""
    found = analyse(view) if engine == "default" else analyse(view, engine)
    return found.safe, found.mines, sum(found.risks.values())


def warm(name: str, views: list[View]) -> list[float]:
    """Return the times of calls in a process that has made many."""
    rounds, times = (3, 1) if name == "ms_toollib" else (20, 5)
    return [seconds(call, rounds, times) for call in calls(name, views)]


def cold(name: str, views: list[View]) -> list[float]:
    """Return the times of the first calls in a process; `views` are what it reads itself."""
    command = [sys.executable, "-m", "benchmarks.engines.analyse", name]
    runs = [subprocess.run(command, capture_output=True, check=True) for _ in range(PROCESSES)]
    times: list[list[float]] = [json.loads(run.stdout) for run in runs]
    assert all(len(run) == len(views) for run in times)
    return [min(each) for each in zip(*times, strict=True)]


def once(call: Callable[[], object]) -> float:
    """Return the CPU time of a call."""
    began = time.process_time()
    call()
    return time.process_time() - began


def compare(
    state: str, measure: Callable[[str, list[View]], list[float]], views: list[View]
) -> list[Check]:
    """Print the times and ratios of all that is compared."""
    names = ("ms_toollib", "exact, array", "exact, dict", "exact", "default")
    peer, array, by_cell, exact, default = times = [measure(name, views) for name in names]
    print(f"{state + ', µs':14}{'mean':>8}{'median':>10}{'p99':>10}")
    for name, each in zip(names, times, strict=True):
        show(name, each, 1e6)
    ratios = show_ratios("array", peer, array)
    show_ratios("dict", peer, by_cell)
    print()
    return [
        at_most_exact(state, default, exact),
        *(
            Check(f"{state}: exact {wanted}x as fast as ms_toollib ({name})", f"{ratio:.0f}x", ok)
            for (name, wanted), ratio in zip(PEER_WANTED.items(), ratios, strict=True)
            for ok in [ratio >= wanted]
        ),
    ]


def at_most_exact(state: str, default: list[float], exact: list[float]) -> Check:
    """Return the check of the default's time."""
    ratio = figures(default)[0] / figures(exact)[0]
    wish = f"{state}: default in {DEFAULT_WANTED}x the time of exact (mean)"
    return Check(wish, f"{ratio:.2f}x", ratio <= DEFAULT_WANTED)


def many(views: list[View]) -> Check:
    """Measure many positions at once; their risks must be those of each alone."""
    for view, found in zip(views, analyse_many(views), strict=True):
        array, alone = risks(found), analyse(view).risks
        assert {cell: array.flat[cell] for cell in view.covered_cells()} == alone
    best_rate = best_by_clock = 0.0
    for _ in range(10):
        began, clock = time.process_time(), time.perf_counter()
        arrays = [risks(found) for found in analyse_many(views * MANY)]
        best_rate = max(best_rate, len(arrays) / (time.process_time() - began))
        best_by_clock = max(best_by_clock, len(arrays) / (time.perf_counter() - clock))
    rate = f"{best_rate:,.0f} (by the clock, {best_by_clock:,.0f} on {cores()} cores)"
    wish = f"analyse_many, {MANY_WANTED:,} positions per second per core"
    return Check(wish, rate, best_rate >= MANY_WANTED)


def risks(found: object) -> Any:
    """Return the risks of a position as an array."""
    assert isinstance(found, Analysis)
    return found.risk_array()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
