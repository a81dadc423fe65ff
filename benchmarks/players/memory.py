"""Memory of a strategist over many games in a row: it is bounded and does not grow.

Games are played in batches, and their records are discarded. After a tenth of them memory use has
settled; the ratio compares the peak of the whole run with the peak by then. Run
`make bench-memory`; ARGS="--games 1000000" plays a million.
"""

from __future__ import annotations

import argparse
import resource
import sys

from mineproof.counting.kernel import describe, kernel
from mineproof.play.bulk import play_games

PORTION = 10_000
TARGET = 1.1


def main() -> int:
    """Print how large the process was; exit code 1 if it has grown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--player", default="strategist-fast")
    parser.add_argument("--level", default="expert")
    wish = parser.parse_args()
    if kernel() is None:
        parser.error(describe())
    peaks = []
    for first in range(0, wish.games, PORTION):
        play_games(wish.level, "safe", wish.player, range(first, first + PORTION))
        peaks.append(peak())
    early = len(peaks) // 10
    ratio = peaks[-1] / peaks[early]
    print(f"{wish.level}, {wish.player}:")
    print(f"{peaks[early]:.0f} MB after {(early + 1) * PORTION:,} games,")
    print(f"{peaks[-1]:.0f} MB after {len(peaks) * PORTION:,}: {ratio:.2f}x (target {TARGET}x)")
    return int(ratio > TARGET)


def peak() -> float:
    """Return the most memory that the process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
