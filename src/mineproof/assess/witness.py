"""Witness: sees the same game as an engine, and checks the proofs of what that deduces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mineproof.assess.clauses import Breach, Clause
from mineproof.board.grid import Grid
from mineproof.board.view import Sight
from mineproof.engines.inference import Deduction
from mineproof.errors import BadProof
from mineproof.logic.checker import Checker
from mineproof.logic.reader import Reader


class Witness:
    """The checker and the reader of one game."""

    def __init__(self, grid: Grid, total: int | None) -> None:
        self._checker = Checker(range(grid.size), total)
        self._reader = Reader(grid)

    def see(self, sights: Sequence[Sight]) -> None:
        """Take in newly opened cells."""
        for cell, _ in sights:
            self._checker.learn(cell, False)
        for constraint in self._reader.read(sights):
            self._checker.tell(constraint)

    def check(self, deductions: Iterable[Deduction]) -> Breach | None:
        """Return the first proof that the checker rejects."""
        return unproved(deductions, self._checker)


def unproved(deductions: Iterable[Deduction], checker: Checker) -> Breach | None:
    """Return the first of some deductions that the checker rejects."""
    for each in deductions:
        try:
            checker.check(each.cell, each.is_mine, each.proof)
        except BadProof as error:
            return Breach(Clause.PROOFS, each.cell, each.is_mine, str(error))
    return None
