"""Watching a game: from newly opened cells to deductions. Here alone engines meet a grid.

Any engine can watch: a Reader turns what is seen into constraints for its Reasoner. For `exact` the
kernel does it all, some twenty times as fast. It takes the same steps (`native/count/reason.hpp`),
but keeps no proofs; when somebody asks for one, Python goes through the game up to there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from mineproof.board.grid import Grid
from mineproof.board.view import Sight
from mineproof.counting.kernel import MAX_STATES, Kernel, kernel
from mineproof.engines.base import Deduction, Engine, Prover, Reasoner, Status
from mineproof.engines.exact import Exact
from mineproof.errors import LimitReached
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Proof
from mineproof.logic.reader import Reader


def watch(engine: Engine, grid: Grid, total: int | None) -> Watcher:
    """Return a watcher for one game on `grid` with `total` mines, None if unknown."""
    native = kernel()
    if native is None or not isinstance(engine, Exact) or not _is_plain(engine, grid, total):
        return ReasoningWatcher(engine.begin(range(grid.size), total), grid)
    return KernelWatcher(engine, native, grid, total)


def _is_plain(engine: Exact, grid: Grid, total: int | None) -> bool:
    return engine.prior is None if total is None else total <= grid.size


class Watcher(ABC):
    """One engine at work on the board of one game: it sees what is opened, and deduces."""

    @abstractmethod
    def see(self, sights: Sequence[Sight]) -> None:
        """Take in newly opened cells."""

    @abstractmethod
    def learn(self, mine: Cell) -> None:
        """Take in a mine that was marked, and is one."""

    @abstractmethod
    def deduce(self) -> tuple[Deduction, ...]:
        """Return some new deductions, as `Reasoner.deduce` does."""

    @abstractmethod
    def risks(self) -> Mapping[Cell, float]:
        """Return the risk of every unsettled cell, as `Reasoner.risks` does."""

    @property
    @abstractmethod
    def status(self) -> Status:
        """What the last `deduce` that returned nothing means."""

    @property
    @abstractmethod
    def known(self) -> Mapping[Cell, bool]:
        """The cells that are settled, and whether they are mines."""

    @property
    @abstractmethod
    def counters(self) -> Mapping[str, int]:
        """The engine's own figures."""


class ReasoningWatcher(Watcher):
    """A reasoner that is told what a reader makes of the board."""

    def __init__(self, reasoner: Reasoner, grid: Grid) -> None:
        self.reasoner = reasoner
        self._reader = Reader(grid)

    def see(self, sights: Sequence[Sight]) -> None:
        for cell, _ in sights:
            self.reasoner.learn(cell, False)
        for constraint in self._reader.read(sights):
            self.reasoner.tell(constraint)

    def learn(self, mine: Cell) -> None:
        self.reasoner.learn(mine, True)

    def deduce(self) -> tuple[Deduction, ...]:
        return self.reasoner.deduce()

    def risks(self) -> Mapping[Cell, float]:
        return self.reasoner.risks()

    @property
    def status(self) -> Status:
        return self.reasoner.status

    @property
    def known(self) -> Mapping[Cell, bool]:
        return self.reasoner.ledger.known

    @property
    def counters(self) -> Mapping[str, int]:
        return self.reasoner.counters


class KernelWatcher(Watcher):
    """The kernel at the work of `exact`.

    Where it meets a contradiction, or numbers beyond its range, Python has the word.
    """

    def __init__(self, engine: Exact, native: Kernel, grid: Grid, total: int | None) -> None:
        self._engine, self._grid, self._total = engine, grid, total
        shape = grid.shape.value
        self._max_states = engine.max_states or MAX_STATES
        self._native = native.Watcher(grid.rows, grid.cols, shape, total, self._max_states)
        self._seen: list[Sequence[Sight]] = []
        self._found: list[tuple[Cell, bool]] = []
        self._status = Status.COMPLETE

    def see(self, sights: Sequence[Sight]) -> None:
        if sights:
            self._seen.append(sights)
            self._native.see(sights)

    def learn(self, mine: Cell) -> None:
        self._native.learn(mine, True)
        self._found.append((mine, True))

    def deduce(self) -> tuple[Deduction, ...]:
        safe, mines, outcome = self._native.deduce()
        self._status = Status.LIMIT if outcome == "limit" else Status.COMPLETE
        if outcome in _LEFT_TO_PYTHON:
            return self._deduce_in_python()
        batch = _Batch(self, len(self._seen), len(self._found))
        found = [Deduction(cell, False, batch, Exact.name) for cell in safe]
        found += [Deduction(cell, True, batch, Exact.name) for cell in mines]
        self._note(found)
        return tuple(found)

    def risks(self) -> Mapping[Cell, float]:
        risks, outcome = self._native.risks()
        if outcome == "limit":
            raise LimitReached(f"counting would take more than {self._max_states} states")
        return self.replay().risks() if outcome in _LEFT_TO_PYTHON else risks

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
        """Return Python's watcher after so many sights and findings of this one, or after all."""
        reasoner = self._engine.begin(range(self._grid.size), self._total)
        watcher = ReasoningWatcher(reasoner, self._grid)
        for sights in self._seen[:seen]:
            watcher.see(sights)
        for cell, is_mine in self._found[:found]:
            reasoner.learn(cell, is_mine)
        return watcher

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
    """What one step of the kernel has found; Python takes the same step to prove it."""

    def __init__(self, watcher: KernelWatcher, seen: int, found: int) -> None:
        self._watcher = watcher
        self._seen, self._found = seen, found
        self._proofs: dict[Cell, Proof] = {}

    def prove(self, cell: Cell) -> Proof:
        if not self._proofs:
            deductions = self._watcher.replay(self._seen, self._found).deduce()
            self._proofs = {deduction.cell: deduction.proof for deduction in deductions}
        return self._proofs[cell]
