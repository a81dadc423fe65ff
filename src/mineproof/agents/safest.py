"""safest and safest-corner: when nothing is certain, the cell with the least risk.

Cells whose risks differ by less than one part in 10**9 count as equally safe, so exact integers and
the kernel's floats see the same ties. `safest` picks one of them at random. `safest-corner` picks
the one with the fewest covered neighbours, which favours corners and edges and numbers about few
cells; remaining ties go to the first in reading order.
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
        """Return one of the equally safe cells, given in reading order."""


class Safest(_LeastRisk):
    """Opens the cell with the least risk when nothing is certain; ties at random."""

    name = "safest"
    kernel_plays = True

    def break_tie(self, player: Player, ties: Sequence[Cell]) -> Cell:
        """Return one of them, chosen uniformly."""
        return ties[player.rng.below(len(ties))]


class SafestCorner(_LeastRisk):
    """Opens the cell with the least risk; ties go to the fewest covered neighbours."""

    name = "safest-corner"
    kernel_plays = True

    def break_tie(self, player: Player, ties: Sequence[Cell]) -> Cell:
        """Return the first one with the fewest covered neighbours."""
        return min(ties, key=player.covered_neighbours)
