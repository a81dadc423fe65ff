"""Repair: move mines until a layout can be cleared without a guess.

The layout is played by certain moves. Where play gets stuck, mines nearby are moved and play
continues; at the end it restarts, because a changed number may have been used before. The layout is
accepted once it was played from its first cell to its last without a change: that game certifies
it. There are three kinds of changes, tried in this order:

1. *Make a clue settle its cells*: all of them become safe, or all become mines. Cells are exchanged
   with covered cells that no clue touches, if there are enough, otherwise with other unsettled
   cells. A coin decides whether mines move in or out: if they always moved out, they would pile up
   in the part that is played last. Only clues that take the fewest exchanges are considered.
2. *The rest lies behind known mines*, and no clue is left: one of these mines moves elsewhere.
3. *There is nothing to exchange with*, as in a 50/50 at the end: one of the remaining mines moves
   to an open cell.

The second and third undo known facts, so play restarts. After `most_changes` the try is abandoned:
some layouts cycle, and dealing another is cheaper.

`native/play/generate.hpp` does the same. All lists are in reading order, and all chance comes from
the seed, so both move the same mines.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.coach.boards.reach import Reach, Solving

_STREAM = 0x7265706169720001


def most_changes(grid: Grid) -> int:
    """Return after how many changes a try is abandoned.

    An expert board takes three on average, one with 200 mines ninety.
    """
    return max(200, grid.size // 2)


def repair(
    layout: Layout, first: Cell, clear: Collection[Cell], reach: Reach, seed: int
) -> Layout | None:
    """Return a layout that can be cleared from `first` within `reach`; None if the try failed.

    The cells of `clear` stay free of mines. Raises LimitReached if a count exceeds its limit.

    >>> board = Layout.from_picture("....* ..... .....")
    >>> repair(board, 0, (), Reach(), seed=1) == board
    True
    """
    return _Repair(layout, first, clear, reach, seed).run()


class _Repair:
    """A layout whose mines are on the move."""

    def __init__(
        self, layout: Layout, first: Cell, clear: Collection[Cell], reach: Reach, seed: int
    ) -> None:
        self._grid, self._near = layout.grid, layout.grid.table
        self._mines = set(layout.mines)
        self._clear = frozenset(clear)
        self._solving = Solving(first, reach)
        self._rng = Rng(seed ^ _STREAM)

    def run(self) -> Layout | None:
        changes, before = 0, -1
        while before < changes:
            before = changes
            is_cleared = self._solving.play(self._layout())
            while not is_cleared:
                changes += 1
                if changes > most_changes(self._grid):
                    return None
                self._survey()
                if self._change_near():
                    is_cleared = self._solving.play_changed(self._layout())
                elif self._change_far():
                    is_cleared = self._solving.play(self._layout())
                else:
                    return None
        return self._layout()

    def _layout(self) -> Layout:
        return Layout(self._grid, frozenset(self._mines))

    def _survey(self) -> None:
        cells = range(self._grid.size)
        self._live = [c for c in cells if self._is_open(c) and self._unsettled_around(c)]
        unsettled = [cell for cell in cells if self._is_unsettled(cell)]
        self._unsettled = self._parted(unsettled)
        self._floating = self._parted([cell for cell in unsettled if not self._touches_open(cell)])

    def _parted(self, cells: Sequence[Cell]) -> tuple[list[Cell], list[Cell]]:
        """Return the safe ones of `cells`, and the mines."""
        return (
            [cell for cell in cells if cell not in self._mines],
            [cell for cell in cells if cell in self._mines],
        )

    def _is_open(self, cell: Cell) -> bool:
        return self._solving.opened[cell] == 1

    def _is_unsettled(self, cell: Cell) -> bool:
        return cell not in self._solving.known

    def _touches_open(self, cell: Cell) -> bool:
        return any(map(self._is_open, self._near[cell]))

    def _unsettled_around(self, cell: Cell) -> list[Cell]:
        return [near for near in self._near[cell] if self._is_unsettled(near)]

    # A clue settles its cells

    def _change_near(self) -> bool:
        fills = self._rng.below(2) == 1
        return self._settle_by_clue(fills) or self._settle_by_clue(not fills)

    def _settle_by_clue(self, fills: bool) -> bool:
        """Make all unsettled cells of a clue mines, or all safe; False if no clue allows it."""
        clues = self._cheapest(fills)
        if not clues:
            return False
        clue = self._pick(clues)
        leaving = self._parted(self._unsettled_around(clue))[not fills]
        partners = self._rng.choose(self._partners(clue, len(leaving), fills), len(leaving))
        for cell, partner in zip(leaving, partners, strict=True):
            self._move(partner, cell) if fills else self._move(cell, partner)
        return True

    def _cheapest(self, fills: bool) -> list[Cell]:
        """Return the clues that take the fewest exchanges and have partners for them."""
        costs = {}
        for clue in self._live:
            around = self._parted(self._unsettled_around(clue))
            cost = len(around[not fills])
            if cost <= len(self._unsettled[fills]) - len(around[fills]):
                costs[clue] = cost
        return [clue for clue, cost in costs.items() if cost == min(costs.values())]

    def _partners(self, clue: Cell, count: int, fills: bool) -> list[Cell]:
        floating = self._floating[fills]
        cells = floating if len(floating) >= count else self._unsettled[fills]
        return [cell for cell in cells if cell not in self._near[clue]]

    # What was known changes

    def _change_far(self) -> bool:
        cells = range(self._grid.size)
        if self._live:
            opened = [cell for cell in cells if self._is_open(cell) and cell not in self._clear]
            return self._exchange(self._unsettled[True], opened)
        return self._exchange([c for c in cells if self._is_wall(c)], self._unsettled[False])

    def _is_wall(self, cell: Cell) -> bool:
        """Tell whether a known mine is between open cells and unsettled ones."""
        is_known = self._solving.known.get(cell, False)
        return is_known and self._touches_open(cell) and bool(self._unsettled_around(cell))

    def _exchange(self, mines: Sequence[Cell], safe: Sequence[Cell]) -> bool:
        if not mines or not safe:
            return False
        mine = self._pick(mines)
        self._move(mine, self._pick(safe))
        return True

    def _pick(self, cells: Sequence[Cell]) -> Cell:
        return cells[self._rng.below(len(cells))]

    def _move(self, mine: Cell, to: Cell) -> None:
        self._mines.remove(mine)
        self._mines.add(to)
