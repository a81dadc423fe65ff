"""Certificates of generated boards: time to make, time to check, and size.

Each board is generated, certified and written; what was written is read again and checked, and
nothing but the text is used for that. Run `make bench-certify`; ARGS="--boards 100" makes it
shorter, ARGS="--level intermediate" takes another level. The exit code is 1 if a certificate is
refused.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from statistics import median

from mineproof.certificates.check import check
from mineproof.certificates.text import read_text, write_text
from mineproof.coach.boards.certify import certify
from mineproof.coach.boards.generate import no_guess
from mineproof.errors import BadProof


def main() -> int:
    """Certify and check boards, and print what it took."""
    arguments = _arguments()
    made, checked, sizes, levels = list[float](), list[float](), list[float](), Counter[str]()
    refused = 0
    for seed in range(1, arguments.boards + 1):
        board = no_guess(arguments.level, seed)
        begin = time.process_time()
        found = certify(board.layout, board.first)
        assert found.certificate is not None
        text = write_text(found.certificate)
        made.append(1000 * (time.process_time() - begin))
        begin = time.process_time()
        try:
            assert check(read_text(text)).position.is_cleared
        except BadProof as error:
            refused += 1
            print(f"seed {seed}: refused: {error}")
        checked.append(1000 * (time.process_time() - begin))
        sizes.append(len(text))
        levels[found.level.name] += 1
    print(f"{arguments.boards} boards of {arguments.level}, {refused} certificates refused")
    print("hardest step: " + ", ".join(f"{name} {levels[name]}" for name in sorted(levels)))
    for name, figures in (("made, ms", made), ("checked, ms", checked), ("size, bytes", sizes)):
        print(f"{name:12} median {median(figures):8.1f}  p99 {_p99(figures):8.1f}")
    return 1 if refused else 0


def _p99(figures: Sequence[float]) -> float:
    return sorted(figures)[min(len(figures) - 1, len(figures) * 99 // 100)]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Certify generated boards, and check the files.")
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--level", default="expert")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
