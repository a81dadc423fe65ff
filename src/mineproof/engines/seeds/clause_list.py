"""A knowledge base that is one list of clauses: the exercise that the students solved.

The rules of the exercise. The cells of the safe list are units in KB from the beginning. A unit
marks its cell, moves to KB0 and is propagated; if the cell is safe, its hint is inserted, over the
neighbours that are unmarked by then. When there is no unit, pairs of clauses are matched. Every
question about KB is answered by going through the whole list.

So the hint of a safe cell may mention cells that are known to be safe, but wait in KB to be marked.
A proof must not: it may use only the clue as it was told, without these cells. The clauses of that
clue subsume those of the hint, and a derivation from stronger clauses gives a stronger result, so
each clause is proved by deriving one that subsumes it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

from mineproof.board.grid import Grid
from mineproof.engines.base import Engine, Reasoner, ReasoningWatcher, Watcher
from mineproof.engines.inference import Deduction, Prover
from mineproof.engines.parts.resolution_kernel import COUNTERS
from mineproof.errors import Contradiction
from mineproof.logic.cnf import clause_count, clauses
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import (
    Clause,
    Clue,
    Known,
    Literal,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cell_of,
    literal,
    without,
)

LIMIT = 20_000_000
"""How many clauses a game may look at before matching stops: some seconds."""

MAX_CLAUSES = 20_000
"""A hint with more clauses waits until it has shrunk."""

_T = TypeVar("_T")
Table: TypeAlias = Sequence[Sequence[Cell]]
"""The neighbours of each cell."""


class Entry(Prover):
    """A clause with its reason: a pigeonhole, or the two clauses that resolve to it."""

    __slots__ = ("clause", "proof", "why")

    proof: Proof | None

    def __init__(self, clause: Clause, why: Proof | tuple[Entry, Entry]) -> None:
        self.clause = clause
        self.why = why
        self.proof = None if isinstance(why, tuple) else why

    @property
    def parents(self) -> tuple[Entry, ...]:
        """The two clauses that resolve to it; none for a clause of a hint."""
        return self.why if isinstance(self.why, tuple) else ()

    def prove(self, cell: Cell) -> Proof:
        (lit,) = self.clause
        return Unit(fact(cell, lit > 0), _derivation(self))


class ListEngine(Engine):
    """An engine whose knowledge base is a list."""

    counter_names = COUNTERS

    @abstractmethod
    def begin_among(self, cells: Collection[Cell], total: int | None, table: Table) -> Reasoner:
        """Return a reasoner, as `begin` does; `table` has each cell's neighbours, if known."""

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return self.begin_among(cells, total, ())

    def watch(self, grid: Grid, total: int | None) -> Watcher:
        return ReasoningWatcher(self.begin_among(range(grid.size), total, grid.table), grid)


class ListReasoner(Reasoner):
    """The knowledge base of one game. A subclass says what happens when there is no unit."""

    def __init__(
        self,
        cells: Collection[Cell],
        total: int | None,
        engine: str,
        *,
        limit: int = LIMIT,
        table: Table = (),
    ) -> None:
        """Begin, on behalf of `engine`; `table` has the neighbours of each cell, if it is known."""
        super().__init__(cells, total)
        self.counters = dict.fromkeys(COUNTERS, 0)
        self.kb: list[Entry] = []
        self.kb0: dict[Cell, bool] = {}
        self.count_limit = -1
        self._engine, self._limit, self._table = engine, limit, table
        self._hints: list[Proof] = []
        self._looks = 0

    @abstractmethod
    def advance(self) -> bool:
        """Do what is to be done when there is no unit; tell whether it led to anything."""

    def tell(self, constraint: Constraint) -> None:
        self._hints.append(Clue(constraint))

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            self.insert(known(literal(cell, is_mine)))

    def deduce(self) -> tuple[Deduction, ...]:
        while True:
            self._insert_hints()
            unit = next((entry for entry in self.kb if len(entry.clause) == 1), None)
            if unit:
                if found := self._mark(unit):
                    return found
            elif self.is_spent or not self.advance():
                self.hit_limit = self.is_spent or bool(self._hints)
                return ()

    @property
    def is_spent(self) -> bool:
        """Whether the game has looked at as many clauses as it may."""
        return self._looks > self._limit

    # Units

    def _mark(self, unit: Entry) -> tuple[Deduction, ...]:
        """Move a unit to KB0; it is a deduction unless its cell was seen."""
        (lit,) = unit.clause
        cell, is_mine = cell_of(lit), lit > 0
        self.join(lit)
        if not self.ledger.add(cell, is_mine):
            return ()
        return (Deduction(cell, is_mine, unit, self._engine),)

    def join(self, lit: Literal) -> None:
        """Let a literal join KB0: clauses with it go, clauses with its opposite lose that."""
        self.kb0[cell_of(lit)] = lit > 0
        self.counters["kb0"] += 1
        shorter = [_resolve(entry, known(lit)) for entry in self.kb if -lit in entry.clause]
        self.kb = [e for e in self.kb if lit not in e.clause and -lit not in e.clause]
        self.insert_all(entry for entry in shorter if entry)
        self._count()

    # Hints

    def _insert_hints(self) -> None:
        """Turn the hints of marked cells into clauses."""
        hints, self._hints = self._hints, []
        for hint in hints:
            if self._is_early(hint) or not self.insert_hint(hint):
                self._hints.append(hint)

    def _is_early(self, hint: Proof) -> bool:
        """Tell whether a hint is that of a safe cell which waits in KB to be marked."""
        clue = _constraint(hint).clue
        return clue is not None and clue in self.ledger.known and clue not in self.kb0

    def insert_hint(self, hint: Proof) -> bool:
        """Insert the clauses of a hint; return False if there are too many."""
        told = without(hint, self.kb0)
        rest = _constraint(told)
        if not rest.is_possible:
            raise Contradiction("a hint cannot be met")
        whole = Constraint(rest.cells | self._waiting(_constraint(hint)), rest.mines)
        if clause_count(whole) > MAX_CLAUSES:
            return False
        self.insert_all([Entry(clause, _reason(clause, told)) for clause in clauses(whole)])
        return True

    def join_count(self) -> bool:
        """Insert the mine count as one more hint, once, if few cells are unmarked."""
        if self.ledger.unmarked > self.count_limit:
            return False
        self.count_limit = -1
        return self.insert_hint(self.ledger.rest())

    def _waiting(self, hint: Constraint) -> set[Cell]:
        """Return the neighbours of a clue that are known to be safe, but not yet marked."""
        if hint.clue is None or not self._table:
            return set()
        around = set(self._table[hint.clue]).difference(hint.cells, self.kb0)
        return {cell for cell in around if self.ledger.known.get(cell) is False}

    # The list

    def insert_all(self, entries: Iterable[Entry]) -> bool:
        """Insert clauses and tell whether any was news."""
        news = [self.insert(entry) for entry in entries]
        return any(news)

    def insert(self, entry: Entry) -> bool:
        """Put a clause into KB and tell whether it was news."""
        if any(self.kb0.get(cell_of(lit)) is (lit > 0) for lit in entry.clause):
            return False
        entry = self._reduced(entry)
        clause = entry.clause
        if not clause:
            raise Contradiction("two clauses clash")
        if self.holds(clause):
            return False
        if any(other.clause <= clause for other in self.kb):
            self.counters["subsumed"] += 1
            return False
        kept = [other for other in self.kb if not clause <= other.clause]
        self.counters["subsumed"] += len(self.kb) - len(kept)
        self.kb = [*kept, entry]
        self._count()
        return True

    def holds(self, clause: Clause) -> bool:
        """Tell whether KB has a clause."""
        self._looks += len(self.kb)
        return any(entry.clause == clause for entry in self.kb)

    def _reduced(self, entry: Entry) -> Entry:
        """Resolve a clause with the units of KB0."""
        for lit in sorted(entry.clause):
            if cell_of(lit) in self.kb0:
                entry = _resolve(entry, known(-lit)) or entry
        return entry

    def _count(self) -> None:
        self.counters["kb"] = len(self.kb)
        self.counters["largest_kb"] = max(self.counters["largest_kb"], len(self.kb))

    # Matching

    def look_through(self, things: Iterable[_T]) -> Iterator[_T]:
        """Yield clauses, or pairs of them, as long as the game may look at more."""
        for each in things:
            if self.is_spent:
                return
            self._looks += 1
            yield each

    def resolvents(self) -> list[Entry]:
        """Return what each pair gives of which one clause has two literals: one round."""
        self.counters["rounds"] += 1
        found = (self.match(*pair) for pair in self.look_through(combinations(self.kb, 2)))
        return [entry for entry in found if entry]

    def match(self, left: Entry, right: Entry) -> Entry | None:
        """Return the resolvent of two clauses, if one is short and exactly one literal clashes."""
        if len(left.clause) != 2 and len(right.clause) != 2:
            return None
        resolvent = _resolve(left, right)
        self.counters["resolvents"] += resolvent is not None
        return resolvent


def _resolve(left: Entry, right: Entry) -> Entry | None:
    pivots = [lit for lit in left.clause if -lit in right.clause]
    if len(pivots) != 1:
        return None
    return Entry((left.clause | right.clause) - {pivots[0], -pivots[0]}, (left, right))


def known(lit: Literal) -> Entry:
    """Return the unit of a cell that was seen or marked."""
    return _pigeonhole([lit], Known.of(cell_of(lit), lit > 0))


def _pigeonhole(literals: Iterable[Literal], of: Proof) -> Entry:
    clause = frozenset(literals)
    return Entry(clause, Pigeonhole(clause, of))


def _reason(clause: Clause, told: Proof) -> Proof:
    """Return the proof of a clause that subsumes one of a hint.

    The hint is what the clue told, plus safe cells. A clause of safe cells is true because of the
    first that is known; any other has enough cells of the clue.
    """
    rest = _constraint(told)
    inside = [lit for lit in sorted(clause, key=abs) if cell_of(lit) in rest.cells]
    if min(clause, default=0) > 0:
        inside = inside[: len(rest.cells) - rest.mines + 1]
    elif len(inside) < len(clause):
        outside = max(lit for lit in clause if cell_of(lit) not in rest.cells)
        return Pigeonhole(frozenset([outside]), Known.of(cell_of(outside), False))
    return Pigeonhole(frozenset(inside), told)


def _constraint(proof: Proof) -> Constraint:
    assert isinstance(proof.claim, Constraint), "hints are constraints"
    return proof.claim


def _derivation(entry: Entry) -> Proof:
    """Return the proof of a clause that subsumes this one, built without recursion."""
    stack = [entry]
    while stack:
        top = stack[-1]
        if top.proof is None:
            assert isinstance(top.why, tuple)
            left, right = top.why
            if left.proof is None or right.proof is None:
                stack += [parent for parent in top.why if parent.proof is None]
                continue
            top.proof = _resolvent(left, right, left.proof, right.proof)
        stack.pop()
    assert entry.proof
    return entry.proof


def _resolvent(left: Entry, right: Entry, one: Proof, other: Proof) -> Proof:
    """Resolve what is proved of two clauses; if one lacks the pivot, it subsumes the resolvent."""
    (pivot,) = [lit for lit in left.clause if -lit in right.clause]
    assert isinstance(one.claim, frozenset)
    assert isinstance(other.claim, frozenset)
    if pivot not in one.claim:
        return one
    if -pivot not in other.claim:
        return other
    return Resolvent((one.claim - {pivot}) | (other.claim - {-pivot}), one, other)
