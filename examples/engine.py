"""Write an engine: a method of reasoning, its proofs checked by the independent checker.

This one knows a single rule: a clue of 0 has only safe neighbours. A real engine would go into
`src/mineproof/engines/`, where `single.py` is the file to copy.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof import View, analyse
from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.inference import Deduction
from mineproof.logic.checker import check
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Forced
from mineproof.logic.reader import read


class Zeros(Engine):
    """Opens what touches a zero, and nothing else."""

    name = "zeros"

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        """Return a reasoner for one game."""
        return ZerosReasoner(cells, total)


class ZerosReasoner(Reasoner):
    """Remembers the zeros that it was told of until it is asked for deductions."""

    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        super().__init__(cells, total)
        self.zeros: list[Constraint] = []

    def tell(self, constraint: Constraint) -> None:
        """Take in one more clue."""
        if constraint.mines == 0:
            self.zeros.append(constraint)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        """Take in a fact; the ledger keeps them, and notices contradictions."""
        self.ledger.add(cell, is_mine)

    def deduce(self) -> tuple[Deduction, ...]:
        """Return a proof for each cell that touches a zero."""
        found = []
        while self.zeros:
            clue = self.zeros.pop()
            for cell in sorted(clue.cells - self.ledger.known.keys()):
                proof = Forced(fact(cell, False), self.ledger.reduce(Clue(clue)))
                found.append(Deduction(cell, False, proof, Zeros.name))
            for deduction in found:
                self.learn(deduction.cell, False)
        return tuple(found)


def main() -> None:
    view = View.from_picture("0## ### ##1")
    found = analyse(view, Zeros())
    print("safe:", *view.names(found.safe))
    check(read(view), found)  # raises BadProof at the first step that is wrong
    print("every proof was checked")


if __name__ == "__main__":
    main()
