"""Constraint and Problem: what is known about the mines, as plain sets of cells.

Nothing here knows a grid. A number on a board becomes "exactly n of these cells are mines", and
engines reason about that, whether it came from a square board or a torus, or was typed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from mineproof.errors import BadInput

Cell: TypeAlias = int
Fact: TypeAlias = tuple[Cell, bool]  # a cell, and whether it is a mine
Namer: TypeAlias = Callable[[Cell], str]


@dataclass(frozen=True, slots=True)
class Constraint:
    """Exactly `mines` of `cells` are mines; `clue` is the cell that shows it, if one does.

    Constraints with the same cells and mines are equal, whatever their clues.
    """

    cells: frozenset[Cell]
    mines: int
    clue: Cell | None = field(default=None, compare=False)

    @property
    def is_possible(self) -> bool:
        """Whether any choice of mines meets it."""
        return 0 <= self.mines <= len(self.cells)


def fact(cell: Cell, is_mine: bool) -> Constraint:
    """Return the constraint that says what a single cell is."""
    return Constraint(frozenset((cell,)), int(is_mine))


@dataclass(frozen=True, slots=True)
class Problem:
    """Constraints over undetermined `cells`, with the `total` of mines among them if known.

    Cells that no constraint mentions still matter: the total includes them.

    >>> Problem.of([({0, 1}, 1), ({1, 2}, 2)], total=2).cells == {0, 1, 2}
    True
    """

    constraints: tuple[Constraint, ...]
    cells: frozenset[Cell]
    total: int | None = None

    def __post_init__(self) -> None:
        if self.cells and min(self.cells) < 0:
            raise BadInput(f"cell {min(self.cells)} in a problem; expected 0 or more")
        for constraint in self.constraints:
            if not constraint.cells <= self.cells:
                stray = min(constraint.cells - self.cells)
                raise BadInput(f"a constraint mentions cell {stray}, which is not in the problem")

    @classmethod
    def of(
        cls,
        constraints: Iterable[tuple[Iterable[Cell], int]],
        total: int | None = None,
        others: Iterable[Cell] = (),
    ) -> Problem:
        """Return the problem of these sets and counts; only the total includes `others`."""
        given = tuple(Constraint(frozenset(cells), mines) for cells, mines in constraints)
        cells = frozenset(others).union(*(constraint.cells for constraint in given))
        return cls(given, cells, total)

    @property
    def mine_count(self) -> Constraint | None:
        """The total as one more constraint, over all cells."""
        return None if self.total is None else Constraint(self.cells, self.total)
