"""Which clues clash: a smallest set of them.

First a minimal set, by QuickXplain (Junker, AAAI 2004): to find what is needed of a list, split it
in half; what the first half needs given the second, and what the second half needs given that. It
asks the engine about k log(n/k) times for k clashing clues among n. Leave out any one of the set
and nothing clashes; but another, smaller set may exist.

Then the smallest, by implicit hitting sets (Ignatiev and others, CP 2015): take clues that do not
clash and add others for as long as they do not. What remains outside is a correction: every
clashing set holds at least one of it. So a clashing set hits every correction found so far; the
smallest set that hits them all either clashes, and then none can be smaller, or grows into one more
correction. Where this asks too often, the minimal set has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from mineproof.errors import Contradiction
from mineproof.logic.problem import Constraint, Problem

MAX_QUESTIONS = 1_000
"""How often an engine is asked for a set that is smaller than the minimal one."""

_Clues: TypeAlias = tuple[Constraint, ...]
_IsClash: TypeAlias = Callable[[_Clues], bool]


def smallest_clash(problem: Problem, clashes: Callable[[Problem], bool]) -> Contradiction:
    """Return the Contradiction that names a smallest set of constraints that `clashes`."""

    def is_clash(constraints: _Clues, total: int | None) -> bool:
        return clashes(Problem(constraints, problem.cells, total))

    total = None if is_clash(problem.constraints, None) else problem.total
    found = _smallest(problem.constraints, lambda chosen: is_clash(chosen, total))
    clues = [constraint.clue for constraint in found if constraint.clue is not None]
    sets = "; ".join(f"{c.mines} of {sorted(c.cells)}" for c in found if c.clue is None)
    message = "no layout fits" + (f": {sets} clash" if sets else "")
    return Contradiction(message, clues, with_count=total is not None)


def _smallest(clues: _Clues, is_clash: _IsClash) -> _Clues:
    minimal = _needed(is_clash, (), clues, is_fresh=True)
    corrections: list[frozenset[int]] = []
    asked = count()

    def clash(chosen: Sequence[int]) -> bool:
        next(asked)
        return is_clash(tuple(clues[i] for i in sorted(chosen)))

    while next(asked) < MAX_QUESTIONS:
        chosen = hitting_set(corrections, len(minimal) - 1)
        if chosen is None:
            return minimal
        if clash(chosen):
            return tuple(clues[i] for i in chosen)
        rest = [i for i in range(len(clues)) if i not in chosen]
        corrections.append(frozenset(rest).difference(_grow(list(chosen), rest, clash)))
    return minimal


def _needed(is_clash: _IsClash, kept: _Clues, rest: _Clues, *, is_fresh: bool) -> _Clues:
    """Return the members of `rest` that are needed beside `kept`, just enlarged if `is_fresh`."""
    if is_fresh and is_clash(kept):
        return ()
    if len(rest) <= 1:
        return rest
    first, second = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    of_second = _needed(is_clash, kept + first, second, is_fresh=bool(first))
    of_first = _needed(is_clash, kept + of_second, first, is_fresh=bool(of_second))
    return of_first + of_second


def _grow(chosen: list[int], rest: list[int], clash: Callable[[Sequence[int]], bool]) -> list[int]:
    """Return `chosen` with as much of `rest` as does not clash; nothing more could be added."""
    if not rest or not clash(chosen + rest):
        return chosen + rest
    if len(rest) == 1:
        return chosen
    half = len(rest) // 2
    return _grow(_grow(chosen, rest[:half], clash), rest[half:], clash)


def hitting_set(sets: Sequence[frozenset[int]], max_size: int) -> tuple[int, ...] | None:
    """Return a smallest set that shares a member with each of `sets`, in order.

    None if it would have more than `max_size` members.

    >>> hitting_set([frozenset({1, 2}), frozenset({2, 3}), frozenset({4})], 2)
    (2, 4)
    """
    for size in range(max_size + 1):
        if (chosen := _hit(sets, size)) is not None:
            return tuple(sorted(chosen))
    return None


def _hit(sets: Sequence[frozenset[int]], size: int) -> tuple[int, ...] | None:
    if not sets:
        return ()
    if size == 0:
        return None
    shortest = min(sets, key=lambda each: (len(each), sorted(each)))
    for member in sorted(shortest):
        rest = _hit([each for each in sets if member not in each], size - 1)
        if rest is not None:
            return (member, *rest)
    return None
