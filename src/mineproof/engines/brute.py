"""brute: every layout, one by one; the oracle of the tests.

It lists all ways to put mines into the cells that clues mention, and looks at what they have in
common. The cells that no clue mentions float: a layout fits the mine count if they can hold the
remaining mines, at most one each. There is nothing clever here, and nothing clever belongs here,
because the tests compare the other engines with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Deduction, Status
from mineproof.errors import Contradiction
from mineproof.logic.fronts import split
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Counted, Proof

MAX_CELLS = 20
"""How many cells the clues may mention: 20 cells with one clue have up to 184,756 layouts."""


class Brute(Engine):
    """Every layout, one by one."""

    name = "brute"
    is_complete = True
    counter_names = ("layouts",)

    def __init__(self, max_cells: int = MAX_CELLS) -> None:
        """Set how many cells the clues may mention; with more, nothing is deduced."""
        self.max_cells = max_cells

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return _BruteReasoner(cells, total, self)


def layouts(constraints: Sequence[Constraint], cells: Collection[Cell]) -> list[frozenset[Cell]]:
    """Return every set of mines among `cells` that meets all constraints.

    >>> [sorted(mines) for mines in layouts([Constraint(frozenset({0, 1}), 1)], [0, 1, 2])]
    [[1], [1, 2], [0], [0, 2]]
    """
    found = [frozenset[Cell]()] if all(c.is_possible for c in constraints) else []
    undecided = set(cells)
    for cell in sorted(cells):
        undecided.remove(cell)
        near = [
            (c.cells, c.mines, len(c.cells & undecided)) for c in constraints if cell in c.cells
        ]
        found = [
            mines
            for before in found
            for mines in (before, before | {cell})
            if all(0 <= wanted - len(group & mines) <= room for group, wanted, room in near)
        ]
    return found


class _BruteReasoner(Reasoner):
    def __init__(self, cells: Collection[Cell], total: int | None, options: Brute) -> None:
        super().__init__(cells, total, options.listener)
        self._cells = frozenset(cells)
        self._max_cells = options.max_cells
        self._told: list[Constraint] = []
        self._is_stale = True

    def tell(self, constraint: Constraint) -> None:
        self._told.append(constraint)
        self._is_stale = True

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            self._is_stale = True
            self.report_learned(cell, is_mine)

    @property
    def status(self) -> Status:
        return Status.LIMIT if self.hit_limit else Status.COMPLETE

    def deduce(self) -> tuple[Deduction, ...]:
        if not self._is_stale:
            self.report_stop()
            return ()
        clues = [self.ledger.reduce(Clue(constraint)) for constraint in self._told]
        by_clues, certain = self._certain([_constraint(clue) for clue in clues])
        clues = [clue for clue in clues if _constraint(clue).cells]
        everything = [*clues, *([] if self.ledger.mines_left is None else [self.ledger.rest()])]
        found = []
        for cell, is_mine in sorted(certain.items()):
            premises = _own_front(cell, clues) if cell in by_clues else everything
            proof = Counted(fact(cell, is_mine), tuple(premises))
            found.append(Deduction(cell, is_mine, proof, Brute.name))
        for deduction in found:
            self.ledger.add(deduction.cell, deduction.is_mine)
            self.report_marked(deduction.cell, deduction.is_mine)
        self._is_stale = False
        if not found:
            self.report_stop()
        return tuple(found)

    def _certain(self, clues: list[Constraint]) -> tuple[dict[Cell, bool], dict[Cell, bool]]:
        """Return what is certain from the clues alone, and from clues and mine count."""
        mentioned = frozenset[Cell]().union(*(clue.cells for clue in clues))
        self.hit_limit = len(mentioned) > self._max_cells
        if self.hit_limit:
            return {}, {}
        found = layouts(clues, mentioned)
        if not found:
            raise Contradiction
        self.counters["layouts"] = self.counters.get("layouts", 0) + len(found)
        by_clues = _common(found, mentioned)
        if self.ledger.mines_left is None:
            return by_clues, by_clues
        return by_clues, self._certain_with_count(found, mentioned, self.ledger.mines_left)

    def _certain_with_count(
        self, found: list[frozenset[Cell]], mentioned: frozenset[Cell], left: int
    ) -> dict[Cell, bool]:
        floating = self._cells - mentioned - self.ledger.known.keys()
        fitting = [mines for mines in found if 0 <= left - len(mines) <= len(floating)]
        if not fitting:
            raise Contradiction(with_count=True)
        certain = _common(fitting, mentioned)
        left_over = {left - len(mines) for mines in fitting}
        if left_over in ({0}, {len(floating)}):
            certain |= dict.fromkeys(floating, left_over != {0})
        return certain


def _common(found: list[frozenset[Cell]], cells: frozenset[Cell]) -> dict[Cell, bool]:
    """Return the cells that are mines in all layouts or in none."""
    always, never = cells.intersection(*found), cells.difference(*found)
    return dict.fromkeys(always, True) | dict.fromkeys(never, False)


def _own_front(cell: Cell, clues: list[Proof]) -> list[Proof]:
    """Return the clues linked to `cell`, directly or through other cells."""
    (front,) = [front for front in split(map(_constraint, clues)) if cell in front.cells]
    return [clue for clue in clues if _constraint(clue).cells.intersection(front.cells)]


def _constraint(proof: Proof) -> Constraint:
    assert isinstance(proof.claim, Constraint), "a clue is a constraint"
    return proof.claim
