"""safest and safest-corner: when nothing is certain, the cell with the least risk.

Cells whose risks differ by less than one part in 10**9 are equally safe: exact integers and the
kernel's floats then see the same ties. `safest` takes one of them at random. `safest-corner` takes
the one with the fewest covered neighbours, which likes corners and edges and leaves fewer cells
that its number speaks of; of several such, the first in reading order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell
from mineproof.engines.guess import TIE
from mineproof.errors import LimitReached


class _LeastRisk(Agent):
    """Opens one of the cells with the least risk."""

    needs_risks = True

    def guess(self, player: Player) -> Decision:
        """Open the safest cell; give up if there is none or counting passes its limit."""
        candidates = player.candidates()
        try:
            risks = player.watcher.risks()
        except LimitReached:
            return Stuck(player.watcher.status)
        if not candidates:
            return Stuck(player.watcher.status)
        limit = min(map(risks.__getitem__, candidates)) * (1 + TIE)
        ties = [cell for cell in candidates if risks[cell] <= limit]
        cell = self.break_tie(player, ties)
        return Choice(Move(Act.OPEN, cell), risk=risks[cell])

    @abstractmethod
    def break_tie(self, player: Player, ties: Sequence[Cell]) -> Cell:
        """Return one of the cells that are equally safe, given in reading order."""


class Safest(_LeastRisk):
    """Opens the cell with the least risk when nothing is certain; any one of several."""

    name = "safest"
    kernel_plays = True

    def break_tie(self, player: Player, ties: Sequence[Cell]) -> Cell:
        """Return any of them, each equally likely."""
        return ties[player.rng.below(len(ties))]


class SafestCorner(_LeastRisk):
    """Opens the cell with the least risk; of several the one with fewest covered neighbours."""

    name = "safest-corner"
    kernel_plays = True

    def break_tie(self, player: Player, ties: Sequence[Cell]) -> Cell:
        """Return the first of those with the fewest neighbours that are not open."""
        return min(ties, key=player.covered_neighbours)
