"""random: plays what is certain, else any cell; CS50's policy if its engine is `subset`."""

from __future__ import annotations

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.board.game import Act, Move


class RandomGuess(Agent):
    """Opens a random cell, neither open nor proved to be a mine, when nothing is certain."""

    name = "random"
    kernel_plays = True

    def guess(self, player: Player) -> Decision:
        """Open one of the untouched cells, chosen uniformly."""
        cells = player.candidates()
        if not cells:
            return Stuck(player.watcher.status)
        return Choice(Move(Act.OPEN, cells[player.rng.below(len(cells))]))
