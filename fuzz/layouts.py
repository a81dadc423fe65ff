"""Layouts: all layouts of a small view at once, as bits; an oracle that no engine shares.

A set of layouts of n covered cells is a number of 2**n bits. Bit m stands for the layout in which
the cells whose bits are set in m are mines. So a union is an `|`, and a count is a `bit_count`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache

from mineproof.board.grid import Cell
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Bound, Claim, Literal, cell_of


class Layouts:
    """The layouts that fit a view, by trying all of them.

    `clues` are the open cells that count, by default all; without `counts_mines` any number of
    mines will do.
    """

    def __init__(
        self, view: View, clues: Collection[Cell] | None = None, *, counts_mines: bool = True
    ) -> None:
        codes, near = view.cells, view.grid.table
        unknown = [cell for cell, code in enumerate(codes) if code in (HIDDEN, FLAG)]
        self._size = len(unknown)
        self._seen_mines = codes.count(MINE)
        everything = _all(self._size)
        self._mined = {cell: everything for cell, code in enumerate(codes) if code == MINE}
        self._mined.update(zip(unknown, _mined(self._size), strict=True))
        is_free = view.mines is None or not counts_mines
        self._fitting = everything if is_free else self._with_mines(view.mines or 0)
        for cell, code in enumerate(codes):
            if code < HIDDEN and (clues is None or cell in clues):
                around = [self._mined[other] for other in near[cell] if other in self._mined]
                self._fitting &= _exactly(code, around, self._size)

    @property
    def cells(self) -> list[Cell]:
        """The covered cells in order, seen mines included."""
        return sorted(self._mined)

    @property
    def count(self) -> int:
        """How many fit."""
        return self._fitting.bit_count()

    def mined(self, cell: Cell) -> int:
        """Return in how many of them a covered cell is a mine."""
        return (self._fitting & self._mined[cell]).bit_count()

    def certain(self) -> dict[Cell, bool]:
        """Return the cells that are the same in all of them, in order; there must be one."""
        mined = {cell: self.mined(cell) for cell in self.cells}
        return {cell: number > 0 for cell, number in mined.items() if number in (0, self.count)}

    def risks(self, weights: Sequence[int] | None = None) -> dict[Cell, Fraction]:
        """Return the risk of every covered cell; `weights` are those of 0, 1, 2, ... mines."""
        if weights is None:
            return {cell: Fraction(self.mined(cell), self.count) for cell in self.cells}
        parts = [(weight, self._fitting & self._with_mines(n)) for n, weight in enumerate(weights)]
        total = sum(weight * part.bit_count() for weight, part in parts)
        return {
            cell: Fraction(
                sum(weight * (part & mined).bit_count() for weight, part in parts), total
            )
            for cell, mined in sorted(self._mined.items())
        }

    def entail(self, claim: Claim) -> bool:
        """Tell whether a claim about covered cells holds in all of them."""
        if isinstance(claim, Constraint):
            around = [self._mined[cell] for cell in claim.cells]
            holding = _exactly(claim.mines, around, self._size) if claim.mines >= 0 else 0
        else:
            bound = claim if isinstance(claim, Bound) else Bound(claim, 1)
            true = [self._true(lit) for lit in bound.literals]
            fewer = [_exactly(number, true, self._size) for number in range(bound.least)]
            holding = ~sum(fewer)  # no layout is in two of them
        return not self._fitting & ~holding

    def _true(self, lit: Literal) -> int:
        mined = self._mined[cell_of(lit)]
        return mined if lit > 0 else ~mined

    def _with_mines(self, mines: int) -> int:
        by_size, unseen = _by_size(self._size), mines - self._seen_mines
        return by_size[unseen] if 0 <= unseen <= self._size else 0


@cache
def _all(cells: int) -> int:
    return (1 << (1 << cells)) - 1


@cache
def _mined(cells: int) -> tuple[int, ...]:
    """Return for each cell the layouts in which it is a mine."""
    found = []
    for i in range(cells):
        half = 1 << i  # layouts alternate between `half` without and `half` with the mine
        pattern, width = ((1 << half) - 1) << half, 2 * half
        while width < 1 << cells:
            pattern |= pattern << width
            width *= 2
        found.append(pattern)
    return tuple(found)


@cache
def _by_size(cells: int) -> tuple[int, ...]:
    """Return the layouts with 0, 1, 2, ... mines."""
    return tuple(_exactly(mines, _mined(cells), cells) for mines in range(cells + 1))


def _exactly(mines: int, mined: Sequence[int], cells: int) -> int:
    """Return the layouts with this many mines among some cells, by adding one cell at a time."""
    ways = [_all(cells)] + [0] * mines
    for layouts in mined:
        for n in range(mines, 0, -1):
            ways[n] = ways[n] & ~layouts | ways[n - 1] & layouts
        ways[0] &= ~layouts
    return ways[mines]
