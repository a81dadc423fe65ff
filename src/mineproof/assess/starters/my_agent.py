"""A player of your own: it plays what is certain, and `guess` decides when nothing is.

    mineproof play --agent my_agent.py:MyAgent --level expert
    mineproof assess my_agent.py:MyAgent

It gets what a player sees, and nothing more. Its engine finds the certain moves and makes them.
"""

from __future__ import annotations

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid


class MyAgent(Agent):
    """Guesses the safest cell; of several, the one nearest to the middle."""

    name = "my_agent"
    needs_risks = True  # `player.watcher.risks()` works; without it, any engine will do

    def guess(self, player: Player) -> Decision:
        """Open a cell; the certain moves have all been made."""
        cells = player.candidates()  # the cells that are left, numbered in reading order from 0
        if not cells:
            return Stuck(player.watcher.status)
        risks = player.watcher.risks()  # how likely each of them is a mine

        def cost(cell: Cell) -> tuple[float, float]:
            # Try something else here. `player.covered_neighbours(cell)` may help, or
            # `player.watcher.view`, the whole board; for dice, use `player.rng`.
            return round(risks[cell], 9), distance_to_middle(player.grid, cell)

        best = min(cells, key=cost)
        return Choice(Move(Act.OPEN, best), risk=risks[best])


def distance_to_middle(grid: Grid, cell: Cell) -> float:
    """Return how many steps a cell is from the middle of the board."""
    row, col = grid.place(cell)
    return max(abs(row - (grid.rows - 1) / 2), abs(col - (grid.cols - 1) / 2))
