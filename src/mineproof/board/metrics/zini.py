"""ZiNi: upper bounds for the fewest clicks that clear a board with flags and chords.

The fewest clicks that clear a board with known mines are hard to find. E. Zimmermann and
C. Nikolaus proposed greedy heuristics (forum of minesweepergame.com, "New benchmark: 3BV for
flaggers", July 2009), and players compare boards by their results:

- The premium of a safe cell is what flagging its mines and chording on it saves: the openings that
  the chord replaces (including the cell's own), minus the missing flags, minus the chord, minus
  opening the cell if it is covered. An area of zeros counts as one opening.
- ZiNi repeatedly takes a cell with the highest premium. If none is 0 or more, it opens a cell that
  needs its own click: a zero, or a number that touches no zero.
- Human ZiNi first opens every area of zeros, and then chords on open cells only.

Ties go to the first cell, which need not be the best, so the result depends on the reading order.
`zini` and `human_zini` read column by column from the left, each from the top, like ms_toollib's
cal_zini and cal_hzini. `eight_way_zini` reads from all four corners, by columns and by rows, and
keeps the best; that equals rotating and mirroring the board in all eight ways.

All of them return moves that clear the board, so anyone can check the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import filterfalse, product

from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import lone_numbers, zero_areas


def zini(layout: Layout) -> tuple[Move, ...]:
    """Return moves that clear a board, found by the greedy ZiNi.

    >>> board = Layout.from_picture("... .*. ...")
    >>> [f"{move.act.value} {board.grid.name(move.cell)}" for move in zini(board)]
    ['open a2', 'flag b2', 'chord a2', 'chord b1', 'chord b3']
    """
    return _Route(_Duties(layout), _columns(layout.grid)).moves()


def human_zini(layout: Layout) -> tuple[Move, ...]:
    """Return moves that clear a board, found by the human ZiNi."""
    return _Route(_Duties(layout), _columns(layout.grid), is_human=True).moves()


def eight_way_zini(layout: Layout) -> tuple[Move, ...]:
    """Return the fewest moves that the greedy ZiNi finds in any of eight orders of the cells."""
    duties = _Duties(layout)
    ways = product((False, True), repeat=3)
    orders = (_order(layout.grid, by_rows=a, from_below=b, from_right=c) for a, b, c in ways)
    return min((_Route(duties, order).moves() for order in orders), key=len)


def _columns(grid: Grid) -> list[Cell]:
    return _order(grid, by_rows=False, from_below=False, from_right=False)


def _order(grid: Grid, *, by_rows: bool, from_below: bool, from_right: bool) -> list[Cell]:
    rows = range(grid.rows)[:: -1 if from_below else 1]
    cols = range(grid.cols)[:: -1 if from_right else 1]
    if by_rows:
        return [grid.at(row, col) for row in rows for col in cols]
    return [grid.at(row, col) for col in cols for row in rows]


class _Duties:
    """The openings of a board that only a chord can replace, and the premiums they give.

    A duty is an area of zeros, or a number that touches no zero. `of` maps a cell to its duty,
    `opens` lists the cells it opens, `touches` those where a chord would fulfil it.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.near = layout.grid.table
        self.of: dict[Cell, int] = {}
        self.opens: list[list[Cell]] = []
        self.touches: list[list[Cell]] = []
        areas = zero_areas(layout)
        for area in [*areas, *([cell] for cell in lone_numbers(layout, areas))]:
            self._add(area, is_zero=len(self.opens) < len(areas))
        self.premiums = self._first_premiums()

    def _add(self, area: Sequence[Cell], *, is_zero: bool) -> None:
        around = {*area, *(near for cell in area for near in self.near[cell])}
        self.of |= dict.fromkeys(area, len(self.opens))
        self.touches.append(sorted(around - self.layout.mines))
        self.opens.append(self.touches[-1] if is_zero else list(area))

    def _first_premiums(self) -> list[int]:
        premiums = [-2 - number for number in self.layout.numbers()]
        for touched in self.touches:
            for cell in touched:
                premiums[cell] += 1
        return premiums


class _Route:
    """A route through a board, as far as it has been found.

    Premiums stay up to date. Those of 0 or more wait in a heap, highest first, ties in order; a
    changed premium is pushed again, and its old entry is skipped.
    """

    def __init__(self, duties: _Duties, order: Sequence[Cell], *, is_human: bool = False) -> None:
        self._duties, self._layout = duties, duties.layout
        self._safe = [cell for cell in order if not self._layout.is_mine(cell)]
        self._due = (cell for cell in self._safe if cell in duties.of)
        self._rank = {cell: rank for rank, cell in enumerate(self._safe)}
        self._is_human = is_human
        self._premiums = duties.premiums.copy()
        self._heap: list[tuple[int, int, Cell]] = []
        self._moves: list[Move] = []
        self._flags: set[Cell] = set()
        self._open: set[Cell] = set()

    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the whole route."""
        if self._is_human:
            self._open_zeros()
        for cell in self._safe:
            self._change(cell, 0)
        while len(self._open) < len(self._safe):
            best = self._best()
            if best is not None:
                self._solve(best)
            else:
                self._click(next(cell for cell in self._due if cell not in self._open))
        return tuple(self._moves)

    def _open_zeros(self) -> None:
        numbers = self._layout.numbers()
        for cell in self._safe:
            if numbers[cell] == 0 and cell not in self._open:
                self._click(cell)

    def _best(self) -> Cell | None:
        """Return the cell with the highest premium; None if all are below 0."""
        while self._heap:
            loss, _, cell = heappop(self._heap)
            if loss == -self._premiums[cell]:
                return cell
        return None

    def _change(self, cell: Cell, by: int) -> None:
        self._premiums[cell] += by
        is_able = cell in self._open or not self._is_human
        if self._premiums[cell] >= 0 and is_able and cell in self._rank:
            heappush(self._heap, (-self._premiums[cell], self._rank[cell], cell))

    def _solve(self, cell: Cell) -> None:
        """Open a cell if it is covered, flag its mines and chord on it."""
        if cell not in self._open:
            self._click(cell)
        around = self._duties.near[cell]
        for mine in filter(self._layout.is_mine, around):
            self._flag(mine)
        self._moves.append(Move(Act.CHORD, cell))
        for safe in filterfalse(self._layout.is_mine, around):
            self._uncover(safe)

    def _click(self, cell: Cell) -> None:
        self._moves.append(Move(Act.OPEN, cell))
        self._uncover(cell)

    def _flag(self, mine: Cell) -> None:
        if mine not in self._flags:
            self._flags.add(mine)
            self._moves.append(Move(Act.FLAG, mine))
            for cell in self._duties.near[mine]:
                self._change(cell, 1)

    def _uncover(self, cell: Cell) -> None:
        """Open a cell and what opens with it; its duty no longer counts towards any premium."""
        if cell in self._open:
            return
        duty = self._duties.of.get(cell)
        opened = [cell] if duty is None else self._duties.opens[duty]
        fresh = [cell for cell in opened if cell not in self._open]
        self._open.update(fresh)
        for near in [] if duty is None else self._duties.touches[duty]:
            self._change(near, -1)
        for near in fresh:
            self._change(near, 1)
