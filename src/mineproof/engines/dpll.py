"""dpll: a cell is certain if every branch of a search with the opposite fails.

The textbook's complete method, after resolution and before SAT solvers: DPLL, which decides,
propagates and backtracks (`parts/search.py`). To find the certain cells of a front, take any
layout, and try for each cell to find one in which it is different. If there is none, the cell is
certain, and the search tree is its proof, by resolution. If there is one, drop all cells in which
it differs from the first. Twin cells are certain together, or not at all.

Where it looks, and when the mine count joins, is in `parts/live.py`.

**The mine count** propagates like a clue, but only once nearly all cells are decided. So there is
one constraint more, which propagates earlier: take clues that share no cell, the largest first; the
mines that they do not need are in the cells outside of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.event import Event, Happening, Listener
from mineproof.engines.inference import Prover
from mineproof.engines.parts.live import COUNTERS, Found, FrontReasoner, LiveClue
from mineproof.engines.parts.search import Node, Search
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.fronts import Front, boxes
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import Clue, Difference, MineCount, Proof, Unit, literal, unit

MAX_DECISIONS = 20_000
"""How many decisions one look may take, about a second's work."""


class Dpll(Engine):
    """Complete entailment by decisions, propagation and backtracking.

    `limit`: the decisions of one look at a front, or at the board with the mine count. Beyond it
    the engine deduces nothing more there, and the status is LIMIT.
    `listener`: called with each Event.
    """

    name = "dpll"
    is_complete = True
    counter_names = (*COUNTERS, "decisions")

    def __init__(self, *, limit: int = MAX_DECISIONS, listener: Listener | None = None) -> None:
        self.limit = limit
        self.listener = listener

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return DpllReasoner(cells, total, self)

    def _clashes(self, problem: Problem) -> bool:
        clues, count = list(map(Clue, problem.constraints)), problem.mine_count
        search = Search(clues, _counts(MineCount(count), clues) if count else (), limit=self.limit)
        try:
            return search.run().refutation is not None
        except LimitReached:
            return False


class DpllReasoner(FrontReasoner):
    """Fronts that a search looks at."""

    def __init__(self, cells: Collection[Cell], total: int | None, options: Dpll) -> None:
        super().__init__(cells, total, Dpll.name, options.listener)
        self.counters = dict.fromkeys(Dpll.counter_names, 0)
        self._limit = options.limit
        self._tried: dict[Cell, Cell] = {}  # the cell that was tried for each that is certain

    def look(self, clues: Sequence[LiveClue], *, with_count: bool) -> Found:
        premises = self.reduced(clues)
        counts = _counts(self.ledger.rest(), premises) if with_count else []
        search = Search(premises, counts, limit=self._limit, listener=self.listener)
        try:
            boxes = _twins(premises, self.floating if with_count else ())
            self._tried |= {cell: box[0] for box in boxes for cell in box}
            certain = _certain(search, boxes)
        finally:
            self.counters["decisions"] += search.decisions
        trees = SearchTrees(premises, counts, certain)
        return {cell: (is_mine, trees) for cell, is_mine in certain.items()}

    def report_marked(self, cell: Cell, is_mine: bool, by: Proof | None = None) -> None:
        if by is not None or self.listener is None:
            return super().report_marked(cell, is_mine, by)
        tried = self._tried[cell]
        twin = None if tried == cell else tried
        return self.listener(Event(Happening.MARKED, unit(cell, is_mine), twin=twin))


def _certain(search: Search, twins: Iterable[Sequence[Cell]]) -> dict[Cell, bool]:
    """Return every certain cell and whether it is a mine, given all cells in boxes."""
    if search.run().refutation:
        raise Contradiction
    first = search.layout
    candidates = [box for box in twins if _is_same(box, first, first)]
    certain: dict[Cell, bool] = {}
    while candidates:
        box = candidates.pop()
        if search.run(literal(box[0], not first[box[0]])).refutation:
            certain |= {cell: first[cell] for cell in box}
        else:
            candidates = [each for each in candidates if _is_same(each, first, search.layout)]
    return certain


def _is_same(box: Sequence[Cell], first: Mapping[Cell, bool], other: Mapping[Cell, bool]) -> bool:
    """Tell whether all cells of a box are in `other` what its first cell is in `first`."""
    return all(other.get(cell) is first.get(box[0]) is not None for cell in box)


def _twins(premises: Sequence[Proof], floating: Sequence[Cell]) -> list[tuple[Cell, ...]]:
    """Return all cells, in boxes; the floating ones are one box."""
    clues = tuple(map(_constraint, premises))
    cells = frozenset[Cell]().union(*(clue.cells for clue in clues))
    found = boxes(Front(clues, tuple(sorted(cells))))
    return [*found, tuple(floating)] if floating else found


class SearchTrees(Prover):
    """What one look found. The search tree of a cell is made when it is asked for."""

    def __init__(
        self, clues: Sequence[Proof], counts: Sequence[Proof], certain: Mapping[Cell, bool]
    ) -> None:
        self._clues, self._counts, self._certain = clues, counts, certain
        self._proofs: dict[Cell, Proof] = {}

    def tree(self, cell: Cell, listener: Listener | None = None) -> Node:
        """Return the tree of the search that refutes the opposite of what `cell` is."""
        search = Search(self._clues, self._counts, listener=listener)
        return search.run(-literal(cell, self._certain[cell]))

    def prove(self, cell: Cell) -> Proof:
        if cell not in self._proofs:
            refutation = self.tree(cell).refutation
            assert refutation, "the search has failed before"
            self._proofs[cell] = Unit(fact(cell, self._certain[cell]), refutation)
        return self._proofs[cell]


def _counts(count: Proof, clues: Iterable[Proof]) -> list[Proof]:
    """Return the mine count, and what it leaves to the cells outside of some clues."""
    return [count, _outside(count, _disjoint(clues))]


def _disjoint(clues: Iterable[Proof]) -> list[Proof]:
    """Return clues that share no cell, the largest first."""
    chosen: list[Proof] = []
    covered: set[Cell] = set()
    for clue in sorted(clues, key=lambda each: -len(_constraint(each).cells)):
        if covered.isdisjoint(_constraint(clue).cells):
            covered |= _constraint(clue).cells
            chosen.append(clue)
    return chosen


def _outside(count: Proof, parts: Sequence[Proof]) -> Proof:
    whole, inside = _constraint(count), [_constraint(part) for part in parts]
    cells = whole.cells.difference(*(part.cells for part in inside))
    rest = Constraint(cells, whole.mines - sum(part.mines for part in inside))
    return Difference(rest, count, tuple(parts))


def _constraint(proof: Proof) -> Constraint:
    assert isinstance(proof.claim, Constraint), "clues are constraints"
    return proof.claim
