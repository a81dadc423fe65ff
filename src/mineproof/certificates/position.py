"""Position: a board as far as certain steps have opened it, and what is known there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.view import HIDDEN, MINE, Sight, View
from mineproof.logic.checker import Checker
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Proof
from mineproof.logic.reader import Reader


class Position:
    """The cells opened so far, the clues they show, and the facts that were proved.

    A clue speaks about the neighbours that were covered once its cell, and all that was opened
    together with it, was open. `told` has that for each open cell; `known` says of every settled
    cell whether it is a mine, and `count` is the mine count, if it is known.
    """

    def __init__(self, layout: Layout, with_count: bool) -> None:
        grid = layout.grid
        total = len(layout.mines) if with_count else None
        self.layout, self.grid = layout, grid
        self.told: dict[Cell, Constraint] = {}
        self.known: dict[Cell, bool] = {}
        self.count = None if total is None else Constraint(frozenset(range(grid.size)), total)
        self._numbers = layout.numbers()
        self._reader = Reader(grid)
        self._checker = Checker(range(grid.size), total)

    def is_open(self, cell: Cell) -> bool:
        """Tell whether a cell is open."""
        return self._reader.is_open(cell)

    @property
    def covered(self) -> list[Cell]:
        """The cells that are not open, in reading order."""
        return [cell for cell in range(self.grid.size) if not self.is_open(cell)]

    @property
    def is_cleared(self) -> bool:
        """Whether every safe cell is open."""
        return len(self.covered) == len(self.layout.mines)

    def open(self, cells: Iterable[Cell]) -> Sequence[Sight]:
        """Open safe cells together, and with each zero its neighbours; return what is new."""
        waiting, seen = list(cells), dict[Cell, None]()
        while waiting:
            cell = waiting.pop()
            if cell not in seen and not self.is_open(cell):
                seen[cell] = None
                if self._numbers[cell] == 0:
                    waiting += self.grid.neighbours(cell)
        sights = [Sight(cell, self._numbers[cell]) for cell in sorted(seen)]
        for constraint in self._reader.read(sights):
            assert constraint.clue is not None
            self.told[constraint.clue] = constraint
            self._checker.tell(constraint)
        for cell in seen:
            self.known[cell] = False
            self._checker.learn(cell, False)
        return sights

    def prove(self, cell: Cell, is_mine: bool, proof: Proof) -> None:
        """Accept what a cell is, or raise BadProof; LimitReached if a count takes too long."""
        self._checker.check(cell, is_mine, proof)
        self.known[cell] = is_mine

    def view(self) -> View:
        """Return what a player sees who has marked every known mine."""
        codes = bytearray([HIDDEN]) * self.grid.size
        for cell in range(self.grid.size):
            if self.is_open(cell):
                codes[cell] = self._numbers[cell]
            elif self.known.get(cell):
                codes[cell] = MINE
        return View(self.grid, bytes(codes), None if self.count is None else self.count.mines)
