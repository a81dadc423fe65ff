"""Reach: play a layout by certain moves only, as far as a given strength gets.

The *reach* is what a board may demand of the player: the hardest allowed step of `exact` (a single
clue, a pair of clues, counting), and whether the mine count is known. `native/play/generate.hpp`
does the same, about a hundred times as fast.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.view import FLAG, HIDDEN, Sight, View
from mineproof.counting.kernel import kernel
from mineproof.engines.base import ReasoningWatcher, Watcher
from mineproof.engines.exact import Exact, ExactReasoner
from mineproof.engines.inference import Deduction, Status
from mineproof.errors import LimitReached


class Hardest(Enum):
    """The hardest step that is allowed."""

    NOTHING = "nothing"
    SINGLE = "single"
    PAIR = "pair"
    COUNTING = "counting"


@dataclass(frozen=True, slots=True)
class Reach:
    """What a board may demand of a player."""

    hardest: Hardest = Hardest.COUNTING
    with_count: bool = True

    def watch(self, grid: Grid, total: int) -> Watcher:
        """Return a watcher that goes as far as this and no further."""
        known = total if self.with_count else None
        return ReasoningWatcher(_Reasoner(range(grid.size), known, self.hardest), grid)


class _Reasoner(ExactReasoner):
    """The steps of `exact`, up to the hardest one allowed."""

    def __init__(self, cells: Collection[Cell], total: int | None, hardest: Hardest) -> None:
        super().__init__(cells, total, Exact())
        self._hardest = hardest

    def deduce(self) -> tuple[Deduction, ...]:
        if self._hardest is Hardest.COUNTING:
            return super().deduce()
        if self._hardest is Hardest.NOTHING:
            return ()
        found = self.by_single_clues(self.take_changed())
        if not found and self._hardest is Hardest.PAIR:
            found = self.by_pairs()
        return self.conclude(found)


class Solving:
    """A layout that is being cleared.

    `opened` has a 1 for each open cell.
    """

    def __init__(self, first: Cell, reach: Reach) -> None:
        self._first = first
        self._reach = reach
        self.opened = bytearray()
        self._numbers = b""
        self._safe_left = 0

    def play(self, layout: Layout) -> bool:
        """Play from the first cell; tell whether everything was cleared. Raises LimitReached.

        >>> Solving(0, Reach()).play(Layout.from_picture("...*. ..... ....."))
        True
        """
        self.opened = bytearray(layout.grid.size)
        self._safe_left = layout.grid.size - len(layout.mines)
        self._look(layout)
        self._open(self._first)
        return self._go_on()

    def play_changed(self, layout: Layout) -> bool:
        """Continue with a layout in which only unsettled cells have changed."""
        mines = [cell for cell, is_mine in self.known.items() if is_mine]
        self._look(layout)
        opened = [cell for cell, is_open in enumerate(self.opened) if is_open]
        self._watcher.see([Sight(cell, self._numbers[cell]) for cell in opened])
        for mine in mines:
            self._watcher.learn(mine)
        return self._go_on()

    def take(self, facts: Iterable[tuple[Cell, bool]]) -> bool:
        """Continue with cells that were settled by other means, in the same layout."""
        for cell, is_mine in facts:
            if is_mine:
                self._watcher.learn(cell)
            elif not self.opened[cell]:
                self._open(cell)
        return self._go_on()

    @property
    def known(self) -> Mapping[Cell, bool]:
        """The settled cells, and whether they are mines."""
        return self._watcher.known

    def view(self) -> View:
        """Return the view, with a flag on each known mine."""
        cells, known = bytearray([HIDDEN]) * len(self.opened), self.known
        for cell, is_open in enumerate(self.opened):
            if is_open:
                cells[cell] = self._numbers[cell]
            elif known.get(cell):
                cells[cell] = FLAG
        return View(self._layout.grid, bytes(cells), len(self._layout.mines))

    def _look(self, layout: Layout) -> None:
        grid, self._layout = layout.grid, layout
        self._near, self._numbers = grid.table, layout.numbers()
        self._watcher = self._reach.watch(grid, len(layout.mines))

    def _go_on(self) -> bool:
        while self._safe_left:
            found = self._watcher.deduce()
            if not found:
                if self._watcher.status is Status.LIMIT:
                    raise LimitReached("too many states to tell what is certain")
                return False
            for deduction in found:
                if not deduction.is_mine and not self.opened[deduction.cell]:
                    self._open(deduction.cell)
        return True

    def _open(self, cell: Cell) -> None:
        """Open a cell, and the neighbours of a zero."""
        self.opened[cell] = 1
        cells = [cell]
        for each in cells:
            if self._numbers[each] == 0:
                fresh = [near for near in self._near[each] if not self.opened[near]]
                for near in fresh:
                    self.opened[near] = 1
                cells += fresh
        self._safe_left -= len(cells)
        self._watcher.see([Sight(each, self._numbers[each]) for each in cells])


def is_solvable(layout: Layout, first: Cell, reach: Reach | None = None) -> bool:
    """Tell whether a layout can be cleared from its first cell without a guess.

    Raises BadSetting if that cell is a mine, LimitReached if a count exceeds its limit.

    >>> is_solvable(Layout.from_picture("..*.. ....."), 0)
    False
    """
    layout.check_safe([first])
    reach = reach or Reach()
    answer, grid, native = None, layout.grid, kernel()
    if native is not None:
        answer = native.is_solvable(
            rows=grid.rows,
            cols=grid.cols,
            shape=grid.shape.value,
            mines=sorted(layout.mines),
            first=first,
            hardest=reach.hardest.value,
            with_count=reach.with_count,
        )
    return Solving(first, reach).play(layout) if answer is None else answer
