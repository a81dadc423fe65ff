"""Exported proofs: do all deductions of all engines pass, how large are they, how long is it?

Positions, each with all that an engine deduces there in one OPB formula and one VeriPB proof:

- cases: the positions of tests/data/counted_positions.json;
- games: one moment of a game on each of the 600 marking boards, played by `exact` without a guess;
- random: open cells anywhere on square, torus and hex boards, half of them without a mine count;
- expert: moments of expert games played by `exact`, which guesses the least risk.

The checker of pseudo-Boolean proofs must accept all of them, held to the position. Sizes are those
of formula and proof together. Run `make bench-proofs`, with ARGS="--share 0.1" for a tenth of the
positions, "--engine exact" for one engine, "--veripb PROGRAM" to ask another checker too, with
"--version 1.1" in a version that it reads. The exit code is 1 if a proof is refused or a formula
with its proof takes 1 MB or more.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from tests.boards import DATA, boards, scattered

from mineproof.agents import agent_named
from mineproof.app.game import checks
from mineproof.board.game import Game, GameStatus
from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.exact import Exact
from mineproof.errors import BadProof, Contradiction, LimitReached
from mineproof.logic.pb.cutting_planes import opb, veripb
from mineproof.logic.pb.lines import VERSIONS
from mineproof.logic.proof import Proof
from mineproof.play.match import Match

MOST_BYTES = 1_000_000


@dataclass
class Row:
    """What one engine's proofs on one set of positions come to."""

    positions: int = 0
    deductions: int = 0
    refused: int = 0
    limits: int = 0
    asked: int = 0  # another checker
    sizes: list[int] = field(default_factory=list)
    writing: list[float] = field(default_factory=list)
    checking: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.sizes:
            return "no deductions"
        return (
            f"{self.positions:,} | {self.deductions:,} | {self.refused} | {self.limits} |"
            f" {_spread(self.sizes, 1000, 'kB')} | {max(self.sizes) / 1000:.0f} kB |"
            f" {_spread(self.writing, 0.001, 'ms')} | {_spread(self.checking, 0.001, 'ms')}"
        )


def _spread(values: list[int] | list[float], unit: float, name: str) -> str:
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"{median(ordered) / unit:.1f}, {high / unit:.1f} {name}"


# Positions


def cases() -> Iterator[View]:
    for each in json.loads((DATA / "counted_positions.json").read_text())["positions"]:
        yield View.from_picture(" ".join(each["board"]), mines=each.get("mines"))


def games() -> Iterator[View]:
    for level in ("easy", "medium", "hard"):
        for seed, board in enumerate(boards(level, 200)):
            yield from _moments(board.game(), "never-guess", seed, 1)


def random() -> Iterator[View]:
    yield from map(scattered, range(2000))


def expert() -> Iterator[View]:
    for seed in range(200):
        yield from _moments(Game.new("expert", "opening", seed=seed), "safest", seed, 2)


def _moments(game: Game, agent: str, seed: int, count: int) -> Iterator[View]:
    """Yield views of a game at random moments before its end."""
    turns = Match(game, agent_named(agent, Exact())).turns()
    seen = [game.view, *(game.view for _ in turns if game.status is GameStatus.PLAYING)]
    yield from Random(seed).sample(seen, min(count, len(seen)))


SETS: dict[str, Callable[[], Iterable[View]]] = {
    each.__name__: each for each in (cases, games, random, expert)
}


# Proofs


class Bench:
    """Writes and checks proofs, and counts."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self._version = VERSIONS[options.version]
        self._program: str | None = options.veripb
        self._files = [folder / "formula.opb", folder / "proof.pbp"]

    def row(self, engine: str, views: Iterable[View]) -> Row:
        row = Row()
        for view in views:
            try:
                found = engine_named(engine).look(view).deductions
            except Contradiction:
                continue
            proofs = [each.proof for each in found]
            if proofs:
                self._count(row, view, proofs)
        return row

    def _count(self, row: Row, view: View, proofs: list[Proof]) -> None:
        row.positions += 1
        row.deductions += len(proofs)
        begin = time.process_time()
        try:
            texts = [
                write(proofs, view.grid.name, self._version, whole=True) for write in (opb, veripb)
            ]
        except LimitReached:
            row.limits += 1
            return
        written = time.process_time()
        try:
            checks.check_veripb(checks.Proof(texts[1], texts[0], view))
            self._ask(row, texts)
        except BadProof as error:
            row.refused += 1
            print(error, file=sys.stderr)
        row.sizes.append(sum(map(len, texts)))
        row.writing.append(written - begin)
        row.checking.append(time.process_time() - written)

    def _ask(self, row: Row, texts: list[str]) -> None:
        """Ask another checker."""
        if self._program is None:
            return
        for file, text in zip(self._files, texts, strict=True):
            file.write_text(text)
        done = subprocess.run([self._program, *self._files], capture_output=True, check=False)
        row.asked += 1
        if done.returncode:
            raise BadProof(f"{self._program} refuses a proof")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--engine", action="append")
    parser.add_argument("--set", action="append", choices=SETS)
    parser.add_argument("--veripb", metavar="PROGRAM")
    parser.add_argument("--version", choices=VERSIONS, default="3.0")
    options = parser.parse_args()
    print(
        "positions | engine | with deductions | deductions | refused | too long |"
        " size: median, p99 | largest | writing: median, p99 | checking: median, p99"
    )
    failed = False
    with TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        for name in options.set or SETS:
            views = [view for i, view in enumerate(SETS[name]()) if _is_in(i, options.share)]
            for engine in options.engine or ENGINES:
                row = bench.row(engine, views)
                asked = f" | {row.asked} asked" * bool(row.asked)
                print(f"{name} | {engine} | {row}{asked}", flush=True)
                failed |= bool(row.refused) or max(row.sizes, default=0) >= MOST_BYTES
    return int(failed)


def _is_in(number: int, share: float) -> bool:
    """Tell whether a position belongs to an evenly spread share."""
    return int((number + 1) * share) > int(number * share)


if __name__ == "__main__":
    sys.exit(main())
