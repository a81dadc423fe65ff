"""Labels: what an expert knows about a position, for imitation learning."""

from __future__ import annotations

from typing import Any

import numpy as np

from mineproof.agents.choice import Choice
from mineproof.agents.entrant import Entrant
from mineproof.board.game import Act
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.engines.exact import Exact

NO_MOVE = -1
NO_RISK = -1.0


class Labels:
    """The expert: the engine `exact`, and an agent for the best move.

    Each label is an array over the cells: `safe` and `mines` are 1 where that is certain, `risks`
    is the probability of a mine, and -1 for an open cell. `best` is the cell that the agent opens,
    -1 if it opens none. What somebody's own agent does wrong is raised.
    """

    def __init__(self, agent: str, setting: Setting) -> None:
        """Raise BadInput if there is no such agent, or it cannot play."""
        self._agent = Entrant(agent, Exact.name).pinned().hire()
        self._engine = self._agent.engine
        self._first = setting.first_cell

    def of(self, view: View, *, is_over: bool) -> dict[str, Any]:
        """Return the labels of a position; for a finished game they are empty."""
        size = view.grid.size
        if is_over:
            return _labels(np.zeros(size), np.zeros(size), np.full(size, NO_RISK), NO_MOVE)
        if self._first is not None and not view.open_cells():  # the start rule makes all safe
            return _labels(np.ones(size), np.zeros(size), np.zeros(size), self._first)
        found = self._engine.look(view)
        risks = np.full(size, NO_RISK)
        risks[list(found.risks)] = list(found.risks.values())
        safe, mines = (_ones(cells, size) for cells in (found.safe, found.mines))
        return _labels(safe, mines, risks, self._best(view))

    def _best(self, view: View) -> int:
        decision = self._agent.join(view, marks_mines=False).choose()
        if isinstance(decision, Choice) and decision.move.act is Act.OPEN:
            return decision.move.cell
        return NO_MOVE


def _ones(cells: tuple[int, ...], size: int) -> Any:
    marks = np.zeros(size)
    marks[list(cells)] = 1
    return marks


def _labels(safe: Any, mines: Any, risks: Any, best: int) -> dict[str, Any]:
    return {
        "safe": safe.astype(np.int8),
        "mines": mines.astype(np.int8),
        "risks": risks,
        "best": best,
    }
