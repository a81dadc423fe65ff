"""Compare two players: the same games for both, and how sure the difference is.

Of games that both win or both lose nothing is learned, so it is the others that count. For large
experiments, with files, resuming and reports, use the lab: `mineproof lab --help`.
"""

from __future__ import annotations

from mineproof.play.bulk import play_games
from mineproof.play.record import Outcome
from mineproof.play.summary import summarise
from mineproof.stats.estimates import paired_interval

GAMES = range(400)


def main() -> None:
    wins = {}
    for agent in ("strategist-fast", "random"):
        records = play_games("intermediate", "safe", agent, GAMES)
        wins[agent] = [record.outcome is Outcome.WON for record in records]
        low, high = summarise(records).win_interval
        print(f"{agent}: won {low:.1%} to {high:.1%} of {len(GAMES)} games (95 % interval)")

    pairs = list(zip(*wins.values(), strict=True))
    low, high = paired_interval(pairs.count((True, False)), pairs.count((False, True)), len(GAMES))
    print(f"the first wins {low:+.1%} to {high:+.1%} more of the same games")


if __name__ == "__main__":
    main()
