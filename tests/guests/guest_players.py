"""Players as somebody else would write them. Tests name them by file, or as a package's."""

from __future__ import annotations

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision
from mineproof.board.game import Act, Move
from mineproof.board.view import View
from mineproof.engines.inference import Deduction
from mineproof.engines.single import Single


def first(view: View, skip: int = 0) -> int:
    """Open the first hidden cell, or a later one."""
    cells = view.hidden_cells()
    return cells[min(skip, len(cells) - 1)]


class Leftmost(Agent):
    """Guesses at a cell as far to the left as possible."""

    name = "leftmost"

    def guess(self, player: Player) -> Decision:
        cell = min(player.candidates(), key=lambda cell: (player.grid.place(cell)[1], cell))
        return Choice(Move(Act.OPEN, cell), reason="It is on the left.")


class Mine(Single):
    """One clue at a time, as ours."""

    name = "mine"


class Failing(Single):
    """Cannot begin."""

    name = "failing"

    def watch(self, *_: object) -> None:  # type: ignore[override]
        raise RuntimeError("no idea")

    def begin(self, *_: object) -> None:  # type: ignore[override]
        raise RuntimeError("no idea")


class Lying(Single):
    """Proves the opposite of what follows."""

    name = "lying"

    def begin(self, cells, total):  # type: ignore[no-untyped-def]
        reasoner = super().begin(cells, total)
        honest = reasoner.deduce

        def deduce() -> tuple[Deduction, ...]:
            return tuple(Deduction(d.cell, not d.is_mine, d.proof, "lying") for d in honest())

        reasoner.deduce = deduce  # type: ignore[method-assign]
        return reasoner
