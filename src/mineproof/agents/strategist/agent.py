"""strategist: plays what is certain, else the guess with the best chance to win.

Not the safest cell is wanted but the one that wins most often. When few layouts are left, all play
is looked at, and no guess is better (`agents/strategist/endgame.py`); otherwise it is the guess
that is most likely to be survived together with the next one (`agents/strategist/lookahead.py`), or
of several that are close the one that wins most games that are played on from it. The three agents
differ in what a decision may take, which is told in steps of work and not in time: the same
position is decided alike by every loop. docs/strategist.md tells what each part earns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision, Guesses, Stuck
from mineproof.agents.strategist.guesses import Budget, best_guesses
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import HIDDEN, MINE, Sight, View
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.errors import LimitReached

COMPARED = 3
"""How many guesses are compared where a single position is decided."""


class Ranked(NamedTuple):
    """A cell to open, its risk, and the chance to win with it; None if that is not known."""

    cell: Cell
    risk: float
    win: float | None


class Strategist(Agent):
    """Opens the cell with the best chance to win when nothing is certain."""

    name = "strategist"
    needs_risks = True
    budget: ClassVar[Budget] = Budget.NORMAL

    def begin(
        self, grid: Grid, total: int | None, seed: int = 0, *, marks_mines: bool = True
    ) -> Player:
        """Return a player for one game, which remembers what it has seen."""
        return Rememberer(self, grid, total, seed, marks_mines=marks_mines)

    def guess(self, player: Player) -> Decision:
        """Open the best cell; give up if there is none or counting passes its limit."""
        assert isinstance(player, Rememberer), "begin() has made it"
        try:
            return self._compare(player)
        except LimitReached:
            return Stuck(player.watcher.status)

    def choose(self, view: View, seed: int = 0) -> Decision:
        """Return the decision in a position, with the guesses that were compared."""
        decision = super().choose(view, seed)
        if isinstance(decision, Stuck) or not decision.is_guess:
            return decision
        return decision._replace(guesses=self.compare(view))

    def compare(self, view: View) -> Guesses:
        """Return the best guesses of a view in which no cell is certainly safe; none is flagged.

        What may be raised is told by `best_guesses`.
        """
        flagged = frozenset(filter(view.is_flagged, view.covered_cells()))
        return best_guesses(view, self.budget, most=COMPARED, excluded=flagged)

    def rank(self, view: View) -> tuple[Ranked, ...]:
        """Return the cells that are certainly safe; if none is, the best guesses, best first.

        Empty if every covered cell is certainly a mine or flagged. Raises Contradiction if no
        layout fits, and what `best_guesses` raises.

        >>> Strategist(Exact()).rank(View.from_picture("1## ###", mines=2))[0]
        Ranked(cell=2, risk=0.5, win=0.3333333333333333)
        """
        inference = Exact().look(view)
        if inference.safe:
            return tuple(Ranked(cell, 0.0, None) for cell in inference.safe)
        if len(inference.mines) == len(inference.risks):
            return ()
        guesses = self.compare(view)
        pairs = zip(guesses.best, guesses.wins, strict=True)
        return tuple(Ranked(each.cell, each.risk, win) for each, win in pairs)

    def _compare(self, player: Rememberer) -> Decision:
        if not player.candidates() or player.watcher.status is Status.LIMIT:
            return Stuck(player.watcher.status)
        guesses = best_guesses(player.view, self.budget, most=1, excluded=player.flagged)
        if not guesses.best:
            return Stuck(player.watcher.status)
        best = guesses.best[0]
        return Choice(Move(Act.OPEN, best.cell), risk=best.risk, guesses=guesses)


class StrategistFast(Strategist):
    """The same without playing games on; thousands of games a second."""

    name = "strategist-fast"
    budget = Budget.FAST


class StrategistDeep(Strategist):
    """The same with many more games played on; some tenths of a second a game."""

    name = "strategist-deep"
    budget = Budget.DEEP


class Rememberer(Player):
    """A player that remembers the numbers it has seen."""

    def __init__(
        self, agent: Agent, grid: Grid, total: int | None, seed: int, *, marks_mines: bool
    ) -> None:
        super().__init__(agent, grid, total, seed, marks_mines=marks_mines)
        self._total = total
        self._cells = bytearray([HIDDEN]) * grid.size

    def see(self, sights: Iterable[Sight]) -> None:
        """Take in newly opened cells."""
        sights = tuple(sights)
        for cell, number in sights:
            self._cells[cell] = number
        super().see(sights)

    def catch_up(self, view: View) -> None:
        """Take in what `view` shows, mines that are seen included."""
        super().catch_up(view)
        for cell, code in enumerate(view.cells):
            if code == MINE:
                self._cells[cell] = MINE

    @property
    def view(self) -> View:
        """All that has been seen; flags are left out, for they are notes."""
        return View(self.grid, bytes(self._cells), self._total)
