"""Train the learned value of the strategist and write its weights: `make train`.

Draws the examples that are missing, trains a network, prints what it gains on positions that it was
not trained on, and writes src/mineproof/agents/strategist/value_weights.txt. Then build again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from tools.value.draw import PLAYOUTS, Examples, draw, read, runs

from mineproof.agents.strategist.features import COUNT
from mineproof.agents.strategist.value import WEIGHTS
from mineproof.files import save
from mineproof.play.bulk import cores

ROOT = Path(__file__).parents[2]
PROGRAM, FOLDER = ROOT / "build" / "examples", ROOT / "build" / "value"
RUNS = 96
HELD_OUT = 8
"""How many runs, one of each kind and some more, are kept to measure with."""

PER_LINE = 16


def main() -> int:
    """Draw, train, measure and write."""
    parser = argparse.ArgumentParser(prog="make train", description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=RUNS, help="of 5000 games each")
    parser.add_argument("--seed", type=int, default=1, help="of the network")
    parser.add_argument("--to", type=Path, default=WEIGHTS, help="the file to write")
    wish = parser.parse_args()
    if wish.runs <= HELD_OUT:
        parser.error(f"{wish.runs} runs; expected more than {HELD_OUT}, which are held out")
    try:
        from tools.value import network
    except ImportError as error:
        parser.error(f'{error.name} is missing; "pip install mineproof[train]" brings it')
    if not wish.to.parent.is_dir():
        parser.error(f"no folder '{wish.to.parent}' for {wish.to.name}; expected one that exists")
    wanted = runs(wish.runs)
    console = Console(stderr=True)
    drawn = draw(PROGRAM, FOLDER, wanted, cores())
    try:
        files = list(track(drawn, "examples", len(wanted), console=console, transient=True))
    except KeyboardInterrupt:
        print("stopped; the examples drawn so far are kept for the next time", file=sys.stderr)
        return 130
    taught, held = read(files[:-HELD_OUT], COUNT), read(files[-HELD_OUT:], COUNT)
    print(f"{len(taught.starts)} positions, {len(taught.wins)} guesses, {PLAYOUTS} playouts each")
    for trained in network.train(taught, wish.seed):
        merits = network.by_score(held) + trained.advantages(held)
        print(f"{len(held.starts)} others: {gain(held, merits)}", flush=True)
    save(wish.to, in_lines(network.whole(trained)))
    print(wish.to)
    return 0


def gain(examples: Examples, merits: NDArray[np.float64]) -> str:
    """Tell how much more often the best guesses by these merits win than those by two moves."""
    picks, usual = best(examples, merits), examples.starts
    gains = 100.0 * (examples.wins[picks] - examples.wins[usual])
    error = gains.std() / sqrt(len(gains))
    others = np.mean(picks != usual)
    return f"{gains.mean():+.3f} ({error:.3f}) points per decision, {others:.0%} other guesses"


def best(examples: Examples, merits: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the place of the best guess of each position, the first of several."""
    most = np.repeat(np.maximum.reduceat(merits, examples.starts), examples.sizes)
    places = np.flatnonzero(merits >= most)
    positions = np.searchsorted(examples.starts, places, side="right") - 1
    return places[np.unique(positions, return_index=True)[1]]


def in_lines(numbers: Sequence[int]) -> str:
    """Return numbers as C++ includes them and Python reads them."""
    rows = [numbers[i : i + PER_LINE] for i in range(0, len(numbers), PER_LINE)]
    return ",\n".join(", ".join(map(str, row)) for row in rows) + "\n"


if __name__ == "__main__":
    sys.exit(main())
