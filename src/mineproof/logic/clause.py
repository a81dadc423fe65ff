"""Clauses by themselves: on which literals two of them resolve, what comes out, and as text.

The checker has its own version of the rule, since it trusts nobody's.
"""

from __future__ import annotations

from mineproof.logic.problem import Namer
from mineproof.logic.proof import Clause, Literal, cell_of


def pivots(left: Clause, right: Clause) -> list[Literal]:
    """Return the literals of `left` whose opposite is in `right`, in the order of their cells.

    Two clauses resolve if there is exactly one; with more, the result would always be true.
    """
    return [lit for lit in in_order(left) if -lit in right]


def resolvent(left: Clause, right: Clause, pivot: Literal) -> Clause:
    """Return the two clauses joined, without the literal of `left` on which they disagree.

    >>> sorted(resolvent(frozenset({1, 2}), frozenset({-1, 3}), pivot=1))
    [2, 3]
    """
    return (left - {pivot}) | (right - {-pivot})


def in_order(clause: Clause) -> list[Literal]:
    """Return the literals of a clause in the order of their cells."""
    return sorted(clause, key=abs)


def clause_words(clause: Clause, name: Namer) -> str:
    """Return a clause in logical notation; a name stands for a mine there.

    >>> clause_words(frozenset({-2, 3}), "abcd".__getitem__)
    '¬b ∨ c'
    """
    return " ∨ ".join(f"{'¬' * (lit < 0)}{name(cell_of(lit))}" for lit in in_order(clause))
