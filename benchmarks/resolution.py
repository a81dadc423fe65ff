"""What the engine `resolution` gains over its naive twin, and how long whole hard games take.

Both play the same boards in the same process, each a whole marking game with its game loop, and
must mark the same cells. Times are CPU times, ratios are between total times. Run it with

    python benchmarks/resolution.py [--medium N] [--hard N] [--cap SECONDS]

The exit code is 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.naive import NaiveResolution

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import HIDDEN, View
from mineproof.engines import engine_named
from mineproof.lab.match import Match

RATIO_WANTED = {"medium": 30, "hard": 100}
SECONDS_WANTED = {"resolution": 1.0, "subset": 0.050}
REPEATS = 3


@dataclass(frozen=True, slots=True)
class Board:
    """A layout and the safe cells that are handed out."""

    layout: Layout
    safe: tuple[Cell, ...]

    def game(self) -> Game:
        """Return a new marking game on this board."""
        return Game.on(self.layout, Finish.MARKING, safe=self.safe)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One board played by both; `is_cut` if the naive twin ran into the cap."""

    naive: float
    engine: float
    is_cut: bool

    @property
    def ratio(self) -> float:
        """How many times longer the naive twin took, or at least took."""
        return self.naive / self.engine


class Cut(Exception):
    """The naive twin has used up its time."""


def main() -> int:
    """Print both tables; return 1 if a target is missed."""
    options = _options()
    boards = {level: load(level) for level in RATIO_WANTED}
    print(f"Marking games, CPU time of whole games, Python {platform.python_version()}\n")
    sizes = {"medium": options.medium, "hard": options.hard}
    ratios = [compare_all(level, boards[level][:n], options.cap) for level, n in sizes.items()]
    print("Both marked the same cells on every board that the naive twin finished.\n")
    means = [time_all(name, boards["hard"]) for name in SECONDS_WANTED]
    return 0 if all(ratios + means) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time the engine resolution and its naive twin.")
    parser.add_argument("--medium", type=int, default=100, help="medium boards, 1 to 100 (100)")
    parser.add_argument("--hard", type=int, default=50, help="hard boards, 1 to 100 (50)")
    parser.add_argument(
        "--cap", type=float, default=60.0, help="seconds for one game of the naive twin (60)"
    )
    options = parser.parse_args()
    if not (1 <= options.medium <= 100 and 1 <= options.hard <= 100 and options.cap > 0):
        parser.error("want 1 to 100 boards of each level, and a cap above 0")
    return options


def load(level: str) -> list[Board]:
    """Return the boards of a level, ready to be played."""
    path = Path(__file__).parent / "data" / f"marking_{level}.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    grid = Grid(data["rows"], data["cols"])
    grid.neighbours(0)  # makes the table of neighbours, so that no game pays for it
    return [
        Board(Layout(grid, frozenset(board["mines"])), tuple(board["safe"]))
        for board in data["boards"]
    ]


def compare_all(level: str, boards: list[Board], cap: float) -> bool:
    """Print how the two compare on these boards, and tell whether the target is met."""
    results = [compare(board, cap) for board in boards]
    naive, engine = mean(r.naive for r in results), mean(r.engine for r in results)
    ratio, wanted = naive / engine, RATIO_WANTED[level]
    each = [r.ratio for r in results]
    cut = sum(r.is_cut for r in results)
    bound = ">= " if cut else ""
    print(f"{level}, {len(boards)} boards, mean per game")
    print(f"  naive twin  {bound}{naive * 1000:.1f} ms")
    print(f"  resolution  {engine * 1000:.1f} ms")
    print(f"  ratio       {bound}{ratio:.1f}x   {_judge(ratio, wanted, cut)}, target >= {wanted}x")
    print(f"  per board   {min(each):.1f}x to {max(each):.1f}x, median {median(each):.1f}x")
    if cut:
        print(f"  The naive twin was cut on {cut} boards after {cap:g} s each: its time and")
        print("  the ratio are lower bounds, and only what it had marked by then was compared.")
    print()
    return ratio >= wanted


def _judge(ratio: float, wanted: float, cut: int) -> str:
    return "not shown" if cut and ratio < wanted else verdict(ratio >= wanted)


def compare(board: Board, cap: float) -> Comparison:
    """Let both play a board; fail if they do not mark the same cells."""
    naive_game, is_cut = board.game(), False
    began = time.process_time()
    try:
        NaiveResolution(naive_game, tick=_alarm(began + cap)).play()
    except Cut:
        is_cut = True
    naive = time.process_time() - began
    seconds, view = play("resolution", board)
    same = agrees_so_far(naive_game.view, view) if is_cut else naive_game.view == view
    assert same, f"the two disagree on\n{view.picture()}\n\n{naive_game.view.picture()}"
    return Comparison(naive, seconds, is_cut)


def play(name: str, board: Board) -> tuple[float, View]:
    """Play a board with the engine of this name; return the mean time and the last view."""
    games = [board.game() for _ in range(REPEATS)]
    began = time.process_time()
    for game in games:
        Match(game, NeverGuess(engine_named(name))).play()
    return (time.process_time() - began) / REPEATS, games[-1].view


def agrees_so_far(part: View, whole: View) -> bool:
    """Tell whether all that is marked in `part` is marked the same way in `whole`."""
    return all(a in (HIDDEN, b) for a, b in zip(part.cells, whole.cells, strict=True))


def time_all(name: str, boards: list[Board]) -> bool:
    """Print how long an engine takes for whole games, and tell whether the target is met."""
    seconds = [play(name, board)[0] for board in boards]
    is_met = mean(seconds) < SECONDS_WANTED[name]
    print(f"{name}, whole hard games, {len(boards)} boards")
    wanted = f"target < {SECONDS_WANTED[name] * 1000:.0f} ms"
    print(f"  mean {mean(seconds) * 1000:.1f} ms   {verdict(is_met)}, {wanted}")
    print(f"  median {median(seconds) * 1000:.1f} ms, worst {max(seconds) * 1000:.1f} ms\n")
    return is_met


def _alarm(deadline: float) -> Callable[[], None]:
    def tick() -> None:
        if time.process_time() > deadline:
            raise Cut

    return tick


def verdict(is_met: bool) -> str:
    """Return the word for a target that is met or not."""
    return "met" if is_met else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
