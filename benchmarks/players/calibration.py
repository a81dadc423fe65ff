"""Win rates of known players on known settings: an engine that is exact must land on them.

The expected rates were published by others, rounded to a tenth of a percent, without a number of
games. They are treated as rates over ten thousand games each, and ours may differ by no more than
two such samples of the same player do: 3.29 standard deviations, exceeded once in a thousand times.
All rows together must pass the same test, because a fault that costs every player a little moves
them all one way. docs/engines/exact.md says what agrees and what does not.

Run `make bench-calibration`; ARGS="--games 1000000" plays more. The exit code is 1 if a rate is
farther off, or all together are.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from typing import NamedTuple

from mineproof.counting.kernel import describe, kernel
from mineproof.play.bulk import play_games
from mineproof.play.record import Outcome
from mineproof.stats.intervals import wilson

PUBLISHED_GAMES = 10_000
ROUNDED_BY = 0.05
MOST_DEVIATIONS = 3.29
CHUNK = 20_000


class Row(NamedTuple):
    """A setting, a player, and between which rates it is known to win, in percent."""

    agent: str
    level: str
    start: str
    low: float
    high: float


ROWS = (
    Row("random", "expert", "safe:a1", 22.8, 22.8),
    Row("random", "expert", "opening:d4", 37.4, 37.4),
    Row("safest", "expert", "safe:a1", 35.6, 35.6),
    Row("safest", "expert", "opening:d4", 50.6, 50.6),
    Row("safest-corner", "expert", "safe:a1", 38.3, 38.8),
    Row("safest-corner", "expert", "opening:d4", 50.9, 51.3),
    Row("safest-corner", "intermediate", "safe:a1", 77.6, 77.6),
    Row("safest-corner", "intermediate", "opening:d4", 88.3, 88.3),
    Row("safest-corner", "beginner", "safe:a1", 91.5, 91.5),
    Row("safest-corner", "beginner", "opening:d4", 97.0, 97.0),
)


def main() -> int:
    """Print the table; exit code 1 if a rate is clearly not what it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000, help="games per row")
    games = parser.parse_args().games
    if kernel() is None:
        parser.error(describe())
    print(
        f"Win rates in %, {games} games per row (seeds 0 to {games - 1}), Wilson 95 % intervals.\n"
    )
    print("| agent | game | measured | expected | deviations | luck |\n|---|---|---|---|---|---|")
    found = [measure(row, games) for row in ROWS]
    together = sum(found) / sqrt(len(found))
    wrong = sum(abs(deviations) > MOST_DEVIATIONS for deviations in found)
    print(f"\n{wrong or 'None'} of {len(ROWS)} rates more than {MOST_DEVIATIONS} deviations off.")
    print(f"All together are off by {together:+.2f}.")
    return 1 if wrong or abs(together) > MOST_DEVIATIONS else 0


def measure(row: Row, games: int) -> float:
    """Play the games of a row, print it, and return by how many deviations its rate is off."""
    won, luck = play(row, games)
    rate, (low, high) = 100 * won / games, (100 * bound for bound in wilson(won, games))
    off = deviations(row, rate, games)
    expected = f"{row.low}" if row.low == row.high else f"{row.low}-{row.high}"
    print(
        f"| {row.agent} | {row.level} {row.start} | {rate:.2f} ({low:.2f}-{high:.2f})"
        f" | {expected} | {off:+.2f} | {luck / games:+.4f} |",
        flush=True,
    )
    return off


def deviations(row: Row, rate: float, games: int) -> float:
    """Return how far a rate is off, in standard deviations of the difference of two samples.

    A published rate may be anything that is rounded to it.
    """
    nearest = min(max(rate, row.low - ROUNDED_BY), row.high + ROUNDED_BY)
    variance = rate * (100 - rate) * (1 / games + 1 / PUBLISHED_GAMES)
    return (rate - nearest) / sqrt(variance) if variance else 0.0


def play(row: Row, games: int) -> tuple[int, float]:
    """Return the number of wins, and the luck of all games."""
    won, luck = 0, 0.0
    for first in range(0, games, CHUNK):
        seeds = range(first, min(first + CHUNK, games))
        for record in play_games(row.level, row.start, row.agent, seeds):
            won += record.outcome is Outcome.WON
            luck += record.luck or 0.0
    return won, luck


if __name__ == "__main__":
    sys.exit(main())
