"""What the engine `resolution` gains over its twin `naive`, and how long whole hard games take.

Both play the same boards of tests/data in the same process and must mark the same cells. Times are
CPU times, ratios are between total times. Two measures:

- The engine alone, to which the targets apply: the loop of a game in Python is the same for both,
  and not what is compared. What an engine is told and asked in a game is recorded, and the time is
  that of the same calls to a new reasoner; nothing but the reasoner is at work then.
- Whole games with the game loop, printed beside.

Both build proofs when they are read, which nobody does here. Without the kernel
(MINEPROOF_KERNEL=python) the targets are out of reach. Run `make bench-resolution`, with
ARGS="[--medium N] [--hard N] [--limit CLAUSES]" for other sizes.

The exit code is 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Collection
from dataclasses import dataclass
from statistics import mean, median

from tests.boards import Board, boards

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.grid import Cell
from mineproof.board.view import HIDDEN, View
from mineproof.counting.kernel import describe
from mineproof.engines import engine_named
from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Deduction, Status
from mineproof.logic.problem import Constraint
from mineproof.play.match import Match

RATIO_WANTED = {"medium": 30, "hard": 100}
SECONDS_WANTED = {"resolution": 1.0, "subset": 0.050}
REPEATS = 3


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for one game: the engine alone, and with the game."""

    alone: float
    whole: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """One board played by both; `is_cut` if the naive twin reached its limit."""

    naive: Times
    engine: Times
    is_cut: bool


def main() -> int:
    """Print both tables; return 1 if a target is missed."""
    options = _options()
    print(f"Marking games, CPU time, Python {platform.python_version()}, {describe()}\n")
    sizes = {"medium": options.medium, "hard": options.hard}
    ratios = [compare_all(level, boards(level, n), options.limit) for level, n in sizes.items()]
    print("Both marked the same cells on every board that the naive twin finished.\n")
    means = [time_all(name, boards("hard", 100)) for name in SECONDS_WANTED]
    return 0 if all(ratios + means) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time the engine resolution and its naive twin.")
    parser.add_argument("--medium", type=int, default=100, help="medium boards, 1 to 200 (100)")
    parser.add_argument("--hard", type=int, default=50, help="hard boards, 1 to 200 (50)")
    parser.add_argument(
        "--limit",
        type=int,
        default=500_000_000,
        help="clauses that the naive twin may look at in a game (500000000, about two minutes)",
    )
    options = parser.parse_args()
    if not (1 <= options.medium <= 200 and 1 <= options.hard <= 200 and options.limit > 0):
        parser.error("want 1 to 200 boards of each level, and a limit above 0")
    return options


# Both on the same boards


def compare_all(level: str, chosen: list[Board], limit: int) -> bool:
    """Print how the two compare on these boards, and tell whether the target is met."""
    results = [compare(board, limit) for board in chosen]
    cut = sum(result.is_cut for result in results)
    print(f"{level}, {len(chosen)} boards, mean per game")
    naive, engine = [r.naive.alone for r in results], [r.engine.alone for r in results]
    ratio, wanted = mean(naive) / mean(engine), RATIO_WANTED[level]
    judged = "not shown" if cut and ratio < wanted else verdict(ratio >= wanted)
    print_ratio("engine alone", naive, engine, cut, f"   {judged}, target >= {wanted}x")
    print_ratio(
        "whole games", [r.naive.whole for r in results], [r.engine.whole for r in results], cut
    )
    if cut:
        print(f"  The naive twin reached its limit on {cut} boards: its time and")
        print("  the ratio are lower bounds, and only what it had marked by then was compared.")
    print()
    return ratio >= wanted


def print_ratio(
    title: str, naive: list[float], engine: list[float], cut: int, judged: str = ""
) -> None:
    """Print one measure: the mean times, their ratio, and the ratios of single boards."""
    bound = ">= " if cut else ""
    each = [slow / fast for slow, fast in zip(naive, engine, strict=True)]
    print(f"  {title}: {bound}{mean(naive) / mean(engine):.1f}x{judged}")
    print(f"    naive twin  {bound}{mean(naive) * 1000:.1f} ms")
    print(f"    resolution  {mean(engine) * 1000:.2f} ms")
    print(f"    per board   {min(each):.1f}x to {max(each):.1f}x, median {median(each):.1f}x")


def compare(board: Board, limit: int) -> Comparison:
    """Let both play a board; fail if they do not mark the same cells."""
    board.layout.grid.neighbours(0)  # makes the table of neighbours, so that no game pays for it
    twin = engine_named("naive", {"limit": limit})
    slow, twin_view, stuck = play(twin, board, repeats=1)
    is_cut = stuck is Status.LIMIT
    fast, view, _ = play(engine_named("resolution"), board)
    same = agrees_so_far(twin_view, view) if is_cut else twin_view == view
    assert same, f"the two disagree on\n{view.picture()}\n\n{twin_view.picture()}"
    naive = Times(alone(twin, board, repeats=1), slow)
    return Comparison(naive, Times(alone(engine_named("resolution"), board), fast), is_cut)


def agrees_so_far(part: View, whole: View) -> bool:
    """Tell whether all that is marked in `part` is marked the same way in `whole`."""
    return all(a in (HIDDEN, b) for a, b in zip(part.cells, whole.cells, strict=True))


# One engine


def play(
    engine: Engine, board: Board, *, repeats: int = REPEATS
) -> tuple[float, View, Status | None]:
    """Play a board; return the mean time, the last view and why it was stuck, if it was."""
    matches = [Match(board.game(), NeverGuess(engine)) for _ in range(repeats)]
    began = time.process_time()
    for match in matches:
        match.play()
    seconds = (time.process_time() - began) / repeats
    return seconds, matches[-1].game.view, matches[-1].stuck


def alone(engine: Engine, board: Board, *, repeats: int = REPEATS) -> float:
    """Return how long an engine takes for what it is told and asked in a game."""
    recorder = Recorder(engine)
    Match(board.game(), NeverGuess(recorder)).play()
    began = time.process_time()
    for _ in range(repeats):
        recorder.replay()
    return (time.process_time() - began) / repeats


class Recorder(Engine):
    """An engine that takes down the calls of one game, and can make them again."""

    name = "recorder"

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.cells: Collection[Cell] = ()
        self.total: int | None = None
        self.calls: list[tuple[str, tuple[object, ...]]] = []

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        self.cells, self.total = cells, total
        return _Recording(self)

    def replay(self) -> None:
        """Make the calls of the game again, to a new reasoner."""
        reasoner = self.engine.begin(self.cells, self.total)
        calls = {name: getattr(reasoner, name) for name in ("tell", "learn", "deduce")}
        for name, arguments in self.calls:
            calls[name](*arguments)


class _Recording(Reasoner):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder.cells, recorder.total)
        self._reasoner = recorder.engine.begin(recorder.cells, recorder.total)
        self._calls = recorder.calls

    def tell(self, constraint: Constraint) -> None:
        self._calls.append(("tell", (constraint,)))
        self._reasoner.tell(constraint)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        self._calls.append(("learn", (cell, is_mine)))
        self._reasoner.learn(cell, is_mine)

    def deduce(self) -> tuple[Deduction, ...]:
        self._calls.append(("deduce", ()))
        return self._reasoner.deduce()


def time_all(name: str, chosen: list[Board]) -> bool:
    """Print how long an engine takes for whole games, and tell whether the target is met."""
    seconds = [play(engine_named(name), board)[0] for board in chosen]
    is_met = mean(seconds) < SECONDS_WANTED[name]
    print(f"{name}, whole hard games, {len(chosen)} boards")
    wanted = f"target < {SECONDS_WANTED[name] * 1000:.0f} ms"
    print(f"  mean {mean(seconds) * 1000:.1f} ms   {verdict(is_met)}, {wanted}")
    print(f"  median {median(seconds) * 1000:.1f} ms, worst {max(seconds) * 1000:.1f} ms\n")
    return is_met


def verdict(is_met: bool) -> str:
    """Return the word for a target that is met or not."""
    return "met" if is_met else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
