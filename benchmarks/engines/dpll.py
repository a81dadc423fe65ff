"""The engine `dpll`: does it agree with counting, how fast is it beside `sat`, what do proofs take?

The positions are those of tests/boards.py, as for `make bench-sat`. By CPU time:

- every certain cell of each position, with and without the mine count, by `dpll` and by `sat`;
- the same by a `dpll` without one of its parts, abandoned after 5,000 decisions;
- the resolution proofs of the cells: their trees, their steps, and the time of the checker;
- the 600 boards of the marking game, in which nothing is guessed.

Run `make bench-dpll`; ARGS="--positions 200" takes fewer. The exit code is 1 if a cell differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from statistics import mean, median
from typing import Any
from unittest.mock import patch

from tests.boards import boards, some_position

from mineproof.agents.never_guess import NeverGuess
from mineproof.counting.counted_odds import odds_of
from mineproof.engines import dpll
from mineproof.engines.base import Engine
from mineproof.engines.dpll import Dpll, SearchTrees
from mineproof.engines.inference import Status
from mineproof.engines.parts.search import Search, _Rule
from mineproof.engines.sat import Sat
from mineproof.logic.checker import check
from mineproof.logic.problem import Problem
from mineproof.logic.proof import Resolvent, literal, steps
from mineproof.logic.reader import read
from mineproof.play.match import Match

LIMIT = 5_000


def main() -> int:
    """Measure and print; return 1 if `dpll` and counting differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=2000)
    count = parser.parse_args().positions
    told = [read(some_position(seed)) for seed in range(count)]
    problems = [each for one in told for each in (one, replace(one, total=None))]
    print(f"{len(problems)} problems\n\n{HEAD}")
    differing = compare("dpll", Dpll(), problems)
    compare("sat", Sat(), problems)
    for name, without in VARIANTS.items():
        with without():
            compare(name, Dpll(limit=LIMIT), problems)
    explain(told)
    return 1 if play() or differing else 0


# Agreement

HEAD = "| | mean | median | slowest | decisions | limits | differing |\n" + "|---" * 7 + "|"


def compare(name: str, engine: Engine, problems: Sequence[Problem]) -> int:
    """Print one line of the table; return in how many problems it differs from counting."""
    seconds, decisions, limits, differing = [], 0, 0, 0
    for problem in problems:
        started = time.process_time()
        inference = engine.infer(problem)
        seconds.append(time.process_time() - started)
        decisions += inference.counters.get("decisions", 0)
        limits += inference.status is Status.LIMIT
        found = {d.cell: d.is_mine for d in inference.deductions}
        differing += found != odds_of(problem).certain
    print(f"| {name} | {shown(seconds)} | {decisions} | {limits} | {differing} |", flush=True)
    return differing


def shown(seconds: Sequence[float]) -> str:
    """Return mean, median and the slowest as entries of a table."""
    return " | ".join(f"{1000 * f(seconds):.2f} ms" for f in (mean, median, max))


# Without one of its parts


def anywhere(rule: _Rule) -> tuple[int, int]:
    """Rank constraints by the ways that they leave, wherever they are."""
    return min(rule.mines, rule.safe), rule.mines + rule.safe


def mine_first(search: Search, rule: _Rule) -> int:
    """Suppose that the first cell is a mine."""
    return literal(next(cell for cell in rule.cells if cell not in search._true), True)


VARIANTS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "the mine count alone": lambda: patch.object(dpll, "_counts", lambda count, _: [count]),
    "decides anywhere": lambda: patch.object(_Rule, "urgency", property(anywhere)),
    "decides in order": lambda: patch.object(_Rule, "urgency", 0),
    "the first cell, a mine": lambda: patch.object(Search, "_choose", mine_first),
}


# Proofs


def explain(problems: Sequence[Problem]) -> None:
    """Print how large trees and proofs are, and how long it takes to make and to check them."""
    nodes, resolvents, making, checking = [], [], 0.0, 0.0
    for problem in problems:
        inference = Dpll().infer(problem)
        started = time.process_time()
        for deduction in inference.deductions:
            if isinstance(deduction.reason, SearchTrees):
                proof = deduction.proof
                resolvents.append(sum(isinstance(step, Resolvent) for step in steps(proof)))
                nodes.append(len(list(deduction.reason.tree(deduction.cell).walk())))
        made = time.process_time()
        check(problem, inference)
        making, checking = making + made - started, checking + time.process_time() - made
    print(f"\n{len(nodes)} cells by search, {nodes.count(1)} of them without a decision;")
    print(f"nodes: mean {mean(nodes):.1f}, median {median(nodes)}, most {max(nodes)};")
    print(
        f"resolvents: mean {mean(resolvents):.1f}, median {median(resolvents)}, "
        f"most {max(resolvents)};"
    )
    print(f"{making:.1f} s to make trees and proofs, {checking:.1f} s to check all deductions.")


# Games


def play() -> int:
    """Print the times of whole games; return in how many the engine leaves something undecided."""
    differing = 0
    print("\n| marking game | dpll: mean, median, slowest | | | sat | | | differing |")
    print("|---" * 8 + "|")
    for level in ("easy", "medium", "hard"):
        seconds: dict[str, list[float]] = {"dpll": [], "sat": []}
        wrong = 0
        for board in boards(level, 200):
            for engine in (Dpll(), Sat()):
                started = time.process_time()
                record = Match(board.game(), NeverGuess(engine)).play()
                seconds[engine.name].append(time.process_time() - started)
                wrong += set(record.unmarked_cells) != board.undecidable
        print(f"| {level} | {shown(seconds['dpll'])} | {shown(seconds['sat'])} | {wrong} |")
        differing += wrong
    return differing


if __name__ == "__main__":
    sys.exit(main())
