"""An engine of your own: a method of reasoning that proves what it finds.

    mineproof play --engine my_engine.py:MyEngine --level easy
    mineproof assess my_engine.py:MyEngine

It never sees a board: a number is the constraint "n of these cells are mines". A checker that knows
nothing of this file goes through every proof.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Deduction
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Forced, Proof


class MyEngine(Engine):
    """One clue at a time: are all of its mines found, or must all of its cells be mines?"""

    name = "my_engine"

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        """Return a reasoner for one game with `total` mines, None if that is unknown."""
        return MyEngineReasoner(cells, total)


class MyEngineReasoner(Reasoner):
    """What is known in one game. `self.ledger.known` holds the cells that are settled."""

    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        super().__init__(cells, total)
        self.clues: list[Constraint] = []

    def tell(self, constraint: Constraint) -> None:
        """Take in one more clue."""
        self.clues.append(constraint)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        """Take in a fact: a cell was opened, or somebody else proved something."""
        self.ledger.add(cell, is_mine)

    def deduce(self) -> tuple[Deduction, ...]:
        """Return something new with its proof; nothing when this method finds no more."""
        for clue in self.clues:
            rest = self.ledger.reduce(Clue(clue))  # what it says about its unsettled cells
            assert isinstance(rest.claim, Constraint)
            if rest.claim.cells and rest.claim.mines in (0, len(rest.claim.cells)):
                return self.settle(rest, rest.claim)
        # Try something else here: two clues, or the mine count, `self.ledger.rest()`.
        return ()

    def settle(self, proof: Proof, rest: Constraint) -> tuple[Deduction, ...]:
        """Return a deduction for each cell of a constraint with no mine, or with nothing else."""
        is_mine = rest.mines > 0
        found = []
        for cell in sorted(rest.cells):
            self.learn(cell, is_mine)
            found.append(
                Deduction(cell, is_mine, Forced(fact(cell, is_mine), proof), MyEngine.name)
            )
        return tuple(found)
