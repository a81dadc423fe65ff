"""Doubt: why an uncertain cell is uncertain, and how its odds come about.

Two layouts that fit say why: one has a mine in the cell, the other has none. They are alike
wherever they can be, so that what differs is what the cell is about. The odds come about by
counting: the cell shares its mines with its part of the board (`counting/shares.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.coach.language import Sentence, percent
from mineproof.coach.words.voice import Voice
from mineproof.counting.count import propagate
from mineproof.counting.digits import rounded
from mineproof.counting.draw import draw
from mineproof.counting.odds import Prior
from mineproof.counting.shares import Share, Shares, shares_of
from mineproof.logic.fronts import floating, split
from mineproof.logic.problem import Cell, Problem, fact
from mineproof.logic.reader import read

TRIES = 8
"""How many layouts without a mine in the cell are drawn, to find one that differs in few cells."""

MOST_SHARES = 3
"""How many numbers of mines are told; the others are rarely of weight."""


@dataclass(frozen=True, slots=True)
class Witness:
    """The mines of a layout that fits: those that a number touches, and those elsewhere."""

    frontier: tuple[Cell, ...]
    elsewhere: tuple[Cell, ...]

    @property
    def mines(self) -> frozenset[Cell]:
        """All of them."""
        return frozenset((*self.frontier, *self.elsewhere))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A layout with a mine in the cell, one without, and how the layouts divide.

    `shares` is None if a prior makes layouts unequal.
    """

    cell: Cell
    mined: Witness
    safe: Witness
    shares: Shares | None


def doubt(view: View, cell: Cell, prior: Prior | None = None) -> Doubt:
    """Return why an uncertain cell is uncertain; the same view gives the same layouts.

    Raises LimitReached if there are too many to count.

    >>> found = doubt(View.from_picture("## 11", mines=1), 0)
    >>> found.mined, found.safe
    (Witness(frontier=(0,), elsewhere=()), Witness(frontier=(1,), elsewhere=()))
    >>> found.shares.shares
    (Share(mines=1, mined=1, safe=1, rest=1),)
    """
    problem = read(view)
    mined = _drawn(problem, cell, True, seed=0)
    safe = _closest(problem, cell, mined)
    shares = None if prior is not None and view.mines is None else shares_of(problem, cell)
    return Doubt(cell, _witness(problem, mined), _witness(problem, safe), shares)


def _drawn(problem: Problem, cell: Cell, mined: bool, *, seed: int) -> frozenset[Cell]:
    told = replace(problem, constraints=(*problem.constraints, fact(cell, mined)))
    return draw(told, Rng(seed))


def _witness(problem: Problem, mines: Collection[Cell]) -> Witness:
    away = frozenset(floating(problem))
    covered = problem.cells.intersection(mines)
    return Witness(tuple(sorted(covered - away)), tuple(sorted(covered & away)))


# Two layouts that are alike


def _closest(problem: Problem, cell: Cell, mined: frozenset[Cell]) -> frozenset[Cell]:
    """Return a layout without a mine in the cell, as close to the other as is found."""
    near = _Near(problem, cell, mined)
    drawn = [near.adapt(_drawn(problem, cell, False, seed=seed)) for seed in range(TRIES)]
    return min(drawn, key=lambda mines: len(mines ^ near.mined))


class _Near:
    """A layout with a mine in the cell, and what of it another layout may take over."""

    def __init__(self, problem: Problem, cell: Cell, mined: frozenset[Cell]) -> None:
        known, constraints = propagate(problem.constraints)
        linked = next((f.cells for f in split(constraints) if cell in f.cells), (cell,))
        settled = frozenset(known).union(*(each.cells for each in constraints))
        self._total, self.mined = problem.total, mined
        self._part = frozenset(linked)
        self._free = problem.cells - settled - {cell}
        self._others = problem.cells - self._part - self._free

    def adapt(self, drawn: frozenset[Cell]) -> frozenset[Cell]:
        """Return a layout that has only the part of the cell from `drawn`, if the count allows.

        Cells that no clue touches are interchangeable: they take up the difference.
        """
        fixed = (drawn & self._part) | (self.mined & self._others)
        free = sorted(self.mined & self._free)
        wanted = len(free) if self._total is None else self._total - len(fixed)
        if not 0 <= wanted <= len(self._free):
            return drawn
        spare = sorted(self._free.difference(free))
        return fixed.union((free + spare)[:wanted])


# In words


def doubt_words(found: Doubt, voice: Voice) -> Iterator[Sentence]:
    """Yield why the cell is uncertain, and how its odds come about, the weightiest part first."""
    cell, shares = voice.list([found.cell]), found.shares
    yield voice.tell("cells.both", cell=cell)
    if shares is None:
        return
    size = len(shares.part)
    if shares.is_floating:
        mean = f"{shares.mean_mines:.1f}"
        yield voice.tell("cells.floating", count=size, cell=cell, cells=str(size), mines=mean)
        return
    every = shares.mined + shares.safe
    for share in shares.shares[:MOST_SHARES]:
        yield _share_words(share, voice, cell, size, percent(share.layouts / every))


def _share_words(share: Share, voice: Voice, cell: Sentence, size: int, part: str) -> Sentence:
    return voice.tell(
        "cells.share",
        count=share.mines,
        mines=share.mines,
        cells=str(size),
        cell=cell,
        mined=rounded(share.mined),
        ways=rounded(share.mined + share.safe),
        share=part,
    )
