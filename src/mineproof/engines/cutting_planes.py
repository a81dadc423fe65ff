"""cutting-planes: clues added up and taken from each other, until what is left allows no choice.

A clue is two inequalities: at least n of its cells are mines, and at most n are. Either is a bound:
of some literals, all but a few hold. How many may fail is the *slack*. Without slack all literals
hold, and their cells are settled.

Add two bounds. Where one has a mine and the other has the same cell safe, exactly one of the two
holds; both go, and the slack of the sum is smaller by one than the two slacks together. So a sum
is worth its trouble where much cancels. "At least two of {a, b, c}" has slack 1, "at most one of
{a, b}" has slack 1; a and b cancel, and c is left without slack. Literals that both bounds have
count twice. If the slack is odd, the sum is halved and rounded up: a bound on those literals alone,
with less than half the slack. Otherwise they are weakened to count once, which costs no slack.

The engine keeps every sum of few clues that has few literals and little slack: that is why it
ends. A bound is matched once, and only with bounds that disagree with it on some cell; a settled
cell shortens the bounds that mention it, which makes them new. The mine count is a clue over all
cells. It waits until nothing else is left to do; then bounds that take more of its slack than they
bring are added to it, the best first.

A proof is one sum of clues (`Combination`), or a few if one of them was halved. The search adds two
bounds at a time and weakens in between; the proof adds up all clues at once, which loses nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from operator import attrgetter
from typing import TypeAlias

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.event import Listener
from mineproof.engines.inference import Deduction, Status
from mineproof.engines.parts.live import Found, LiveClue, LiveReasoner
from mineproof.errors import Contradiction
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import (
    Bound,
    Claim,
    Clue,
    Combination,
    Forced,
    Literal,
    Proof,
    cell_of,
    literal,
)


class CuttingPlanes(Engine):
    """Sums of clues.

    `clues`: how many clues a sum may have, each counted as often as it is used.
    `slack`, `width`: how many of its literals may fail, and how many there may be.
    `max_bounds`: with more at a time, matching stops and the status is LIMIT.
    `listener`: called with each Event.
    """

    name = "cutting-planes"
    counter_names = ("bounds", "sums")

    def __init__(
        self,
        *,
        clues: int = 6,
        slack: int = 2,
        width: int = 8,
        max_bounds: int = 20_000,
        listener: Listener | None = None,
    ) -> None:
        self.clues = clues
        self.slack = slack
        self.width = width
        self.max_bounds = max_bounds
        self.listener = listener

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return _PlanesReasoner(cells, total, self)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One inequality of a clue, or of the mine count (None): with `sign` -1, at most."""

    told: Constraint | None
    sign: int


@dataclass(frozen=True, slots=True, eq=False)
class _Half:
    """A sum, halved: a bound on the literals that count twice in it."""

    parts: _Parts
    twice: frozenset[Literal]


_Parts: TypeAlias = tuple[_Side | _Half, ...]


class _Plane:
    """A bound: all but `slack` of its literals hold.

    It is the sum of `parts`, for which it needs `cost` clues. `opposite` has the other literals of
    its cells.
    """

    __slots__ = ("cost", "literals", "opposite", "parts", "slack")

    def __init__(self, literals: frozenset[Literal], slack: int, parts: _Parts, cost: int) -> None:
        self.literals = literals
        self.opposite = frozenset([-lit for lit in literals])
        self.slack = slack
        self.parts = parts
        self.cost = cost

    def plus(self, other: _Plane, slack: int) -> _Plane:
        """Return the sum of two bounds, which has this slack."""
        literals = (self.literals - other.opposite) | (other.literals - self.opposite)
        return _Plane(literals, slack, (*self.parts, *other.parts), self.cost + other.cost)

    def without(self, lit: Literal, slack: int) -> _Plane:
        """Return the bound without a settled cell."""
        return _Plane(self.literals - {lit}, slack, self.parts, self.cost)


class _PlanesReasoner(LiveReasoner):
    def __init__(self, cells: Collection[Cell], total: int | None, options: CuttingPlanes) -> None:
        super().__init__(cells, total, CuttingPlanes.name, options.listener)
        self.counters = dict.fromkeys(CuttingPlanes.counter_names, 0)
        self._options = options
        self._new: list[LiveClue] = []
        self._kept: dict[_Plane, None] = {}
        self._rivals: dict[frozenset[Literal], list[_Plane]] = defaultdict(list)
        self._with: dict[Literal, dict[_Plane, None]] = defaultdict(dict)
        self._matched: set[_Plane] = set()
        self._waiting: list[tuple[int, int, int, _Plane]] = []  # a heap, fewest clues first
        self._numbers = count()
        self._ripe: deque[_Plane] = deque()
        self._is_count_stale = True

    def tell(self, constraint: Constraint) -> None:
        super().tell(constraint)
        clue = next(reversed(self.live))
        if clue.cells:
            self._new.append(clue)

    def settle(self, cell: Cell, is_mine: bool) -> bool:
        is_new = super().settle(cell, is_mine)
        if is_new:
            self._is_count_stale = True
            self._shorten(literal(cell, is_mine))
        return is_new

    @property
    def status(self) -> Status:
        # Live clues are mostly the base of complete engines; this one is not.
        is_open = super().status is Status.COMPLETE and self.unsettled
        return Status.STALLED if is_open else super().status

    def deduce(self) -> tuple[Deduction, ...]:
        found = self.by_single_clues(self.take_changed()) or self._by_sums()
        if not found:
            self.report_stop()
        return self.conclude(found)

    def _by_sums(self) -> Found:
        """Return what the first sum without slack settles; the fewest clues come first."""
        self._enter_clues()
        self.hit_limit = False
        while not self.hit_limit:
            while self._ripe:
                if found := self._settled(self._ripe.popleft()):
                    return found
            if self._waiting:
                self._match(heappop(self._waiting)[-1])
            elif self._is_count_stale:
                self._add_count()
            else:
                return {}
            self.hit_limit = len(self._kept) > self._options.max_bounds
        return {}

    # Bounds

    def _enter_clues(self) -> None:
        for clue in filter(attrgetter("cells"), self._new):
            for sign, slack in ((1, len(clue.cells) - clue.mines), (-1, clue.mines)):
                literals = frozenset([sign * (cell + 1) for cell in clue.cells])
                self._enter(_Plane(literals, slack, (_Side(clue.constraint, sign),), 1))
        self._new.clear()

    def _enter(self, plane: _Plane) -> None:
        """Keep a bound, unless it says nothing or another one says as much for as few clues."""
        if plane.slack < 0:
            raise Contradiction("the sum of some clues cannot be met")
        rivals = self._rivals[plane.literals]
        if plane.slack >= len(plane.literals) or any(
            each.slack <= plane.slack and each.cost <= plane.cost for each in rivals
        ):
            return
        self.counters["bounds"] += 1
        rivals.append(plane)
        self._kept[plane] = None
        for lit in plane.literals:
            self._with[lit][plane] = None
        if plane.slack == 0:
            self._ripe.append(plane)
        else:
            heappush(self._waiting, (plane.cost, plane.slack, next(self._numbers), plane))

    def _shorten(self, true: Literal) -> None:
        """Take a settled cell out of the bounds that mention it; a literal that fails costs slack.

        A bound without slack is concluded in one step, so its other literals are settled next.
        """
        for lit, less in ((true, 0), (-true, 1)):
            for plane in self._with.pop(lit, ()):
                self._drop(plane)
                self._enter(plane.without(lit, plane.slack - less))

    def _drop(self, plane: _Plane) -> None:
        del self._kept[plane]
        self._matched.discard(plane)
        rivals = self._rivals[plane.literals]
        rivals.remove(plane)
        if not rivals:
            del self._rivals[plane.literals]
        for lit in plane.literals:
            if lit in self._with:
                del self._with[lit][plane]

    # Sums

    def _match(self, plane: _Plane) -> None:
        """Add a bound to those matched before it that disagree with it on enough cells."""
        if plane not in self._kept:
            return  # it has been shortened since it was added
        disagreeing: Counter[_Plane] = Counter()
        for lit in sorted(plane.opposite):
            disagreeing.update(each for each in self._with.get(lit, ()) if each in self._matched)
        self._matched.add(plane)
        most, left = self._options.slack, self._options.clues - plane.cost
        for other, cells in disagreeing.items():
            slack = plane.slack + other.slack - cells
            if slack <= most and slack <= left - other.cost:
                self._add(plane, other, slack)

    def _add(self, one: _Plane, other: _Plane, slack: int) -> None:
        self.counters["sums"] += 1
        both = one.plus(other, slack)
        if len(both.literals) <= self._options.width or slack == 0:
            self._enter(both)
        if slack % 2 and (twice := one.literals & other.literals):
            self._enter(_Plane(twice, slack // 2, (_Half(both.parts, twice),), both.cost))

    # The mine count

    def _add_count(self) -> None:
        self._is_count_stale = False
        mines, cells = self.ledger.mines_left, len(self.unsettled)
        if mines is not None and cells and not self.is_count_idle(mines):
            for sign, slack in ((1, cells - mines), (-1, mines)):
                literals = frozenset([sign * (cell + 1) for cell in self.unsettled])
                self._cover(_Plane(literals, slack, (_Side(None, sign),), 1))

    def _cover(self, plane: _Plane) -> None:
        """Add bounds to the mine count as long as they take more of its slack than they bring."""
        while plane.slack > 0:
            gains = [len(each.literals & plane.opposite) - each.slack for each in self._kept]
            most = max(gains, default=0)
            if most <= 0:
                return
            best = min(
                (each for each, gain in zip(self._kept, gains, strict=True) if gain == most),
                key=lambda each: each.cost,
            )
            plane = plane.plus(best, plane.slack - most)
        self._enter(plane)

    # Proofs

    def _settled(self, plane: _Plane) -> Found:
        """Return what a bound without slack settles, proved by one sum of clues."""
        if plane not in self._kept:
            return {}
        parts = plane.parts
        if len(parts) == 1 and isinstance(parts[0], _Half):
            parts = parts[0].parts  # the sum itself settles it: the slack is 1, the weights are 2
        total = self._sum(parts)
        sure = [lit for lit, weight in total.weights.items() if weight > total.slack]
        proof = total.bound(sure, min([total.weights[lit] for lit in sure], default=1))
        return {cell_of(lit): (lit > 0, Forced(fact(cell_of(lit), lit > 0), proof)) for lit in sure}

    def _sum(self, parts: _Parts) -> _Sum:
        """Return the sum of inequalities, each as it is without settled cells."""
        times: Counter[Constraint | None] = Counter()
        terms: list[tuple[Proof, int]] = []
        for part in parts:
            if isinstance(part, _Half):
                half = self._half(part)
                terms += [(half, 1)] if half.claim.least > 0 else []
            else:
                times[part.told] += part.sign
        for told, many in times.items():
            leaf = self.ledger.rest() if told is None else self.ledger.reduce(Clue(told))
            terms += [(leaf, many)] if many else []
        return _Sum(terms)

    def _half(self, half: _Half) -> Combination:
        total = self._sum(half.parts)
        return total.bound([lit for lit in half.twice if total.weights.get(lit, 0) > 1], 2)


class _Sum:
    """Premises, each with how often it is taken: the weights of the literals, and the slack."""

    def __init__(self, terms: Sequence[tuple[Proof, int]]) -> None:
        self._terms = sorted(terms, key=lambda term: term[1] < 0)
        weights, least = Counter[Cell](), 0
        for premise, many in terms:
            signs, mines = _inequality(premise.claim)
            for cell, sign in signs.items():
                weights[cell] += many * sign
            least += many * mines
        self.weights = {literal(c, w > 0): abs(w) for c, w in weights.items() if w}
        self.slack = sum(weight for weight in weights.values() if weight > 0) - least
        if self.slack < 0:
            raise Contradiction("the sum of some clues cannot be met")

    def bound(self, literals: Iterable[Literal], divisor: int) -> Combination:
        """Return what the sum says about some of its literals that weigh `divisor` at least."""
        chosen = frozenset(literals)
        claim = Bound(chosen, len(chosen) - self.slack // divisor)
        premises, multipliers = zip(*self._terms, strict=True)
        return Combination(claim, premises, multipliers, divisor)


def _inequality(claim: Claim) -> tuple[dict[Cell, int], int]:
    """Return the sign of each cell, and how much they make at least; a mine counts 1."""
    if isinstance(claim, Constraint):
        return dict.fromkeys(claim.cells, 1), claim.mines
    assert isinstance(claim, Bound), "sums have constraints and bounds"
    signs = {cell_of(lit): 1 if lit > 0 else -1 for lit in claim.literals}
    return signs, claim.least - sum(lit < 0 for lit in claim.literals)
