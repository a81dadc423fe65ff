"""How KB grows and shrinks over a game, in the students' systems and in ours.

Each engine plays the same games of `medium`, with 16 and with 64 safe cells handed out. After each
move the clauses in KB are counted; the table has their mean number when a tenth, two tenths, ... of
the board was settled. Run `make bench-growth`, with ARGS="[--games N]" for another number of games.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from statistics import mean

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Game
from mineproof.engines import engine_named
from mineproof.play.match import Match

ENGINES = (
    "seed-integers",
    "seed-classes(parents=kept)",
    "seed-tuples",
    "resolution(hints='at once')",
    "resolution",
)
STARTS = ("list16", "list64")
TENTHS = range(1, 11)


def main() -> None:
    """Print the table of each start."""
    parser = argparse.ArgumentParser(description="Count the clauses in KB over a game.")
    parser.add_argument("--games", type=int, default=50, help="games of each engine and start (50)")
    games = parser.parse_args().games
    for start in STARTS:
        print(f"medium/{start}#0 to #{games - 1}: clauses in KB when so much was settled\n")
        print("| engine |" + "".join(f" {10 * tenth} % |" for tenth in TENTHS))
        print("|---" * (len(TENTHS) + 1) + "|")
        for engine in ENGINES:
            sizes = growth(engine, [f"medium/{start}#{seed}" for seed in range(games)])
            cells = [f" {mean(sizes[tenth]):.0f} |" if sizes[tenth] else " - |" for tenth in TENTHS]
            print(f"| {engine} |" + "".join(cells))
        print()


def growth(engine: str, games: list[str]) -> dict[int, list[int]]:
    """Return the sizes of KB in these games, by the tenth of the board that was just settled."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for game in games:
        match = Match(Game.of(game), NeverGuess(engine_named(engine)))
        size, done = match.game.grid.size, 10 * len(match.game.handed_out) // match.game.grid.size
        for _ in match.turns():
            tenth = 10 * (size - len(match.player.untouched)) // size
            if tenth > done:
                done = tenth
                found[tenth].append(match.player.watcher.counters["kb"])
    return found


if __name__ == "__main__":
    main()
