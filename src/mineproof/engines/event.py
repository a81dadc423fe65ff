"""Event: one thing that happens in a knowledge base, for whoever watches it.

Page, terminal and trace files show the same stream of events. Each event changes KB, KB0 and the
units that wait by a fixed rule, which `play/trace.py` states once more and replays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, TypeAlias

from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Clause, Difference, MineCount, Proof


class Happening(Enum):
    """The kinds of Event."""

    LEARNED = "learned"
    """A cell was opened, or another engine proved it: its literal joins KB0."""

    MARKED = "marked"
    """A unit proves its cell and moves to KB0."""

    COUNT = "mine count"
    """Few cells are unmarked, so the mine count joins as one more hint."""

    HINT = "hint"
    """A clue, or the mine count, becomes the clauses that the next events are about."""

    UNIT = "unit"
    """A clause of one literal waits for its turn to mark a cell."""

    INSERTED = "inserted"
    """A clause joins KB."""

    DUPLICATE = "duplicate"
    """A clause is dropped: KB or, if it is a unit, KB0 has it."""

    RESOLVED = "resolved"
    """Two clauses of KB give a third."""

    SHORTENED = "shortened"
    """A clause leaves KB; without the literal that a unit refutes, it is inserted again."""

    SUBSUMED = "subsumed"
    """A clause is dropped, new or from KB: another one says more."""

    SATISFIED = "satisfied"
    """A clause leaves KB: one of its literals has become a fact."""

    ROUND = "round"
    """Matching begins, because no unit is left."""

    STALLED = "stalled"
    """Nothing is left to match."""

    LIMIT = "limit"
    """KB is too large for matching, or a hint has too many clauses."""


class Hint(NamedTuple):
    """What a clue, or the mine count, says: as it was `told`, and the `rest` that is unmarked."""

    told: Constraint
    rest: Constraint
    is_count: bool = False

    @classmethod
    def of(cls, proof: Proof) -> Hint:
        """Return the hint that a reduced clue is."""
        whole = proof
        while isinstance(whole, Difference):
            whole = whole.whole
        assert isinstance(whole.claim, Constraint), "only constraints are hints"
        assert isinstance(proof.claim, Constraint), "only constraints are hints"
        return cls(whole.claim, proof.claim, isinstance(whole, MineCount))


class Event(NamedTuple):
    """One thing that happens in a knowledge base.

    `parents` are the clauses that this clause follows from: two that resolve to it, or one that
    subsumes it. A clause made from a hint has that `hint` instead. `engine` is the part of a
    cascade that speaks, if somebody listens to all parts.
    """

    happening: Happening
    clause: Clause = frozenset()
    parents: tuple[Clause, ...] = ()
    hint: Hint | None = None
    engine: str = ""


Listener: TypeAlias = Callable[[Event], None]


def signed(listener: Listener, engine: str) -> Listener:
    """Return a listener that passes each event on with the name of the engine that it is from."""
    return lambda event: listener(event._replace(engine=engine))


class EventLog:
    """The latest `most` events; how many there were in total, and how many are new."""

    def __init__(self, most: int) -> None:
        self.events: deque[Event] = deque(maxlen=most)
        self.count = self._taken = 0

    def note(self, event: Event) -> None:
        """Take in one more event: a Listener."""
        self.events.append(event)
        self.count += 1

    def take_fresh(self) -> int:
        """Return how many of the kept events are newer than the last call."""
        fresh, self._taken = self.count - self._taken, self.count
        return min(fresh, len(self.events))

    def clear(self) -> None:
        """Forget all events."""
        self.events.clear()
        self.count = self._taken = 0
