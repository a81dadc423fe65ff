"""The command `make mutate`."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.mutate.mutations import Mutant, mutants
from tools.mutate.results import Row, explanations, table
from tools.mutate.run import run
from tools.mutate.suite import Suite

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "mutants"
ROOMS = ("board", "logic", "counting", "engines", "stats")
LAB = ("lab/run/store", "lab/report/results", "lab/report/compare")


def _suite(rooms: Sequence[str], tests: str, *, can_fork: bool = True) -> Suite:
    return Suite(ROOT, Path("src", "mineproof"), tuple(rooms), (Path("tests", tests),), can_fork)


# Each room by its own tests, not by those of rooms that use it. The lab has the threads of polars.
SUITES = (*(_suite([room], room) for room in ROOMS), _suite(LAB, "lab", can_fork=False))

FLOORS = {
    "board.game": 90,
    "engines.base": 90,
    "engines.inference": 90,
    "engines.resolution": 90,
    "engines.single": 90,
    "engines.subset": 90,
    "logic.checker": 90,
    "stats.estimates": 90,
    "stats.intervals": 90,
}
"""The least share of mutants that the tests have to notice, in per cent."""


def main() -> None:
    """Mutate the modules asked for and print the table; exit 1 if one is below its floor."""
    options = _options()
    try:
        rows = [row for suite in SUITES for row in _rows(suite, options)]
    except KeyboardInterrupt:
        sys.exit("\nStopped; the next run goes on from here.")
    if options.list:
        return
    print(table(rows))
    for row in rows:
        for outcome in row.survivors:
            print(f"survived in {row.module}: {outcome.mutant.name}")
    low = [row.module for row in rows if row.killed < FLOORS.get(row.module, 0)]
    if low:
        sys.exit(f"below the floor: {', '.join(low)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    add = parser.add_argument
    add("--module", action="append", help="a module or room, such as logic.checker; repeatable")
    add("--all", action="store_true", help="every module of the rooms in scope")
    add("--sample", type=int, metavar="N", help="at most N mutants of each module, at random")
    add("--seed", type=int, default=0, help="the seed of the sample (0)")
    add("--fresh", action="store_true", help="forget earlier outcomes and what tests cover")
    add("--list", action="store_true", help="list the mutants and run nothing")
    return parser.parse_args()


def _rows(suite: Suite, options: argparse.Namespace) -> list[Row]:
    modules = [module for module in suite.modules if _is_wanted(module, options)]
    everything = {module: mutants(module, suite.source(module)) for module in modules}
    chosen = {module: _sample(everything[module], options) for module in modules}
    if options.list:
        for mutant in (mutant for some in chosen.values() for mutant in some):
            print(f"{mutant.module}: {mutant.name}")
        return []
    outcomes = run(suite, FOLDER, chosen, fresh=options.fresh) if modules else {}
    explained = explanations()
    return [
        Row(module, len(everything[module]), some, frozenset(explained.get(module, ())))
        for module, some in outcomes.items()
    ]


def _is_wanted(module: str, options: argparse.Namespace) -> bool:
    if options.module:
        return any(f"{module}.".startswith(f"{wanted}.") for wanted in options.module)
    return options.all or module in FLOORS


def _sample(some: list[Mutant], options: argparse.Namespace) -> list[Mutant]:
    if options.sample is None or options.sample >= len(some):
        return some
    rng = random.Random(f"{options.seed} {some[0].module}")
    picked = set(rng.sample(range(len(some)), options.sample))
    return [mutant for i, mutant in enumerate(some) if i in picked]


if __name__ == "__main__":
    main()
