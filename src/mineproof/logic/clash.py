"""Which clues clash: a smallest set of them.

First a minimal set, by QuickXplain (Junker, AAAI 2004): split the list in half, find what is needed
of the second half given the first, then what is needed of the first half given that. This asks the
engine about k log(n/k) times for k clashing clues among n. Without any one of its clues the set no
longer clashes; but another, smaller set may exist.

Then the smallest, by implicit hitting sets (Ignatiev and others, CP 2015): take clues that do not
clash and add others for as long as they do not. The clues left out are a correction: every
clashing set contains at least one of them. So a clashing set hits every correction found so far;
the smallest set that hits them all either clashes, and is then a smallest clash, or grows into one
more correction. If this takes too many questions, the minimal set is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mineproof.errors import Contradiction
from mineproof.logic.problem import Problem

MAX_QUESTIONS = 1_000
"""How many questions to spend on a set smaller than the minimal one."""

IsClash: TypeAlias = Callable[[Sequence[int]], bool]
"""Tells whether the clues with these numbers clash; their order does not matter."""


def smallest_clash(problem: Problem, clashes: Callable[[Problem], bool]) -> Contradiction:
    """Return a Contradiction that names a smallest clashing set of constraints."""
    given = problem.constraints

    def is_clash(chosen: Sequence[int], total: int | None) -> bool:
        return clashes(Problem(tuple(given[i] for i in sorted(chosen)), problem.cells, total))

    total = None if is_clash(range(len(given)), None) else problem.total
    found = [given[i] for i in smallest(len(given), lambda chosen: is_clash(chosen, total))]
    clues = [constraint.clue for constraint in found if constraint.clue is not None]
    sets = "; ".join(f"{c.mines} of {sorted(c.cells)}" for c in found if c.clue is None)
    message = "no layout fits" + (f": {sets} clash" if sets else "")
    return Contradiction(message, clues, with_count=total is not None)


def smallest(clues: int, is_clash: IsClash, *, max_questions: int | None = None) -> tuple[int, ...]:
    """Return the numbers of a smallest clashing set of clues, in order.

    All clues together must clash. After `max_questions` the result is only minimal: it cannot spare
    any clue.

    >>> smallest(9, lambda chosen: sum(chosen) >= 10)
    (2, 8)
    """
    minimal = _needed(is_clash, [], list(range(clues)), is_fresh=True)
    fewer = _fewest(clues, is_clash, len(minimal) - 1, max_questions or MAX_QUESTIONS)
    return tuple(sorted(minimal)) if fewer is None else fewer


def _needed(is_clash: IsClash, kept: list[int], rest: list[int], *, is_fresh: bool) -> list[int]:
    """Return the members of `rest` needed in addition to `kept`; `is_fresh`: `kept` has grown."""
    if is_fresh and is_clash(kept):
        return []
    if len(rest) <= 1:
        return rest
    first, second = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    of_second = _needed(is_clash, kept + first, second, is_fresh=bool(first))
    of_first = _needed(is_clash, kept + of_second, first, is_fresh=bool(of_second))
    return of_first + of_second


def _fewest(clues: int, is_clash: IsClash, most: int, questions: int) -> tuple[int, ...] | None:
    """Return a smallest clashing set of at most `most` clues; None if none was found."""
    corrections: list[frozenset[int]] = []
    asked = 0

    def ask(chosen: Sequence[int]) -> bool:
        nonlocal asked
        asked += 1
        return is_clash(chosen)

    while asked < questions and (chosen := hitting_set(corrections, most)) is not None:
        if ask(chosen):
            return chosen
        rest = [i for i in range(clues) if i not in chosen]
        corrections.append(frozenset(rest).difference(_grow(list(chosen), rest, ask)))
    return None


def _grow(chosen: list[int], rest: list[int], is_clash: IsClash) -> list[int]:
    """Return `chosen` with clues of `rest` added until any further one would clash."""
    if not rest or not is_clash(chosen + rest):
        return chosen + rest
    if len(rest) == 1:
        return chosen
    half = len(rest) // 2
    return _grow(_grow(chosen, rest[:half], is_clash), rest[half:], is_clash)


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
