"""endgame: the best play when few layouts are left, by exhaustive search.

A player's knowledge is the set of layouts that still fit. Opening a cell loses in those that mine
it, and splits the others by the number they show there; each part is the player's next knowledge.
So the best play wins the maximum, over all cells, of the sum of the wins in each part: an exact
integer.

`native/strategist/endgame.hpp` finds the same and explains what keeps the search small. This
version is for reading, and for use without the kernel. Layouts are integers with a bit per cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, product
from operator import and_, or_
from typing import NamedTuple

from mineproof.board.grid import Cell, Grid
from mineproof.counting.kernel import kernel
from mineproof.engines.brute import layouts
from mineproof.errors import LimitReached
from mineproof.logic.fronts import floating, split
from mineproof.logic.problem import Problem

Cells = int
"""A set of cells: bit i is on for cell i."""


def fitting(problem: Problem) -> list[frozenset[Cell]]:
    """Return all layouts of a problem; the caller has checked that there are few.

    >>> [sorted(mines) for mines in fitting(Problem.of([({0, 1}, 1)], 2, [2]))]
    [[1, 2], [0, 2]]
    """
    loose = floating(problem)
    found = []
    fronts = [layouts(front.constraints, front.cells) for front in split(problem.constraints)]
    for parts in product(*fronts):
        mines = frozenset[Cell]().union(*parts)
        left = range(len(loose) + 1) if problem.total is None else [problem.total - len(mines)]
        for more in left:
            if 0 <= more <= len(loose):
                found += [mines.union(chosen) for chosen in combinations(loose, more)]
    return found


def count_wins(
    grid: Grid, covered: Sequence[Cell], fits: Sequence[Iterable[Cell]], max_work: int | None = None
) -> dict[Cell, int]:
    """Return for each covered cell that may be safe how many layouts opening it next wins.

    Play is optimal from there. `fits` lists all layouts that fit, each as its mines among the
    covered cells. Raises LimitReached if the kernel would have to look at more than `max_work`
    layouts, once for each cell; Python has no such limit.

    >>> count_wins(Grid(1, 3), [0, 1, 2], [[0], [1], [2]])
    {0: 2, 1: 1, 2: 2}
    """
    native = kernel()
    if native is None:
        return Search(grid, covered).weigh([_set(mines) for mines in fits])
    options = {} if max_work is None else {"max_work": max_work}
    mines = [list(each) for each in fits]
    found = native.count_wins(grid.rows, grid.cols, grid.shape.value, covered, mines, **options)
    if found is None:
        raise LimitReached(f"the endgame search would take more than {max_work} steps")
    return found


def ranked_wins(
    grid: Grid, covered: Sequence[Cell], fits: Sequence[Iterable[Cell]]
) -> dict[Cell, int]:
    """Return the result of `count_wins`, starting with the move that the kernel would choose.

    No cell may be certain. Ties go to the largest bound, then to the first cell. The other moves
    are in reading order.

    >>> ranked_wins(Grid(1, 3), [0, 1, 2], [[0], [1], [2]])
    {0: 2, 1: 1, 2: 2}
    """
    search, sets = Search(grid, covered), [_set(mines) for mines in fits]
    cell, wins = search.best(sets)
    return {cell: wins} | search.weigh(sets)


class BoundedCell(NamedTuple):
    """A cell that might be opened, and an upper bound on the layouts it wins."""

    bound: int
    cell: Cell
    safe: Cells
    """The other cells that are safe in every layout in which it is."""


class Search:
    """The search in Python, on the covered cells of a grid."""

    def __init__(self, grid: Grid, covered: Sequence[Cell]) -> None:
        self._covered = _set(covered)
        self._near = {cell: _set(grid.neighbours(cell)) & self._covered for cell in covered}
        self._known: dict[frozenset[int], int] = {}

    def weigh(self, fits: Sequence[int]) -> dict[Cell, int]:
        """Return for each cell that may be safe how many layouts opening it wins."""
        every = reduce(and_, fits)
        cells = [cell for cell in self._near if not every >> cell & 1]
        return {cell: self._open(fits, cell, self._covered) for cell in cells}

    def best(self, fits: Sequence[int]) -> tuple[Cell, int]:
        """Return the best move if no cell is certain, and how many layouts it wins.

        Ties go to the largest bound, then to the first cell.
        """
        candidates = self._candidates(fits)
        if not candidates:
            return next(_each(_unsettled(fits))), 1
        wins = [(self._open(fits, each.cell, self._covered), each) for each in candidates]
        most, best = max(wins, key=lambda pair: (pair[0], pair[1].bound, -pair[1].cell))
        return best.cell, most

    def _open(self, fits: Sequence[int], cell: Cell, covered: Cells) -> int:
        covered &= ~(1 << cell)
        return sum(self._wins(part, covered) for part in self._parts(fits, cell))

    def _parts(self, fits: Sequence[int], cell: Cell) -> list[list[int]]:
        """Return the layouts in which `cell` is safe, grouped by its number."""
        parts: dict[int, list[int]] = {}
        for layout in fits:
            if not layout >> cell & 1:
                parts.setdefault((layout & self._near[cell]).bit_count(), []).append(layout)
        return [parts[number] for number in sorted(parts)]

    def _wins(self, fits: Sequence[int], covered: Cells) -> int:
        """Return how many layouts the best play wins; certainly safe cells are opened first."""
        if len(fits) == 1:
            return 1
        for cell in _each(covered & ~reduce(or_, fits)):
            covered &= ~(1 << cell)
            if len(parts := self._parts(fits, cell)) > 1:
                return sum(self._wins(part, covered) for part in parts)
        unsettled = _unsettled(fits)
        key = frozenset(layout & unsettled for layout in fits)
        if key not in self._known:
            self._known[key] = self._most_wins(fits, covered)
        return self._known[key]

    def _most_wins(self, fits: Sequence[int], covered: Cells) -> int:
        most = 1  # if all cells are dead, there is nothing more to learn
        for candidate in sorted(self._candidates(fits), reverse=True):
            if candidate.bound <= most:
                break
            most = max(most, self._open(fits, candidate.cell, covered))
        return most

    def _candidates(self, fits: Sequence[int]) -> list[BoundedCell]:
        """Return the cells that are neither dead nor dominated."""
        unsettled = _unsettled(fits)
        alive: dict[Cell, BoundedCell] = {}
        for cell in _each(unsettled):
            if len(parts := self._parts(fits, cell)) > 1:
                others = unsettled & ~(1 << cell)
                bound = sum(_bound(part, others) for part in parts)
                mined = reduce(or_, (layout for part in parts for layout in part))
                alive[cell] = BoundedCell(bound, cell, others & ~mined)
        return [each for each in alive.values() if not _is_dominated(each, alive)]


def _is_dominated(candidate: BoundedCell, alive: Mapping[Cell, BoundedCell]) -> bool:
    """Tell whether another cell is safe whenever this one is; of equal cells the first stays."""
    rivals = [alive[cell] for cell in _each(candidate.safe) if cell in alive]
    return any(
        rival.cell < candidate.cell or not rival.safe >> candidate.cell & 1 for rival in rivals
    )


def _bound(part: Sequence[int], cells: Cells) -> int:
    """Return an upper bound on the wins: all layouts but those that mine the safest cell."""
    if len(part) == 1 or not cells:
        return len(part)
    return len(part) - min(sum(layout >> cell & 1 for layout in part) for cell in _each(cells))


def _unsettled(fits: Sequence[int]) -> Cells:
    return reduce(or_, fits) & ~reduce(and_, fits)


def _set(cells: Iterable[Cell]) -> Cells:
    return sum(1 << cell for cell in cells)


def _each(cells: Cells) -> Iterator[Cell]:
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low
