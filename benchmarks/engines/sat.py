"""The engine `sat`: does it agree with counting, how fast is it, and was it set up well?

The positions are those of tests/boards.py: all levels in turn, after some moves of a game or with
any safe cells open. By CPU time:

- every certain cell of each position, with and without the mine count, beside exact counting;
- fronts and whole boards as `sat` meets them there, with other solvers and encodings of python-sat;
- the clues that a cell needs: a minimal set of them, and a smallest one;
- whole hard games in which nothing is guessed.

Run `make bench-sat`; ARGS="--positions 200" takes fewer. The exit code is 1 if a cell differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from statistics import mean, median
from unittest.mock import patch

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver
from tests.boards import boards, some_position

from mineproof.agents.never_guess import NeverGuess
from mineproof.counting.counted_odds import odds_of
from mineproof.engines import sat
from mineproof.engines.parts import entailment
from mineproof.engines.parts.entailment import CountBound, Entailment, backbone
from mineproof.engines.sat import Sat
from mineproof.errors import LimitReached
from mineproof.logic.problem import Problem
from mineproof.logic.reader import read
from mineproof.play.match import Match

Question = tuple[CountBound, ...]

SOLVERS = ("minisat22", "glucose4", "cadical153", "cadical195")
ENCODINGS = ("totalizer", "seqcounter", "kmtotalizer", "cardnetwrk", "sortnetwrk")
MAX_CONFLICTS = 20_000


def main() -> int:
    """Measure and print; return 1 if `sat` and counting differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=2000)
    count = parser.parse_args().positions
    fronts, whole, differing = compare([read(some_position(seed)) for seed in range(count)])
    print("\n| fronts | mean | median | slowest |\n|---|---|---|---|")
    for solver in ("minicard", *SOLVERS):
        report(solver, fronts, solver, "")
    print("\n| boards | mean | median | slowest | given up |\n|---|---|---|---|---|")
    for encoding in ("native", *ENCODINGS):
        solver = "minicard" if encoding == "native" else "minisat22"
        report(f"{solver}, {encoding}", whole, solver, encoding)
    explain(fronts)
    play()
    return 1 if differing else 0


# Agreement


def compare(problems: Sequence[Problem]) -> tuple[list[Question], list[Question], int]:
    """Compare with counting; return the questions about fronts and about whole boards."""
    asked: list[Question] = []
    differing = cells = 0
    seconds = []

    def listen(bounds: Iterable[CountBound], *, max_conflicts: int) -> dict[int, bool]:
        asked.append(tuple(bounds))
        return backbone(asked[-1], max_conflicts=max_conflicts)

    with patch.object(sat, "backbone", listen):
        for problem in problems:
            for each in (problem, replace(problem, total=None)):
                started = time.process_time()
                found = Sat().infer(each).deductions
                seconds.append(time.process_time() - started)
                cells += len(found)
                differing += {d.cell: d.is_mine for d in found} != odds_of(each).certain
    print(f"{len(problems)} positions, with and without the mine count: {cells} certain cells;")
    print(f"{differing} answers differ from counting.")
    print(f"\n| | mean | median | slowest |\n|---|---|---|---|\n| an answer | {shown(seconds)} |")
    whole = [each for each in asked if any(isinstance(b, entailment.Between) for b in each)]
    return [each for each in asked if each not in whole], whole, differing


def shown(seconds: Sequence[float]) -> str:
    """Return mean, median and the slowest as entries of a table."""
    return " | ".join(f"{1000 * f(seconds):.2f} ms" for f in (mean, median, max))


# Other solvers and encodings


class Clausal:
    """A solver of clauses in the place of MiniCARD."""

    def __init__(self, solver: str, encoding: str) -> None:
        self._solver = Solver(name=solver)
        self._encoding = encoding
        self._last = 0

    def __getattr__(self, name: str) -> Callable[..., object]:
        return getattr(self._solver, name)  # type: ignore[no-any-return]

    def add_atmost(self, lits: list[int], k: int) -> None:
        """Add the clauses that say so: few by pigeonholes, many by an encoding."""
        self._last = max(self._last, *map(abs, lits), 0)
        if comb(len(lits), k + 1) <= 200 or not self._encoding:
            for chosen in combinations(lits, k + 1):
                self._solver.add_clause([-lit for lit in chosen])
            return
        kind = getattr(EncType, self._encoding)
        encoded = CardEnc.atmost(lits, k, top_id=self._last, encoding=kind)
        self._last = max(self._last, encoded.nv)
        self._solver.append_formula(encoded.clauses)


def report(title: str, questions: Sequence[Question], solver: str, encoding: str) -> None:
    """Print how long one solver takes for the questions."""
    if solver == "minicard":
        seconds, given_up = ask(questions)
    else:
        with patch.object(entailment, "new_solver", lambda: Clausal(solver, encoding)):
            seconds, given_up = ask(questions)
    print(f"| {title} | {shown(seconds)} |" + (f" {given_up} |" if encoding else ""), flush=True)


def ask(questions: Sequence[Question]) -> tuple[list[float], int]:
    """Return the seconds that each question takes, and how many of them are given up."""
    seconds, given_up = [], 0
    for question in questions:
        started = time.process_time()
        try:
            backbone(question, max_conflicts=MAX_CONFLICTS)
        except LimitReached:
            given_up += 1
        seconds.append(time.process_time() - started)
    return seconds, given_up


# Clues and games


def explain(fronts: Sequence[Question]) -> None:
    """Print how long it takes to find the clues that a cell needs."""
    times, sizes = [], []
    for front in fronts:
        for cell, is_mine in backbone(front).items():
            started = time.process_time()
            with Entailment(front) as entailed:
                made = time.process_time()
                minimal = entailed.minimal_clues(cell, is_mine)
                shrunk = time.process_time()
                smallest = entailed.smallest_clues(cell, is_mine) or ()
                times.append((made - started, shrunk - made, time.process_time() - shrunk))
            sizes.append((len(minimal), len(smallest)))
    print(f"\n| {len(sizes)} cells | mean | median | slowest |\n|---|---|---|---|")
    for title, seconds in zip(
        ("made", "minimal", "smallest"), zip(*times, strict=True), strict=True
    ):
        print(f"| {title} | {shown(seconds)} |")
    larger, fewest = sum(a > b for a, b in sizes), mean(size for _, size in sizes)
    print(f"{fewest:.2f} clues on average; {larger} of the minimal sets have more")


def play() -> None:
    """Print how long whole hard games take."""
    agent = NeverGuess(Sat())
    games = [Match(b.game(), agent, clock=time.process_time).play() for b in boards("hard", 200)]
    print(f"\n200 hard games without a guess: {shown([game.seconds for game in games])}")


if __name__ == "__main__":
    sys.exit(main())
