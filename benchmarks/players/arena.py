"""The arena: players of ours and of others on the same boards, and what a guest costs.

First, the speed of Python's loop: `safest-corner` as the built-in agent, and a copy of its file as
a guest, in this process and in a host of its own, as the lab plays it. They take turns, and every
block of games is played several times and the least time counts, so that other load on the machine
matters little. Times are CPU times, of this process and the host. The target is 400 games per
second per core, and a guest should not be much slower than the built-in agent: the ratio says more
than the speeds on a busy machine. All must play the same games.

Then a small arena, on the same boards: strategist-fast, safest-corner, ms-toollib and, with
`--jsminesweeper PATH` or the environment variable JSMINESWEEPER, David Hill's JSMinesweeper from a
checkout of yours, which needs Node. Run `make bench-arena`, which installs ms_toollib;
ARGS="--games 2000" plays more. The exit code is 1 if the games differ or the guest is slower than
its target and than most of the built-in agent's speed.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import mineproof.agents.safest
from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.counting.kernel import describe, kernel
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.arena.figures import arena_table, fault_table
from mineproof.lab.report.arena.tables import arena_sheets, fault_lines
from mineproof.lab.report.sheets import sheet_text
from mineproof.lab.run.rows import play_chunk
from mineproof.lab.run.runner import run
from mineproof.play.host.hosted import _idle
from mineproof.play.match import Match
from mineproof.play.referee import Referee

SETTING = "expert/safe"
ROUNDS, BLOCKS = 8, 4
TARGET = 400  # games per CPU second
SHARE = 0.8  # of the built-in agent's speed
DRIVER = Path("examples/arena/jsminesweeper.js")

Play = Callable[[range], list[str]]


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="per player and setting")
    parser.add_argument("--speed-games", type=int, default=400, help="to measure the speed")
    parser.add_argument("--jsminesweeper", default=os.environ.get("JSMINESWEEPER"), metavar="PATH")
    wish = parser.parse_args()
    if kernel() is None:
        parser.error(describe())
    is_fast = compare_speeds(wish.speed_games)
    meet(wish.games, wish.jsminesweeper)
    return int(not is_fast)


# Speed


def compare_speeds(games: int) -> bool:
    """Print the speeds of the built-in agent and the guest; tell whether the guest is as fast."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "corner.py")
        file.write_text(Path(mineproof.agents.safest.__file__).read_text("utf-8"), "utf-8")
        guest = Entrant.parse(f"{file}:SafestCorner")
        loops: dict[str, Play] = {
            "built-in": lambda seeds: play_here(Entrant("safest-corner"), seeds),
            "guest": lambda seeds: play_here(guest, seeds),
            "guest in its host": lambda seeds: play_hosted(guest, seeds),
        }
        seeds = [range(at, at + games // BLOCKS) for at in range(0, games, games // BLOCKS)]
        seconds = measure(loops, seeds)
        ends = [[end for part in seeds for end in play(part)] for play in loops.values()]
    speeds = {name: games / seconds[name] for name in loops}
    builtin, _, hosted = speeds.values()
    is_same = all(each == ends[0] for each in ends)
    print(f"Python's loop, {SETTING}, safest-corner, {games} games, least of {ROUNDS} rounds\n")
    print("| agent | games per CPU second | / built-in | target |\n|---|---|---|---|")
    for name, speed in speeds.items():
        print(f"| {name} | {speed:.0f} | {speed / builtin:.2f} | {TARGET} |")
    print(f"\nthe same games: {'yes' if is_same else 'NO'}\n")
    return is_same and (hosted >= TARGET or hosted >= SHARE * builtin)


def measure(loops: dict[str, Play], seeds: Sequence[range]) -> dict[str, float]:
    """Return the CPU seconds of each loop: for each block of games the least of all rounds."""
    least = {name: [math.inf] * len(seeds) for name in loops}
    for play in loops.values():
        play(range(1))  # the first game loads code, and starts the host
    for _ in range(ROUNDS):
        for i, part in enumerate(seeds):
            for name, play in loops.items():
                started = cpu_seconds()
                play(part)
                least[name][i] = min(least[name][i], cpu_seconds() - started)
    return {name: sum(times) for name, times in least.items()}


def cpu_seconds() -> float:
    """Return the CPU time of this process and of waiting hosts, which Linux tells."""
    hosts = [host._process.pid for _, host in _idle._hosts] if sys.platform == "linux" else []
    return time.process_time() + sum(time.clock_gettime(~pid << 3 | 2) for pid in hosts)


def play_here(entrant: Entrant, seeds: range) -> list[str]:
    """Play in Python's loop, as the lab would if the kernel had no loop; return the outcomes."""
    agent, referee = entrant.hire(), Referee() if entrant.is_guest else None
    games = (replace(Setting.parse(f"{SETTING}#0"), seed=seed) for seed in seeds)
    return [Match(Game.of(game), agent, referee=referee).play().outcome.value for game in games]


def play_hosted(guest: Entrant, seeds: range) -> list[str]:
    """Play as the lab does; return the outcomes."""
    experiment = Experiment.of(
        "speed", [guest], [SETTING], games=len(seeds), first_seed=seeds.start
    )
    (chunk,) = replace(experiment, chunk=len(seeds)).chunks()
    return play_chunk(chunk)["outcome"].to_list()


# The arena


def meet(games: int, jsminesweeper: str | None) -> None:
    """Print a table for each setting."""
    players: list[Entrant | str] = ["strategist-fast", "safest-corner", "ms-toollib"]
    if jsminesweeper:
        command = f"exec:node {DRIVER} {jsminesweeper}"
        players.append(Entrant(command, name="JSMinesweeper").pinned())
    settings = [SETTING, "expert/opening", "intermediate/safe", "beginner/safe"]
    experiment = Experiment.of("bench-arena", players, settings, games=games)
    with tempfile.TemporaryDirectory() as folder:
        rows = run(experiment, Path(folder)).read()
    print(f"The arena, seeds 0 to {games - 1}; ms_toollib {version('ms-toollib')}")
    for sheet in arena_sheets(arena_table(rows, "strategist-fast"), "strategist-fast"):
        print(f"\n{sheet.title}\n{sheet_text(sheet)}")
    print("", *fault_lines(fault_table(rows)), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
