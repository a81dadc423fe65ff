"""Why a stuck game is stuck: the cells that are left, group by group, each with its cause.

What the player has proved is removed from the clues. Cells that clues still link form a group; so
do adjacent cells that no clue touches. Exact counting says what could be known about a group, from
its clues alone and with the mine count; what the player did not find is the cause. If nothing could
be known, the game itself is to blame.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from mineproof.board.grid import Cell, Grid
from mineproof.board.view import MINE, View
from mineproof.counting.counted_odds import odds_of
from mineproof.counting.digits import digits
from mineproof.errors import LimitReached
from mineproof.logic.fronts import Front, floating, split
from mineproof.logic.problem import Constraint, Namer, Problem
from mineproof.logic.reader import read


class Cause(Enum):
    """Why the cells of a group were left."""

    SEALED = "sealed"
    """No clue touches them, and the mine count does not settle them."""

    SEVERAL_LAYOUTS = "several layouts"
    """Several layouts fit, and no cell is the same in all of them, even with the mine count."""

    MINE_COUNT = "mine count"
    """Some cell is certain, but only with the mine count."""

    STRONGER_ENGINE = "stronger engine"
    """Some cell is certain from the clues alone; the player's engine was too weak to see it."""

    UNKNOWN = "unknown"
    """The count exceeded its limit."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that were left together, and why; all cells in order."""

    cells: tuple[Cell, ...]
    cause: Cause
    certain: tuple[tuple[Cell, bool], ...] = ()
    """Its cells that could have been found, and whether each is a mine."""

    layouts: int | None = None
    """How many layouts fit the clues of the group; None where no clue touches it."""

    walls: tuple[Cell, ...] = ()
    """The mines around a group that no clue touches."""

    beside: tuple[Cell, ...] = ()
    """The undetermined cells of other groups around a group that no clue touches."""


def diagnose(
    view: View, settled: Mapping[Cell, bool], *, max_states: int | None = None
) -> tuple[Group, ...]:
    """Return the groups of cells that are neither open in `view` nor `settled`, in reading order.

    `settled` is what the player's engine has proved. Raises Contradiction if no layout fits it and
    the view.

    >>> view = View.from_picture("#1#1#", mines=1)
    >>> for group in diagnose(view, {}):
    ...     print(words(group, view.grid.name))
    a1, c1, e1: certain only with the mine count: a1, e1 are safe and c1 is a mine.
    """
    seen = {cell: True for cell, code in enumerate(view.cells) if code == MINE}
    known = {**settled, **seen}
    problem = without_known(read(view), known)
    by_count = _certain_with_count(problem, max_states)
    groups = [_linked(front, by_count, max_states) for front in split(problem.constraints)]
    groups += [
        _untouched(region, view.grid, problem, known, by_count)
        for region in regions(view.grid, floating(problem))
    ]
    return tuple(sorted(groups, key=lambda group: group.cells))


def causes(groups: Iterable[Group]) -> tuple[Cause, ...]:
    """Return each cause once, first those that a better player would have avoided.

    >>> found = causes([Group((0,), Cause.SEALED), Group((5,), Cause.MINE_COUNT)])
    >>> [cause.value for cause in found]
    ['mine count', 'sealed']
    """
    found = {group.cause for group in groups}
    return tuple(cause for cause in BY_HELP if cause in found)


BY_HELP = (
    Cause.STRONGER_ENGINE,
    Cause.MINE_COUNT,
    Cause.UNKNOWN,
    Cause.SEVERAL_LAYOUTS,
    Cause.SEALED,
)
"""All causes, first those that a better player would have avoided."""


def without_known(problem: Problem, known: Mapping[Cell, bool]) -> Problem:
    """Return what `problem` says about the cells that are not known."""
    left = problem.cells.difference(known)
    reduced = [
        Constraint(c.cells & left, c.mines - _mines(c.cells, known), c.clue)
        for c in problem.constraints
    ]
    spared = tuple(c for c in reduced if c.cells or c.mines)
    total = None if problem.total is None else problem.total - _mines(problem.cells, known)
    return Problem(spared, left, total)


def regions(grid: Grid, cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Return the connected parts of `cells` on the grid, each in order.

    >>> regions(Grid(1, 5), [0, 1, 4])
    [(0, 1), (4,)]
    """
    left = set(cells)
    found = []
    for first in sorted(left):
        if first in left:
            left.remove(first)
            region = [first]
            for cell in region:
                fresh = left.intersection(grid.neighbours(cell))
                left -= fresh
                region.extend(fresh)
            found.append(tuple(sorted(region)))
    return found


def _certain_with_count(problem: Problem, max_states: int | None) -> dict[Cell, bool] | None:
    """Return what is certain with the mine count, if known; None if the count exceeds its limit."""
    if problem.total is None:
        return {}
    try:
        return dict(odds_of(problem, max_states=max_states).certain)
    except LimitReached:
        return None


def _linked(front: Front, by_count: dict[Cell, bool] | None, max_states: int | None) -> Group:
    try:
        alone = Problem(front.constraints, frozenset(front.cells))
        odds = odds_of(alone, max_states=max_states)
        by_clues, layouts = dict(odds.certain), odds.layouts
    except LimitReached:
        return Group(front.cells, Cause.UNKNOWN)
    certain = by_clues | _part(by_count or {}, front.cells)
    if by_clues:
        cause = Cause.STRONGER_ENGINE
    elif by_count is None:
        cause = Cause.UNKNOWN
    else:
        cause = Cause.MINE_COUNT if certain else Cause.SEVERAL_LAYOUTS
    return Group(front.cells, cause, tuple(sorted(certain.items())), layouts)


def _untouched(
    region: tuple[Cell, ...],
    grid: Grid,
    problem: Problem,
    known: Mapping[Cell, bool],
    by_count: dict[Cell, bool] | None,
) -> Group:
    if by_count is None:
        return Group(region, Cause.UNKNOWN)
    certain = tuple(_part(by_count, region).items())
    around = sorted({near for cell in region for near in grid.neighbours(cell)}.difference(region))
    walls = tuple(cell for cell in around if known.get(cell, False))
    beside = tuple(cell for cell in around if cell in problem.cells)
    cause = Cause.MINE_COUNT if certain else Cause.SEALED
    return Group(region, cause, certain, walls=walls, beside=beside)


def _part(certain: Mapping[Cell, bool], cells: Iterable[Cell]) -> dict[Cell, bool]:
    return {cell: certain[cell] for cell in cells if cell in certain}


def _mines(cells: Collection[Cell], known: Mapping[Cell, bool]) -> int:
    return sum(known[cell] for cell in cells if cell in known)


# In words


def words(group: Group, name: Namer) -> str:
    """Return one sentence that names the cells of `group` and says why they were left.

    >>> words(Group((0, 1), Cause.SEALED, walls=(2,)), "abc".__getitem__)
    'a, b: sealed off by mines; no clue touches them.'
    """
    return f"{_list(group.cells, name)}: {_reason(group, name)}."


def _reason(group: Group, name: Namer) -> str:
    match group.cause:
        case Cause.SEALED:
            return _seal(group, name)
        case Cause.SEVERAL_LAYOUTS:
            number = digits(group.layouts or 0)
            return f"{number} layouts fit the clues, and nothing shows which is right"
        case Cause.MINE_COUNT:
            return f"certain only with the mine count: {_verdict(group, name)}"
        case Cause.STRONGER_ENGINE:
            return f"a stronger engine proves that {_verdict(group, name)}"
        case Cause.UNKNOWN:
            return "too many states to count; it is unknown whether anything is certain here"


def _seal(group: Group, name: Namer) -> str:
    them = "it" if len(group.cells) == 1 else "them"
    if group.beside:
        who = "which is not certain" if len(group.beside) == 1 else "which are not certain"
        return f"behind {_list(group.beside, name)}, {who} either; no clue touches {them}"
    return f"{'sealed off by mines; ' if group.walls else ''}no clue touches {them}"


def _verdict(group: Group, name: Namer) -> str:
    safe = [cell for cell, is_mine in group.certain if not is_mine]
    mines = [cell for cell, is_mine in group.certain if is_mine]
    parts = [f"{_list(safe, name)} {'is' if len(safe) == 1 else 'are'} safe"] if safe else []
    if mines:
        parts.append(f"{_list(mines, name)} {'is a mine' if len(mines) == 1 else 'are mines'}")
    return " and ".join(parts)


_MAX_NAMES = 12


def _list(cells: Collection[Cell], name: Namer) -> str:
    """Return the names of `cells`; a long list is cut."""
    names = [name(cell) for cell in cells]
    if len(names) <= _MAX_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[: _MAX_NAMES - 2])} and {len(names) - _MAX_NAMES + 2} more"
