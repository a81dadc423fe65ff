"""Boards that need no guess: how fast, beside ms_toollib, how sure, and how biased.

- Expert boards from the same start, certified with the mine count: ours by filter and by repair, as
  `coach.generate.no_guess` makes them, beside `ms_toollib.laymine_solvable`, in turns and in one
  process, by CPU time. What ms_toollib makes is replayed as well.
- Expert boards with 200 mines.
- 1000 expert boards, half by filter and half by repair, each replayed by a path of its own: the
  agent never-guess with the engine `exact`, all in Python. The script of some of them is checked.
- How many layouts can be cleared as they are dealt, and how many tries repair takes, by the number
  of mines.
- The bias of repair: where the mines are, the 3BV, the openings and the grades, beside the filter's
  boards, which are uniform.

Run `make bench-generate`, which installs ms_toollib (`pip install 'mineproof[peers]'`). The exit
code is 1 if a target is missed. ARGS="--boards 100" makes it shorter.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from statistics import fmean, stdev
from typing import Any

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Game
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import effort
from mineproof.board.rules import Finish
from mineproof.coach.boards.generate import Generated, Method, no_guess
from mineproof.coach.boards.reach import Hardest, Reach, is_solvable
from mineproof.coach.boards.script import check_script
from mineproof.engines.exact import Exact
from mineproof.play.match import Match
from mineproof.play.record import Outcome
from mineproof.stats.intervals import wilson

START = "d4"
GRID = Grid(16, 30)
FIRST = GRID.parse(START)
DENSITIES = (60, 80, 99, 110, 120, 130, 150, 180, 200)
DENSE = "16x30/200"
DENSE_LIMIT = 50.0
REACHES = {
    "L1": Reach(Hardest.SINGLE, with_count=False),
    "L2": Reach(Hardest.PAIR, with_count=False),
    "L4": Reach(Hardest.COUNTING, with_count=False),
    "L5": Reach(Hardest.COUNTING, with_count=True),
}


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--boards", type=int, default=1000, help="how many expert boards")
    boards = parser.parse_args(args).boards
    is_fast = compare_speed(max(20, boards // 5))
    made = {method: make(method, boards // 2) for method in Method}
    is_sure = replay([board for some in made.values() for board in some])
    show_densities(boards)
    show_bias(made)
    return 0 if is_fast and is_sure else 1


def make(method: Method, boards: int, level: str = "expert") -> list[Generated]:
    return [
        no_guess(level, seed, start=f"opening:{START}", method=method) for seed in range(boards)
    ]


# --- speed ----------------------------------------------------------------------------------------


def compare_speed(boards: int) -> bool:
    """Print how long a board takes, and tell whether the targets are met."""
    ms_toollib = import_module("ms_toollib")  # make bench-generate installs it
    row, col = GRID.place(FIRST)
    makers: dict[str, Callable[[int], Any]] = {
        "filter": lambda seed: no_guess("expert", seed, method=Method.FILTER),
        "repair": lambda seed: no_guess("expert", seed, method=Method.REPAIR),
        "ms_toollib.laymine_solvable": lambda _: ms_toollib.laymine_solvable(16, 30, 99, col, row),
        "200 mines": lambda seed: no_guess(DENSE, seed),
    }
    times = {name: [timed(maker, seed) for seed in range(boards)] for name, maker in makers.items()}
    peer = fmean(times["ms_toollib.laymine_solvable"])
    print(f"{'CPU time per board, ms':32}{'mean':>10}{'+-':>8}{'worst':>10}{'ratio':>8}")
    for name, each in times.items():
        mean, error = fmean(each), 1.96 * stdev(each) / len(each) ** 0.5
        ratio = f"{peer / mean:8.1f}" if name != "200 mines" else ""
        print(f"{name:32}{mean:10.3f}{error:8.3f}{max(each):10.3f}{ratio}")
    print(f"({boards} boards each, expert from {START}; ratio: times as fast as ms_toollib)")
    print(peer_verdict(makers["ms_toollib.laymine_solvable"]))
    is_dense_fast = fmean(times["200 mines"]) < DENSE_LIMIT
    return fmean(times["filter"]) <= peer and fmean(times["repair"]) <= peer and is_dense_fast


def timed(maker: Callable[[int], object], seed: int) -> float:
    started = time.process_time()
    maker(seed)
    return 1000 * (time.process_time() - started)


def peer_verdict(maker: Callable[[int], Any], boards: int = 50) -> str:
    """Say how many of ms_toollib's boards can be cleared from their start."""
    cleared = said = 0
    for seed in range(boards):
        rows, verdict = maker(seed)
        cells = enumerate(number for row in rows for number in row)
        mines = frozenset(cell for cell, number in cells if number < 0)
        said += bool(verdict)
        cleared += FIRST not in mines and is_solvable(Layout(GRID, mines), FIRST)
    return f"of {boards} boards ms_toollib calls {said} solvable; {cleared} are, by our replay"


# --- sure -----------------------------------------------------------------------------------------


def replay(boards: Sequence[Generated], scripts: int = 50) -> bool:
    """Print how many boards are cleared by another path, and tell whether all are."""
    os.environ["MINEPROOF_KERNEL"] = "python"
    try:
        cleared = sum(map(is_cleared, boards))
    finally:
        del os.environ["MINEPROOF_KERNEL"]
    print(f"replayed in Python without a guess: {cleared} of {len(boards)}")
    checked = boards[:: max(1, len(boards) // scripts)]
    for board in checked:
        check_script(board.layout, board.script)
    print(f"scripts accepted by the checker: {len(checked)} of {len(checked)}")
    return cleared == len(boards)


def is_cleared(board: Generated) -> bool:
    game = Game.on(board.layout, Finish.CLEARING)
    record = Match(game, NeverGuess(Exact()), first=board.first).play()
    return record.outcome is Outcome.WON and record.guesses == 0


# --- density --------------------------------------------------------------------------------------


def show_densities(boards: int) -> None:
    """Print what becomes of boards with more and more mines."""
    print(f"{'mines on 16x30':16}{'cleared as dealt, %':>24}{'repair: tries':>16}{'ms':>8}")
    for mines in DENSITIES:
        level = f"16x30/{mines}"
        cleared = sum(is_solvable(layout, FIRST) for layout in deal(level, 2 * boards))
        low, high = (100 * each for each in wilson(cleared, 2 * boards))
        share = f"{50 * cleared / boards:.2f} ({low:.2f}-{high:.2f})"
        started = time.process_time()
        tries = [each.tries for each in make(Method.REPAIR, max(20, boards // 10), level)]
        spent = 1000 * (time.process_time() - started) / len(tries)
        print(f"{mines:<16}{share:>24}{fmean(tries):16.2f}{spent:8.2f}")
    print(f"({2 * boards} boards dealt, {max(20, boards // 10)} repaired; Wilson 95 % intervals)")


def deal(level: str, boards: int) -> list[Layout]:
    games = [Game.of(f"{level}/opening:{START}/clearing#{seed}") for seed in range(boards)]
    for game in games:
        game.open(FIRST)
    return [game.layout for game in games]


# --- bias -----------------------------------------------------------------------------------------


def show_bias(made: dict[Method, list[Generated]]) -> None:
    """Print figures of the boards of each method side by side, and of what is dealt."""
    boards = len(made[Method.FILTER])
    layouts = {"dealt": deal("expert", boards)} | {
        method.value: [board.layout for board in some] for method, some in made.items()
    }
    print(f"{'mean and 95 % interval':28}" + "".join(f"{name:>18}" for name in layouts))
    for figure, measure in FIGURES.items():
        values = {name: [measure(each) for each in some] for name, some in layouts.items()}
        print(f"{figure:28}" + "".join(f"{interval(each):>18}" for each in values.values()))
    grades = {name: grades_of(some) for name, some in layouts.items()}
    for level in (*REACHES, "G"):
        share = [100 * grades[name][level] / len(layouts[name]) for name in layouts]
        print(f"{'needs ' + level + ', %':28}" + "".join(f"{each:18.1f}" for each in share))
    print(f"({boards} boards each; L4 stands for L3 and L4)")


def interval(values: Sequence[float]) -> str:
    return f"{fmean(values):.2f} +- {1.96 * stdev(values) / len(values) ** 0.5:.2f}"


def density(low: int, high: int) -> Callable[[Layout], float]:
    """Return what measures the mines, in % of the cells, so many steps from the start."""
    row, col = GRID.place(FIRST)

    def measure(layout: Layout) -> float:
        places = map(layout.grid.place, range(layout.grid.size))
        apart = [max(abs(r - row), abs(c - col)) for r, c in places]
        ring = [cell for cell, steps in enumerate(apart) if low <= steps <= high]
        return 100 * sum(map(layout.is_mine, ring)) / len(ring)

    return measure


FIGURES: dict[str, Callable[[Layout], float]] = {
    "mines %, 2-3 from the start": density(2, 3),
    "mines %, 4-6 from the start": density(4, 6),
    "mines %, 7-12 from the start": density(7, 12),
    "mines %, 13-26 from the start": density(13, 26),
    "3BV": lambda layout: effort(layout).bbbv,
    "openings": lambda layout: effort(layout).openings,
    "cells that show 4 or more": lambda layout: sum(
        number >= 4 and not layout.is_mine(cell) for cell, number in enumerate(layout.numbers())
    ),
}


def grades_of(layouts: Sequence[Layout]) -> Counter[str]:
    return Counter(
        next((name for name, reach in REACHES.items() if is_solvable(each, FIRST, reach)), "G")
        for each in layouts
    )


if __name__ == "__main__":
    sys.exit(main())
