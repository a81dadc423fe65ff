"""Read files that were changed at random: how many could be read, how many were refused, how fast.

    make bench-hostile [ARGS="COUNT"]

The same files every time, COUNT of each format (by default 10,000). Any error but BadInput ends
the run with its traceback; nothing is caught here.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from fuzz.formats import hostile_file, is_clean

from mineproof.board.formats import FORMATS


def main(count: int) -> None:
    print(f"{'format':12}{'read':>8}{'refused':>9}{'slowest':>11}{'in all':>9}")
    for form in FORMATS:
        read, slowest, start = 0, 0.0, process_time()
        for seed in range(count):
            file = hostile_file(form, Random(seed))
            begin = process_time()
            read += is_clean(form, file)
            slowest = max(slowest, process_time() - begin)
        taken = process_time() - start
        print(f"{form.name:12}{read:8}{count - read:9}{slowest * 1e3:8.0f} ms{taken:7.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
