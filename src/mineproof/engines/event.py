"""Event: one thing that an engine does, for whoever watches it.

Page, terminal and trace files show the same stream of events. Each event changes what the engine
knows by a fixed rule, which `play/replay.py` states once more and replays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, TypeAlias

from mineproof.logic.problem import Cell, Constraint
from mineproof.logic.proof import Clause, Difference, Literal, MineCount, Proof


class Happening(Enum):
    """The kinds of Event."""

    # Every engine

    LEARNED = "learned"
    """A cell was opened, or another engine proved it: its literal joins KB0."""

    MARKED = "marked"
    """A cell is proved, and its literal joins KB0."""

    STALLED = "stalled"
    """This method finds no more."""

    LIMIT = "limit"
    """There would be too much to do to go on."""

    COMPLETE = "complete"
    """Every certain cell is found."""

    # Clues and sentences: `single`, `subset`, and the first step of complete engines

    SETTLED = "settled"
    """A clue, or a sentence, has no mines left, or only mines: it settles all its cells."""

    COUNT = "mine count"
    """Few cells are unmarked, so the mine count joins as one more hint."""

    SENTENCE = "sentence"
    """A clue, or the mine count, joins as a sentence."""

    DIFFERENCE = "difference"
    """A sentence lies within another: what is left joins as one more."""

    # Clauses: `resolution`; some also in the search of `dpll`, or about sentences

    HINT = "hint"
    """A clue, or the mine count, becomes the clauses that the next events are about."""

    UNIT = "unit"
    """A clause of one literal waits for its turn to mark a cell."""

    INSERTED = "inserted"
    """A clause joins KB."""

    DUPLICATE = "duplicate"
    """A clause, or a sentence, is dropped: it is known, or waits already."""

    RESOLVED = "resolved"
    """Two clauses give a third."""

    SHORTENED = "shortened"
    """A clause leaves KB; without the literal that a unit refutes, it is inserted again.

    A sentence that loses a settled cell does the same."""

    SUBSUMED = "subsumed"
    """A clause is dropped, new or from KB: another one says more."""

    SATISFIED = "satisfied"
    """A clause leaves KB: one of its literals has become a fact."""

    ROUND = "round"
    """Matching begins, because no unit is left."""

    # Search trees: `dpll`

    SEARCH = "search"
    """A search begins, with an assumption or without."""

    DECIDED = "decided"
    """A literal is supposed."""

    PROPAGATED = "propagated"
    """A literal follows from one constraint and what is supposed so far."""

    CLASHED = "clashed"
    """A constraint cannot be met."""

    REFUTED = "refuted"
    """A branch has failed: its clause is false there, and follows from the clues."""

    BACKTRACKED = "backtracked"
    """The opposite of the latest decision is supposed instead."""

    FITTED = "fitted"
    """All clues are met: what is supposed is possible."""


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


class Branch(NamedTuple):
    """A node of a search tree, by numbers from 0 in each search: what it supposes, or what follows.

    `above` is the node of the decision before; None for the root.
    """

    node: int
    above: int | None = None
    literal: Literal | None = None


class Event(NamedTuple):
    """One thing that an engine does.

    `parents` are the clauses that this clause follows from: two that resolve to it, or one that
    subsumes it. A clause, or sentence, made from a hint has that `hint` instead. A `sentence` is a
    difference: that of the two in `minus`, the second of which lies within the first. `twin` is the
    cell that was tried in place of a marked one: the same clues touch both. `engine` is the part of
    a cascade that speaks, if somebody listens to all parts.
    """

    happening: Happening
    clause: Clause = frozenset()
    parents: tuple[Clause, ...] = ()
    hint: Hint | None = None
    sentence: Constraint | None = None
    minus: tuple[Constraint, Constraint] | None = None
    branch: Branch | None = None
    twin: Cell | None = None
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
