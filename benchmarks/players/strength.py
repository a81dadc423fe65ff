"""How often each player wins, and by how much more than the first of them.

All play the same games. For each player: the games won, with Wilson's 95 % interval; the rate with
luck taken out, with its standard error; the difference from the first player in the same games,
luck of both taken out; and games per second per core.

Run `make strength`; ARGS="--games 100000 --players safest-corner strategist-fast --levels expert"
chooses other games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product

from rich.console import Console
from rich.progress import track

from mineproof.counting.kernel import describe, kernel
from mineproof.errors import BadInput
from mineproof.play.bulk import play_games
from mineproof.play.record import Outcome, Record
from mineproof.stats.estimates import Estimate, adjust
from mineproof.stats.intervals import wilson

STARTS = ("safe:a1", "opening:d4")
LEVELS = ("expert", "intermediate", "beginner")
PLAYERS = ("safest-corner", "strategist-fast", "strategist")
CHUNK = 1000

Column = Sequence[float]


def main() -> int:
    """Print a table for each level and start."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=positive, default=2000, help="of each player and setting")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--starts", nargs="+", default=STARTS)
    wish = parser.parse_args()
    if kernel() is None:
        parser.error(describe())
    seeds = range(wish.first, wish.first + wish.games)
    try:
        for level, start in product(wish.levels, wish.starts):
            print(f"\n{level} {start}, seeds {seeds.start} to {seeds.stop - 1}\n")
            print("| player | won, % | luck taken out | more than the first | games/s |")
            print("|---|---|---|---|---|")
            print_rows(level, start, wish.players, seeds)
    except BadInput as error:
        parser.error(str(error))
    return 0


def positive(text: str) -> int:
    """Return a number of 1 or more; refuse any other."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}; expected 1 or more")
    return int(text)


def print_rows(level: str, start: str, players: Sequence[str], seeds: range) -> None:
    """Play the games of each player and print how they went."""
    first: Sequence[Record] = ()
    for player in players:
        records = play(level, start, player, seeds)
        first = first or records
        more = "" if records is first else in_points(difference(records, first))
        pace = len(records) / sum(record.seconds for record in records)
        cells = [rate(records), in_points(adjusted(wins(records), [lucks(records)])), more]
        print(f"| {player} | {' | '.join(cells)} | {pace:.0f} |", flush=True)


def play(level: str, start: str, player: str, seeds: range) -> list[Record]:
    """Return the records of all games, played a portion at a time."""
    portions = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    shown = track(portions, player, console=Console(stderr=True), transient=True)
    return [record for part in shown for record in play_games(level, start, player, part)]


def wins(records: Sequence[Record]) -> Column:
    """Return 1 for each game that was won, else 0."""
    return [float(record.outcome is Outcome.WON) for record in records]


def lucks(records: Sequence[Record]) -> Column:
    """Return the luck of each game."""
    return [record.luck or 0.0 for record in records]


def rate(records: Sequence[Record]) -> str:
    """Return how many percent were won, with the interval."""
    won = int(sum(wins(records)))
    low, high = wilson(won, len(records))
    return f"{100 * won / len(records):.2f} ({100 * low:.2f}-{100 * high:.2f})"


def difference(records: Sequence[Record], first: Sequence[Record]) -> Estimate | None:
    """Return how much more was won than by the first player, at luck zero of both."""
    more = [ours - theirs for ours, theirs in zip(wins(records), wins(first), strict=True)]
    return adjusted(more, [lucks(records), lucks(first)])


def adjusted(value: Column, luck: Sequence[Column]) -> Estimate | None:
    """Return the mean of a value of each game at luck zero."""
    columns = [*luck, value]
    products = [
        [sum(a * b for a, b in zip(one, other, strict=True)) for other in columns]
        for one in columns
    ]
    return adjust(len(columns[0]), [sum(column) for column in columns], products)


def in_points(estimate: Estimate | None) -> str:
    """Return an estimate in percent, with its standard error."""
    return "" if estimate is None else f"{100 * estimate.value:+.2f} ({100 * estimate.error:.2f})"


if __name__ == "__main__":
    sys.exit(main())
