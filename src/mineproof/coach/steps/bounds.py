"""Bounds: the least and the most mines that a box can hold, propagated from clue to clue.

A box is a set of cells that the same clues touch. At first it holds between no mines and as many as
it has cells. A clue narrows the bounds of each of its boxes by those of its other boxes: the most
they can hold leaves the box at least the rest, the least they must hold leaves it at most the rest.
This repeats until nothing changes, or until a clue cannot be met: its boxes hold too many mines at
least, or too few at most. A box whose bounds meet is settled.

Known cells, and cells assumed to see where it leads, are boxes of their own with equal bounds. If
an assumption ends in a clash, its opposite is true. That is how a person tries a case; it misses
little of what the clues imply, and every finding can be explained.

Each narrowing remembers those it builds on, so an explanation of a settled cell or a clash includes
only what it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from mineproof.logic.fronts import boxes, split
from mineproof.logic.problem import Cell, Constraint

Box: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Some cells hold at least `mines` (at most, if not `is_least`) because of one clue.

    For a least, `others` are all other cells of the clue, and hold `others_mines` at most. For a
    most, `others` are those other cells that hold `others_mines` at least.
    """

    clue: Constraint
    cells: tuple[Cell, ...]
    is_least: bool
    mines: int
    others: tuple[Cell, ...]
    others_mines: int

    @property
    def settles(self) -> bool:
        """Whether it settles the cells: all are mines, or none is."""
        return self.mines == (len(self.cells) if self.is_least else 0)

    @property
    def is_whole(self) -> bool:
        """Whether it is about all cells of its clue, and so only repeats it."""
        return len(self.cells) == len(self.clue.cells)


@dataclass(frozen=True, slots=True)
class Clash:
    """A clue that cannot be met: its cells hold at least, or at most, `mines`."""

    clue: Constraint
    is_least: bool
    mines: int


_Side: TypeAlias = tuple[Box, bool]
"""A box, and whether its lower or its upper bound is meant."""


class Bounds:
    """What bounds settle, and why; or which clue clashes with what is `known`, and why.

    >>> one, two = Constraint(frozenset({0, 1}), 1), Constraint(frozenset({0, 1, 2}), 2)
    >>> bounds = Bounds([one, two])
    >>> bounds.settled
    {2: True}
    >>> [(bound.cells, bound.is_least, bound.mines) for bound in bounds.leading_to([2])]
    [((0, 1), False, 1), ((2,), True, 1)]
    >>> Bounds([one, two], {2: False}).clash == Clash(two, is_least=False, mines=1)
    True
    """

    def __init__(
        self, clues: Sequence[Constraint], known: Mapping[Cell, bool] | None = None
    ) -> None:
        """Narrow the bounds of all boxes of `clues` as far as possible, given what is `known`."""
        self.clash: Clash | None = None
        self._known = known or {}
        self._boxes = _parted(clues, self._known)
        self._mines = {(box, True): self._least(box) for box in self._boxes}
        self._mines |= {(box, False): self._most(box) for box in self._boxes}
        # Three parallel records: bounds in the order found, the indices of the bounds that each
        # used, and the index of the current bound of each side (none: still as at the start).
        self._found: list[Narrowing] = []
        self._premises: list[list[int]] = []
        self._latest: dict[_Side, int] = {}
        # It ends: each round but the last narrows some bound by one or more, and bounds that leave
        # the box no possible number make a clue clash.
        while self._narrow_all(clues):
            pass

    @cached_property
    def settled(self) -> Mapping[Cell, bool]:
        """The cells that the bounds settle and that were not known, and whether each is a mine."""
        assert self.clash is None, "nothing is settled by clues that clash"
        sure = [box for box in self._boxes if box[0] not in self._known and self._is_sure(box)]
        return {cell: self._mines[box, True] > 0 for box in sure for cell in box}

    def leading_to(self, cells: Iterable[Cell]) -> tuple[Narrowing, ...]:
        """Return the bounds that settle `cells`, and those they build on, in order."""
        wanted = set(cells)
        chosen = [box for box in self._boxes if wanted.intersection(box)]
        # A mine follows from the least of its box, a safe cell from the most.
        return self._leading_to([(box, self.settled[box[0]]) for box in chosen])

    @property
    def leading_to_clash(self) -> tuple[Narrowing, ...]:
        """The bounds that the clash builds on, in order."""
        assert self.clash is not None
        own = self._boxes_of(self.clash.clue)
        return self._leading_to([(box, self.clash.is_least) for box in own])

    def _leading_to(self, sides: Iterable[_Side]) -> tuple[Narrowing, ...]:
        needed = set(self._premises_of(sides))
        # Premises have smaller indices than what they support, so one pass backwards is enough.
        for i in range(len(self._found) - 1, -1, -1):
            if i in needed:
                needed.update(self._premises[i])
        return _joined(self._found[i] for i in sorted(needed))

    def _premises_of(self, sides: Iterable[_Side]) -> list[int]:
        return [self._latest[side] for side in sides if side in self._latest]

    # A box with a known cell has no other: its first cell speaks for it (`_parted`).
    def _least(self, box: Box) -> int:
        return int(self._known.get(box[0], False))

    def _most(self, box: Box) -> int:
        return int(self._known.get(box[0], len(box)))

    def _is_sure(self, box: Box) -> bool:
        return self._mines[box, True] == len(box) or self._mines[box, False] == 0

    def _boxes_of(self, clue: Constraint) -> list[Box]:
        return [box for box in self._boxes if box[0] in clue.cells]

    def _narrow_all(self, clues: Sequence[Constraint]) -> bool:
        """Narrow the bounds by each clue; tell whether any changed and no clue clashes."""
        before = len(self._found)
        for clue in clues:
            own = self._boxes_of(clue)
            self.clash = self._find_clash(clue, own)
            if self.clash is not None:
                return False
            for box in own:
                for is_least in (True, False):
                    self._tighten(clue, own, (box, is_least))
        return len(self._found) > before

    def _find_clash(self, clue: Constraint, own: Sequence[Box]) -> Clash | None:
        least, most = (sum(self._mines[box, side] for box in own) for side in (True, False))
        if least > clue.mines:
            return Clash(clue, True, least)
        return Clash(clue, False, most) if most < clue.mines else None

    def _tighten(self, clue: Constraint, own: Sequence[Box], side: _Side) -> None:
        box, is_least = side
        others = [(other, not is_least) for other in own if other != box]
        held = sum(self._mines[other] for other in others)
        mines, before = clue.mines - held, self._mines[side]
        if mines > before if is_least else mines < before:
            # For a most, others without a mine to hold need no mention. For a least all do: even
            # those that can hold none are part of "the other cells hold at most".
            parts = [other for other in others if is_least or self._mines[other]]
            cells = tuple(sorted(cell for part, _ in parts for cell in part))
            self._mines[side] = mines
            self._premises.append(self._premises_of(others))
            self._latest[side] = len(self._found)
            self._found.append(Narrowing(clue, box, is_least, mines, cells, held))


def _joined(bounds: Iterable[Narrowing]) -> tuple[Narrowing, ...]:
    """Merge all bounds by which one clue settles boxes in the same way, at the first of them.

    As soon as a clue settles one box, each of its boxes holds exactly as many mines as it must, or
    as it can. What the clue settles in later rounds could have been said at once.
    """
    kept: dict[object, Narrowing] = {}
    for i, bound in enumerate(bounds):
        key = (bound.clue, bound.is_least) if bound.settles else i
        kept[key] = _both(kept[key], bound) if key in kept else bound
    return tuple(kept.values())


def _both(first: Narrowing, second: Narrowing) -> Narrowing:
    """Return two bounds of one clue that settle boxes as one bound."""
    cells = tuple(sorted({*first.cells, *second.cells}))
    if not first.is_least:
        return replace(first, cells=cells)
    others = tuple(sorted(first.clue.cells.difference(cells)))
    held = first.clue.mines - len(cells)
    return replace(first, cells=cells, mines=len(cells), others=others, others_mines=held)


def _parted(clues: Sequence[Constraint], known: Mapping[Cell, bool]) -> list[Box]:
    """Return the boxes of some clues, each known cell in a box of its own."""
    parted = list[Box]()
    for front in split(clues):
        for box in boxes(front):
            parted += [(cell,) for cell in box if cell in known]
            parted += [left] if (left := tuple(c for c in box if c not in known)) else []
    return parted
