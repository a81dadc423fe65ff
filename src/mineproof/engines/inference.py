"""Inference: what engines conclude, with proofs, risks and why they stopped."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from mineproof.counting.odds import Odds
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Known, Proof, leaves


class Status(Enum):
    """Why an engine stopped."""

    COMPLETE = "complete"
    """Every certain cell has been found."""

    STALLED = "stalled"
    """This method finds no more; a stronger one might."""

    LIMIT = "limit"
    """It reached a work limit; the same method with a larger one might find more."""


class Prover(ABC):
    """Finds proofs on demand, because most are never requested."""

    @abstractmethod
    def prove(self, cell: Cell) -> Proof:
        """Return the proof of what `cell` was found to be."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A certain cell, its proof or a Prover of it, and the engine that found it.

    The proof may use every earlier deduction as known.
    """

    cell: Cell
    is_mine: bool
    reason: Proof | Prover = field(compare=False, repr=False)
    engine: str

    @property
    def proof(self) -> Proof:
        """The proof that the cell is safe or mined, as claimed."""
        return self.reason.prove(self.cell) if isinstance(self.reason, Prover) else self.reason


class Inference(ABC):
    """Everything an engine concludes from a problem, in the order it was found."""

    odds: Odds | None

    @property
    @abstractmethod
    def deductions(self) -> tuple[Deduction, ...]:
        """The certain cells with their proofs."""

    @property
    @abstractmethod
    def status(self) -> Status:
        """Why the engine stopped."""

    @property
    @abstractmethod
    def counters(self) -> Mapping[str, int]:
        """The engine's own figures."""

    @property
    def safe(self) -> tuple[Cell, ...]:
        """The cells that are certainly safe, in order."""
        return tuple(sorted(d.cell for d in self.deductions if not d.is_mine))

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The cells that are certainly mines, in order."""
        return tuple(sorted(d.cell for d in self.deductions if d.is_mine))

    @property
    def risks(self) -> Mapping[Cell, float]:
        """The risk of every undetermined cell; empty if the engine knows none."""
        return {} if self.odds is None else self.odds.risks

    @property
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        """The same as exact fractions."""
        return {} if self.odds is None else self.odds.risk_fractions

    @property
    def layouts(self) -> int | None:
        """How many layouts fit, exactly; None if the engine does not count them."""
        return None if self.odds is None else self.odds.layouts

    def chain(self, cell: Cell) -> tuple[Deduction, ...]:
        """Return the deductions that settle `cell`, in order, its own last; empty if none does."""
        needed, chain = {cell}, []
        for deduction in reversed(self.deductions):
            if deduction.cell in needed:
                chain.append(deduction)
                known = [leaf for leaf in leaves(deduction.proof) if isinstance(leaf, Known)]
                needed.update(*(leaf.claim.cells for leaf in known))
        return tuple(reversed(chain))

    def __repr__(self) -> str:
        kind, status = type(self).__name__, self.status.value
        return f"{kind}({len(self.safe)} safe, {len(self.mines)} mines, {status})"

    def __iter__(self) -> Iterator[tuple[Cell, bool, Proof]]:
        """Yield each deduction in the form that the checker takes."""
        return ((d.cell, d.is_mine, d.proof) for d in self.deductions)


@dataclass(frozen=True, slots=True, repr=False)
class Concluded(Inference):
    """An inference with everything computed."""

    deductions: tuple[Deduction, ...]
    status: Status
    counters: Mapping[str, int] = field(default_factory=dict)
    odds: Odds | None = field(default=None, compare=False)
