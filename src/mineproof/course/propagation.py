"""Unit propagation on clauses that are listed, as a textbook has it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mineproof.logic.proof import Clause, Literal


def left_of(clause: Clause, known: Collection[Literal]) -> Clause | None:
    """Return what is left of a clause: its literals that are not false; None if one is true.

    >>> sorted(left_of(frozenset({1, 2}), {-1})), left_of(frozenset({1, 2}), {2})
    ([2], None)
    """
    if any(lit in known for lit in clause):
        return None
    return frozenset(lit for lit in clause if -lit not in known)


def is_falsified(clause: Clause, known: Collection[Literal]) -> bool:
    """Tell whether all literals of a clause are false."""
    return left_of(clause, known) == frozenset()


def propagate(clauses: Iterable[Clause], known: Iterable[Literal]) -> frozenset[Literal] | None:
    """Return what is known after all units have been taken; None if a clause becomes false.

    >>> sorted(propagate([frozenset({1}), frozenset({-1, 2})], []))
    [1, 2]
    """
    found, every = set(known), list(clauses)
    while True:
        left = [each for clause in every if (each := left_of(clause, found)) is not None]
        units = {lit for each in left if len(each) == 1 for lit in each}
        if frozenset() in left or any(-lit in units for lit in units):
            return None
        if not units:
            return frozenset(found)
        found |= units
