"""The coach's smallest explanations beside those of CPMpy, in the same run.

A step is a set of clues that together settle a cell, given what earlier steps have found. Its cost,
by the coach's own measure, is the number of clues, then how far apart they are. The positions come
from expert games, each taken at its first step for which two clues do not suffice: before that
there is nothing to search. Two questions are asked about each:

- The cheapest step for any cell. Ours is what `find_steps` yields next; CPMpy's is `ocus`. Its soft
  constraints are the clues, at a cost of one each, and the opposite of one certain cell of each
  box, at no cost; a meta-constraint demands exactly one of the latter. CPMpy is told which cells
  are certain, and we have to count.
- The fewest clues for the first cell that our step settles. Ours is `fewest_clues`, CPMpy's `smus`.

Both get the same clues, without known cells, and of clues about the same cells only one. If the
mine count is needed, it is a hard constraint. CPMpy asks `--solver` whether clues clash, and
OR-Tools for hitting sets; it is stopped after `--seconds`. CPU time is that of all threads. Run
`make bench-explain`, which installs CPMpy. The exit code is 1 if CPMpy finds fewer clues, 2 if it
is not installed.
"""

from __future__ import annotations

import argparse
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import count as numbers
from itertools import islice
from statistics import median
from typing import Any, NamedTuple, TypeAlias, TypeVar

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.view import View
from mineproof.coach.steps.fewest import certain, fewest_clues
from mineproof.coach.steps.steps import Step, distance, find_steps
from mineproof.errors import LimitReached
from mineproof.logic.fronts import split
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.reader import read
from mineproof.play.guests import match_of

T = TypeVar("T")

Cost: TypeAlias = tuple[int, int]
"""How many clues, and how far apart."""

PLAYER = Entrant("safest", "single+subset+exact")
KINDS = {False: "clues alone", True: "with the mine count"}


class Times(NamedTuple):
    """What an answer took: CPU time of all threads, and time on the clock."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Case:
    """A position at a step that needs a search, our step, and what it took.

    `clues` are those without known cells; `count` is that of all mines left, if it is needed.
    """

    view: View
    step: Step
    times: Times
    clues: Sequence[Constraint]
    count: Constraint | None


class Pair(NamedTuple):
    """Two answers to one question, ours and CPMpy's: what the steps cost, and the times.

    The second cost is None if CPMpy took too long; its time is then what it had taken.
    """

    costs: tuple[Cost, Cost | None]
    ours: Times
    theirs: Times


# Positions


def cases() -> Iterator[Case]:
    """Yield positions of expert games in which two clues are not enough."""
    for seed in numbers():
        for view in stalls(Game.new("expert", "opening", seed=seed)):
            if (case := case_in(view)) is not None:
                yield case


def stalls(game: Game) -> Iterator[View]:
    """Yield what is seen each time that `exact` has to help a player in one game."""
    match, before, was_exact = match_of(game, PLAYER), game.view, False
    for turn in match.turns():
        if turn.author == "exact" and not was_exact:
            yield before
        before, was_exact = game.view, turn.author == "exact"


def case_in(view: View) -> Case | None:
    """Return the case at the first step of a view with more than two clues, or the mine count."""
    steps, known = find_steps(view), dict[Cell, bool]()
    try:
        while True:
            step, times = timed(lambda: next(steps, None))
            if step is None:
                return None
            if len(step.clues) > 2 or step.count is not None:
                break
            known.update(step.conclusions)
    except LimitReached:
        return None
    told = [_left(clue, known) for clue in read(view).constraints]
    clues = {clue.cells: clue for clue in reversed(told) if clue.cells}
    whole = None if step.count is None else _left(step.count, known)
    return Case(view, step, times, list(clues.values())[::-1], whole)


def _left(constraint: Constraint, known: dict[Cell, bool]) -> Constraint:
    cells = constraint.cells.difference(known)
    mines = constraint.mines - sum(known.get(cell, False) for cell in constraint.cells)
    return Constraint(cells, mines, constraint.clue)


def timed(answer: Callable[[], T]) -> tuple[T, Times]:
    """Return an answer and what it took."""
    cpu, wall = time.process_time(), time.perf_counter()
    result = answer()
    return result, Times(time.process_time() - cpu, time.perf_counter() - wall)


# Two answers


def any_cell(case: Case, solver: str, limit: float) -> Pair:
    """Compare the cheapest steps for any cell."""
    settled = certain(case.clues, case.count)
    by_box: dict[tuple[int, ...], Cell] = {}
    for cell in sorted(settled):
        touching = (i for i, clue in enumerate(case.clues) if cell in clue.cells)
        by_box.setdefault(tuple(touching), cell)
    claims = {cell: settled[cell] for cell in by_box.values()}
    theirs, times = timed(lambda: theirs_of(case, case.clues, claims, solver, limit))
    return Pair((cost(case, case.step.clues), theirs), case.times, times)


def one_cell(case: Case, solver: str, limit: float) -> Pair:
    """Compare the fewest clues for the first cell of our step."""
    cell, is_mine = case.step.conclusions[0]
    fronts = [front for front in split(case.clues) if cell in front.cells]
    clues = case.clues if case.count or not fronts else fronts[0].constraints
    chosen, ours = timed(lambda: fewest_clues(clues, fact(cell, is_mine), case.count))
    theirs, times = timed(lambda: theirs_of(case, clues, {cell: is_mine}, solver, limit))
    return Pair((cost(case, [clues[i] for i in chosen]), theirs), ours, times)


def theirs_of(
    case: Case,
    clues: Sequence[Constraint],
    claims: dict[Cell, bool],
    solver: str,
    limit: float,
) -> Cost | None:
    """Return the cost of the clues that CPMpy finds for the cheapest claim; None if it is late."""
    import cpmpy
    from cpmpy.tools.explain.mus import ocus, smus

    everything = [*clues, case.count] if case.count else clues
    cells = sorted(frozenset[Cell]().union(*(each.cells for each in everything)))
    mines = dict(zip(cells, cpmpy.boolvar(shape=len(cells)), strict=True))

    def says(each: Constraint) -> Any:
        return cpmpy.sum([mines[cell] for cell in sorted(each.cells)]) == each.mines

    soft, hard = [says(clue) for clue in clues], [says(case.count)] if case.count else []
    opposites = [says(fact(cell, not is_mine)) for cell, is_mine in claims.items()]
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        if len(opposites) == 1:
            found = smus(soft, [*hard, *opposites], solver=solver)
        else:
            weights, one = [1] * len(soft) + [0] * len(opposites), cpmpy.sum(opposites) == 1
            found = ocus([*soft, *opposites], hard, weights, meta_constraint=one, solver=solver)
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    chosen = {id(each) for each in found}
    return cost(case, [clue for clue, said in zip(clues, soft, strict=True) if id(said) in chosen])


def _too_late(*_: object) -> None:
    raise TimeoutError


def cost(case: Case, clues: Sequence[Constraint]) -> Cost:
    """Return the coach's cost of a set of clues: how many, and how far apart."""
    return len(clues), distance(case.view.grid, clues)


# What is printed

Question: TypeAlias = Callable[[Case, str, float], Pair]
QUESTIONS: dict[str, Question] = {"any cell": any_cell, "one cell": one_cell}


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description="Compare explanations with CPMpy's.")
    parser.add_argument("--positions", type=int, default=200, metavar="N")
    parser.add_argument("--solver", choices=("ortools", "pysat"), default="ortools")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="S")
    given = parser.parse_args()
    if find_spec("cpmpy") is None:
        print("CPMpy is not installed; expected pip install 'mineproof[bench]'", file=sys.stderr)
        return 2
    names = ["cpmpy", "ortools", *(["python-sat"] * (given.solver == "pysat"))]
    with_ = ", ".join(f"{name} {version(name)}" for name in names)
    print(f"{given.positions} expert positions, Python {platform.python_version()}, {with_}\n")
    import_module("cpmpy.tools.explain.mus")  # now, not while the first answer is timed
    signal.signal(signal.SIGALRM, _too_late)
    sample = list(islice(cases(), given.positions))
    worse = 0
    for needs_count, kind in KINDS.items():
        some = [case for case in sample if (case.count is not None) == needs_count]
        for name, ask in QUESTIONS.items():
            pairs = [ask(case, given.solver, given.seconds) for case in some]
            worse += show(f"{kind}, {name}", pairs)
    return 1 if worse else 0


def show(what: str, pairs: Sequence[Pair]) -> int:
    """Print the figures of some pairs, and return how often CPMpy finds fewer clues."""
    if not pairs:
        return 0
    both = [(ours, theirs) for ours, theirs in (pair.costs for pair in pairs) if theirs is not None]
    gaps = [(ours[0] - theirs[0], ours[1] - theirs[1]) for ours, theirs in both]
    fewer = sum(gap[0] < 0 for gap in gaps), sum(gap[0] > 0 for gap in gaps)
    closer = sum(gap[0] == 0 > gap[1] for gap in gaps), sum(gap[0] == 0 < gap[1] for gap in gaps)
    sizes = sorted(pair.costs[0][0] for pair in pairs)
    ours, theirs = (1e3 * median(t.cpu for t in each) for each in zip(*_times(pairs), strict=True))
    cpu, wall = (median(b[i] / a[i] for a, b in _times(pairs)) for i in (0, 1))
    print(f"{what}: {len(pairs)} questions, {sizes[0]} to {sizes[-1]} clues")
    print(f"  the same cost {gaps.count((0, 0))}; fewer clues: ours {fewer[0]}, CPMpy {fewer[1]};")
    print(f"  as many, but closer together: ours {closer[0]}, CPMpy {closer[1]};")
    print(f"  CPMpy was too late for {len(pairs) - len(both)}")
    print(f"  median CPU time {ours:.1f} ms, CPMpy {theirs:.1f} ms; CPMpy takes {cpu:.1f} times")
    print(f"  our CPU time and {wall:.1f} times our time by the clock, in the median", flush=True)
    return fewer[1]


def _times(pairs: Sequence[Pair]) -> list[tuple[Times, Times]]:
    return [(pair.ours, pair.theirs) for pair in pairs]


if __name__ == "__main__":
    sys.exit(main())
