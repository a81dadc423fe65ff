"""Games per second per core: the kernel's loop, Python's loop with the kernel, Python alone.

Expert with a safe corner, played by safest-corner with the engine exact. The loops take turns, and
every block of games is played several times and the fastest counts, so that other load on the
machine matters little. Times are CPU times. Run `make bench-bulk`; ARGS="--games 2000" plays
more.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mineproof.agents import agent_named
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.counting.kernel import describe, kernel
from mineproof.engines.exact import Exact
from mineproof.play.bulk import play_games
from mineproof.play.match import Match
from mineproof.play.record import Record

AGENT = "safest-corner"
SETTING = Setting.parse("expert/safe:a1#0")
ROUNDS, BLOCKS = 8, 10
KERNEL_TARGET, PYTHON_TARGET = 6000, 400


class Loop(NamedTuple):
    """A way to play, how many times as many games to play in it, and the speed to reach."""

    name: str
    play: Callable[[Sequence[int]], list[Record]]
    share: float
    target: int | None


def main() -> int:
    """Print the table; exit code 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games in Python's loop")
    games = parser.parse_args().games
    if kernel() is None:
        parser.error(describe())
    print(f"{SETTING.level} {SETTING.start}, {AGENT}: games per CPU second, {ROUNDS} rounds\n")
    print("| loop | games/s | target | games |\n|---|---|---|---|")
    missed = []
    for loop, seconds in measure(games).items():
        played = sum(map(len, blocks(loop, games)))
        speed = played / seconds
        print(f"| {loop.name} | {speed:.0f} | {loop.target or ''} | {played} |")
        if loop.target and speed < loop.target:
            missed.append(loop.name)
    print(f"\nTargets missed: {', '.join(missed) or 'none'}")
    return int(bool(missed))


def measure(games: int) -> dict[Loop, float]:
    """Return the CPU seconds of each loop: for each block of games the least of all rounds."""
    least = {loop: [math.inf] * BLOCKS for loop in LOOPS}
    for _ in range(ROUNDS):
        for loop, times in least.items():
            for i, seeds in enumerate(blocks(loop, games)):
                started = time.process_time()
                loop.play(seeds)
                times[i] = min(times[i], time.process_time() - started)
    return {loop: sum(times) for loop, times in least.items()}


def blocks(loop: Loop, games: int) -> list[Sequence[int]]:
    """Return the seeds to play in this loop, the same in every round."""
    size = max(1, round(games * loop.share / BLOCKS))
    return [range(i * size, (i + 1) * size) for i in range(BLOCKS)]


def in_kernel(seeds: Sequence[int]) -> list[Record]:
    """Play in the kernel, on one thread."""
    return play_games(SETTING.level, SETTING.start, AGENT, seeds, threads=1)


def in_python(seeds: Sequence[int]) -> list[Record]:
    """Play in Python's own loop; what is certain is found by the kernel."""
    agent = agent_named(AGENT, Exact())
    games = (Setting.make(SETTING.level, SETTING.start, seed) for seed in seeds)
    return [Match(Game.of(game), agent).play() for game in games]


def in_python_alone(seeds: Sequence[int]) -> list[Record]:
    """Play without the kernel."""
    os.environ["MINEPROOF_KERNEL"] = "python"
    try:
        return in_python(seeds)
    finally:
        del os.environ["MINEPROOF_KERNEL"]


LOOPS = (
    Loop("kernel", in_kernel, 20, KERNEL_TARGET),
    Loop("Python, reasoning in the kernel", in_python, 1, PYTHON_TARGET),
    Loop("Python alone", in_python_alone, 0.3, None),
)


if __name__ == "__main__":
    sys.exit(main())
