"""How much more often a player wins than strategist-fast, from a few hundred games.

Win rates take tens of thousands of games to show a difference of two tenths of a percent. This is a
shorter way to the same figure. A player's games are followed, and at each guess `strategist-fast`
is asked what it would open. If that is another cell, both are valued by playouts in the same
layouts, sampled afresh among those that fit: where the cell is safe it is opened, and
`strategist-fast` plays to the end. A playout counts 1 or 0, minus a part of the luck of its
guesses; the mean is multiplied by the chance that the cell is safe.

The gains of the player's cells, summed over a game, are on average how much more often it wins. To
see this, let the player make its first guess and `strategist-fast` all others, then its first two,
and so on: each time the chance to win changes by the gain of that guess, from the chance of
`strategist-fast` to that of the player.

Run `make bench-edge`; ARGS="--games 1000 --player strategist-deep" takes longer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from mineproof.agents.strategist.guesses import best_guesses
from mineproof.board.game import Game
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.counting.kernel import describe, kernel
from mineproof.engines.guess import Budget
from mineproof.engines.study import study
from mineproof.errors import BadInput
from mineproof.play.bulk import cores, play_seeds
from mineproof.play.chances import guess_chance

SEEDS = 1_000_000
"""Layouts are drawn from other seeds in each game, and for each guess."""

PLAYERS = ("strategist", "strategist-deep")
GAMES = ("expert/safe", "expert/opening")


class Followed(NamedTuple):
    """A game: what the player's guesses gain in all, how many do not agree, and its CPU time."""

    gain: float
    others: int
    seconds: float


def main() -> int:
    """Print the edge of a player."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", choices=PLAYERS, default="strategist")
    parser.add_argument("--games", type=positive, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--layouts", type=positive, default=100, help="in which a guess is valued")
    parser.add_argument("--game", nargs="+", type=clearing, default=GAMES)
    wish = parser.parse_args()
    if kernel() is None:
        parser.error(describe())
    print(f"{wish.player} against strategist-fast, {wish.layouts} layouts for each guess\n")
    print("| game | wins more, % | error | other guesses per game | games/s |")
    print("|---|---|---|---|---|")
    for game in wish.game:
        seeds = range(wish.first, wish.first + wish.games)
        print_row(game, list(followed(game, wish.player, seeds, wish.layouts)))
    return 0


def positive(text: str) -> int:
    """Return a number of 1 or more; refuse any other."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}; expected 1 or more")
    return int(text)


def clearing(game: str) -> str:
    """Return the name of a game of clearing, as it was given; refuse any other."""
    try:
        setting = Setting.parse(f"{game}#0")
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if setting.finish is not Finish.CLEARING:
        raise argparse.ArgumentTypeError(
            f"{game} ends with all cells marked; expected one to clear"
        )
    return game


def followed(game: str, player: str, seeds: range, layouts: int) -> Iterator[Followed]:
    """Yield what came of each game, played on all cores."""
    task = partial(follow, game, player, layouts)
    with ProcessPoolExecutor(cores()) as pool:
        found = pool.map(task, seeds, chunksize=4)
        yield from track(found, game, len(seeds), console=Console(stderr=True), transient=True)


def print_row(game: str, games: list[Followed]) -> None:
    """Print the edge in one setting."""
    gains = [100 * each.gain for each in games]
    error = pstdev(gains) / sqrt(len(gains))
    others = fmean(each.others for each in games)
    pace = len(games) / sum(each.seconds for each in games)
    print(f"| {game} | {fmean(gains):+.2f} | {error:.2f} | {others:.2f} | {pace:.1f} |", flush=True)


def follow(game: str, player: str, layouts: int, seed: int) -> Followed:
    """Play a game, and return what the player's guesses gain in it."""
    guesses, seconds = play(Setting.parse(f"{game}#{seed}"), player)
    others = [(view, cell, other) for view, cell in guesses if (other := fast_pick(view)) != cell]
    gains = [
        gain(view, cell, other, range(first, first + layouts))
        for first, (view, cell, other) in zip(count(seed * SEEDS, layouts), others, strict=False)
    ]
    return Followed(sum(gains), len(gains), seconds)


def play(setting: Setting, player: str) -> tuple[list[tuple[View, Cell]], float]:
    """Play a game in the kernel; return its guesses, the view before each, and the CPU time."""
    native = kernel()
    assert native is not None, "main has seen it"
    played = play_seeds(native, setting, player, [setting.seed], threads=1, trace=True)
    game = Game.of(setting)
    if setting.first_cell is not None:
        game.open(setting.first_cell)
    guesses = []
    for cell, _, is_guess in played.trace(0)[setting.first_cell is not None :]:
        if is_guess:
            guesses.append((game.view, cell))
        game.open(cell)
    return guesses, played.seconds[0]


def fast_pick(view: View) -> Cell:
    """Return the cell that strategist-fast would open."""
    return best_guesses(view, Budget.FAST, most=1).best[0].cell


def gain(view: View, cell: Cell, other: Cell, seeds: range) -> float:
    """Return how much more often a cell wins than another, in the layouts of these seeds."""
    position = study(view)
    layouts = [Layout(view.grid, position.sample(seed)) for seed in seeds]
    one, two = (
        (1 - position.risks[each]) * guess_chance(view, each, layouts, threads=1)
        for each in (cell, other)
    )
    return one - two


if __name__ == "__main__":
    sys.exit(main())
