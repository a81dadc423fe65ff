"""Techniques: the names that players give to steps, put on after the proof.

A name changes nothing about a step. It is found by looking at the clues that the step has used, and
at where they lie. What counts is never the number that a clue shows but what it has *left*: its
mines and its cells without those that are known. "The 1" is a clue with one mine left. Where a clue
of the name shows another number than it has left, the name is that of a *reduced* form.

**One clue.** *Satisfied*: no mine is left, its cells are safe. *Full*: as many mines as cells are
left, all are mines. The first comes about by taking known mines off, so neither has a reduced form.

**Two clues.** One of them has as many mines more than the other as it has cells of its own, or the
step would not be (`engines/parts/pairs.py`). They are *side by side* if they touch along an edge,
so that they stand in a row or in a column.

- *1-1*: side by side; both have one mine left. All cells of one are cells of the other as well; the
  rest of the other's are safe.
- *1-2*: side by side; one has one mine left, the other two, and one cell of its own. That one is a
  mine; what only the 1 touches is safe.
- *1-2-1*: a 1-2 whose line goes on. The next cell beyond the 2 is a 1 again, and all cells of the
  three lie on one side of the line, in the one row, or column, beside it. The mines are opposite
  the 1s, the cell opposite the 2 is safe. The step itself takes one 1 and the 2.
- *1-2-2-1*: likewise, but beyond the 2 come another 2 and then a 1. The mines are opposite the 2s.
- *Hole*: not side by side, say two apart or a knight's move, but all cells of one are cells of the
  other, and both have equally many mines left. The rest of the other's cells are safe.
- *Box logic*: every other two clues. They share cells, and each may have cells of its own.

The cells of a 1-1 or a 1-2 may lie on both sides of the line. Those of the longer ones may not, or
more than one cell would be opposite a clue.

All this is the same on a torus, whose lines go on across its edges. The names with numbers belong
to grids with rows and columns; on a hex grid there are only holes, of clues that may touch, and box
logic.

**More clues.** *Chain* and *case split*; `steps.py` tells which.

**The mine count.** Suppose that a conclusion were wrong, and look at the fewest mines with which
the clues of the step could then be met.

- *Too few mines left*: they are more than there are left. So it is, too, without any clues, if no
  mine is left at all.
- *All floating cells safe*: the same, for a cell that none of these clues touches. In other words,
  the clues need all mines that are left.
- *Too many mines left*: they are not more. What goes wrong is that the others have no place.

A step that concludes something about cells that its clues do not touch is named for the first of
those, any other for its first conclusion, even if the next would give another name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from mineproof.board.grid import Cell, Grid, Place, Shape
from mineproof.coach.language import Language
from mineproof.coach.steps.fewest import can_be_met
from mineproof.logic.problem import Constraint, fact


class StepLevel(Enum):
    """How hard a step is."""

    L1 = "one clue"
    L2 = "two clues"
    L3 = "a chain of clues"
    L4 = "a case split"
    L5 = "the mine count"
    G = "a guess"


class Technique(Enum):
    """What players call a step."""

    SATISFIED = "satisfied clue"
    FULL = "full clue"
    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"
    HOLE = "hole"
    BOX = "box logic"
    CHAIN = "chain"
    CASE_SPLIT = "case split"
    TOO_FEW = "too few mines left"
    TOO_MANY = "too many mines left"
    FLOATING = "all floating cells safe"

    @property
    def level(self) -> StepLevel:
        """How hard it is."""
        return _LEVELS.get(self, StepLevel.L2)


_LEVELS = {
    Technique.SATISFIED: StepLevel.L1,
    Technique.FULL: StepLevel.L1,
    Technique.CHAIN: StepLevel.L3,
    Technique.CASE_SPLIT: StepLevel.L4,
    Technique.TOO_FEW: StepLevel.L5,
    Technique.TOO_MANY: StepLevel.L5,
    Technique.FLOATING: StepLevel.L5,
}


def title(technique: Technique, language: Language, *, is_reduced: bool = False) -> str:
    """Return the name of a technique, or of its reduced form, in some language.

    >>> from mineproof.coach.language import language
    >>> title(Technique.ONE_TWO, language("en"), is_reduced=True)
    '1-2 (reduced)'
    """
    name = language.say(f"techniques.{technique.name.lower()}")
    return language.say("techniques.reduced", technique=name) if is_reduced else name


@dataclass(frozen=True, slots=True)
class Reduced:
    """A clue without its known cells: so many mines are among these; `shown` is its own number."""

    clue: Cell
    shown: int
    cells: frozenset[Cell]
    mines: int

    @property
    def is_reduced(self) -> bool:
        """Whether it shows another number than it has left."""
        return self.shown != self.mines


ClueAt: TypeAlias = Callable[[Cell], Reduced | None]
"""The clue that a cell shows as it stands now; None if it shows none, or has no cells left."""


# Two clues


class Pattern(NamedTuple):
    """What players call a step by two clues, and whether it is a reduced form."""

    technique: Technique
    is_reduced: bool


_LINES = {
    (1, 1): Technique.ONE_ONE,
    (1, 2): Technique.ONE_TWO,
    (1, 2, 1): Technique.ONE_TWO_ONE,
    (1, 2, 2, 1): Technique.ONE_TWO_TWO_ONE,
}
_LONGEST = 4
_WAYS: tuple[Place, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))


def name_pair(grid: Grid, more: Reduced, fewer: Reduced, clue_at: ClueAt) -> Pattern:
    """Return what players call a step by two clues.

    `more` has as many mines more than `fewer` as it has cells of its own.

    >>> one, two = Reduced(3, 1, frozenset({0, 1}), 1), Reduced(4, 2, frozenset({0, 1, 2}), 2)
    >>> name_pair(Grid(2, 3), two, one, lambda cell: None).technique
    <Technique.ONE_TWO: '1-2'>
    """
    line = [fewer, more]
    way = _way(grid, fewer.clue, more.clue)
    if way is None:
        # A clue inside another has no cell of its own, so both have equally many mines.
        return _pattern(Technique.HOLE if more.cells < fewer.cells else Technique.BOX, line)
    longer = _go_on(grid, line, way, clue_at)
    if _numbers(longer) in _LINES and _is_on_one_side(grid, longer, way):
        line = longer
    return _pattern(_LINES.get(_numbers(line), Technique.BOX), line)


def _pattern(technique: Technique, clues: Sequence[Reduced]) -> Pattern:
    return Pattern(technique, any(clue.is_reduced for clue in clues))


def _numbers(clues: Sequence[Reduced]) -> tuple[int, ...]:
    return tuple(clue.mines for clue in clues)


def _way(grid: Grid, start: Cell, end: Cell) -> Place | None:
    """Return the one step that leads from `start` to `end`; None if they are not side by side."""
    if grid.shape is Shape.HEX:
        return None
    return next((way for way in _WAYS if _walk(grid, start, way) == end), None)


def _walk(grid: Grid, cell: Cell, way: Place) -> Cell | None:
    """Return the cell that so many rows down and columns to the right lead to, if there is one."""
    row, col = (here + by for here, by in zip(grid.place(cell), way, strict=True))
    if grid.shape is Shape.TORUS:
        row, col = row % grid.rows, col % grid.cols
    is_inside = 0 <= row < grid.rows and 0 <= col < grid.cols
    return grid.at(row, col) if is_inside else None


def _is_on_one_side(grid: Grid, line: Sequence[Reduced], along: Place) -> bool:
    """Tell whether all cells of a line of clues lie on one side of it, in the row beside it."""
    down, right = along
    cells = frozenset[Cell]().union(*(clue.cells for clue in line))

    def has_all(side: int) -> bool:
        ways = [(side * right + k * down, side * down + k * right) for k in (-1, 0, 1)]
        return cells <= {_walk(grid, clue.clue, way) for clue in line for way in ways}

    return has_all(1) or has_all(-1)


def _go_on(grid: Grid, line: Sequence[Reduced], way: Place, clue_at: ClueAt) -> list[Reduced]:
    """Return the line with the clues that come next, up to the first that is no 2."""
    clues = list(line)
    while clues[-1].mines == 2 and len(clues) < _LONGEST:
        cell = _walk(grid, clues[-1].clue, way)
        beyond = None if cell is None else clue_at(cell)
        if beyond is None:
            break
        clues.append(beyond)
    return clues


# The mine count


def name_count(
    clues: Sequence[Constraint], count: Constraint, found: Mapping[Cell, bool]
) -> Technique:
    """Return the name of a step by the mine count and some clues, all without known cells.

    `found` is what they settle together; the clues alone must not.

    >>> one, two = Constraint(frozenset({0, 1}), 1), Constraint(frozenset({1, 2}), 1)
    >>> name_count([one, two], Constraint(frozenset(range(3)), 1), {0: False, 1: True, 2: False})
    <Technique.TOO_FEW: 'too few mines left'>
    """
    outside = found.keys() - frozenset().union(*(clue.cells for clue in clues))
    cell = min(outside or found)
    if _are_enough([*clues, fact(cell, not found[cell])], count.mines):
        return Technique.TOO_MANY
    return Technique.FLOATING if outside and clues else Technique.TOO_FEW


def _are_enough(clues: Sequence[Constraint], mines: int) -> bool:
    """Tell whether so many mines, or fewer, are enough for the clues.

    They are if so many fit exactly once there are as many more cells to put them into.
    """
    cells = frozenset[Cell]().union(*(clue.cells for clue in clues))
    spare = range(max(cells) + 1, max(cells) + 1 + mines)
    return can_be_met(clues, Constraint(cells.union(spare), mines))
