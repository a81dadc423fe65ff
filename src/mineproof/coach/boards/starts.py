"""Starts: where play on a board begins, and from which first cells it needs no guess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mineproof.board.game import Act, GameStatus
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.transcript import Transcript
from mineproof.coach.boards.certify import Verdict, certify
from mineproof.coach.boards.reach import Reach, is_solvable
from mineproof.engines.base import Engine
from mineproof.errors import BadInput

First: TypeAlias = tuple[Cell, ...]
"""The cells that are open at the start: one, or those that a game hands out."""


@dataclass(frozen=True)
class Start:
    """A layout, the cells opened first, and others that would open the same."""

    layout: Layout
    first: First
    others: First = ()


class Board:
    """The board of a transcript: each first cell has its layout, often the same for all."""

    def __init__(self, transcript: Transcript) -> None:
        """Raise BadInput if its mines are laid while it is played."""
        self._transcript = transcript
        self.grid = transcript.grid
        if transcript.board.finish.is_judged:
            raise BadInput(f"a {transcript.board.finish.value} game; expected one with a layout")

    def usual(self) -> Start | None:
        """Return the start that the transcript has; None if it leaves the first cell open."""
        game, moves = self._transcript.begin(), self._transcript.moves
        if game.safe:
            return Start(game.layout, game.safe)
        opened = next((move.cell for move in moves if move.act is Act.OPEN), None)
        if opened is None and game.setting is not None:
            opened = game.setting.first_cell
        return None if opened is None else self.start(opened)

    def start(self, first: Cell) -> Start:
        """Return the start with this first cell; raise BadInput if there is none."""
        game = self._transcript.begin()
        if game.safe:
            raise BadInput("a game that hands out its first cells; expected no other first cell")
        game.open(first)
        if game.status is GameStatus.LOST:
            raise BadInput(f"the first cell {self.grid.name(first)} is a mine; expected a safe one")
        return Start(game.layout, (first,))

    def starts(self) -> list[Start]:
        """Return every start that differs from the others, those that open most cells first."""
        game = self._transcript.begin()
        if game.safe:
            raise BadInput("a game that hands out its first cells; expected no other first cell")
        if game.setting is not None and game.setting.first_cell is not None:
            return [self.start(cell) for cell in range(self.grid.size)]
        openings = [(len(_opened(game.layout, each)), each) for each in _alike(game.layout)]
        ordered = sorted(openings, key=lambda pair: (-pair[0], pair[1]))
        return [Start(game.layout, each[:1], each[1:]) for _, each in ordered]


def _alike(layout: Layout) -> Iterator[First]:
    """Yield the safe cells, those together that open the same: the zeros of one opening."""
    numbers, seen = layout.numbers(), set[Cell]()
    for cell in layout.safe_cells():
        if numbers[cell]:
            yield (cell,)
        elif cell not in seen:
            zeros = [each for each in _opened(layout, (cell,)) if numbers[each] == 0]
            seen.update(zeros)
            yield tuple(sorted(zeros))


def _opened(layout: Layout, first: Sequence[Cell]) -> set[Cell]:
    """Return what is open after the first move."""
    numbers, waiting, found = layout.numbers(), [first[0]], set[Cell]()
    while waiting:
        cell = waiting.pop()
        if cell not in found:
            found.add(cell)
            if numbers[cell] == 0:
                waiting += layout.grid.neighbours(cell)
    return found


def needs_no_guess(start: Start, *, with_count: bool, engine: Engine | None) -> bool:
    """Tell whether a start needs no guess, without a certificate if there is a faster way."""
    if engine is None:
        return is_solvable(start.layout, start.first[0], Reach(with_count=with_count))
    found = certify(start.layout, start.first, with_count=with_count, engine=engine)
    return found.verdict is Verdict.NO_GUESS
