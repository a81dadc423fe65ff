"""Does the cost of a cell stay the same on a board a hundred times larger?

A clearing game on 1000x1000 cells with 150,000 mines and games on 100x100 with 1,500, both begun
with an opening and played by the cascade single+subset without a guess. Every game has a process of
its own, so that its peak memory is its own. Half of the small games come before the large one and
half after it, so that a machine that slows down meanwhile does not decide the ratio.

The seeds are fixed. About one game in four gets stuck near its opening; with these seeds play
covers the whole board. Run `make bench-scale`; the exit code is 1 if a target is missed.
"""

from __future__ import annotations

import json
import platform
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from statistics import mean

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Game
from mineproof.engines import engine_named
from mineproof.play.match import Match

ENGINE = "single+subset"
LARGE, LARGE_SEED = "1000x1000/150000", 0
SMALL, SMALL_SEEDS = "100x100/1500", (0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12)

MEGABYTES_WANTED = 2000
RATIO_WANTED = 3
MOST = 0.9
"""The part of the safe cells that a game must open for its time to count."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One game in figures."""

    outcome: str
    opened: int
    safe: int
    seconds: float
    megabytes: float

    @property
    def fraction(self) -> float:
        """The part of the safe cells that was opened."""
        return self.opened / self.safe

    @property
    def per_cell(self) -> float:
        """Microseconds for each cell that was opened."""
        return self.seconds / self.opened * 1e6


def main() -> int:
    """Measure and print; return 1 if a target is missed."""
    print(f"Clearing games from an opening, {ENGINE}, CPU time")
    print(f"Python {platform.python_version()}\n")
    half = len(SMALL_SEEDS) // 2
    small = [in_own_process(SMALL, seed) for seed in SMALL_SEEDS[:half]]
    large = in_own_process(LARGE, LARGE_SEED)
    small += [in_own_process(SMALL, seed) for seed in SMALL_SEEDS[half:]]
    describe(SMALL, SMALL_SEEDS, small)
    describe(LARGE, (LARGE_SEED,), [large])
    return 0 if report(small, large) else 1


def report(small: list[Measurement], large: Measurement) -> bool:
    """Print the targets and tell whether all are met."""
    ratio = large.per_cell / mean(m.per_cell for m in small)
    finished = all(m.outcome != "lost" and m.fraction > MOST for m in [*small, large])
    checks = [
        ("finished, never lost", f"{large.outcome}, {large.fraction:.2%} opened", finished),
        (
            f"under {MEGABYTES_WANTED} MB",
            f"{large.megabytes:.0f} MB",
            large.megabytes < MEGABYTES_WANTED,
        ),
        (f"a cell within {RATIO_WANTED}x", f"{ratio:.2f}x", ratio <= RATIO_WANTED),
    ]
    for wish, figure, is_met in checks:
        print(f"{'met' if is_met else 'MISSED':<8}{wish}: {figure}")
    return all(is_met for _, _, is_met in checks)


def describe(level: str, seeds: tuple[int, ...], games: list[Measurement]) -> None:
    """Print the mean figures of the games of one size."""
    outcomes = ", ".join(
        f"{sum(m.outcome == outcome for m in games)} {outcome}"
        for outcome in sorted({m.outcome for m in games})
    )
    each = [m.per_cell for m in games]
    print(f"{level}, seed{'s' if len(seeds) > 1 else ''} {', '.join(map(str, seeds))}: {outcomes}")
    print(f"  opened      {mean(m.fraction for m in games):.2%} of the safe cells")
    print(f"  time        {mean(m.seconds for m in games):.2f} s per game")
    print(f"  per cell    {mean(each):.1f} us per opened cell ({min(each):.1f} to {max(each):.1f})")
    print(f"  peak memory {max(m.megabytes for m in games):.0f} MB\n")


def in_own_process(level: str, seed: int) -> Measurement:
    """Measure a game in a new process."""
    command = [sys.executable, __file__, level, str(seed)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Measurement(**json.loads(done.stdout))


def measure(level: str, seed: int) -> Measurement:
    """Play one game here, from laying the mines to its end."""
    began = time.process_time()
    game = Game.new(level, "opening", seed=seed)
    record = Match(game, NeverGuess(engine_named(ENGINE))).play()
    seconds = time.process_time() - began
    safe = game.grid.size - game.mines
    opened = sum(1 for _ in game.view.open_cells())
    return Measurement(record.outcome.value, opened, safe, seconds, peak_megabytes())


def peak_megabytes() -> float:
    """Return the most memory that this process has held at once."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(asdict(measure(sys.argv[1], int(sys.argv[2])))))
    else:
        sys.exit(main())
