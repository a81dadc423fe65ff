"""Judge: who lays the mines of a prove-it game while it is played.

To judge is to count layouts, which this room cannot do: the package itself appoints the judge, when
it is loaded. The judge that it appoints is in `play.judge`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import View

Judge: TypeAlias = Callable[[View, Sequence[Cell], Layout, Rng], Layout]
"""Given what is seen, the cells that are opened now, the layout so far, which fits what is seen,
and the random numbers of the game, returns the layout from now on, which fits it too."""

_appointed: list[Judge] = []


def appoint(judge: Judge) -> None:
    """Let this judge lay the mines of all prove-it games from now on."""
    _appointed[:] = [judge]


def judge() -> Judge:
    """Return the judge that is appointed."""
    assert _appointed, "mineproof/__init__.py appoints a judge before any game is played"
    return _appointed[0]
