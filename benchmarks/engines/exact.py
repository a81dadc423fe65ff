"""Exact risks: the kernel beside ms_toollib, and on fronts that are hard for any solver.

In one process, by CPU time, after a warm-up call, the best of several:

- 100 expert positions beside `ms_toollib.cal_probability_onboard`, which goes from lists to lists:
  the public `analyse(view, "exact").risks` with the risk of every covered cell read, and the
  kernel's own `count_view`, from bytes to an array. All must agree on every cell.
- Lattices, which are one giant front each: every second cell of every second row is open.
- Lattices of 16 x 30 at 40% mines, in which no clue settles anything alone, for several seeds: one
  seed says little, for they differ by a factor of four.

Run `make bench-exact`, which installs ms_toollib (`pip install 'mineproof[peers]'`). The exit code
is 1 if a target is missed.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from mineproof import analyse
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import HIDDEN, View
from mineproof.counting.kernel import Kernel, describe, kernel

DATA = Path(__file__).parents[1] / "data" / "counting.json"
KERNEL_MEAN_WANTED = 60
MEAN_WANTED, MEDIAN_WANTED, P99_WANTED = 30, 15, 60
LATTICE_WANTED, HARD_WANTED = 0.05, 1.0
HARD_SEEDS = range(8)
HARD_PERCENT = 40


class Check(NamedTuple):
    """A target, what was reached, and whether that meets it."""

    wish: str
    figure: str
    is_met: bool


def main() -> int:
    """Measure and print; return 1 if a target is missed, 2 if something to measure is missing."""
    native, peer = kernel(), find_peer()
    if native is None or peer is None:
        print(
            describe()
            if native is None
            else "ms_toollib is missing: pip install 'mineproof[peers]'"
        )
        return 2
    print(f"Python {platform.python_version()}, CPU time\n")
    data = json.loads(DATA.read_text())
    checks = [
        *compare([load(case) for case in data["expert"]], native, peer),
        *(limit(case["name"], load(case), native, LATTICE_WANTED) for case in data["lattices"]),
        *(
            limit(f"lattice_16x30 at 40%, seed {seed}", hard_lattice(seed), native, HARD_WANTED)
            for seed in HARD_SEEDS
        ),
    ]
    for wish, figure, is_met in checks:
        print(f"{'met' if is_met else 'MISSED':<8}{wish}: {figure}")
    return 0 if all(check.is_met for check in checks) else 1


def find_peer() -> Any:
    """Return the module ms_toollib, or None."""
    try:
        return import_module("ms_toollib")
    except ModuleNotFoundError:
        return None


def load(case: dict[str, Any]) -> View:
    """Return the position of one entry of the data."""
    return View.from_picture(case["board"], case["mines"])


def count(native: Kernel, view: View) -> Kernel.Counted:
    """Count by the kernel."""
    grid = view.grid
    return native.count_view(grid.rows, grid.cols, grid.shape.value, view.cells, view.mines)


def risks(native: Kernel, view: View) -> Sequence[float]:
    """Count by the kernel, and take the array of risks."""
    return count(native, view).risks


# --- beside ms_toollib ----------------------------------------------------------------------------


def compare(views: list[View], native: Kernel, peer: Any) -> list[Check]:
    """Print how they fare on the same positions; the targets are ratios."""
    theirs, public, own = [], [], []
    for view in views:
        board = as_lists(view)
        check_agreement(view, native, peer.cal_probability_onboard(board, view.mines))
        theirs.append(seconds(partial(peer.cal_probability_onboard, board, view.mines), 3))
        public.append(seconds(partial(read_risks, view), 20, 5))
        own.append(seconds(partial(risks, native, view), 20, 10))
    print(f"{len(views)} expert positions, microseconds per call")
    print(f"{'':12}{'mean':>10}{'median':>10}{'p99':>10}")
    for name, times in ("ms_toollib", theirs), ("analyse", public), ("kernel", own):
        show(name, times, 1e6)
    mean_ratio, *_ = show_ratios("kernel", theirs, own)
    wanted = (MEAN_WANTED, MEDIAN_WANTED, P99_WANTED)
    names, ratios = ("mean", "median", "p99"), show_ratios("analyse", theirs, public)
    print()
    return [
        at_least("kernel alone, mean", mean_ratio, KERNEL_MEAN_WANTED),
        *(at_least(f"analyse, {n}", *each) for n, *each in zip(names, ratios, wanted, strict=True)),
    ]


def read_risks(view: View) -> float:
    """Analyse a position and read the risk of each covered cell."""
    return sum(analyse(view, "exact").risks.values())


def show_ratios(name: str, theirs: list[float], ours: list[float]) -> list[float]:
    """Print and return by how much ours is faster, in the mean, the median and the tail."""
    ratios = [a / b for a, b in zip(figures(theirs), figures(ours), strict=True)]
    least = min(a / b for a, b in zip(theirs, ours, strict=True))
    print(f"{name:12}" + "".join(f"{ratio:9.0f}x" for ratio in ratios), end="")
    print(f"   faster; on no position less than {least:.0f}x")
    return ratios


def at_least(what: str, ratio: float, wanted: float) -> Check:
    """Return the check of a ratio."""
    wish = f"expert positions {wanted}x as fast as ms_toollib ({what})"
    return Check(wish, f"{ratio:.0f}x", ratio >= wanted)


def as_lists(view: View) -> list[list[int]]:
    """Return the position as ms_toollib wants it: rows of numbers, 10 for a hidden cell."""
    codes = [10 if code == HIDDEN else code for code in view.cells]
    return [codes[at : at + view.grid.cols] for at in range(0, len(codes), view.grid.cols)]


def check_agreement(view: View, native: Kernel, answer: Any) -> None:
    """Stop if they do not agree on a position."""
    theirs = [risk for row in answer[0] for risk in row]
    counted, found = risks(native, view), analyse(view, "exact").risks
    assert list(found) == view.covered_cells()
    for cell, risk in found.items():
        off = max(abs(counted[cell] - theirs[cell]), abs(risk - theirs[cell]))
        assert off < 1e-9, f"risks differ by {off} at {view.grid.name(cell)} of\n{view}"


def figures(times: list[float]) -> tuple[float, float, float]:
    """Return mean, median and 99th percentile."""
    return mean(times), median(times), sorted(times)[len(times) * 99 // 100]


def show(name: str, times: list[float], scale: float) -> None:
    """Print one line of the table."""
    print(f"{name:12}" + "".join(f"{figure * scale:10.1f}" for figure in figures(times)))


def seconds(call: Callable[[], object], rounds: int, calls: int = 1) -> float:
    """Return the CPU time of a call: the best of several rounds, after one to warm up."""
    call()
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        for _ in range(calls):
            call()
        best = min(best, (time.process_time() - began) / calls)
    return best


# --- giant fronts ---------------------------------------------------------------------------------


def limit(name: str, view: View, native: Kernel, wanted: float) -> Check:
    """Count a position that is to take less than so many seconds."""
    taken = seconds(partial(count, native, view), 1)
    return Check(f"{name} under {wanted * 1000:.0f} ms", f"{taken * 1000:.2f} ms", taken < wanted)


def hard_lattice(seed: int) -> View:
    """Return a lattice whose clues settle nothing alone; where one did, its mines are redrawn."""
    grid, rng = Grid(16, 30), Rng(seed)
    shown = [grid.at(row, col) for row in range(0, 16, 2) for col in range(0, 30, 2)]
    around = {clue: grid.neighbours(clue) for clue in shown}
    draw = {cell: rng.below(100) < HARD_PERCENT for cell in range(grid.size) if cell not in around}
    while trivial := [c for c in shown if len({draw[near] for near in around[c]}) == 1]:
        for clue in trivial:
            draw.update({near: rng.below(100) < HARD_PERCENT for near in around[clue]})
    layout = Layout(grid, frozenset(cell for cell, is_mine in draw.items() if is_mine))
    codes = [layout.number(c) if c in around else HIDDEN for c in range(grid.size)]
    return View(grid, bytes(codes), len(layout.mines))


if __name__ == "__main__":
    sys.exit(main())
