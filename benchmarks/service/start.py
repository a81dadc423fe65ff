"""`make bench-start`: how long the command takes to start, beside Python itself, in CPU time.

What is compared takes turns, so that a machine that is busy elsewhere slows all alike; of each the
median counts.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

_HELP_LIMIT = 4.0
_COMMANDS: Mapping[str, Sequence[str]] = {
    "python -c ''": ("-c", ""),
    "mineproof --help": ("-m", "mineproof", "--help"),
    "mineproof --version": ("-m", "mineproof", "--version"),
    "mineproof play": ("-m", "mineproof", "play", "--level", "easy", "--seed", "1"),
    "from mineproof import View": ("-c", "from mineproof import View"),
    "from mineproof import analyse": ("-c", "from mineproof import analyse"),
}


def main(words: Sequence[str] | None = None) -> int:
    """Print a table; return 1 if `--help` takes four times as long as a bare interpreter."""
    parser = argparse.ArgumentParser("make bench-start", description=__doc__)
    parser.add_argument("--rounds", type=int, default=21, help="how often each is started")
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    asked = parser.parse_args(words)
    times: dict[str, list[float]] = {name: [] for name in _COMMANDS}
    for _ in range(asked.rounds):
        for name, rest in _COMMANDS.items():
            times[name].append(_cpu_seconds([str(asked.python), *rest]))
    medians = {name: statistics.median(seconds) for name, seconds in times.items()}
    bare, *_ = medians.values()
    for name, seconds in medians.items():
        print(f"{name:32} {1000 * seconds:6.0f} ms {seconds / bare:6.1f}x")
    return int(medians["mineproof --help"] / bare >= _HELP_LIMIT)


def _cpu_seconds(command: Sequence[str]) -> float:
    before = _spent()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
