"""The options of `resolution`: what each costs, what it finds, and what nobody's listening costs.

Every setting plays the same games in Python, one after the other in turn, so that other load on the
machine falls on all of them alike. The time is CPU time per game. A listener that does nothing
shows what listening costs.

Run `make bench-knobs`; ARGS="--games 10 --level easy" takes fewer.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from statistics import mean

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.engines.event import Happening
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record

SETTINGS = (
    "",
    "width=1",
    "width=3",
    "count_limit=0",
    "count_limit=30",
    "max_clauses=100",
    "units=newest",
    "units='safe first'",
    "hints='at once'",
)


def main() -> None:
    """Play with each setting, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--level", default="medium")
    asked = parser.parse_args()
    os.environ["MINEPROOF_KERNEL"] = "python"
    records: defaultdict[str, list[Record]] = defaultdict(list)
    inserted: Counter[str] = Counter()
    heard: list[Record] = []
    for seed in range(asked.games):
        name = f"{asked.level}/list#{seed}"
        for setting in SETTINGS:
            entrant = Entrant(engine=f"resolution({setting})" if setting else "resolution")
            records[setting].append(Match(Game.of(name), entrant.hire()).play())
            inserted[setting] += count_inserted(name, entrant)
        silent = Entrant(engine="resolution").hire(lambda _: None)
        heard.append(Match(Game.of(name), silent).play())
    print(f"{asked.games} games of {asked.level}/list\n\n{HEAD}")
    for setting, played in records.items():
        print(row(setting or "as usual", played, inserted[setting]))
    ratio = sum(r.seconds for r in heard) / sum(r.seconds for r in records[""])
    print(f"\nwith a listener that does nothing: {ratio:.2f} times as long")


def count_inserted(name: str, entrant: Entrant) -> int:
    """Return how many clauses join KB in a game."""
    seen: Counter[Happening] = Counter()
    agent = entrant.hire(lambda event: seen.update([event.happening]))
    Match(Game.of(name), agent).play()
    return seen[Happening.INSERTED]


HEAD = """\
| setting | CPU time, ms | games won | cells left | clauses inserted | resolvents | rounds \
| largest KB, mean |
|---|---|---|---|---|---|---|---|"""


def row(setting: str, played: list[Record], inserted: int) -> str:
    """Return one row of the table: means per game."""
    won = sum(record.outcome is Outcome.WON for record in played)
    milliseconds = 1000 * mean(record.seconds for record in played)
    left = mean(record.unmarked for record in played)
    counts = [
        mean(record.counters[name] for record in played)
        for name in ("resolvents", "rounds", "largest_kb")
    ]
    joined = inserted / len(played)
    resolvents, rounds, largest = counts
    return (
        f"| `{setting}` | {milliseconds:.1f} | {won} | {left:.1f} | {joined:,.0f} "
        f"| {resolvents:,.0f} | {rounds:.1f} | {largest:,.0f} |"
    )


if __name__ == "__main__":
    main()
