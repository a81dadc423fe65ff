"""single: one clue at a time.

A clue whose mines are all found has only safe cells left; a clue with as many mines left as cells
left has only mines. The mine count is one more clue, over all cells. Each clue keeps two numbers,
so a fact costs one visit to each clue that mentions its cell, and a clue is never looked at again
once it is spent.

This is the file to copy for a new engine.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Deduction
from mineproof.errors import Contradiction
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Forced, Proof


class Single(Engine):
    """One clue at a time."""

    name = "single"

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        """Return a reasoner that has seen nothing yet."""
        return _SingleReasoner(cells, total)


class _Tally:
    """A clue with what is left of it: unsettled cells, and mines among them."""

    __slots__ = ("cells", "constraint", "mines")

    def __init__(self, constraint: Constraint, known: dict[Cell, bool]) -> None:
        self.constraint = constraint
        settled = [known[cell] for cell in constraint.cells if cell in known]
        self.cells = len(constraint.cells) - len(settled)
        self.mines = constraint.mines - sum(settled)

    def settle(self, is_mine: bool) -> None:
        """Take one cell off."""
        self.cells -= 1
        self.mines -= is_mine

    @property
    def is_ripe(self) -> bool:
        """Whether it settles all its cells; raise Contradiction if it cannot be met."""
        if not 0 <= self.mines <= self.cells:
            clue = self.constraint.clue
            raise Contradiction("a clue cannot be met", () if clue is None else (clue,))
        return self.cells > 0 and self.mines in (0, self.cells)


class _SingleReasoner(Reasoner):
    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        super().__init__(cells, total)
        self._touching: dict[Cell, list[_Tally]] = defaultdict(list)
        self._waiting: deque[_Tally] = deque()

    def tell(self, constraint: Constraint) -> None:
        tally = _Tally(constraint, self.ledger.known)
        for cell in constraint.cells:
            if cell not in self.ledger.known:
                self._touching[cell].append(tally)
        self._waiting.append(tally)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            for tally in self._touching.pop(cell, ()):
                tally.settle(is_mine)
                self._waiting.append(tally)

    def deduce(self) -> tuple[Deduction, ...]:
        found: list[Deduction] = []
        while self._waiting:
            tally = self._waiting.popleft()
            if tally.is_ripe:
                found += self._settle_all(self.ledger.reduce(Clue(tally.constraint)))
        if not found and self.ledger.count_settles_all:
            found += self._settle_all(self.ledger.rest())
        return tuple(found)

    def _settle_all(self, proof: Proof) -> list[Deduction]:
        rest = proof.claim
        assert isinstance(rest, Constraint)
        is_mine = rest.mines > 0
        found = []
        for cell in sorted(rest.cells):
            found.append(Deduction(cell, is_mine, Forced(fact(cell, is_mine), proof), Single.name))
            self.learn(cell, is_mine)
        return found
