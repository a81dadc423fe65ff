"""Table: where a player sits for one game, what it is told there, and what it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mineproof.board.game import Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.rules import Finish
from mineproof.board.view import Sight, View
from mineproof.errors import BadGrid, Fault


@dataclass(frozen=True, slots=True)
class Table:
    """What a player is told before the game: `mines` is None if the mine count is hidden.

    `seed` is for random choices. It is not the seed of the board, and does not lead to it.
    `start` is the start rule as in game ids, None if there is none; `seconds` is how long a move
    may take, None if nobody minds.
    """

    grid: Grid
    mines: int | None
    seed: int
    finish: Finish
    start: str | None = None
    seconds: float | None = None

    @property
    def marks_mines(self) -> bool:
        """Whether every mine has to be flagged to win."""
        return self.finish.needs_flags


class Testimony(NamedTuple):
    """What a player holds certain besides its move, and how it has mistreated its own sets.

    `known` tells for cells whether they are mines; it is None if the player does not say.
    """

    known: Mapping[Cell, bool] | None = None
    slips: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What a mover answers: a move, or None if it has none; what it claims, and why.

    `risk`, `risks` of all cells, `is_certain` and `testimony` are its own words; nobody relies on
    them.
    """

    move: Move | None
    is_certain: bool = False
    risk: float | None = None
    reason: str = ""
    risks: Mapping[Cell, float] | None = None
    testimony: Testimony = Testimony()


class Mover(ABC):
    """One player at its table, for one game."""

    @abstractmethod
    def move(self, view: View, news: Sequence[Sight]) -> Answer:
        """Return the next move; `news` is what has been opened since the last one.

        Raises Fault if the player fails.
        """

    def testify(self) -> Testimony:
        """Return what the player holds certain after its last answer; raise Fault if it fails."""
        return Testimony()

    @property
    def is_gone(self) -> bool:
        """Whether its process has ended, which costs more than a mistake."""
        return False

    def seconds_elsewhere(self) -> float:
        """Return the CPU time that other processes have used for it so far, in this game or not."""
        return 0.0

    def leave(self, outcome: str) -> None:  # noqa: B027 - most need no farewell
        """End the game: won, lost, stuck or fault."""


def cell_at(grid: Grid, place: Any, what: str) -> Cell:
    """Return the cell at (row, column), as somebody's code gave it; raise Fault if it is none."""
    try:
        row, col = place
        if type(row) is int and type(col) is int:
            return grid.at(row, col)
    except (TypeError, ValueError, BadGrid):
        pass
    wish = f"(row, column) from (0, 0) to ({grid.rows - 1}, {grid.cols - 1})"
    raise Fault(f"{what} {place!r:.60}; expected {wish}")
