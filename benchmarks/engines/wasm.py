"""The kernel as WebAssembly beside the native one and Python, in one run.

The same work for each, by the clock, for a browser tells no CPU time: the median over positions, of
the best of three runs.

- count: the risks of 100 expert positions, from bytes to a dict;
- guess: what the strategist opens with its normal budget where an expert game is stuck and playouts
  decide, which takes longest. Python has none, and is asked for what it does instead on a few of
  these positions.

WebAssembly runs under wasmtime in this process, and in Chromium in Pyodide, as on the page. Run
`make bench-wasm`; it builds the module, and needs npm for Pyodide. The exit code is 1 if a target
is missed: a guess within 300 ms in the browser, and a quarter of the native speed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from typing import Any

from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.view import View
from mineproof.counting.kernel import MAX_STATES, Kernel, describe, kernel

DATA = Path(__file__).parents[1] / "data" / "counting.json"
ROWS, COLS, MINES = 16, 30, 99
GUESSES = 30
FEW = 4
RUNS = 3
GUESS_WANTED, SHARE_WANTED = 300.0, 0.25

Sight = tuple[int, int]
Sights = list[Sight]
Work = dict[str, Any]


def main() -> int:
    """Measure and print; return 1 if a target is missed, 2 if something to measure is missing."""
    os.environ["MINEPROOF_KERNEL"] = "native"
    native = kernel()
    assert native is not None  # or an error has said why
    work = {"views": _views(), "stuck": _stuck_games(native)}
    figures = {"native": times(work)}
    os.environ["MINEPROOF_KERNEL"] = "wasm"
    figures["wasmtime"] = times(work)
    figures["browser"] = _times_in_browser(work)
    os.environ["MINEPROOF_KERNEL"] = "python"
    figures["Python"] = _times_of_twin(work)
    return _report(figures)


def _views() -> list[tuple[str, int]]:
    return [(case["board"], case["mines"]) for case in json.loads(DATA.read_text())["expert"]]


def _stuck_games(native: Kernel) -> list[Sights]:
    """Return what is open where expert games are stuck, and playouts decide how to go on."""
    games: list[Sights] = []
    seed = 0
    while len(games) < GUESSES:
        seed += 1
        if (seen := _stuck(native, seed)) is not None:
            games.append(sorted(seen.items()))
    return games


def _stuck(native: Kernel, seed: int) -> dict[int, int] | None:
    grid = Grid(ROWS, COLS)
    first = grid.size // 2 + COLS // 2
    layout = Layout(grid, frozenset(native.random_mines(grid.size, MINES, seed, [first])))
    watcher = native.Watcher(ROWS, COLS, "square", MINES, MAX_STATES)
    seen: dict[int, int] = {}
    safe, found = [first], ""
    while safe:
        opened = list(_opened(layout, safe, seen))
        watcher.see(opened)
        safe, mines, found = watcher.deduce()
        while mines and not safe:
            safe, mines, found = watcher.deduce()
    is_stuck = found == "nothing" and len(watcher.known()) < grid.size
    return seen if is_stuck and watcher.guesses("normal", 1, [])[1] == "games" else None


def _opened(
    layout: Layout, cells: Iterable[int], seen: dict[int, int]
) -> Iterable[tuple[int, int]]:
    """Open cells, and those around a zero."""
    todo = list(cells)
    while todo:
        if (cell := todo.pop()) in seen:
            continue
        near = layout.grid.neighbours(cell)
        seen[cell] = sum(each in layout.mines for each in near)
        yield cell, seen[cell]
        if seen[cell] == 0:
            todo += near


# --- what is timed, here and in the browser -------------------------------------------------------


def times(work: Work) -> dict[str, float]:
    """Return the median times of the kernel that is chosen, in milliseconds."""
    chosen = kernel()
    assert chosen is not None, describe()
    views = [View.from_picture(board, mines=mines) for board, mines in work["views"]]

    def count(view: View) -> None:
        chosen.count_view(ROWS, COLS, "square", view.cells, view.mines).risk_by_cell()

    def guess(sights: Sights) -> None:
        watcher = chosen.Watcher(ROWS, COLS, "square", MINES, MAX_STATES)
        watcher.see([(cell, number) for cell, number in sights])
        while watcher.deduce()[2] == "found":
            pass
        watcher.guesses("normal", 1, [])

    return {"count": _median(count, views, 10), "guess": _median(guess, work["stuck"], 1)}


def _median(do: Callable[[Any], object], each: Iterable[Any], repeats: int) -> float:
    """Return the median over `each`, of the best of a few runs, in milliseconds."""
    return 1000 * median(min(_seconds(do, one, repeats) for _ in range(RUNS)) for one in each)


def _seconds(do: Callable[[Any], object], one: Any, repeats: int) -> float:
    begun = time.perf_counter()
    for _ in range(repeats):
        do(one)
    return (time.perf_counter() - begun) / repeats


def _times_in_browser(work: Work) -> dict[str, float]:
    from tools.pyodide import open_pyodide

    code = f"""
import json
from benchmarks.engines.wasm import times
json.dumps(times(json.loads({json.dumps(work)!r})))"""
    with open_pyodide(Path(__file__).parents[1]) as run:
        found: dict[str, float] = json.loads(run(code))
    return found


def _times_of_twin(work: Work) -> dict[str, float]:
    from mineproof.agents.strategist.guesses import best_guesses
    from mineproof.counting.counted_odds import CountedOdds
    from mineproof.engines.guess import Budget
    from mineproof.logic.reader import read

    views = [View.from_picture(board, mines=mines) for board, mines in work["views"]]
    count = _median(lambda view: CountedOdds(read(view), None, None).risks, views[::5], 1)
    stuck = [_view_of(dict(sights)) for sights in work["stuck"][:FEW]]
    return {"count": count, "guess": _median(lambda v: best_guesses(v, Budget.FAST), stuck, 1)}


def _view_of(seen: dict[int, int]) -> View:
    picture = "".join(str(seen.get(cell, "#")) for cell in range(ROWS * COLS))
    rows = (picture[i : i + COLS] for i in range(0, len(picture), COLS))
    return View.from_picture(" ".join(rows), mines=MINES)


# --- what is said ---------------------------------------------------------------------------------


def _report(figures: dict[str, dict[str, float]]) -> int:
    native = figures["native"]
    print(f"{'median':<12}{'count':>12}{'of native':>12}{'guess':>12}{'of native':>12}")
    for name, found in figures.items():
        columns = "".join(
            f"{found[what]:>9.2f} ms{native[what] / found[what]:>11.0%} "
            for what in ("count", "guess")
        )
        print(f"{name:<12}{columns}")
    page = figures["browser"]
    share = native["guess"] / page["guess"]
    checks = [
        (f"a guess in the browser within {GUESS_WANTED:.0f} ms", page["guess"] <= GUESS_WANTED),
        (f"at least {SHARE_WANTED:.0%} of the native speed", share >= SHARE_WANTED),
    ]
    for wish, is_met in checks:
        print(f"{'met' if is_met else 'MISSED':<8}{wish}")
    return 0 if all(is_met for _, is_met in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
