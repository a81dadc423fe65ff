"""Which clues clash: a minimal set of them, found by leaving out what is not needed.

QuickXplain (Junker, AAAI 2004): to find what is needed of a list, split it in half; what the first
half needs given the second, and what the second half needs given that. It asks the engine about
k log(n/k) times for k clashing clues among n, instead of n times. The set is minimal: leave out
any one of it and the engine finds no contradiction. Another, smaller set may exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mineproof.errors import Contradiction
from mineproof.logic.problem import Constraint, Problem


def minimal_clash(problem: Problem, clashes: Callable[[Problem], bool]) -> Contradiction:
    """Return the Contradiction that names a minimal set of constraints that `clashes`."""

    def is_clash(constraints: Sequence[Constraint], total: int | None) -> bool:
        return clashes(Problem(tuple(constraints), problem.cells, total))

    total = None if is_clash(problem.constraints, None) else problem.total
    needed = _needed(
        lambda chosen: is_clash(chosen, total), [], list(problem.constraints), is_fresh=True
    )
    clues = [constraint.clue for constraint in needed if constraint.clue is not None]
    sets = "; ".join(f"{c.mines} of {sorted(c.cells)}" for c in needed if c.clue is None)
    message = "no layout fits" + (f": {sets} clash" if sets else "")
    return Contradiction(message, clues, with_count=total is not None)


def _needed(
    is_clash: Callable[[list[Constraint]], bool],
    kept: list[Constraint],
    rest: list[Constraint],
    *,
    is_fresh: bool,
) -> list[Constraint]:
    """Return the members of `rest` that are needed beside `kept`, just enlarged if `is_fresh`."""
    if is_fresh and is_clash(kept):
        return []
    if len(rest) <= 1:
        return rest
    first, second = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    of_second = _needed(is_clash, kept + first, second, is_fresh=bool(first))
    of_first = _needed(is_clash, kept + of_second, first, is_fresh=bool(of_second))
    return of_first + of_second
