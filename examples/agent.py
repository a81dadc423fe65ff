"""Write an agent: play what is certain, and decide what to do when nothing is.

An agent only ever sees what a player sees. This one guesses by a rule of thumb: of the safest
cells, the one nearest to the middle of the board.
"""

from __future__ import annotations

from mineproof import play, review
from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid


class Middle(Agent):
    """Guesses the safest cell; of several, the one nearest to the middle."""

    name = "middle"
    needs_risks = True

    def guess(self, player: Player) -> Decision:
        """Open a cell; the certain moves have all been made."""
        cells = player.candidates()
        if not cells:
            return Stuck(player.watcher.status)
        risks = player.watcher.risks()
        best = min(cells, key=lambda cell: (round(risks[cell], 9), distance(player.grid, cell)))
        return Choice(Move(Act.OPEN, best), risk=risks[best])


def distance(grid: Grid, cell: Cell) -> float:
    """Return how many steps a cell is from the middle of the board."""
    row, col = grid.place(cell)
    return max(abs(row - (grid.rows - 1) / 2), abs(col - (grid.cols - 1) / 2))


def main() -> None:
    game = play("intermediate", "opening", seed=14, agent=Middle())
    print(f"{game.game}: {game.outcome.value} after {game.moves} moves; guesses: {game.guesses}")
    print(review(game))


if __name__ == "__main__":
    main()
