"""The shortest derivation of a unit from given clauses, by iterative deepening.

A derivation of k steps is sought for k = 1, 2, ... The first that is found is shortest, because all
shorter ones were tried. What makes the search affordable:

- Every step must be used: of the clauses derived but not used yet, one step can use two and adds
  one, so with r steps left at most r + 1 may wait.
- Every literal other than the goal must go: a step removes one cell from the waiting clauses, so
  with r steps left these may mention at most r other cells.
- Steps that do not need each other may come in any order; a state that was reached before with as
  many steps left is not tried again.

Shortest resolution proofs are hard to find in general (Alekhnovich, Buss, Moran and Pitassi,
"Minimum propositional proof length is NP-hard to linearly approximate", 2001), hence the limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mineproof.course.exercises.resolution.sheet import Pair
from mineproof.logic.clause import pivots, resolvent
from mineproof.logic.proof import Clause


@dataclass(frozen=True, slots=True)
class Found:
    """The steps of a derivation, None if there is none as short as asked; `states` were tried."""

    steps: tuple[Pair, ...] | None
    states: int


class OutOfStates(Exception):
    """The search has passed its limit."""


def shortest(
    given: Sequence[Clause],
    goal: Clause,
    *,
    width: int | None = None,
    most_steps: int = 8,
    most_states: int = 1_000_000,
) -> Found:
    """Return a shortest derivation of `goal`, a unit, or none if it needs more than `most_steps`.

    Raises OutOfStates if that takes more than `most_states` states to tell.

    >>> given = [frozenset(clause) for clause in ({1, 2}, {-1, 3}, {-2, 3})]
    >>> shortest(given, frozenset({3})).steps
    ((0, 1), (2, 3))
    """
    search = _Search(list(given), goal, width, most_states)
    for steps in range(1, most_steps + 1):
        found = search.run(steps)
        if found is not None:
            return Found(found, search.states)
    return Found(None, search.states)


@dataclass(slots=True)
class _Search:
    clauses: list[Clause]
    goal: Clause
    width: int | None
    most_states: int
    states: int = 0
    steps: list[Pair] = field(default_factory=list)
    _tried: set[tuple[frozenset[Clause], frozenset[Clause]]] = field(default_factory=set)

    def run(self, left: int) -> tuple[Pair, ...] | None:
        """Return a derivation of exactly `left` steps, None if there is none."""
        self._tried.clear()
        given = len(self.clauses)
        return self._go(left, given, frozenset())

    def _go(self, left: int, given: int, waiting: frozenset[Clause]) -> tuple[Pair, ...] | None:
        """Try all steps after those made; `waiting` are the clauses that none of them has used."""
        for pair, clause in self._moves(left):
            one, other = (self.clauses[i] for i in pair)
            still = waiting - {one, other} | {clause}
            if left == 1:
                if clause == self.goal and len(still) == 1:
                    return (*self.steps, pair)
                continue
            if not self._may_end(still, left - 1) or not self._is_new(given, clause, still):
                continue
            self.clauses.append(clause)
            self.steps.append(pair)
            found = self._go(left - 1, given, still)
            self.clauses.pop()
            self.steps.pop()
            if found is not None:
                return found
        return None

    def _moves(self, left: int) -> Iterable[tuple[Pair, Clause]]:
        for j, right in enumerate(self.clauses):
            for i, one in enumerate(self.clauses[:j]):
                if self.width is not None and min(len(one), len(right)) > self.width:
                    continue
                on = pivots(one, right)
                if len(on) != 1:
                    continue
                clause = resolvent(one, right, on[0])
                if len(clause - self.goal) < left and not self._is_subsumed(clause):
                    yield (i, j), clause

    def _is_subsumed(self, clause: Clause) -> bool:
        return any(each <= clause for each in self.clauses)

    def _may_end(self, waiting: frozenset[Clause], left: int) -> bool:
        if len(waiting) > left + 1:
            return False
        cells = {abs(lit) for clause in waiting for lit in clause - self.goal}
        return len(cells) <= left

    def _is_new(self, given: int, clause: Clause, waiting: frozenset[Clause]) -> bool:
        self.states += 1
        if self.states > self.most_states:
            raise OutOfStates
        state = (frozenset((*self.clauses[given:], clause)), waiting)
        if state in self._tried:
            return False
        self._tried.add(state)
        return True
