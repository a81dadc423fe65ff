"""The one-step gain test: what a way to guess is worth, decision by decision, in minutes.

Win rates take tens of thousands of games to show a difference of two tenths of a percent. Here some
decisions are taken from real play, and each chooser makes them all. Every pick is valued in the
same layouts, sampled among those that fit: where it is safe it is opened, and `strategist-fast`
plays to the end. A playout counts 1 or 0, minus a part of the luck of its guesses, which keeps the
mean and reduces its variance; the mean is multiplied by the chance that the pick is safe. The
output is the mean difference from the first chooser over all decisions, with its standard error.

With `--exact` the decisions have few enough layouts for `deep` to search all play, and too many for
the others. A pick is then valued by best play after it. `deep` plays best there, so its gain is the
most that can be gained.

A new idea is one more line in CHOOSERS. Run `make bench-gain`; ARGS="--decisions 500" takes longer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from math import sqrt
from statistics import fmean, pstdev

from mineproof.agents.base import Player
from mineproof.agents.choice import Decision
from mineproof.agents.strategist.agent import StrategistFast
from mineproof.agents.strategist.guesses import best_guesses
from mineproof.board.game import Game
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.counting.kernel import describe, kernel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget, How
from mineproof.engines.study import study
from mineproof.errors import BadInput
from mineproof.play.chances import guess_chance
from mineproof.play.match import Match

MOST_LAYOUTS = {Budget.NORMAL: 1000, Budget.DEEP: 4000}
"""Positions with as many layouts or fewer are endgames, with these budgets."""

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
    parser.add_argument("--exact", action="store_true", help="in endgames, by the best play")
    parser.add_argument("--game", type=known, default="expert/safe", help="of the decisions")
    parser.add_argument(
        "--choosers", nargs="+", choices=CHOOSERS, default=["fast", "safest", "normal"]
    )
    wish = parser.parse_args()
    if kernel() is None:
        parser.error(describe())
    is_wanted = is_deep_endgame if wish.exact else is_open
    views = list(islice(filter(is_wanted, decisions(wish.game)), wish.decisions))
    value_of = exact_values if wish.exact else partial(played_values, count=wish.layouts)
    values = [value_picks(view, wish.choosers, value_of) for view in views]
    how = "valued by the best play" if wish.exact else f"{wish.layouts} layouts each"
    print(f"{len(views)} decisions of {wish.game}, {how}")
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


def known(game: str) -> str:
    """Return the name of a game, as it was given; refuse one that is none."""
    try:
        Setting.parse(f"{game}#0")
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return game


def decisions(game: str) -> Iterator[View]:
    """Yield positions of real play in which a strategist guessed."""
    views: list[View] = []

    class Watched(StrategistFast):
        def guess(self, player: Player) -> Decision:
            views.append(player.watcher.view)
            return super().guess(player)

    seed = 0
    while True:
        Match(Game.of(f"{game}#{seed}"), Watched(Exact())).play()
        yield from views
        views.clear()
        seed += 1


def is_open(view: View) -> bool:
    """Tell whether a position has too many layouts for an endgame, with any budget."""
    return study(view).layouts > MOST_LAYOUTS[Budget.DEEP]


def is_deep_endgame(view: View) -> bool:
    """Tell whether a position is an endgame for the greatest budget alone."""
    least, most = MOST_LAYOUTS[Budget.NORMAL], MOST_LAYOUTS[Budget.DEEP]
    is_sized = least < study(view).layouts <= most
    return is_sized and best_guesses(view, Budget.DEEP, most=1).how is How.ENDGAME


def value_picks(
    view: View, choosers: list[str], value_of: Callable[[View, set[Cell]], Mapping[Cell, float]]
) -> dict[str, float]:
    """Return how often the pick of each chooser wins."""
    picks = {name: CHOOSERS[name](view) for name in choosers}
    values = value_of(view, set(picks.values()))
    return {name: values[cell] for name, cell in picks.items()}


def played_values(view: View, cells: set[Cell], count: int) -> dict[Cell, float]:
    """Return how often these cells win, by games in so many layouts."""
    position = study(view)
    layouts = [Layout(view.grid, position.sample(seed)) for seed in range(count)]
    return {cell: (1 - position.risks[cell]) * guess_chance(view, cell, layouts) for cell in cells}


def exact_values(view: View, cells: set[Cell]) -> dict[Cell, float]:
    """Return how often these cells win, if the best is played after them."""
    others = set(study(view).risks) - cells
    weighed = best_guesses(view, Budget.DEEP, most=len(cells), excluded=others)
    assert weighed.how is How.ENDGAME, "the search for the best has ended, so do those for others"
    return {each.cell: each.merit for each in weighed.best}


if __name__ == "__main__":
    sys.exit(main())
