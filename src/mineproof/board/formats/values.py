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
    """How often a player has clicked, whether it did anything or not."""

    opens: int
    flags: int
    chords: int

    @property
    def total(self) -> int:
        """All clicks together."""
        return sum(self)


@dataclass(frozen=True, slots=True)
class Replay:
    """A game with its moves; of a person's game also their times, its duration and the clicks.

    A time is in seconds from the start of the replay file. A transcript has none, and no clicks.
    """

    transcript: Transcript
    times: tuple[float, ...] = ()
    seconds: float | None = None
    clicks: Clicks | None = None


Value: TypeAlias = Layout | View | Replay


def kind(value: Value) -> Holds:
    """Return what a value is."""
    match value:
        case Layout():
            return Holds.LAYOUT
        case View():
            return Holds.VIEW
        case Replay():
            return Holds.GAME


def as_layout(value: Value) -> Layout:
    """Return the layout of a value; raise BadInput if it is not known.

    That of a view is known if all its mines are seen, or if nothing is covered.

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
    """Return what is seen: at the end of a game, and all of a layout.

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
    """Return a game: of a layout, or of a view that shows one, the clearing game before any move.

    >>> print(as_replay(Layout.from_picture("*. ..")).transcript)
    layout/clearing
    *1
    11
    """
    if isinstance(value, Replay):
        return value
    return Replay(Transcript(GivenLayout(as_layout(value), Finish.CLEARING)))


def square(grid: Grid, form: str) -> Grid:
    """Return a grid; raise BadFile if it is not square, for few formats know other shapes."""
    if grid.shape is not Shape.SQUARE:
        raise BadFile(f"{form} holds no {grid.shape.value} grid; expected a square one")
    return grid


def _uncovered(view: View) -> Layout:
    mines = frozenset(cell for cell, code in enumerate(view.cells) if code == MINE)
    covered = sum(code >= HIDDEN for code in view.cells) - len(mines)
    if covered and len(mines) != view.mines:
        wanted = "" if view.mines is None else f" of {view.mines}"
        raise BadFile(
            f"{covered} covered cells and {len(mines)}{wanted} mines seen;"
            " expected a view that shows all its mines"
        )
    return Layout(view.grid, mines)
