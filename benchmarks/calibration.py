"""Win rates of known players on known settings: an engine that is exact must land on them.

The expected rates were measured by others, some on ten thousand games, so half a point is allowed
for their own error. Farther off than that is a bug to find. Run `make bench-calibration`;
ARGS="--games 1000000" plays more.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

from mineproof.engines.kernel import describe, kernel
from mineproof.lab.bulk import play_games
from mineproof.lab.record import Outcome
from mineproof.lab.tables import wilson

LEEWAY = 0.5
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
    parser.add_argument("--games", type=int, default=100_000, help="games a row")
    games = parser.parse_args().games
    if kernel() is None:
        parser.error(describe())
    print(f"Win rates in %, {games} games a row (seeds 0 to {games - 1}), Wilson 95 % intervals.\n")
    print("| agent | game | measured | expected | luck a game | |\n|---|---|---|---|---|---|")
    wrong = sum(not check(row, games) for row in ROWS)
    print(f"\n{wrong or 'None'} of {len(ROWS)} rates clearly outside.")
    return 1 if wrong else 0


def check(row: Row, games: int) -> bool:
    """Play the games of a row, print it, and tell whether the rate is as expected."""
    won, luck = play(row, games)
    low, high = (100 * bound for bound in wilson(won, games))
    is_right = low <= row.high + LEEWAY and high >= row.low - LEEWAY
    expected = f"{row.low}" if row.low == row.high else f"{row.low}-{row.high}"
    print(
        f"| {row.agent} | {row.level} {row.start} | {100 * won / games:.2f} ({low:.2f}-{high:.2f})"
        f" | {expected} | {luck / games:+.4f} | {'ok' if is_right else 'WRONG'} |",
        flush=True,
    )
    return is_right


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
