"""Examples for the learned value: guesses of real games, and what playouts won from them.

The program build/examples (native/examples/examples.cpp) plays the games. What one run of it has
written stays in build/value, so a training that was stopped continues where it was.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PLAYOUTS = 8
"""From each guess; more positions are worth more than more playouts."""

Floats = NDArray[np.float32]


class Run(NamedTuple):
    """One run of the program: games of one kind, with seeds in a row."""

    level: tuple[int, int, int]
    """Rows, columns and mines."""

    start: str
    first: int
    seed: int
    games: int

    @property
    def name(self) -> str:
        """The name of its file."""
        rows, cols, mines = self.level
        return f"{rows}x{cols}-{mines}-{self.start}-{self.seed}-{self.games}.f32"


EXPERT, INTERMEDIATE = (16, 30, 99), (16, 16, 40)
SEEDS = 5_000_000_000
"""Training uses seeds from here to twice as many; no figure in docs/ was measured with these."""

GAMES = 5000


def runs(count: int) -> list[Run]:
    """Return so many runs, three of four of them on expert boards, half of them from openings."""
    return [_run(number) for number in range(count)]


def _run(number: int) -> Run:
    seed = SEEDS + number * GAMES
    is_opening = number % 2 == 1
    level = INTERMEDIATE if number % 8 >= 6 else EXPERT
    near = 3 if level == EXPERT else 2
    first = near * level[1] + near if is_opening else 0
    return Run(level, "opening" if is_opening else "safe", first, seed, GAMES)


def draw(program: Path, folder: Path, wanted: Sequence[Run], processes: int) -> Iterator[Path]:
    """Yield the file of each run, as it is written."""
    folder.mkdir(parents=True, exist_ok=True)

    def one(run: Run) -> Path:
        file = folder / run.name
        if not file.exists():
            arguments = [*run.level, run.start, run.first, run.seed, run.games, PLAYOUTS]
            unfinished = file.with_suffix(".part")
            with unfinished.open("wb") as out:
                subprocess.run([program, *map(str, arguments)], stdout=out, check=True)
            unfinished.rename(file)
        return file

    with ThreadPoolExecutor(processes) as pool:
        yield from pool.map(one, wanted)


class Examples(NamedTuple):
    """Guesses, those of one position after the other."""

    features: Floats
    wins: Floats
    starts: NDArray[np.int64]
    """Where each position begins."""

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many guesses each position has."""
        return np.diff(self.starts, append=len(self.wins))

    def part(self, first: int, last: int) -> Examples:
        """Return the positions from `first` to before `last`."""
        begin = int(self.starts[first])
        end = int(self.starts[last]) if last < len(self.starts) else len(self.wins)
        starts = self.starts[first:last] - begin
        return Examples(self.features[begin:end], self.wins[begin:end], starts)


def read(files: Sequence[Path], features: int) -> Examples:
    """Return the examples in files of the program."""
    rows = [np.fromfile(file, np.float32).reshape(-1, features + 2) for file in files]
    begins = [np.r_[True, np.diff(each[:, 0]) != 0] for each in rows if len(each)]
    table = np.concatenate(rows)
    return Examples(table[:, 2:], table[:, 1], np.flatnonzero(np.concatenate(begins)))
