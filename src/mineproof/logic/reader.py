"""Views into constraints: the only bridge between board and logic.

A number becomes a constraint over the covered cells around it. Flags are the player's notes and may
be wrong, so a flagged cell counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.board.grid import Cell, Grid
from mineproof.board.view import HIDDEN, MINE, Sight, View
from mineproof.logic.problem import Constraint, Problem, fact


def read(view: View) -> Problem:
    """Return everything that `view` says about its covered cells.

    >>> sorted(read(View.from_picture("1# 1#")).constraints[0].cells)
    [1, 3]
    """
    covered, neighbours = [code >= HIDDEN for code in view.cells], view.grid.table
    constraints = [
        Constraint(frozenset([near for near in neighbours[cell] if covered[near]]), code, cell)
        for cell, code in enumerate(view.cells)
        if code < HIDDEN
    ]
    seen_mines = [fact(cell, True) for cell, code in enumerate(view.cells) if code == MINE]
    cells = frozenset([cell for cell, is_covered in enumerate(covered) if is_covered])
    told = (c for c in constraints if c.cells or c.mines)
    return Problem((*told, *seen_mines), cells, view.mines)


class Reader:
    """Reads a game as it goes on: each sight once, with the cells covered at that moment."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._open = bytearray(grid.size)

    def is_open(self, cell: Cell) -> bool:
        """Tell whether `cell` has been read as open."""
        return self._open[cell] == 1

    def read(self, sights: Iterable[Sight]) -> list[Constraint]:
        """Return what these newly opened cells say about the cells still covered."""
        sights = list(sights)
        opened = self._open
        for cell, _ in sights:
            opened[cell] = 1
        neighbours = self._grid.table
        constraints = []
        for cell, number in sights:
            covered = [near for near in neighbours[cell] if not opened[near]]
            if covered or number:
                constraints.append(Constraint(frozenset(covered), number, cell))
        return constraints
