"""single: one clue at a time.

If all mines of a clue are found, its other cells are safe; if it has as many mines left as cells,
they are all mines. The mine count is one more clue, over all cells. Each clue keeps its unsettled
cells, so a fact costs one visit to each clue that mentions its cell, and spent clues cost nothing.

This is the file to copy for a new engine.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.event import Listener
from mineproof.engines.inference import Deduction
from mineproof.engines.parts.live import LiveClue
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Forced, Proof


class Single(Engine):
    """One clue at a time. `listener` is called with each Event."""

    name = "single"

    def __init__(self, *, listener: Listener | None = None) -> None:
        self.listener = listener

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return _SingleReasoner(cells, total, self.listener)


class _SingleReasoner(Reasoner):
    def __init__(
        self, cells: Collection[Cell], total: int | None, listener: Listener | None
    ) -> None:
        super().__init__(cells, total, listener)
        self._touching: dict[Cell, list[LiveClue]] = defaultdict(list)
        self._waiting: deque[LiveClue] = deque()

    def tell(self, constraint: Constraint) -> None:
        clue = LiveClue(constraint, self.ledger.known)
        for cell in clue.cells:
            self._touching[cell].append(clue)
        self._waiting.append(clue)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            self.report_learned(cell, is_mine)
            self._settle(cell, is_mine)

    def deduce(self) -> tuple[Deduction, ...]:
        found: list[Deduction] = []
        while self._waiting:
            clue = self._waiting.popleft()
            if clue.is_ripe:
                found += self._settle_all(self.ledger.reduce(Clue(clue.constraint)))
        if not found and self.ledger.count_settles_all:
            found += self._settle_all(self.ledger.rest())
        if not found:
            self.report_stop()
        return tuple(found)

    def _settle_all(self, proof: Proof) -> list[Deduction]:
        rest = proof.claim
        assert isinstance(rest, Constraint)
        is_mine = rest.mines > 0
        found = []
        self.report_settled(proof)
        for cell in sorted(rest.cells):
            found.append(Deduction(cell, is_mine, Forced(fact(cell, is_mine), proof), Single.name))
            self.ledger.add(cell, is_mine)
            self.report_marked(cell, is_mine, proof)
            self._settle(cell, is_mine)
        return found

    def _settle(self, cell: Cell, is_mine: bool) -> None:
        for clue in self._touching.pop(cell, ()):
            clue.settle(cell, is_mine)
            self._waiting.append(clue)
