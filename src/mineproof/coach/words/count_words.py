"""A step by the mine count in words: how many mines are left, and how many of them touch the clues.

The clues can be met with some least and some most number of mines among their cells. If the least
is all that is left, none remains for the other cells. If even the most leaves as many mines as
there are other cells, these are all mines. And a cell of the clues is settled if its opposite would
need more mines than are left, or leave no room for all of them. Very rarely the reason is none of
these; then the text only says that all layouts agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from mineproof.coach.language import Sentence
from mineproof.coach.steps.fewest import mine_numbers
from mineproof.coach.words.voice import Voice
from mineproof.logic.problem import Cell, Constraint, Fact, fact


class CountCause(Enum):
    """Why the mine count settles a cell."""

    NONE_LEFT = "the clues take all mines that are left"
    ONLY_ROOM = "the clues leave as many mines as there are other cells"
    TOO_FEW = "were it otherwise, the clues would take more mines than are left"
    TOO_MANY = "were it otherwise, there would be no room for all mines that are left"
    NO_EXCEPTION = "every layout agrees"


class CountReason(NamedTuple):
    """Why a cell is what it is; `mines` is the least or the most that the cause mentions."""

    cause: CountCause
    is_mine: bool
    mines: int = 0


def why(clues: Sequence[Constraint], count: Constraint, conclusion: Fact) -> CountReason:
    """Return why the clues and the mine count, all without known cells, settle a cell.

    >>> clues = [Constraint(frozenset({0, 1}), 1), Constraint(frozenset({1, 2}), 1)]
    >>> count = Constraint(frozenset(range(5)), 1)
    >>> why(clues, count, (4, False)).cause.value
    'the clues take all mines that are left'
    >>> why(clues, count, (0, False)).cause.value
    'were it otherwise, the clues would take more mines than are left'
    """
    cell, is_mine = conclusion
    if cell in _others(clues, count):
        return _why_other(clues, count, is_mine)
    otherwise = mine_numbers([*clues, fact(cell, not is_mine)])
    fewest, room = otherwise[0], otherwise[-1] + len(_others(clues, count))
    if fewest > count.mines:
        return CountReason(CountCause.TOO_FEW, is_mine, fewest)
    if room < count.mines:
        return CountReason(CountCause.TOO_MANY, is_mine, room)
    return CountReason(CountCause.NO_EXCEPTION, is_mine)


def _why_other(clues: Sequence[Constraint], count: Constraint, is_mine: bool) -> CountReason:
    """Return why the cells that none of the clues touches are what they are."""
    numbers = mine_numbers(clues)
    fewest, most = numbers[0], numbers[-1]
    if is_mine and most == count.mines - len(_others(clues, count)):
        return CountReason(CountCause.ONLY_ROOM, is_mine, most)
    if not is_mine and fewest == count.mines:
        return CountReason(CountCause.NONE_LEFT, is_mine, fewest)
    return CountReason(CountCause.NO_EXCEPTION, is_mine)


def _others(clues: Sequence[Constraint], count: Constraint) -> frozenset[Cell]:
    return count.cells.difference(*(clue.cells for clue in clues))


# In words


def tell_count(
    voice: Voice,
    clues: Sequence[Constraint],
    count: Constraint,
    whole: Constraint,
    conclusions: Sequence[Fact],
) -> Iterator[Sentence]:
    """Yield the reasons of a step; `whole` is the mine count with the known cells."""
    yield _tell_left(voice, count.mines, whole.mines)
    reasons: dict[CountReason, list[Cell]] = {}
    for conclusion in conclusions:
        reasons.setdefault(why(clues, count, conclusion), []).append(conclusion[0])
    for reason, cells in reasons.items():
        if clues:
            yield _tell_reason(voice, clues, reason, cells)
        elif reason.is_mine:
            yield voice.tell("steps.fill", count=len(cells), cells=voice.list(cells))


def _tell_left(voice: Voice, left: int, total: int) -> Sentence:
    if left == total:
        return voice.tell("steps.total", count=total, mines=total)
    if left == 0:
        return voice.tell("steps.all_known", count=total, total=total)
    known = total - left
    return voice.tell("steps.some_left", count=left, total=total, known=known, mines=left)


def _tell_reason(
    voice: Voice, clues: Sequence[Constraint], reason: CountReason, cells: Sequence[Cell]
) -> Sentence:
    key = "steps.if_safe" if reason.is_mine else "steps.if_mine"
    parts = {
        "clues": voice.clues(clues),
        "count": reason.mines,
        "mines": reason.mines,
        "cells": voice.list(cells),
        "opposite": voice.tell(key, count=len(cells), cells=voice.set(cells)),
    }
    match reason.cause:
        case CountCause.NONE_LEFT:
            return voice.tell("steps.none_left", **parts)
        case CountCause.ONLY_ROOM:
            return voice.tell("steps.only_room", **parts)
        case CountCause.TOO_FEW:
            return voice.tell("steps.too_few", **parts)
        case CountCause.TOO_MANY:
            return voice.tell("steps.too_many", **parts)
        case CountCause.NO_EXCEPTION:
            return voice.tell("steps.no_exception", **parts)
