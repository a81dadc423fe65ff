"""Checked: a watcher whose deductions go out only after the checker has seen their proofs.

It stands between an engine and its player, so whatever the player calls certain has been checked
before the move is made. Since a proof may build on earlier deductions, all of them are checked, in
order, those that need no move included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from mineproof.agents.clock import CLOCK
from mineproof.agents.game_checker import GameChecker
from mineproof.board.view import Sight, View
from mineproof.engines.base import Watcher
from mineproof.engines.guess import Budget, Guesses
from mineproof.engines.inference import Deduction, Status
from mineproof.errors import BadProof, LimitReached, RefusedProof
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Proof

ACCEPTED, REFUSED, UNDECIDED = "proofs_accepted", "proofs_refused", "proofs_undecided"
FINDING, CHECKING = "finding_proofs_us", "checking_proofs_us"

COUNTERS = (ACCEPTED, REFUSED, UNDECIDED, FINDING, CHECKING)
"""What a checked watcher counts: proofs by what came of them, and microseconds of CPU time.

Most engines have their proofs at hand; others find them when they are asked, which takes time.
"""


class CheckedWatcher(Watcher):
    """A watcher, and a checker that sees the same game.

    A proof that the checker refuses raises RefusedProof. One that it cannot decide within its limit
    is counted apart, and believed: later proofs may build on it.
    """

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(watcher.grid, watcher.total)
        self._watcher = watcher
        self._checker = GameChecker(watcher.grid, watcher.total)
        self._settled: dict[Cell, bool] = {}
        self._counters = Counter[str](dict.fromkeys(COUNTERS, 0))
        self._seconds = dict.fromkeys((FINDING, CHECKING), 0.0)

    def see(self, sights: Sequence[Sight]) -> None:
        self._watcher.see(sights)
        self._checker.see(sights)

    def learn(self, mine: Cell) -> None:
        self._watcher.learn(mine)
        self._checker.learn(mine, True)

    def deduce(self) -> tuple[Deduction, ...]:
        """Return the engine's new deductions, checked; raise RefusedProof."""
        return tuple([self.check(each) for each in self._watcher.deduce()])

    def check(self, deduction: Deduction) -> Deduction:
        """Return a deduction with the proof that was checked; raise RefusedProof."""
        if self._settled.get(deduction.cell) is deduction.is_mine:
            return deduction
        proof = self._proof(deduction)
        started = CLOCK()
        try:
            self._checker.check(deduction.cell, deduction.is_mine, proof)
            self._counters[ACCEPTED] += 1
        except BadProof as error:
            self._counters[REFUSED] += 1
            what = f"{deduction.engine}'s proof that {self._named(deduction)}"
            raise RefusedProof(f"the checker refused {what}: {error}") from None
        except LimitReached:
            self._counters[UNDECIDED] += 1
            self._checker.learn(deduction.cell, deduction.is_mine)
        finally:
            self._seconds[CHECKING] += CLOCK() - started
        self._settled[deduction.cell] = deduction.is_mine
        return replace(deduction, reason=proof)

    def _proof(self, deduction: Deduction) -> Proof:
        started = CLOCK()
        proof: object = deduction.proof
        self._seconds[FINDING] += CLOCK() - started
        if not isinstance(proof, Proof):
            self._counters[REFUSED] += 1
            what = f"{deduction.engine} gives no proof that {self._named(deduction)}"
            raise RefusedProof(f"{what}; expected one of mineproof.logic.proof")
        return proof

    def _named(self, deduction: Deduction) -> str:
        return f"{self.grid.name(deduction.cell)} is {'a mine' if deduction.is_mine else 'safe'}"

    # Everything else is the engine's

    @property
    def view(self) -> View:
        return self._watcher.view

    def risks(self) -> Mapping[Cell, float]:
        return self._watcher.risks()

    def guesses(self, budget: Budget, *, most: int, excluded: Collection[Cell]) -> Guesses | None:
        return self._watcher.guesses(budget, most=most, excluded=excluded)

    @property
    def status(self) -> Status:
        return self._watcher.status

    @property
    def known(self) -> Mapping[Cell, bool]:
        return self._watcher.known

    @property
    def counters(self) -> Mapping[str, int]:
        """The engine's own figures, and those of COUNTERS."""
        spent = {name: round(1e6 * spent) for name, spent in self._seconds.items()}
        return {**self._watcher.counters, **self._counters, **spent}
