"""Functions that play: `view -> move`.

A move is a cell by number or name ("b3"), "Fb3" for a flag, a pair (row, column) counted from 0, a
Move, or None for "stuck".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mineproof.agents.own_moves.base import OwnMoves
from mineproof.agents.own_moves.table import Answer, Mover, Table
from mineproof.board.game import Act, Move
from mineproof.board.grid import Grid
from mineproof.board.view import Sight, View
from mineproof.engines.base import Engine
from mineproof.errors import BadInput, Fault


class Function(OwnMoves):
    """Plays what a function of the view returns.

    >>> def first(view):
    ...     return view.hidden_cells()[0]
    >>> Function(first).choose(View.from_picture("1# ##")).move.cell
    1
    """

    name = "function"

    def __init__(self, function: Callable[[View], object], engine: Engine | None = None) -> None:
        super().__init__(engine)
        self._function = function

    @property
    def about(self) -> str:
        function = getattr(self._function, "func", self._function)  # a partial has its own text
        return (function.__doc__ or "").split("\n")[0]

    def sit_down(self, table: Table) -> Mover:  # noqa: ARG002 - the view says it all
        return _FunctionMover(self._function)


class _FunctionMover(Mover):
    def __init__(self, function: Callable[[View], object]) -> None:
        self._function = function

    def move(self, view: View, news: Sequence[Sight]) -> Answer:  # noqa: ARG002
        return Answer(move_of(self._function(view), view.grid))


def move_of(value: object, grid: Grid) -> Move | None:
    """Return the move that a value means; raise Fault if it means none.

    >>> move_of("Fb1", Grid(1, 3)) == move_of(Move(Act.FLAG, 1), Grid(1, 3))
    True
    >>> move_of((0, 2), Grid(1, 3)).cell
    2
    """
    try:
        if value is None or (isinstance(value, Move) and value.act is not Act.CHORD):
            return value
        if isinstance(value, str) and value.startswith("F"):
            return Move(Act.FLAG, grid.parse(value[1:]))
        if isinstance(value, str):
            return Move(Act.OPEN, grid.parse(value))
        if isinstance(value, tuple | list) and len(value) == 2:
            return Move(Act.OPEN, grid.at(*value))
        return Move(Act.OPEN, grid.check(value.__index__()))  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        raise Fault(f"it returned {value!r:.60}; expected a cell, 'b3', 'Fb3' or None") from None
    except BadInput as error:
        raise Fault(f"it returned {value!r:.60}: {error}") from None
