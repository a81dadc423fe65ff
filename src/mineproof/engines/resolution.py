"""resolution: explicit propositional logic.

There are two sets of clauses. KB0 holds the units of the marked cells (the ledger), KB all clauses
of two or more literals. A hint, n mines among m unmarked cells, becomes the clauses of `logic.cnf`.

Insert. A new clause is dropped if KB contains it or a clause that subsumes it; otherwise it
replaces the clauses that it subsumes. It need not be resolved against KB0 one by one: hints are
reduced by KB0 before they become clauses, and marks reach every clause at once, so no clause of KB
ever mentions a marked cell.

Unit. A clause of one literal marks its cell and moves to KB0. Clauses with the same literal are
satisfied and go; clauses with the opposite one lose it and are inserted again.

Matching. When there is no unit, pairs of clauses are resolved, but only if one clause is short (two
literals by default, see `width`), so no resolvent is longer than its longer parent. Exactly one
complementary pair of literals gives the resolvent; with more it would be a tautology. Parents stay,
unless the resolvent subsumes them. The shortest clauses are matched first: they subsume most and
are closest to a unit. A round of matching lasts until there is a unit, or until nothing is left to
match; then the engine has stalled.

It is fast because nothing scans KB. Clauses are indexed by literal, with a second index of the
short ones. Each clause is also filed under two of its literals, a pair with few clauses, so
whatever subsumes a new clause is filed under one of its pairs; filing under one literal was half as
fast on large fronts. What a new clause subsumes is in the index of its rarest literal. Each pair of
clauses is matched once, at the turn of the second: a clause is matched with those that have had
their turn. Nothing is discarded when a unit ends a round.

The kernel does the same in the same order (`native/resolution/resolution.hpp`), twenty times as
fast. This readable twin runs without the kernel, or when there is a listener.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import combinations

from mineproof.counting.kernel import kernel
from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.event import Event, Happening, Hint, Listener
from mineproof.engines.inference import Deduction
from mineproof.engines.parts.resolution_kernel import COUNTERS, NativeResolutionReasoner
from mineproof.errors import BadInput, Contradiction
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
)

AT_ONCE, WHEN_NEEDED = "at once", "when needed"
"""The values of the option `hints`."""

OLDEST, NEWEST, SAFE_FIRST = "oldest", "newest", "safe first"
"""The values of the option `units`."""


class Resolution(Engine):
    """Clauses, unit propagation, subsumption and pairwise matching.

    `width`: how long the shorter clause of a matched pair may be, None for any length; with 1 there
    is no matching, for KB has no units.
    `count_limit`: the number of unmarked cells at which the mine count joins as one more hint.
    `max_clauses`: matching stops while KB is larger, hints with more clauses wait until they have
    shrunk, and the status is LIMIT.
    `hints`: "when needed" turns hints into clauses when no unit is left, "at once" as soon as they
    are told, which gives the same marks from more clauses; Python then does the work.
    `units`: which of the units that wait marks its cell: the "oldest", the "newest", or, with "safe
    first", the oldest that says that a cell is safe. The marks are the same in the end. Only the
    first is in the kernel.
    `listener`: called with each Event; Python then does the work, even with the kernel.
    """

    name = "resolution"
    counter_names = COUNTERS

    def __init__(
        self,
        *,
        width: int | None = 2,
        count_limit: int = 15,
        max_clauses: int = 50_000,
        hints: str = WHEN_NEEDED,
        units: str = OLDEST,
        listener: Listener | None = None,
    ) -> None:
        if width is not None and width < 1:
            raise BadInput(f"a matching width of {width}; expected 1 or more, or None for any")
        if hints not in (AT_ONCE, WHEN_NEEDED):
            raise BadInput(f"hints {hints!r}; expected {WHEN_NEEDED!r} or {AT_ONCE!r}")
        if units not in (OLDEST, NEWEST, SAFE_FIRST):
            raise BadInput(f"units {units!r}; expected {OLDEST!r}, {NEWEST!r} or {SAFE_FIRST!r}")
        self.width = width
        self.count_limit = count_limit
        self.max_clauses = max_clauses
        self.hints = hints
        self.units = units
        self.listener = listener

    def begin(
        self, cells: Collection[Cell], total: int | None
    ) -> ResolutionReasoner | NativeResolutionReasoner:
        """Return a new reasoner: the kernel's, if it is built and can do what is asked."""
        native = kernel("KnowledgeBase")
        is_usual = self.listener is None and (self.hints, self.units) == (WHEN_NEEDED, OLDEST)
        if native is None or not is_usual:
            return ResolutionReasoner(cells, total, self)
        limits = (self.width or len(cells), self.count_limit, self.max_clauses)
        return NativeResolutionReasoner(cells, total, native, self.name, limits)


class _Entry:
    """A clause with its reason: a hint, or its two parents if it is a resolvent."""

    __slots__ = ("clause", "is_in_kb", "is_matched", "number", "pair", "proof", "why")

    number: int  # these two are set when it joins KB
    pair: tuple[Literal, Literal]

    def __init__(self, clause: Clause, why: Proof | tuple[_Entry, _Entry]) -> None:
        self.clause = clause
        self.is_in_kb = self.is_matched = False
        self.why = why
        self.proof: Proof | None = None


class ResolutionReasoner(Reasoner):
    """The knowledge base of one game."""

    def __init__(self, cells: Collection[Cell], total: int | None, options: Resolution) -> None:
        super().__init__(cells, total, options.listener)
        self.counters = dict.fromkeys(COUNTERS, 0)
        self._width = options.width or len(cells)
        self._max_clauses = options.max_clauses
        self._count_limit = -1 if total is None else options.count_limit
        self._at_once = options.hints == AT_ONCE
        self._order = options.units
        self._hints: deque[Proof] = deque()
        self._oversized: list[Proof] = []
        self._units: deque[_Entry] = deque()
        self._kb: dict[Clause, _Entry] = {}
        self._with: dict[Literal, dict[Clause, _Entry]] = defaultdict(dict)
        self._short: dict[Literal, dict[Clause, _Entry]] = defaultdict(dict)
        self._filed: dict[tuple[Literal, Literal], dict[int, Clause]] = {}
        self._agenda: list[tuple[int, int, _Entry]] = []  # a heap: length, number, clause
        self._next_number = 0

    @property
    def kb(self) -> tuple[Clause, ...]:
        """The clauses of two or more literals, oldest first."""
        return tuple(self._kb)

    @property
    def kb0(self) -> tuple[Literal, ...]:
        """The literals of the marked cells, in the order they were marked."""
        return tuple(literal(cell, is_mine) for cell, is_mine in self.ledger.known.items())

    def tell(self, constraint: Constraint) -> None:
        self._hints.append(Clue(constraint))

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            self.report_learned(cell, is_mine)
            self._propagate(literal(cell, is_mine))

    def deduce(self) -> tuple[Deduction, ...]:
        self._hints.extend(self._oversized)
        self._oversized.clear()
        while True:
            if self._at_once:
                self._insert_hints()
            if found := self._mark_unit():
                return found
            if self._hints:
                self._insert_hints()
            elif self._can_match():
                self._match_until_unit()
            elif 0 < self.ledger.unmarked <= self._count_limit:
                self._join_count()
            else:
                self.hit_limit = bool(self._agenda or self._oversized)
                self.report_stop()
                return ()

    # Units

    def _mark_unit(self) -> tuple[Deduction, ...]:
        """Mark the cell of one unit; a weaker engine may find what follows from it."""
        while self._units:
            entry = self._next_unit()
            (lit,) = entry.clause
            cell, is_mine = cell_of(lit), lit > 0
            if self.ledger.add(cell, is_mine):  # raises Contradiction if the opposite is known
                self._report_made(Happening.MARKED, entry)
                self._propagate(lit)
                proof = Unit(fact(cell, is_mine), _proof(entry))
                return (Deduction(cell, is_mine, proof, Resolution.name),)
            self._report_made(Happening.DUPLICATE, entry)
        return ()

    def _next_unit(self) -> _Entry:
        """Take the unit whose turn it is; of several with the same literal, the oldest."""
        if self._order == OLDEST:
            return self._units.popleft()
        waiting = [lit for entry in self._units for lit in entry.clause]
        safe = (lit for lit in waiting if lit < 0)
        wanted = waiting[-1] if self._order == NEWEST else next(safe, waiting[0])
        place = waiting.index(wanted)
        entry = self._units[place]
        del self._units[place]
        return entry

    def _propagate(self, true: Literal) -> None:
        """Tell every clause that a literal has joined KB0."""
        self.counters["kb0"] += 1
        unit = _known(true)
        for entry in list(self._with[true].values()):
            self._remove(entry)
            self._report(Happening.SATISFIED, entry.clause, unit.clause)
        for entry in list(self._with[-true].values()):
            self._remove(entry)
            shorter = _Entry(entry.clause - {-true}, (entry, unit))
            self._report_made(Happening.SHORTENED, shorter)
            self._insert(shorter)

    # Hints

    def _insert_hints(self) -> None:
        """Turn hints into clauses: all, or those that give units, or the others until one does."""
        hints = list(self._hints)
        self._hints.clear()
        for hint in hints:
            reduced = self.ledger.reduce(hint)
            if self._at_once or _gives_units(reduced):
                self._insert_hint(hint, reduced)
            else:
                self._hints.append(hint)
        while self._hints and not self._units:
            hint = self._hints.popleft()
            self._insert_hint(hint, self.ledger.reduce(hint))

    def _insert_hint(self, hint: Proof, reduced: Proof) -> None:
        claim = reduced.claim
        assert isinstance(claim, Constraint)
        if not claim.is_possible:
            raise Contradiction("a hint cannot be met")
        if clause_count(claim) > self._max_clauses:
            self._oversized.append(hint)
            return
        if claim.cells:  # else it has nothing to say
            self._report_hint(Happening.HINT, reduced)
        for clause in clauses(claim):
            self._insert(_Entry(clause, reduced))

    def _join_count(self) -> None:
        self._count_limit = -1  # it joins once
        count = self.ledger.rest()
        self._report_hint(Happening.COUNT, count)
        self._hints.append(count)

    # The knowledge base

    def _insert(self, entry: _Entry) -> None:
        clause = entry.clause
        assert clause, "KB has no units: no two clauses leave nothing"
        if len(clause) == 1:
            self._units.append(entry)
            self._report_made(Happening.UNIT, entry)
        elif clause in self._kb:
            self._report_made(Happening.DUPLICATE, entry)
        elif not self._is_subsumed(entry):
            self._drop_subsumed(clause)
            self._add(entry)

    def _is_subsumed(self, entry: _Entry) -> bool:
        clause = entry.clause
        if len(clause) == 2:
            return False  # only a unit could subsume it, and KB has none
        for pair in combinations(sorted(clause), 2):
            filed = self._filed.get(pair)
            smaller = filed and next(filter(clause.issuperset, filed.values()), None)
            if smaller:
                self.counters["subsumed"] += 1
                self._report_made(Happening.SUBSUMED, entry, smaller)
                return True
        return False

    def _drop_subsumed(self, clause: Clause) -> None:
        # Whatever contains `clause` contains each of its literals: the shortest index suffices.
        rarest = min([self._with[lit] for lit in clause], key=len)
        for larger in list(filter(clause.issubset, rarest)):
            self.counters["subsumed"] += 1
            self._remove(rarest[larger])
            self._report(Happening.SUBSUMED, larger, clause)

    def _add(self, entry: _Entry) -> None:
        clause = entry.clause
        number = entry.number = self._next_number
        self._next_number += 1
        entry.is_in_kb = True
        self._kb[clause] = entry
        for lit in clause:
            self._with[lit][clause] = entry
            if len(clause) <= self._width:
                self._short[lit][clause] = entry
        entry.pair = min(combinations(sorted(clause), 2), key=self._filed_count)
        self._filed.setdefault(entry.pair, {})[number] = clause
        heappush(self._agenda, (len(clause), number, entry))
        self.counters["kb"] = len(self._kb)
        self.counters["largest_kb"] = max(self.counters["largest_kb"], len(self._kb))
        self._report_made(Happening.INSERTED, entry)

    def _remove(self, entry: _Entry) -> None:
        clause = entry.clause
        entry.is_in_kb = entry.is_matched = False
        del self._kb[clause], self._filed[entry.pair][entry.number]
        if not self._filed[entry.pair]:
            del self._filed[entry.pair]
        for lit in clause:
            del self._with[lit][clause]
            if len(clause) <= self._width:
                del self._short[lit][clause]
        self.counters["kb"] = len(self._kb)

    def _filed_count(self, pair: tuple[Literal, Literal]) -> int:
        return len(self._filed.get(pair, ()))

    # Matching

    def _can_match(self) -> bool:
        return bool(self._agenda) and len(self._kb) <= self._max_clauses

    def _match_until_unit(self) -> None:
        """Run one round: the shortest clause first, ties by age."""
        self.counters["rounds"] += 1
        self._report(Happening.ROUND)
        while self._can_match() and not self._units:
            entry = heappop(self._agenda)[2]
            if entry.is_in_kb:  # removed clauses stay on the heap until they come up
                self._match(entry)

    def _match(self, entry: _Entry) -> None:
        """Resolve a clause with every clause matched before it, if one of the two is short."""
        entry.is_matched = True
        for pivot, partner in self._partners(entry):
            clause = _resolve(entry.clause, partner.clause, pivot)
            if clause is None:
                continue
            if clause in self._kb:
                self._report(Happening.DUPLICATE, clause, entry.clause, partner.clause)
                continue
            self.counters["resolvents"] += 1
            self._report(Happening.RESOLVED, clause, entry.clause, partner.clause)
            self._insert(_Entry(clause, (entry, partner)))
            if not entry.is_in_kb:
                return  # the resolvent subsumes it and will be matched instead

    def _partners(self, entry: _Entry) -> Iterator[tuple[Literal, _Entry]]:
        index = self._with if len(entry.clause) <= self._width else self._short
        for lit in sorted(entry.clause):
            for partner in list(index[-lit].values()):
                if partner.is_matched:
                    yield lit, partner

    # Events

    def _report(self, happening: Happening, clause: Clause = frozenset(), *parents: Clause) -> None:
        if self.listener:
            self.listener(Event(happening, clause, parents))

    def _report_made(self, happening: Happening, entry: _Entry, *parents: Clause) -> None:
        """Report a clause with what it was made from, or with the clause that subsumes it."""
        if not self.listener:
            return
        if isinstance(entry.why, tuple):
            made_from = tuple(parent.clause for parent in entry.why)
            self.listener(Event(happening, entry.clause, parents or made_from))
        else:
            self.listener(Event(happening, entry.clause, parents, Hint.of(entry.why)))

    def _report_hint(self, happening: Happening, reduced: Proof) -> None:
        if self.listener:
            self.listener(Event(happening, hint=Hint.of(reduced)))


def _gives_units(hint: Proof) -> bool:
    claim = hint.claim
    assert isinstance(claim, Constraint)
    return not 0 < claim.mines < len(claim.cells)


def _resolve(left: Clause, right: Clause, pivot: Literal) -> Clause | None:
    """Return the resolvent on `pivot`, a literal of `left`; None if it is a tautology."""
    if len(left) == 2:  # nearly always
        (other,) = left - {pivot}
        return None if -other in right else right - {-pivot} | {other}
    rest = right - {-pivot}
    if not left.isdisjoint([-lit for lit in rest]):
        return None
    return (left - {pivot}) | rest


def _known(lit: Literal) -> _Entry:
    """Return the unit of a marked cell, as a parent in a derivation."""
    return _Entry(frozenset((lit,)), Known.of(cell_of(lit), lit > 0))


def _proof(entry: _Entry) -> Proof:
    """Return the derivation of a clause, built without recursion, each part once."""
    stack = [entry]
    while stack:
        top = stack[-1]
        if top.proof is None and isinstance(top.why, tuple):
            left, right = top.why
            waiting = [parent for parent in top.why if parent.proof is None]
            if waiting:
                stack.extend(waiting)
                continue
            assert left.proof is not None
            assert right.proof is not None
            top.proof = Resolvent(top.clause, left.proof, right.proof)
        elif top.proof is None:
            assert not isinstance(top.why, tuple)
            top.proof = Pigeonhole(top.clause, top.why)
        stack.pop()
    assert entry.proof
    return entry.proof
