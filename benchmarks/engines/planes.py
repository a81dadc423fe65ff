"""The engine `cutting-planes`: what it proves beyond `subset`, what it misses, how long proofs are.

By CPU time, on expert positions of tests/boards.py, every second one after some moves of a game,
the others with any safe cells open:

- the certain cells that each engine finds, and how long it takes from the view alone;
- the proofs of cells that `subset` does not find: sums and clues beside the resolution steps that
  the engine `resolution` and a SAT solver's refutation take from the same clues;

and on the 600 boards of the marking game, in which nothing is guessed, what each engine leaves
unmarked that complete logic marks.

Run `make bench-planes`; ARGS="--positions 200 --boards 20" takes fewer. The exit code is 1 if a
cell is wrong or the checker refuses a proof.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median

from tests.boards import boards, half_open, in_play

from mineproof.agents.never_guess import NeverGuess
from mineproof.counting.counted_odds import odds_of
from mineproof.engines import engine_named
from mineproof.engines.cutting_planes import CuttingPlanes
from mineproof.engines.inference import Inference
from mineproof.engines.parts.refutation import MAX_CLAUSES, refutation
from mineproof.engines.resolution import AT_ONCE, Resolution
from mineproof.engines.subset import Subset
from mineproof.errors import BadProof
from mineproof.logic.checker import check
from mineproof.logic.cnf import clause_count
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof import Combination, Proof, Resolvent, premises, steps
from mineproof.logic.reader import read
from mineproof.play.match import Match

ENGINES = ("single", "subset", "cutting-planes", "resolution", "sat", "exact")


def main() -> int:
    """Measure and print; return 1 if `cutting-planes` is wrong anywhere."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--boards", type=int, default=200, help="of each of three levels")
    options = parser.parse_args()
    problems = [
        read((in_play if seed % 2 else half_open)("expert", seed))
        for seed in range(options.positions)
    ]
    certain = [odds_of(problem).certain for problem in problems]
    wrong = sum(compare(name, problems, certain) for name in ENGINES)
    wrong += beyond_subset(problems)
    play(options.boards)
    return 1 if wrong else 0


# What is found


def compare(name: str, problems: Sequence[Problem], certain: Sequence[Mapping[Cell, bool]]) -> int:
    """Print one line of the table; return how many cells are wrong."""
    if name == ENGINES[0]:
        total = sum(map(len, certain))
        print(f"{len(problems)} expert positions with {total} certain cells\n")
        print("| engine | cells found | missed | positions with a miss | mean | median | p99 |")
        print("|---" * 7 + "|")
    seconds, found, missing, wrong = [], 0, 0, 0
    engine = engine_named(name)
    for problem, truth in zip(problems, certain, strict=True):
        started = time.process_time()
        told = {d.cell: d.is_mine for d in engine.conclude(problem).deductions}
        seconds.append(time.process_time() - started)
        found += len(told)
        missing += len(told) < len(truth)
        wrong += sum(truth.get(cell) != is_mine for cell, is_mine in told.items())
    missed = sum(map(len, certain)) - found
    print(f"| {name} | {found} | {missed} | {missing} | {shown(seconds)} |", flush=True)
    return wrong


def shown(seconds: Sequence[float]) -> str:
    """Return mean, median and 99th percentile in milliseconds, as cells of a table."""
    last = sorted(seconds)[int(len(seconds) * 0.99)]
    return " | ".join(f"{1000 * each:.1f} ms" for each in (mean(seconds), median(seconds), last))


# Proofs


def beyond_subset(problems: Sequence[Problem]) -> int:
    """Print how long proofs of cells are that `subset` misses; return how many are refused."""
    refused, halved, cells = 0, 0, 0
    clues, lengths = Counter[int](), dict[str, list[int]]()
    for problem in problems:
        known = {d.cell for d in Subset().conclude(problem).deductions}
        inference = CuttingPlanes().conclude(problem)
        refused += _is_refused(problem, inference)
        for deduction in inference.deductions:
            sums = [step for step in steps(deduction.proof) if isinstance(step, Combination)]
            if deduction.cell not in known and sums:
                cells += 1
                halved += len(sums) > 1 or any(each.divisor > 1 for each in sums)
                used = list(_clues(deduction.proof))
                clues[len(used)] += 1
                lengths.setdefault("sums", []).append(len(sums))
                for how, many in _resolved(used, deduction.cell, deduction.is_mine):
                    lengths.setdefault(how, []).append(many)
    print(f"\n{cells} cells by sums that subset does not find, {halved} with a sum divided;")
    print("by clues in the sum: " + ", ".join(f"{n}: {clues[n]}" for n in sorted(clues)))
    print("\n| steps of a proof from the same clues | proofs | mean | median | most |")
    print("|---" * 5 + "|")
    for how, counts in lengths.items():
        shares = f"{mean(counts):.1f} | {median(counts)} | {max(counts)}"
        print(f"| {how} | {len(counts)} | {shares} |")
    return refused


def _is_refused(problem: Problem, inference: Inference) -> bool:
    try:
        check(problem, inference)
    except BadProof as error:
        print(error)
        return True
    return False


def _clues(proof: Proof) -> Iterable[Proof]:
    """Return the clues of a proof by sums, without settled cells."""
    found: dict[int, Proof] = {}
    stack = [*premises(proof)]
    while stack:
        step = stack.pop()
        if isinstance(step, Combination):
            stack += step.premises
        else:
            found[id(step)] = step
    return found.values()


def _resolved(clues: Sequence[Proof], cell: Cell, is_mine: bool) -> Iterable[tuple[str, int]]:
    """Yield how many resolution steps the same conclusion takes, where it can be reached."""
    told = [clue.claim for clue in clues if isinstance(clue.claim, Constraint)]
    if sum(map(clause_count, told)) > MAX_CLAUSES:
        yield "none: the mine count has too many clauses", 0
        return
    problem = Problem.of([(claim.cells, claim.mines) for claim in told])
    if chain := Resolution(hints=AT_ONCE).infer(problem).chain(cell):
        yield "resolution, as the engine finds them", sum(_resolvents(d.proof) for d in chain)
    refuted = refutation(clues, cell, is_mine)
    yield "resolution, from a SAT solver's refutation", _resolvents(refuted)


def _resolvents(proof: Proof) -> int:
    return sum(isinstance(step, Resolvent) for step in steps(proof))


# Games


def play(count: int) -> None:
    """Print what each engine leaves unmarked in whole games, and how long they take."""
    print(f"\n{count} marking boards of each level: cells unmarked that complete logic marks,")
    print("boards on which there are any, and CPU time for a game\n")
    print("| engine | easy | medium | hard |")
    print("|---" * 4 + "|")
    for name in ("subset", "cutting-planes", "resolution", "cascade", "exact"):
        cells = [_played(name, level, count) for level in ("easy", "medium", "hard")]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _played(name: str, level: str, count: int) -> str:
    left, short, seconds = 0, 0, 0.0
    for board in boards(level, count):
        started = time.process_time()
        record = Match(board.game(), NeverGuess(engine_named(name))).play()
        seconds += time.process_time() - started
        missed = set(record.unmarked_cells) - board.undecidable
        left += len(missed)
        short += bool(missed)
    return f"{left} on {short}, {1000 * seconds / count:.1f} ms"


if __name__ == "__main__":
    sys.exit(main())
