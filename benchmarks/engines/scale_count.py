"""Does the count of a cell cost the same on a board sixty times larger, and is it as exact?

Positions are drawn at random: so many percent of the cells are mines, and of the other cells so
many percent are open. The kernel counts them with its usual limits. Times are CPU times.

- 20% mines, half open, from 128x128 to 1000x1000: microseconds a cell, the best of several rounds.
  Of each size there are as many positions as make a million cells, for one in a few small ones has
  a front that takes longer than all else.
- The smaller of them once more by the twin in Python, in integers: how far is each risk off? The
  twin takes a minute for 256x256, and sixteen times as long for twice the side.
- 30% mines, 30% open, which makes one giant front: is it solved or refused, and how soon?

Run `make bench-scale_count`. The exit code is 1 if a target is missed.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Iterable
from statistics import mean
from typing import NamedTuple

from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import HIDDEN, View
from mineproof.counting import count as counting
from mineproof.counting.kernel import Kernel, describe, kernel
from mineproof.errors import LimitReached
from mineproof.logic.reader import read

SIDES, CELLS, ROUNDS = (128, 256, 512, 1000), 1_000_000, 5
RATIO_WANTED = 2
EXACT = {128: range(3), 256: range(1)}
ERROR_WANTED = 1e-12
GIANT_SIDE, GIANT_SEEDS, SECONDS_WANTED = 128, range(12), 5.0
LARGER_SIDES, LARGER_SEEDS = (256, 512), range(4)


class Check(NamedTuple):
    """A target, what was reached, and whether that meets it."""

    wish: str
    figure: str
    is_met: bool


def main() -> int:
    """Measure and print; return 1 if a target is missed, 2 if there is no kernel to measure."""
    native = kernel()
    if native is None:
        print(describe())
        return 2
    print(f"Python {platform.python_version()}, CPU time\n")
    checks = [compare_sizes(native), compare_with_twin(native), try_giants(native)]
    for wish, figure, is_met in checks:
        print(f"{'met' if is_met else 'MISSED':<8}{wish}: {figure}")
    return 0 if all(check.is_met for check in checks) else 1


def draw(side: int, mined: int, opened: int, seed: int) -> View:
    """Return a position of which `mined` percent are mines, the rest open by `opened` percent."""
    grid, rng = Grid(side, side), Rng(seed)
    layout = Layout.random(grid, grid.size * mined // 100, rng)
    numbers = layout.numbers()
    codes = [
        HIDDEN if rng.below(100) >= opened or layout.is_mine(cell) else numbers[cell]
        for cell in range(grid.size)
    ]
    return View(grid, bytes(codes), len(layout.mines))


def draw_half(side: int, seed: int) -> View:
    """Return a position of the first two parts."""
    return draw(side, 20, 50, seed)


def count(native: Kernel, view: View) -> Kernel.Counted:
    """Count by the kernel."""
    grid = view.grid
    return native.count_view(grid.rows, grid.cols, grid.shape.value, view.cells, view.mines)


# --- by size --------------------------------------------------------------------------------------


def compare_sizes(native: Kernel) -> Check:
    """Print what a cell costs on boards of each size; the target is the ratio to the smallest."""
    print("20% mines, half open\n\n| board | positions | us a cell | ratio |\n|---|---|---|---|")
    ratios, smallest = [], 0.0
    for side in SIDES:
        costs = [cost(native, draw_half(side, seed)) for seed in range(CELLS // side**2)]
        smallest = smallest or mean(costs)
        ratios.append(mean(costs) / smallest)
        extent = f"{mean(costs):.2f} ({min(costs):.2f}-{max(costs):.2f})"
        print(f"| {side}x{side} | {len(costs)} | {extent} | {ratios[-1]:.2f}x |", flush=True)
    print()
    worst = max(ratios)
    return Check(f"a cell within {RATIO_WANTED}x", f"{worst:.2f}x", worst <= RATIO_WANTED)


def cost(native: Kernel, view: View) -> float:
    """Return the microseconds for each cell: the best of several rounds, after one to warm up."""
    count(native, view)
    return min(seconds(native, view) for _ in range(ROUNDS)) / view.grid.size * 1e6


def seconds(native: Kernel, view: View) -> float:
    """Return the CPU time of one count; raise LimitReached."""
    began = time.process_time()
    count(native, view)
    return time.process_time() - began


# --- beside the twin ------------------------------------------------------------------------------


def compare_with_twin(native: Kernel) -> Check:
    """Print how far risks are off the exact ones; the target is the largest relative error."""
    print("The same in exact integers\n\n| board | risks | largest relative error |\n|---|---|---|")
    worst = 0.0
    for side, seeds in EXACT.items():
        errors = [e for seed in seeds for e in relative_errors(native, draw_half(side, seed))]
        print(f"| {side}x{side} | {len(errors)} | {max(errors):.1e} |", flush=True)
        worst = max(worst, *errors)
    print()
    wish = f"every risk within {ERROR_WANTED:.0e} of the exact one, relatively"
    return Check(wish, f"{worst:.1e}", worst < ERROR_WANTED)


def relative_errors(native: Kernel, view: View) -> Iterable[float]:
    """Yield for each covered cell by which part its risk is off; 1 for a certainty that is not."""
    risks = count(native, view).risks
    exact = counting.count(read(view))
    for cell, mined in exact.mined_weight.items():
        risk = mined / exact.weight
        yield abs(risks[cell] - risk) / risk if risk else float(risks[cell] != 0)


# --- giant fronts ---------------------------------------------------------------------------------


def try_giants(native: Kernel) -> Check:
    """Print how giant fronts end; the target is the longest time on boards of the smallest size."""
    print("30% mines, 30% open\n\n| board | solved | refused | seconds |\n|---|---|---|---|")
    longest = try_giants_of(native, GIANT_SIDE, GIANT_SEEDS)
    for side in LARGER_SIDES:
        try_giants_of(native, side, LARGER_SEEDS)
    print()
    wish = f"{GIANT_SIDE}x{GIANT_SIDE} solved or refused in {SECONDS_WANTED:.0f} s"
    return Check(wish, f"{longest:.2f} s", longest <= SECONDS_WANTED)


def try_giants_of(native: Kernel, side: int, seeds: range) -> float:
    """Print how those of one size end, and return the longest time."""
    taken: dict[bool, list[float]] = {True: [], False: []}
    for seed in seeds:
        is_solved, time_taken = attempt(native, draw(side, 30, 30, seed))
        taken[is_solved].append(time_taken)
    each = taken[True] + taken[False]
    print(
        f"| {side}x{side} | {len(taken[True])} | {len(taken[False])} "
        f"| {min(each):.2f}-{max(each):.2f}, mean {mean(each):.2f} |",
        flush=True,
    )
    return max(each)


def attempt(native: Kernel, view: View) -> tuple[bool, float]:
    """Return whether a position is counted within the usual limits, and the seconds it took."""
    began = time.process_time()
    try:
        count(native, view)
    except LimitReached:
        return False, time.process_time() - began
    return True, time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
