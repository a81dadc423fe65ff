"""The one-step gain test: what a way to guess is worth, decision by decision, in minutes.

Win rates take tens of thousands of games to show a difference of two tenths of a percent. Here some
decisions are taken from real play, and each chooser makes them all. Every pick is valued in the
same layouts, drawn among those that fit: where it is safe it is opened, and `strategist-fast` plays
on. A game counts 1 or 0, less a part of the luck that its guesses had, which leaves the mean as it
is and makes it steadier; and the mean counts as much as the pick is safe. What is told is the
difference to the first chooser: its mean over the decisions, with the standard error.

A new idea is one more line in CHOOSERS. Run `make bench-gain`; ARGS="--decisions 500" takes longer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import sqrt
from statistics import fmean, pstdev

from mineproof.agents.base import Decision, Player
from mineproof.agents.strategist import Rememberer, StrategistFast
from mineproof.board.game import Game
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.view import View
from mineproof.engines.exact import Exact
from mineproof.engines.guesses import Budget, best_guesses
from mineproof.engines.kernel import describe, kernel
from mineproof.engines.study import study
from mineproof.lab.chances import guess_chance
from mineproof.lab.match import Match

MOST_LAYOUTS = 4000
"""Positions with fewer layouts are endgames."""

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
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--layouts", type=int, default=400, help="in which a pick is valued")
    parser.add_argument("--game", default="expert/safe", help="where the decisions come from")
    parser.add_argument("--choosers", nargs="+", default=["fast", "safest", "normal"])
    wish = parser.parse_args()
    if kernel() is None:
        parser.error(describe())
    views = list(islice(decisions(wish.game), wish.decisions))
    values = [value_picks(view, wish.choosers, wish.layouts) for view in views]
    print(f"{len(views)} decisions of {wish.game}, {wish.layouts} layouts each")
    print("\n| chooser | other pick | gain per decision, % | error |\n|---|---|---|---|")
    for name in wish.choosers[1:]:
        gains = [100 * (value[name] - value[wish.choosers[0]]) for value in values]
        differ = sum(gain != 0 for gain in gains)
        error = pstdev(gains) / sqrt(len(gains))
        print(f"| {name} | {differ} | {fmean(gains):+.3f} | {error:.3f} |")
    return 0


def decisions(game: str) -> Iterator[View]:
    """Yield positions of real play in which a strategist looked ahead."""
    views: list[View] = []

    class Watched(StrategistFast):
        def guess(self, player: Player) -> Decision:
            assert isinstance(player, Rememberer), "a strategist has begun it"
            views.append(player.view)
            return super().guess(player)

    seed = 0
    while True:
        Match(Game.of(f"{game}#{seed}"), Watched(Exact())).play()
        yield from (view for view in views if is_open(view))
        views.clear()
        seed += 1


def is_open(view: View) -> bool:
    """Tell whether a position has too many layouts for an endgame, with any budget."""
    return study(view).layouts > MOST_LAYOUTS


def value_picks(view: View, choosers: list[str], count: int) -> dict[str, float]:
    """Return how often the pick of each chooser wins."""
    picks = {name: CHOOSERS[name](view) for name in choosers}
    position = study(view)
    layouts = [Layout(view.grid, position.sample(seed)) for seed in range(count)]
    values = {
        cell: (1 - position.risks[cell]) * guess_chance(view, cell, layouts)
        for cell in set(picks.values())
    }
    return {name: values[cell] for name, cell in picks.items()}


if __name__ == "__main__":
    sys.exit(main())
