"""strategist: plays what is certain, else the guess with the best chance to win.

That is not always the safest cell. When few layouts are left, an exhaustive search finds the best
guess (`endgame.py`). Otherwise it is the guess most likely to survive together with the next one
(`lookahead.py`), corrected by what was learned from playouts (`value.py`); among close ones, the
one that wins most playouts. The three agents differ in how much a decision may cost, measured in
work, not time, so every loop decides a position alike. docs/strategist.md shows what each part
gains.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, NamedTuple

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.agents.strategist.guesses import best_guesses
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.counting.odds import Prior
from mineproof.engines.base import Watcher
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget, Guesses, win_error
from mineproof.engines.inference import Status
from mineproof.errors import LimitReached

COMPARED = 3
"""How many guesses are reported for a single position."""


class Ranked(NamedTuple):
    """A cell to open, its risk, and the chance to win with it, None if unknown.

    `error` is the most that the standard error of `win` can be: 0 if it is exact.
    """

    cell: Cell
    risk: float
    win: float | None
    error: float | None = None


def ranked(guesses: Guesses, budget: Budget, unsettled: int) -> tuple[Ranked, ...]:
    """Return guesses among so many unsettled cells, with their chances to win, where known."""
    pairs = zip(guesses.best, guesses.wins, strict=True)
    errors = {
        each.cell: win_error(win, each.risk, guesses.how, budget, unsettled)
        for each, win in zip(guesses.best, guesses.wins, strict=True)
        if win is not None
    }
    return tuple(Ranked(each.cell, each.risk, win, errors.get(each.cell)) for each, win in pairs)


class Strategist(Agent):
    """Opens the cell with the best chance to win when nothing is certain."""

    name = "strategist"
    kernel_plays = True
    needs_risks = True
    budget: ClassVar[Budget] = Budget.NORMAL

    def guess(self, player: Player) -> Decision:
        """Open the best cell; give up if there is none or counting passes its limit."""
        if not player.candidates() or player.watcher.status is Status.LIMIT:
            return Stuck(player.watcher.status)
        try:
            guesses = self._best_guess(player.watcher, player.flagged)
        except LimitReached:
            return Stuck(player.watcher.status)
        if not guesses.best:
            return Stuck(player.watcher.status)
        best = guesses.best[0]
        return Choice(Move(Act.OPEN, best.cell), risk=best.risk, guesses=guesses)

    def _best_guess(self, watcher: Watcher, excluded: Collection[Cell]) -> Guesses:
        found = watcher.guesses(self.budget, most=1, excluded=excluded)
        if found is None:
            return best_guesses(watcher.view, self.budget, most=1, excluded=excluded)
        return found

    def choose(self, view: View, seed: int = 0) -> Decision:
        """Return the decision for a position, with the best guesses."""
        decision = super().choose(view, seed)
        if isinstance(decision, Stuck) or not decision.is_guess:
            return decision
        return decision._replace(guesses=self.compare(view))

    def compare(self, view: View, prior: Prior | None = None) -> Guesses:
        """Return the best unflagged guesses of a view in which no cell is certainly safe.

        Raises what `best_guesses` raises.
        """
        flagged = frozenset(filter(view.is_flagged, view.covered_cells()))
        return best_guesses(view, self.budget, most=COMPARED, excluded=flagged, prior=prior)

    def rank(self, view: View, prior: Prior | None = None) -> tuple[Ranked, ...]:
        """Return the certainly safe cells or, if there are none, the best guesses, best first.

        `prior` is what to believe about an unknown mine count. Empty if every covered cell is
        certainly a mine or flagged. Raises Contradiction if no layout fits, and what `best_guesses`
        raises.

        >>> Strategist(Exact()).rank(View.from_picture("1## ###", mines=2))[0]
        Ranked(cell=2, risk=0.5, win=0.3333333333333333, error=0.0)
        """
        inference = Exact(prior=prior).look(view)
        if inference.safe:
            return tuple(Ranked(cell, 0.0, None) for cell in inference.safe)
        if len(inference.mines) == len(inference.risks):
            return ()
        unsettled = len(inference.risks) - len(inference.mines)
        return ranked(self.compare(view, prior), self.budget, unsettled)


class StrategistFast(Strategist):
    """The same without playouts; thousands of games per second."""

    name = "strategist-fast"
    kernel_plays = True
    budget = Budget.FAST


class StrategistDeep(Strategist):
    """The same with many more playouts; about half a second per game."""

    name = "strategist-deep"
    kernel_plays = True
    budget = Budget.DEEP
