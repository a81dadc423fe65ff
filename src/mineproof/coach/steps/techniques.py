"""Techniques: the names that players give to steps, assigned after the proof.

A name changes nothing about a step. It depends on the clues that the step uses, and on where they
are. What counts is not the number that a clue shows but what it has *left*: its mines and cells
without those already known. "The 1" is a clue with one mine left. If a clue shows a different
number from what it has left, the technique is in its *reduced* form.

**One clue.** *Satisfied*: no mine is left, so its cells are safe. *Full*: as many mines as cells
are left, so all are mines. The first always involves known mines, so neither has a reduced form.

**Two clues.** One has as many more mines than the other as it has cells of its own; otherwise there
would be no step (`engines/parts/pairs.py`). They are *side by side* if they touch along an edge.

- *1-1*: side by side; both have one mine left. One clue's cells all belong to the other too; the
  other's remaining cells are safe.
- *1-2*: side by side; one has one mine left, the other has two and one cell of its own. That cell
  is a mine; what only the 1 touches is safe.
- *1-2-1*: a 1-2 with another 1 beyond the 2, where all cells of the three lie on one side of the
  line, in the row or column next to it. The mines are opposite the 1s; the cell opposite the 2 is
  safe. The step itself uses one 1 and the 2.
- *1-2-2-1*: the same, with another 2 and then a 1 beyond the 2. The mines are opposite the 2s.
- *Hole*: not side by side but, say, two apart or a knight's move. One clue's cells all belong to
  the other too, and both have equally many mines left. The other's remaining cells are safe.
- *Box logic*: any other two clues. They share cells, and each may have cells of its own.

The cells of a 1-1 or a 1-2 may lie on both sides of the line. Those of the longer patterns may not:
more than one cell would be opposite a clue.

All this also holds on a torus, where lines continue across the edges. The names with numbers need
rows and columns; a hex grid has only box logic and holes, whose clues may touch.

**More clues.** *Chain* or *case split*; `steps.py` says which.

**The mine count.** Suppose that a conclusion were wrong, and take the fewest mines that could then
satisfy the clues of the step.

- *Too few mines left*: that is more than are left. Also used without clues, when no mine is left.
- *All floating cells safe*: the same, for a cell that none of the clues touches. In other words,
  the clues need all the mines that are left.
- *Too many mines left*: that is no more than are left, but there is no room for the others.

A step with conclusions about cells that its clues do not touch is named for the first of those, any
other step for its first conclusion, even if the next would give a different name.
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
    """Return the name of a technique, or of its reduced form, in a language.

    >>> from mineproof.coach.language import language
    >>> title(Technique.ONE_TWO, language("en"), is_reduced=True)
    '1-2 (reduced)'
    """
    name = language.say(f"techniques.{technique.name.lower()}")
    return language.say("techniques.reduced", technique=name) if is_reduced else name


@dataclass(frozen=True, slots=True)
class Reduced:
    """A clue without its known cells: `mines` of `cells` are mines; `shown` is its number."""

    clue: Cell
    shown: int
    cells: frozenset[Cell]
    mines: int

    @property
    def is_reduced(self) -> bool:
        """Whether the number it shows differs from the mines it has left."""
        return self.shown != self.mines


ClueAt: TypeAlias = Callable[[Cell], Reduced | None]
"""The current clue of a cell; None if it shows none, or has no cells left."""


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

    `more` has as many more mines than `fewer` as it has cells of its own.

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
    """Return the direction from `start` to `end`; None if they are not side by side."""
    if grid.shape is Shape.HEX:
        return None
    return next((way for way in _WAYS if _walk(grid, start, way) == end), None)


def _walk(grid: Grid, cell: Cell, way: Place) -> Cell | None:
    """Return the cell `way` rows down and columns to the right, if there is one."""
    row, col = (here + by for here, by in zip(grid.place(cell), way, strict=True))
    if grid.shape is Shape.TORUS:
        row, col = row % grid.rows, col % grid.cols
    is_inside = 0 <= row < grid.rows and 0 <= col < grid.cols
    return grid.at(row, col) if is_inside else None


def _is_on_one_side(grid: Grid, line: Sequence[Reduced], along: Place) -> bool:
    """Tell whether all cells of a line of clues lie on one side of it, in the row next to it."""
    down, right = along
    cells = frozenset[Cell]().union(*(clue.cells for clue in line))

    def has_all(side: int) -> bool:
        ways = [(side * right + k * down, side * down + k * right) for k in (-1, 0, 1)]
        return cells <= {_walk(grid, clue.clue, way) for clue in line for way in ways}

    return has_all(1) or has_all(-1)


def _go_on(grid: Grid, line: Sequence[Reduced], way: Place, clue_at: ClueAt) -> list[Reduced]:
    """Return the line extended by the next clues, up to the first that is not a 2."""
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
    """Tell whether at most `mines` mines can satisfy the clues.

    They can if exactly `mines` fit once as many spare cells are added.
    """
    cells = frozenset[Cell]().union(*(clue.cells for clue in clues))
    spare = range(max(cells) + 1, max(cells) + 1 + mines)
    return can_be_met(clues, Constraint(cells.union(spare), mines))
