"""Whole games against an independent program: do all end the same way?

A second player, written from the rules alone: boards from Python's own random numbers, its own
opening of zeros, risks by ms_toollib. It shares no code with the kernel, and takes the agent
`safest-corner` at its word: open all that is certain; else the cell with the least risk, of several
the one with the fewest neighbours that are not open, of those the first in reading order. As
nothing else is left to chance, each game must end alike, after as many guesses.

Win rates cannot be compared as sharply: half a point takes forty thousand games to see, and one
wrong move shows at once here. Run `make bench-peer_games`, which installs ms_toollib. The exit
code is 1 if a game differs.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.counting.kernel import describe, kernel
from mineproof.play.bulk import play_layouts
from mineproof.play.given_boards import Given
from mineproof.play.record import Outcome
from mineproof.stats.intervals import wilson

AGENT, SEED = "safest-corner", 7
CERTAIN, TIE = 1e-11, 1e-8
COVERED = 10
"""What ms_toollib calls a cell that is not open."""


class Kind(NamedTuple):
    """Games to play: the board, the first cell, which may have no mine near it, and how many."""

    name: str
    rows: int
    cols: int
    mines: int
    first: tuple[int, int]
    is_opening: bool
    share: float


KINDS = (
    Kind("beginner safe:a1", 9, 9, 10, (0, 0), False, 1.0),
    Kind("beginner opening:d4", 9, 9, 10, (3, 3), True, 4.0),
    Kind("intermediate opening:d4", 16, 16, 40, (3, 3), True, 1.0),
    Kind("expert safe:a1", 16, 30, 99, (0, 0), False, 0.2),
    Kind("expert opening:d4", 16, 30, 99, (3, 3), True, 0.3),
)


def main() -> int:
    """Print the table; return 1 if a game differs, 2 if something to compare is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=5000, help="games of a typical kind")
    games = parser.parse_args().games
    peer = find_peer()
    if kernel() is None or peer is None:
        print(describe() if peer else "ms_toollib is missing: pip install 'mineproof[peers]'")
        return 2
    print("| game | games | won in %, Wilson 95 % interval | different |\n|---|---|---|---|")
    differing = sum(compare(kind, int(games * kind.share), peer) for kind in KINDS)
    return 1 if differing else 0


def find_peer() -> Any:
    """Return the module ms_toollib, or None."""
    try:
        return import_module("ms_toollib")
    except ModuleNotFoundError:
        return None


def compare(kind: Kind, games: int, peer: Any) -> int:
    """Play the same layouts twice, print a line, and return how many games differ."""
    rng = random.Random(SEED)
    theirs = [Sweep(kind, rng, peer) for _ in range(games)]
    for sweep in theirs:
        sweep.play()
    grid, first = Grid(kind.rows, kind.cols), kind.first[0] * kind.cols + kind.first[1]
    given = [Given(Layout(grid, frozenset(sweep.mines)), first=first) for sweep in theirs]
    ours = play_layouts(given, AGENT, finish=Finish.CLEARING)
    differing = sum(
        (record.outcome is Outcome.WON, record.guesses) != (sweep.is_won, sweep.guesses)
        for record, sweep in zip(ours, theirs, strict=True)
    )
    won = sum(sweep.is_won for sweep in theirs)
    low, high = (100 * bound for bound in wilson(won, games))
    rate = f"{100 * won / games:.2f} ({low:.2f}-{high:.2f})"
    print(f"| {kind.name} | {games} | {rate} | {differing} |", flush=True)
    return differing


class Sweep:
    """One game of the second player."""

    def __init__(self, kind: Kind, rng: random.Random, peer: Any) -> None:
        self.kind, self.peer = kind, peer
        self.first = kind.first[0] * kind.cols + kind.first[1]
        kept = {self.first, *(self.around(self.first) if kind.is_opening else ())}
        pool = [cell for cell in range(kind.rows * kind.cols) if cell not in kept]
        self.mines = set(rng.sample(pool, kind.mines))
        self.shown: dict[Cell, int] = {}
        self.is_lost = False
        self.guesses = 0

    @property
    def is_won(self) -> bool:
        """Whether every cell without a mine is open."""
        return len(self.shown) == self.kind.rows * self.kind.cols - self.kind.mines

    def around(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of a cell."""
        row, col = divmod(cell, self.kind.cols)
        rows = range(max(0, row - 1), min(self.kind.rows, row + 2))
        cols = range(max(0, col - 1), min(self.kind.cols, col + 2))
        return [r * self.kind.cols + c for r in rows for c in cols if (r, c) != (row, col)]

    def open(self, cell: Cell) -> None:
        """Open a cell, and all around it if it shows 0."""
        self.is_lost |= cell in self.mines
        waiting = [] if self.is_lost else [cell]
        while waiting:
            here = waiting.pop()
            if here not in self.shown:
                near = self.around(here)
                self.shown[here] = len(self.mines.intersection(near))
                waiting += near if self.shown[here] == 0 else []

    def play(self) -> None:
        """Play to the end."""
        self.open(self.first)
        while not self.is_won and not self.is_lost:
            risks = self.risks()
            if safe := [cell for cell, risk in risks.items() if risk < CERTAIN]:
                self.open_all(safe)
            else:
                self.guesses += 1
                self.open(self.choose(risks))

    def open_all(self, cells: Iterable[Cell]) -> None:
        """Open cells, some of which a zero may open meanwhile."""
        for cell in cells:
            if cell not in self.shown:
                self.open(cell)

    def risks(self) -> dict[Cell, float]:
        """Return the risk of every cell that is not open, in reading order."""
        cols = self.kind.cols
        codes = [self.shown.get(cell, COVERED) for cell in range(self.kind.rows * cols)]
        board = [codes[at : at + cols] for at in range(0, len(codes), cols)]
        found, _ = self.peer.cal_probability_onboard(board, self.kind.mines)
        flat = [risk for row in found for risk in row]
        return {cell: flat[cell] for cell in range(len(flat)) if cell not in self.shown}

    def choose(self, risks: dict[Cell, float]) -> Cell:
        """Return the cell to guess."""
        least = min(risks.values()) * (1 + TIE)
        return min((cell for cell, risk in risks.items() if risk <= least), key=self.covered_around)

    def covered_around(self, cell: Cell) -> int:
        """Return how many neighbours are not open."""
        return sum(near not in self.shown for near in self.around(cell))


if __name__ == "__main__":
    sys.exit(main())
