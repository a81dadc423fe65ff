"""How long it takes to explain a position: all its steps, from the easiest to the last.

Expert positions: 100 of `benchmarks/data/counting.json`, and those before every tenth move of games
that begin with an opening. By CPU time in one process, the best of three, beside one analysis by
`exact` of the same position. Run `make bench-coach`; the exit code is 1 if a target is missed.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, median

from mineproof import analyse
from mineproof.agents import agent_named
from mineproof.board.game import Game
from mineproof.board.view import View
from mineproof.coach.steps.steps import find_steps
from mineproof.engines.exact import Exact
from mineproof.play.match import Match

DATA = Path(__file__).parents[1] / "data" / "counting.json"
SEEDS, EVERY = range(40), 10
MEDIAN_WANTED, P99_WANTED = 5.0, 100.0


def main() -> int:
    """Measure and print; return 1 if a target is missed."""
    views = [*given(), *played()]
    steps = [milliseconds(partial(explain, view)) for view in views]
    counts = [milliseconds(partial(count, view)) for view in views]
    print(f"{len(views)} expert positions, Python {platform.python_version()}, CPU milliseconds\n")
    print(f"{'':12}{'mean':>9}{'median':>9}{'p99':>9}{'most':>9}")
    show("all steps", steps)
    show("exact", counts)
    each = [a / b for a, b in zip(steps, counts, strict=True)]
    print(f"\nAll steps take {median(each):.0f} times one analysis by exact, in the median.")
    checks = [
        (f"median under {MEDIAN_WANTED} ms", figures(steps)[1], MEDIAN_WANTED),
        (f"p99 under {P99_WANTED} ms", figures(steps)[2], P99_WANTED),
    ]
    for wish, figure, wanted in checks:
        print(f"{'met' if figure < wanted else 'MISSED':<8}{wish}: {figure:.1f} ms")
    return 0 if all(figure < wanted for _, figure, wanted in checks) else 1


def given() -> list[View]:
    """Return the positions of the data."""
    cases = json.loads(DATA.read_text())["expert"]
    return [View.from_picture(case["board"], case["mines"]) for case in cases]


def played() -> Iterator[View]:
    """Yield what is seen before every tenth move of some games, while they last."""
    for seed in SEEDS:
        game = Game.new("expert", "opening", seed=seed)
        turns = Match(game, agent_named("safest", Exact())).turns()
        while len(list(islice(turns, EVERY))) == EVERY and game.status.value == "playing":
            yield game.view


def explain(view: View) -> int:
    """Find all steps of a position."""
    return sum(1 for _ in find_steps(view))


def count(view: View) -> float:
    """Analyse a position, and read the risk of each covered cell."""
    return sum(analyse(view, "exact").risks.values())


def milliseconds(call: Callable[[], object], rounds: int = 3) -> float:
    """Return the CPU time of a call, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        call()
        best = min(best, time.process_time() - began)
    return best * 1000


def figures(times: list[float]) -> tuple[float, float, float, float]:
    """Return mean, median, 99th percentile and maximum."""
    return mean(times), median(times), sorted(times)[len(times) * 99 // 100], max(times)


def show(name: str, times: list[float]) -> None:
    """Print one line of the table."""
    print(f"{name:12}" + "".join(f"{figure:9.2f}" for figure in figures(times)))


if __name__ == "__main__":
    sys.exit(main())
