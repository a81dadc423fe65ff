"""The one-step gain test: what a way to guess is worth, decision by decision, in minutes.

Win rates take tens of thousands of games to show a difference of two tenths of a percent. Here some
decisions are taken from real play, and each chooser makes them all. Every pick is valued in the
same layouts, sampled among those that fit: where it is safe it is opened, and `strategist-fast`
plays to the end. A playout counts 1 or 0, minus a part of the luck of its guesses, which keeps the
mean and reduces its variance; the mean is multiplied by the chance that the pick is safe. The
output is the mean difference from the first chooser over all decisions, with its standard error.

With `--exact` the decisions have 601 to 5,000 layouts, few enough to search all play. Each budget
guesses as if it could not, and the output is how much less often than the best guess its pick wins
(build/losses, a program in native/examples).

A new idea is one more line in CHOOSERS. Run `make bench-gain`; ARGS="--decisions 500" takes longer.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

from mineproof.agents.base import Player
from mineproof.agents.choice import Decision
from mineproof.agents.strategist.agent import StrategistFast
from mineproof.agents.strategist.guesses import best_guesses
from mineproof.board.game import Game
from mineproof.board.grid import Cell, Shape
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.counting.kernel import describe, kernel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget
from mineproof.engines.study import study
from mineproof.errors import BadInput
from mineproof.play.bulk import cores
from mineproof.play.chances import guess_chance
from mineproof.play.match import Match

MOST_LAYOUTS = 4000
"""Positions with as many layouts or fewer are endgames, with the greatest budget."""

LOSSES = Path(__file__).parents[2] / "build" / "losses"
GAMES = 100
"""How many games a run of the program plays."""

Chooser = Callable[[View], Cell]


def by(budget: Budget) -> Chooser:
    """Return the strategist with this budget as a chooser."""
    return lambda view: best_guesses(view, budget, most=1).best[0].cell


def safest(view: View) -> Cell:
    """Return the cell with the least risk, the first of several."""
    risks = study(view).risks
    return min(risks, key=lambda cell: (round(risks[cell], 9), cell))


CHOOSERS: Mapping[str, Chooser] = {
    "fast": by(Budget.FAST),
    "safest": safest,
    "normal": by(Budget.NORMAL),
    "deep": by(Budget.DEEP),
}


def main() -> int:
    """Print what each chooser gains."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=positive, default=100)
    parser.add_argument("--layouts", type=positive, default=400, help="in which a pick is valued")
    parser.add_argument("--exact", action="store_true", help="what is lost to the best play")
    parser.add_argument("--game", type=known, default="expert/safe", help="of the decisions")
    parser.add_argument("--first", type=seed, default=0, help="the seed of the first game")
    parser.add_argument(
        "--choosers", nargs="+", choices=CHOOSERS, default=["fast", "safest", "normal"]
    )
    wish = parser.parse_args()
    if kernel() is None:
        parser.error(describe())
    if wish.exact:
        setting = Setting.parse(f"{wish.game}#{wish.first}")
        if setting.level.grid.shape is not Shape.SQUARE or setting.first_cell is None:
            parser.error(f"--exact in {wish.game}; expected a square board and a first cell")
        if not LOSSES.exists():
            parser.error(f"{LOSSES} is missing; make bench-gain builds it")
        print_losses(setting, wish.decisions)
        return 0
    views = list(islice(filter(is_open, decisions(wish.game, wish.first)), wish.decisions))
    values = [value_picks(view, wish.choosers, wish.layouts) for view in views]
    print(f"{len(views)} decisions of {wish.game}, {wish.layouts} layouts each")
    print("\n| chooser | other pick | gain per decision, % | error |\n|---|---|---|---|")
    for name in wish.choosers[1:]:
        gains = [100 * (value[name] - value[wish.choosers[0]]) for value in values]
        differ = sum(gain != 0 for gain in gains)
        error = pstdev(gains) / sqrt(len(gains))
        print(f"| {name} | {differ} | {fmean(gains):+.3f} | {error:.3f} |")
    return 0


def positive(text: str) -> int:
    """Return a number of 1 or more; refuse any other."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}; expected 1 or more")
    return int(text)


def seed(text: str) -> int:
    """Return a seed; refuse any other text."""
    if not text.isdecimal() or int(text) >= 1 << 62:
        raise argparse.ArgumentTypeError(f"{text}; expected 0 to 2^62 - 1")
    return int(text)


def known(game: str) -> str:
    """Return the name of a game, as it was given; refuse one that is none."""
    try:
        Setting.parse(f"{game}#0")
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return game


def decisions(game: str, seed: int = 0) -> Iterator[View]:
    """Yield positions of real play in which a strategist guessed, from this seed on."""
    views: list[View] = []

    class Watched(StrategistFast):
        def guess(self, player: Player) -> Decision:
            views.append(player.watcher.view)
            return super().guess(player)

    while True:
        Match(Game.of(f"{game}#{seed}"), Watched(Exact())).play()
        yield from views
        views.clear()
        seed += 1


def is_open(view: View) -> bool:
    """Tell whether a position has too many layouts for an endgame, with any budget."""
    return study(view).layouts > MOST_LAYOUTS


def value_picks(view: View, choosers: list[str], layouts: int) -> dict[str, float]:
    """Return how often the pick of each chooser wins, by games in so many layouts."""
    picks = {name: CHOOSERS[name](view) for name in choosers}
    values = played_values(view, set(picks.values()), layouts)
    return {name: values[cell] for name, cell in picks.items()}


def played_values(view: View, cells: set[Cell], number: int) -> dict[Cell, float]:
    """Return how often these cells win, by games in so many layouts."""
    position = study(view)
    layouts = [Layout(view.grid, position.sample(seed)) for seed in range(number)]
    return {cell: (1 - position.risks[cell]) * guess_chance(view, cell, layouts) for cell in cells}


# --- where the best guess is known ----------------------------------------------------------------


def print_losses(setting: Setting, decisions: int) -> None:
    """Print how much less often than the best the guesses of each budget win."""
    rows = list(islice(losses(setting), decisions))
    print(f"{len(rows)} decisions of games from {setting} on, 601 to 5,000 layouts left\n")
    print("| budget | loses to the best, % | error | not a best guess | ms |")
    print("|---|---|---|---|---|")
    for number, budget in enumerate(Budget):
        lost = [100 * row[1 + 2 * number] for row in rows]
        wrong = sum(loss > 0 for loss in lost) / len(rows)
        error, ms = pstdev(lost) / sqrt(len(rows)), fmean(row[2 + 2 * number] for row in rows)
        print(f"| {budget.value} | {fmean(lost):.3f} | {error:.3f} | {wrong:.0%} | {ms:.1f} |")


def losses(setting: Setting) -> Iterator[list[float]]:
    """Yield the program's rows for game after game, all cores at work."""
    grid, start = setting.level.grid, setting.start.rule
    game = [grid.rows, grid.cols, setting.level.mines, start.value, setting.first_cell or 0]
    fixed = [str(LOSSES), *map(str, game)]

    def run(first: int) -> list[list[float]]:
        command = [*fixed, str(first), str(GAMES)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return [[float(number) for number in line.split()] for line in told.splitlines()]

    with ThreadPoolExecutor(cores()) as pool:
        for first in count(setting.seed, GAMES * cores()):
            firsts = range(first, first + GAMES * cores(), GAMES)
            for rows in pool.map(run, firsts):
                yield from rows


if __name__ == "__main__":
    sys.exit(main())
