"""Wins per engine and level in the marking game, beside what complete logic could win.

The boards are those of tests/data: two hundred a level, sqrt(cells) safe cells handed out, with
the verdict of complete logic. Run `make bench-wins`; ARGS="--boards 100" takes fewer.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the boards are shared with the tests

from tests.boards import Board, boards

from mineproof.agents.never_guess import NeverGuess
from mineproof.engines import engine_named
from mineproof.lab.match import Match
from mineproof.lab.record import Record
from mineproof.lab.tables import summarise, wilson

LEVELS = ("easy", "medium", "hard")
ENGINES = ("single", "subset", "resolution", "sat", "exact", "cascade")


def main() -> int:
    """Print the table; exit code 1 if a game was lost, which must never happen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=200, help="boards a level, 1 to 200")
    count = parser.parse_args().boards
    if not 1 <= count <= 200:
        parser.error(f"--boards {count}; want 1 to 200")
    chosen = {level: boards(level, count) for level in LEVELS}
    print(f"Wins in % on {count} boards a level, with Wilson 95 % intervals; CPU ms per game.\n")
    print("| engine | " + " | ".join(LEVELS) + " |\n|---|---|---|---|")
    lost = 0
    for name in ENGINES:
        games = {level: play_all(name, chosen[level]) for level in LEVELS}
        lost += sum(summarise(records).lost for records in games.values())
        print(f"| {name} | " + " | ".join(cell(games[level]) for level in LEVELS) + " |")
    ceiling = " | ".join(rate(sum(not b.undecidable for b in chosen[lv]), count) for lv in LEVELS)
    print(f"| complete logic | {ceiling} |")
    print(f"\nLost games: {lost}")
    return 1 if lost else 0


def play_all(name: str, chosen: list[Board]) -> list[Record]:
    """Play every board with this engine, never guessing."""
    agent = NeverGuess(engine_named(name))
    return [Match(board.game(), agent, clock=time.process_time).play() for board in chosen]


def cell(records: list[Record]) -> str:
    """Return one entry of the table."""
    summary = summarise(records)
    assert summary.seconds.mean is not None
    return f"{rate(summary.won, summary.games)}, {summary.seconds.mean * 1000:.0f} ms"


def rate(won: int, games: int) -> str:
    """Return a rate with its interval, in percent."""
    low, high = wilson(won, games)
    return f"{100 * won / games:.1f} ({100 * low:.1f}-{100 * high:.1f})"


if __name__ == "__main__":
    sys.exit(main())
