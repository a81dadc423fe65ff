"""never-guess: plays what is certain and stops when nothing is."""

from __future__ import annotations

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Decision, Stuck


class NeverGuess(Agent):
    """Opens only cells that its engine has proved safe."""

    name = "never-guess"
    kernel_plays = True

    def guess(self, player: Player) -> Decision:
        return Stuck(player.watcher.status)
