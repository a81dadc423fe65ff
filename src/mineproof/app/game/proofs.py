"""Proofs on demand: what an engine proves about one cell, ready to be shown or exported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from mineproof.agents.entrant import Entrant
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.engines.inference import Deduction, Status
from mineproof.engines.parts.refutation import by_resolution
from mineproof.errors import BadInput
from mineproof.logic.derivation.formats import MOST_DRAWN, export, format_named
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.problem import Namer
from mineproof.logic.proof import Proof
from mineproof.play.guests import conclude


@dataclass(frozen=True)
class Proved:
    """A certain cell of a view: the deductions that it rests on, in order, its own last."""

    view: View
    chain: Sequence[Deduction]

    @property
    def deduction(self) -> Deduction:
        """What is proved."""
        return self.chain[-1]

    @cached_property
    def derivation(self) -> Derivation:
        """The derivation, step by step as the engine found it."""
        return Derivation.of(each.proof for each in self.chain)

    def export(self, form: str, most: int = MOST_DRAWN) -> str | bytes:
        """Return the derivation in a format, as `export_proofs` does."""
        return export_proofs([each.proof for each in self.chain], form, self.view.grid.name, most)


def export_proofs(
    proofs: Iterable[Proof], form: str, name: Namer, most: int = MOST_DRAWN
) -> str | bytes:
    """Return the last of some proofs, each of which may use those before it, in a format.

    If the format has nothing but resolution, other steps are turned into it.
    """
    if format_named(form).is_clausal:
        proofs = map(by_resolution, proofs)
    return export(Derivation.of(proofs), form, name, most)


def prove(view: View, cell: Cell | None, prover: Entrant) -> Proved:
    """Return what an engine proves about a cell, or first; raise BadInput if that is nothing."""
    if cell is not None and cell not in view.covered_cells():
        raise BadInput(f"{view.grid.name(cell)} is not covered; expected a covered cell to prove")
    found = conclude(prover, view)
    chain = found.deductions[:1] if cell is None else found.chain(cell)
    if not chain:
        what = "no cell" if cell is None else view.grid.name(cell)
        raise BadInput(_unproved(what, found.status, prover.full_engine))
    return Proved(view, chain)


def _unproved(what: str, status: Status, engine: str) -> str:
    """Return why there is no proof.

    >>> _unproved("b3", Status.STALLED, "single")
    'single does not settle b3 (stalled); expected a certain cell, or a stronger engine'
    """
    if status is Status.COMPLETE:
        verb = "is certain, so there is" if what == "no cell" else "is not certain, so it has"
        return f"{what} {verb} no proof; expected a cell that the clues settle"
    does = f"settles {what}" if what == "no cell" else f"does not settle {what}"
    return f"{engine} {does} ({status.value}); expected a certain cell, or a stronger engine"
