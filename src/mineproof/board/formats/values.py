"""What files hold: a layout, a view or a game; and conversions between them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.board.view import HIDDEN, MINE, View
from mineproof.errors import BadFile


class Holds(Enum):
    """What a file holds."""

    LAYOUT = "layout"
    VIEW = "view"
    GAME = "game"


class Clicks(NamedTuple):
    """How often a player clicked, with or without effect."""

    opens: int
    flags: int
    chords: int

    @property
    def total(self) -> int:
        """All clicks together."""
        return sum(self)


@dataclass(frozen=True, slots=True)
class Replay:
    """A game with its moves and, from a replay file, their times, its duration and the clicks.

    Times are in seconds from the start of the recording.
    """

    transcript: Transcript
    times: tuple[float, ...] = ()
    seconds: float | None = None
    clicks: Clicks | None = None


Value: TypeAlias = Layout | View | Replay


def kind(value: Value) -> Holds:
    """Return the kind of a value."""
    match value:
        case Layout():
            return Holds.LAYOUT
        case View():
            return Holds.VIEW
        case Replay():
            return Holds.GAME


def as_layout(value: Value) -> Layout:
    """Return the layout of a value; raise BadInput if it is unknown or contradicts itself.

    A view's layout is known if all its mines are visible, or no cell is covered; then each number
    is that of the mines around it.

    >>> as_layout(View.from_picture("1* ##", mines=1)).picture()
    '1*\\n11'
    """
    match value:
        case Layout():
            return value
        case Replay():
            return value.transcript.end().layout
        case View():
            return _uncovered(value)


def as_view(value: Value) -> View:
    """Return the view at the end of a game, or of a fully uncovered layout.

    >>> as_view(Layout.from_picture("*. ..")).picture()
    '*1\\n11'
    """
    match value:
        case View():
            return value
        case Replay():
            return value.transcript.end().view
        case Layout():
            numbers = bytearray(value.numbers())
            for mine in value.mines:
                numbers[mine] = MINE
            return View(value.grid, bytes(numbers), len(value.mines))


def as_replay(value: Value) -> Replay:
    """Return a game; a layout, or a view that shows one, becomes a clearing game without moves.

    >>> print(as_replay(Layout.from_picture("*. ..")).transcript)
    layout/clearing
    *1
    11
    """
    if isinstance(value, Replay):
        return value
    return Replay(Transcript(GivenLayout(as_layout(value), Finish.CLEARING)))


def square(grid: Grid, form: str) -> Grid:
    """Return `grid`; raise BadFile if it is not square."""
    if grid.shape is not Shape.SQUARE:
        raise BadFile(f"{form} cannot hold a {grid.shape.value} grid; expected a square one")
    return grid


def _uncovered(view: View) -> Layout:
    mines = frozenset(cell for cell, code in enumerate(view.cells) if code == MINE)
    covered = sum(code >= HIDDEN for code in view.cells) - len(mines)
    if len(mines) != view.mines and (covered or view.mines is not None):
        wanted = "" if view.mines is None else f" of {view.mines}"
        raise BadFile(
            f"{covered} covered cells and {len(mines)}{wanted} mines visible;"
            " expected a view that shows all its mines"
        )
    layout = Layout(view.grid, mines)
    layout.check_numbers({cell: code for cell, code in enumerate(view.cells) if code < HIDDEN})
    return layout
