"""The kernel's knowledge base as a reasoner: what `resolution.py` does, only faster.

It takes the same steps in the same order, so marks, counters and derivations are the same. The
kernel keeps the clauses and why each of them holds; proofs, facts and counters are built from that
on demand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, MutableMapping
from typing import NoReturn

from mineproof.counting.kernel import Kernel
from mineproof.engines.base import Ledger, Reasoner
from mineproof.engines.inference import Deduction, Prover
from mineproof.errors import Contradiction
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import (
    Clause,
    Clue,
    Difference,
    Known,
    Literal,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cell_of,
)

COUNTERS = ("kb", "kb0", "resolvents", "subsumed", "rounds", "largest_kb")


class NativeResolutionReasoner(Reasoner):
    """The knowledge base of one game, in the kernel."""

    def __init__(
        self,
        cells: Collection[Cell],
        total: int | None,
        kernel: Kernel,
        engine: str,
        limits: tuple[int, int, int],
    ) -> None:
        """Begin, on behalf of `engine`; the limits are width, count_limit and max_clauses."""
        super().__init__(cells, total)
        base = kernel.KnowledgeBase(cells, -1 if total is None else total, *limits)
        self.counters = _Counters(base)
        self._base = base
        self._engine = engine
        self._prover = _Derivations(self, base, cells, total)
        self._told = self._prover.told

    @property
    def kb(self) -> tuple[Clause, ...]:
        """The clauses of two or more literals, oldest first."""
        return tuple(map(frozenset, self._base.kb()))

    @property
    def kb0(self) -> tuple[Literal, ...]:
        """The literals of the marked cells, in the order they were marked."""
        return tuple(self._base.kb0(0))

    @property
    def ledger(self) -> Ledger:
        """The facts of the game so far."""
        for lit in self._base.kb0(len(self._ledger.known)):
            self._ledger.add(cell_of(lit), lit > 0)
        return self._ledger

    @ledger.setter
    def ledger(self, empty: Ledger) -> None:
        self._ledger = empty

    def tell(self, constraint: Constraint) -> None:
        self._base.tell(constraint.cells, constraint.mines)
        self._told.append(constraint)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if not self._base.learn(cell, is_mine):
            self._raise_clash()

    def deduce(self) -> tuple[Deduction, ...]:
        lit = self._base.deduce()
        if lit > 0:
            return (Deduction(lit - 1, True, self._prover, self._engine),)
        if lit < 0:
            return (Deduction(-lit - 1, False, self._prover, self._engine),)
        if self._base.clash[0]:
            self._raise_clash()
        self.hit_limit = self._base.hit_limit
        return ()

    def _raise_clash(self) -> NoReturn:
        match self._base.clash:
            case 1, _:
                raise Contradiction("a hint cannot be met")
            case 2, _:
                raise Contradiction("two clauses clash")
            case 3, cell:
                raise Contradiction(f"cell {cell} would have to be both safe and mined")
            case _:
                raise Contradiction("the mine count cannot be met", with_count=True)


class _Counters(MutableMapping[str, int]):
    """The kernel's current counters, read-only."""

    def __init__(self, base: Kernel.KnowledgeBase) -> None:
        self._base = base

    def __getitem__(self, name: str) -> int:
        return dict(zip(COUNTERS, self._base.counters(), strict=True))[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COUNTERS)

    def __len__(self) -> int:
        return len(COUNTERS)

    def __setitem__(self, name: str, count: int) -> NoReturn:
        raise TypeError("these counters are read-only")

    def __delitem__(self, name: str) -> NoReturn:
        raise TypeError("these counters are read-only")


class _Derivations(Prover):
    """Builds proofs from the kernel's derivations, each once."""

    def __init__(
        self,
        reasoner: Reasoner,
        base: Kernel.KnowledgeBase,
        cells: Collection[Cell],
        total: int | None,
    ) -> None:
        self.told: list[Constraint] = []
        self._reasoner = reasoner
        self._base = base
        self._cells = cells
        self._total = total
        self._proofs: dict[Cell, Proof] = {}
        self._hints: dict[int, Proof] = {}

    def prove(self, cell: Cell) -> Proof:
        if cell not in self._proofs:
            known = self._reasoner.ledger.known
            self._proofs[cell] = Unit(fact(cell, known[cell]), self._clause(cell))
        return self._proofs[cell]

    def _clause(self, cell: Cell) -> Proof:
        """Return the derivation of the unit that marked a cell."""
        steps: list[Proof] = []
        for clause, left, right, hint in self._base.derivation(cell):
            if left >= 0:
                steps.append(Resolvent(frozenset(clause), steps[left], steps[right]))
            else:
                steps.append(Pigeonhole(frozenset(clause), self._leaf(clause, hint)))
        return steps[-1]

    def _leaf(self, clause: list[Literal], hint: int) -> Proof:
        if hint < 0:
            return Known.of(cell_of(clause[0]), clause[0] > 0)
        if hint not in self._hints:
            self._hints[hint] = self._hint(hint)
        return self._hints[hint]

    def _hint(self, number: int) -> Proof:
        """Return the proof of what a hint said about the cells unmarked at the time."""
        source, cells, mines = self._base.hint(number)
        told = self._mine_count() if source < 0 else Clue(self.told[source])
        settled = sorted(told.claim.cells.difference(cells))
        if not settled:
            return told
        known = self._reasoner.ledger.known
        parts = tuple(Known.of(cell, known[cell]) for cell in settled)
        return Difference(Constraint(frozenset(cells), mines), told, parts)

    def _mine_count(self) -> MineCount:
        assert self._total is not None, "the mine count is not known"
        return MineCount(Constraint(frozenset(self._cells), self._total))
