"""Wins per engine and level in the marking game, beside what complete logic could win.

The boards are those of tests/data: two hundred per level, sqrt(cells) safe cells handed out, with
the verdict of complete logic. Run `make bench-wins`; ARGS="--boards 100" takes fewer. The exit code
is 1 if a game is lost, which must never happen, if the cascade leaves a cell that could be known,
or if a hard game takes `exact` longer than wanted.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.boards import Board, boards

from mineproof.agents.never_guess import NeverGuess
from mineproof.engines import engine_named
from mineproof.play.match import Match
from mineproof.play.record import Record
from mineproof.play.summary import summarise
from mineproof.stats.intervals import wilson

LEVELS = ("easy", "medium", "hard")
ENGINES = ("single", "subset", "cutting-planes", "resolution", "sat", "exact", "cascade")
MILLISECONDS_WANTED = 20
"""For a hard game with `exact`, on average."""


def main() -> int:
    """Print the table and what is wanted; exit code 1 if it is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=200, help="boards per level, 1 to 200")
    count = parser.parse_args().boards
    if not 1 <= count <= 200:
        parser.error(f"--boards {count}; expected 1 to 200")
    chosen = {level: boards(level, count) for level in LEVELS}
    print(f"Wins in % on {count} boards per level, with Wilson 95 % intervals; CPU ms per game.\n")
    print("| engine | " + " | ".join(LEVELS) + " |\n|---|---|---|---|")
    played = {name: {lv: play_all(name, chosen[lv]) for lv in LEVELS} for name in ENGINES}
    for name, games in played.items():
        print(f"| {name} | " + " | ".join(cell(games[level]) for level in LEVELS) + " |")
    ceiling = " | ".join(rate(sum(not b.undecidable for b in chosen[lv]), count) for lv in LEVELS)
    print(f"| complete logic | {ceiling} |\n")
    show_needed(played["cascade"])
    return 0 if report(played, chosen) else 1


def show_needed(games: dict[str, list[Record]]) -> None:
    """Print how many cells of the cascade's games needed which engine."""
    proved = {level: summarise(records).proved for level, records in games.items()}
    print("Cells by the engine of the cascade that was needed.\n")
    print("| engine | " + " | ".join(LEVELS) + " |\n|---|---|---|---|")
    for name in dict.fromkeys(name for counts in proved.values() for name in counts):
        shares = [
            share(proved[level].get(name, 0), sum(proved[level].values())) for level in LEVELS
        ]
        print(f"| {name} | " + " | ".join(shares) + " |")
    print()


def share(part: int, whole: int) -> str:
    """Return a count with its share in percent."""
    return f"{part} ({100 * part / whole:.2f})"


def report(played: dict[str, dict[str, list[Record]]], chosen: dict[str, list[Board]]) -> bool:
    """Print what is wanted, and tell whether it is met."""
    lost = sum(summarise(games[level]).lost for games in played.values() for level in LEVELS)
    short = sum(
        set(record.unmarked_cells) != board.undecidable
        for level in LEVELS
        for board, record in zip(chosen[level], played["cascade"][level], strict=True)
    )
    time_taken = milliseconds(played["exact"]["hard"])
    print(f"Lost games: {lost}; boards on which cascade leaves what could be known: {short}")
    print(f"A hard game with exact: {time_taken:.1f} ms; wanted {MILLISECONDS_WANTED} or less")
    return not lost and not short and time_taken <= MILLISECONDS_WANTED


def play_all(name: str, chosen: list[Board]) -> list[Record]:
    """Play every board with this engine, never guessing."""
    agent = NeverGuess(engine_named(name))
    return [Match(board.game(), agent, clock=time.process_time).play() for board in chosen]


def cell(records: list[Record]) -> str:
    """Return one entry of the table."""
    summary = summarise(records)
    return f"{rate(summary.won, summary.games)}, {milliseconds(records):.0f} ms"


def milliseconds(records: list[Record]) -> float:
    """Return the mean CPU time of a game."""
    mean = summarise(records).seconds.mean
    assert mean is not None
    return mean * 1000


def rate(won: int, games: int) -> str:
    """Return a rate with its interval, in percent."""
    low, high = wilson(won, games)
    return f"{100 * won / games:.1f} ({100 * low:.1f}-{100 * high:.1f})"


if __name__ == "__main__":
    sys.exit(main())
