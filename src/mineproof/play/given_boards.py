"""Given boards: a file of them, one JSON object per line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.agents.base import Agent
from mineproof.board.formats.fields import Fields
from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rng import check_seed
from mineproof.board.rules import Finish
from mineproof.errors import BadInput
from mineproof.play.match import Match
from mineproof.play.referee import Referee


@dataclass(frozen=True, slots=True)
class Given:
    """A layout to play, with `safe` cells that are open from the start or a `first` cell to open.

    `seed` decides the guesses.
    """

    layout: Layout
    safe: tuple[Cell, ...] = ()
    first: Cell | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.safe and self.first is not None:
            raise BadInput(f"safe cells and first cell {self.first}; expected one or the other")
        self.layout.check_safe(self.safe)
        check_seed(self.seed)

    def match(
        self,
        agent: Agent,
        finish: Finish,
        *,
        tell_total: bool = True,
        referee: Referee | None = None,
    ) -> Match:
        """Return the match of `agent` on this layout."""
        return Match(
            Game.on(self.layout, finish, safe=self.safe),
            agent,
            first=self.first,
            seed=self.seed,
            tell_total=tell_total,
            referee=referee,
        )


class GivenBoard(NamedTuple):
    """A board, and the game that is played on it."""

    given: Given
    finish: Finish

    @classmethod
    def read(cls, fields: Fields) -> GivenBoard:
        """Return the board of a line; raise BadInput.

        With `start` it is a clearing game that opens this cell first; with `safe`, a marking game
        that hands out these cells. `shape` defaults to square.
        """
        shape = _shape(fields.text("shape", Shape.SQUARE.value))
        grid = Grid(fields.integer("rows"), fields.integer("cols"), shape)
        layout = Layout(grid, frozenset(fields.cells("mines", grid, distinct=True)))
        if ("start" in fields) == ("safe" in fields):
            raise BadInput(
                "expected either 'start' (the clearing game) or 'safe' (the marking game)"
            )
        if "safe" in fields:
            return cls(Given(layout, tuple(fields.cells("safe", grid))), Finish.MARKING)
        return cls(Given(layout, first=fields.cell("start", grid)), Finish.CLEARING)

    def kind(self) -> tuple[Grid, Finish]:
        """Return what boards must have in common to be played together."""
        return self.given.layout.grid, self.finish


def read_boards(lines: Iterable[bytes]) -> list[GivenBoard]:
    """Return the boards of these lines, skipping blank ones; raise BadInput with the line number.

    >>> board, = read_boards([b'{"rows": 1, "cols": 2, "mines": [[0, 1]], "start": [0, 0]}'])
    >>> board.finish.value, board.given.layout.picture()
    ('clearing', '1*')
    """
    return [_read(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _read(number: int, line: bytes) -> GivenBoard:
    try:
        return GivenBoard.read(Fields.parse(line))
    except BadInput as error:
        raise BadInput(f"line {number}: {error}") from None


def _shape(name: str) -> Shape:
    for shape in Shape:
        if shape.value == name:
            return shape
    raise BadInput(f"'shape' is {name!r}; expected {', '.join(each.value for each in Shape)}")
