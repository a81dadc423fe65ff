"""The agent `ms-toollib`: the cell with the least risk, as counted by ms_toollib from PyPI.

It opens every cell that ms_toollib gives no risk, and asks again when all are open. If there is
none, it opens the cell with the least risk; cells whose risks differ by less than one part in 10**8
count as equally safe, and the first of them in reading order is opened. In the marking game it
flags the cells whose risk is 1 before it guesses.

It needs `pip install 'mineproof[peers]'`. ms_toollib knows square grids only, and needs the mine
count. On a long front it may count for minutes, and nothing in its process could stop it: many
games are therefore played in a host.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mineproof.agents.own_moves.base import OwnMoves
from mineproof.agents.own_moves.table import Answer, Mover, Table
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Shape
from mineproof.board.view import FLAG, HIDDEN, MINE, Sight, View
from mineproof.engines.base import Engine
from mineproof.errors import BadInput, Fault

_COVERED = 10
"""What ms_toollib calls a cell that is not open."""

_CODES = bytes.maketrans(bytes([HIDDEN, FLAG, MINE]), bytes([_COVERED]) * 3)
_CERTAIN, _TIE = 1e-11, 1e-8


class MsToollib(OwnMoves):
    """Opens the cell to which ms_toollib gives the least risk."""

    name = "ms-toollib"
    needs_host = True

    def __init__(self, engine: Engine | None = None) -> None:
        super().__init__(engine)
        self._count = _library()

    def sit_down(self, table: Table) -> Mover:
        if table.grid.shape is not Shape.SQUARE:
            raise Fault(f"{table.grid} is a {table.grid.shape.value} grid; expected a square one")
        if table.mines is None:
            raise Fault("the mine count is hidden; ms_toollib needs it")
        return _Mover(self._count, table.mines, marks_mines=table.marks_mines)


class _Mover(Mover):
    def __init__(self, count: Callable[..., Any], mines: int, *, marks_mines: bool) -> None:
        self._count = count
        self._mines = mines
        self._marks_mines = marks_mines
        self._certain: list[Move] = []  # the next one last

    def move(self, view: View, news: Sequence[Sight]) -> Answer:  # noqa: ARG002
        while self._certain:  # a zero may have opened some of them meanwhile
            move = self._certain.pop()
            if view.cells[move.cell] == HIDDEN:
                return Answer(move, is_certain=True, risk=0.0)
        risks = self._risks(view)
        if not risks:
            return Answer(None)
        self._certain = self._find_certain(risks)
        return self.move(view, ()) if self._certain else _guess(risks)

    def _risks(self, view: View) -> dict[Cell, float]:
        """Return the risk of each hidden cell, in reading order."""
        codes, cols = list(view.cells.translate(_CODES)), view.grid.cols
        board = [codes[at : at + cols] for at in range(0, len(codes), cols)]
        rows, _ = self._count(board, self._mines)
        flat = [risk for row in rows for risk in row]
        return {cell: flat[cell] for cell in view.hidden_cells()}

    def _find_certain(self, risks: Mapping[Cell, float]) -> list[Move]:
        """Return the moves without a risk, the first one last: cells to open, then flags."""
        found = [Move(Act.OPEN, cell) for cell, risk in risks.items() if risk < _CERTAIN]
        if self._marks_mines:
            found += [Move(Act.FLAG, cell) for cell, risk in risks.items() if risk > 1 - _CERTAIN]
        return found[::-1]


def _guess(risks: Mapping[Cell, float]) -> Answer:
    limit = min(risks.values()) * (1 + _TIE)
    cell = next(cell for cell, risk in risks.items() if risk <= limit)
    return Answer(Move(Act.OPEN, cell), risk=risks[cell])


def _library() -> Callable[..., Any]:
    """Return the function that counts; raise BadInput if it is not installed."""
    try:
        from ms_toollib import cal_probability_onboard
    except ImportError:
        raise BadInput("ms-toollib needs ms_toollib: pip install 'mineproof[peers]'") from None
    count: Callable[..., Any] = cal_probability_onboard
    return count
