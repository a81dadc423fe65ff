"""exact by the kernel: one count for a view, and a watcher for a game.

The kernel takes the steps of `exact` (`native/count/reason.hpp`), some twenty times as fast in a
game and a hundred times as fast for a view, but keeps no proofs. For a proof, Python repeats the
steps up to that point; if proofs are asked for in order, it goes on from the last one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from mineproof.board.grid import Grid
from mineproof.board.view import Sight, View
from mineproof.counting.kernel import MAX_STATES, Kernel
from mineproof.counting.odds import Odds
from mineproof.engines.base import Engine, ReasoningWatcher, Watcher
from mineproof.engines.guess import Budget, Guesses
from mineproof.engines.inference import Deduction, Inference, Prover, Status
from mineproof.errors import LimitReached
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Proof
from mineproof.logic.reader import read


class Glance(Inference):
    """The result of one count; the engine finds the deductions when one is read, and once."""

    def __init__(self, engine: Engine, view: View, odds: Odds) -> None:
        self.odds = odds
        self._engine = engine
        self._view = view

    @property
    def safe(self) -> tuple[Cell, ...]:
        return tuple(cell for cell, is_mine in self._certain.items() if not is_mine)

    @property
    def mines(self) -> tuple[Cell, ...]:
        return tuple(cell for cell, is_mine in self._certain.items() if is_mine)

    @property
    def status(self) -> Status:
        return Status.COMPLETE

    @property
    def deductions(self) -> tuple[Deduction, ...]:
        return self._inferred.deductions

    @property
    def counters(self) -> Mapping[str, int]:
        return self._inferred.counters

    @property
    def _certain(self) -> Mapping[Cell, bool]:
        assert self.odds is not None
        return self.odds.certain

    @cached_property
    def _inferred(self) -> Inference:
        return self._engine.infer(read(self._view))


def glances(
    engine: Engine, views: Iterable[View], counted: Iterable[Odds | None]
) -> Iterator[Glance | None]:
    """Yield a glance for each view that has been counted, None for the others."""
    for view, odds in zip(views, counted, strict=True):
        yield None if odds is None else Glance(engine, view, odds)


class KernelWatcher(Watcher):
    """The kernel doing the work of `exact`.

    Python takes over at a contradiction, or at numbers beyond the kernel's range.
    """

    def __init__(
        self, engine: Engine, native: Kernel, grid: Grid, total: int | None, max_states: int | None
    ) -> None:
        super().__init__(grid, total)
        self._engine = engine
        shape = grid.shape.value
        self._max_states = max_states or MAX_STATES
        self._native = native.Watcher(grid.rows, grid.cols, shape, total, self._max_states)
        self._found: list[tuple[Cell, bool]] = []
        self._twin: tuple[ReasoningWatcher, int, int] | None = None
        self._status = Status.COMPLETE

    def see(self, sights: Sequence[Sight]) -> None:
        if sights:
            super().see(sights)
            self._native.see(sights)

    def learn(self, mine: Cell) -> None:
        super().learn(mine)
        self._native.learn(mine, True)
        self._found.append((mine, True))

    def deduce(self) -> tuple[Deduction, ...]:
        safe, mines, outcome = self._native.deduce()
        self._status = Status.LIMIT if outcome == "limit" else Status.COMPLETE
        if outcome in _LEFT_TO_PYTHON:
            return self._deduce_in_python()
        batch = _Batch(self, len(self._seen), len(self._found))
        found = [Deduction(cell, False, batch, self._engine.name) for cell in safe]
        found += [Deduction(cell, True, batch, self._engine.name) for cell in mines]
        self._note(found)
        return tuple(found)

    def risks(self) -> Mapping[Cell, float]:
        risks, outcome = self._native.risks()
        self._check_limit(outcome)
        return self.replay().risks() if outcome in _LEFT_TO_PYTHON else risks

    def guesses(self, budget: Budget, *, most: int, excluded: Collection[Cell]) -> Guesses | None:
        found, outcome = self._native.guesses(budget.value, most, sorted(excluded))
        self._check_limit(outcome)
        return None if outcome in _LEFT_TO_PYTHON else Guesses.read(found, outcome)

    def _check_limit(self, outcome: str) -> None:
        if outcome == "limit":
            raise LimitReached(f"counting would take more than {self._max_states} states")

    @property
    def status(self) -> Status:
        return self._status

    @property
    def known(self) -> Mapping[Cell, bool]:
        return self._native.known()

    @property
    def counters(self) -> Mapping[str, int]:
        return {"counts": self._native.counts}

    def replay(self, seen: int | None = None, found: int | None = None) -> ReasoningWatcher:
        """Return Python's watcher after the first `seen` sights and `found` findings, or all."""
        reasoner = self._engine.begin(range(self.grid.size), self.total)
        watcher = ReasoningWatcher(reasoner, self.grid)
        self._feed(watcher, slice(seen), slice(found))
        return watcher

    def deduce_again(self, seen: int, found: int) -> tuple[Deduction, ...]:
        """Return what Python deduces after so many sights and findings, with proofs.

        Python's watcher is kept: if the next question is about a later step, it need not begin
        again, and all the proofs of a game cost no more than one game in Python.
        """
        if self._twin is None or found <= self._twin[2]:
            twin = self.replay(seen, found)
        else:
            twin, seen_before, found_before = self._twin
            self._feed(twin, slice(seen_before, seen), slice(found_before, found))
        self._twin = twin, seen, found
        return twin.deduce()

    def _feed(self, watcher: ReasoningWatcher, seen: slice, found: slice) -> None:
        for sights in self._seen[seen]:
            watcher.see(sights)
        for cell, is_mine in self._found[found]:
            watcher.reasoner.learn(cell, is_mine)

    def _note(self, found: Sequence[Deduction]) -> None:
        self._found += [(deduction.cell, deduction.is_mine) for deduction in found]

    def _deduce_in_python(self) -> tuple[Deduction, ...]:
        watcher = self.replay()
        found = watcher.deduce()
        self._status = watcher.status
        for deduction in found:
            self._native.learn(deduction.cell, deduction.is_mine)
        self._note(found)
        return found


_LEFT_TO_PYTHON = ("contradiction", "unsupported")


class _Batch(Prover):
    """What one step of the kernel found; Python repeats the step to prove it."""

    def __init__(self, watcher: KernelWatcher, seen: int, found: int) -> None:
        self._watcher = watcher
        self._seen, self._found = seen, found
        self._proofs: dict[Cell, Proof] = {}

    def prove(self, cell: Cell) -> Proof:
        if not self._proofs:
            deductions = self._watcher.deduce_again(self._seen, self._found)
            self._proofs = {deduction.cell: deduction.proof for deduction in deductions}
        return self._proofs[cell]
