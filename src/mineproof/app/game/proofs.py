"""Proofs on demand: what an engine proves about one cell, ready to be shown or exported."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from mineproof.agents.entrant import Entrant
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.engines.inference import Deduction, Status
from mineproof.engines.parts.refutation import by_resolution
from mineproof.errors import BadInput
from mineproof.logic.derivation.clause_proof import ClauseProof, clause_proof_of_all
from mineproof.logic.derivation.data import data
from mineproof.logic.derivation.formats import MOST_DRAWN, export, format_named
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.derivation.whole import all_whole
from mineproof.logic.pb.cutting_planes import opb, veripb
from mineproof.logic.pb.lines import USUAL_VERSION, version_named
from mineproof.logic.problem import Namer
from mineproof.logic.proof import Proof
from mineproof.play.guests import conclude


@dataclass(frozen=True)
class Proved:
    """A certain cell of a view: the deductions that it rests on, in order, its own last.

    If `is_all`, every cell of the chain is proved for its own sake.
    """

    view: View
    chain: Sequence[Deduction]
    is_all: bool = False

    @property
    def deduction(self) -> Deduction:
        """What is proved."""
        return self.chain[-1]

    @cached_property
    def derivation(self) -> Derivation:
        """The derivation, step by step as the engine found it."""
        return Derivation.of(each.proof for each in self.chain)

    def export(
        self, form: str, most: int = MOST_DRAWN, version: str = USUAL_VERSION
    ) -> str | bytes:
        """Return the derivation in a format, as `export_proofs` does; or those of all cells."""
        proofs, name = [each.proof for each in self.chain], self.view.grid.name
        if self.is_all:
            return self._export_all(proofs, form, most, version)
        return export_proofs(proofs, form, name, most, version)

    def _export_all(
        self, proofs: Sequence[Proof], form: str, most: int, version: str
    ) -> str | bytes:
        name, wanted = self.view.grid.name, version_named(version)
        match form:
            case "opb":
                return opb(proofs, name, wanted, whole=True)
            case "veripb":
                return veripb(proofs, name, wanted, whole=True)
            case "json":
                return "".join(
                    json.dumps(data(Derivation.of(proofs[:n]), name)) + "\n"
                    for n in range(1, len(proofs) + 1)
                )
            case "dimacs":
                return _clauses_of_all(proofs).dimacs(name)
            case "lrat":
                return _clauses_of_all(proofs).lrat()
            case _:
                return export(Derivation.of_all(proofs), form, name, most, version)


def _clauses_of_all(proofs: Iterable[Proof]) -> ClauseProof:
    return clause_proof_of_all(all_whole(map(by_resolution, proofs)))


def export_proofs(
    proofs: Iterable[Proof],
    form: str,
    name: Namer,
    most: int = MOST_DRAWN,
    version: str = USUAL_VERSION,
) -> str | bytes:
    """Return the last of some proofs, each of which may use those before it, in a format.

    If the format has nothing but resolution, other steps are turned into it.
    """
    if format_named(form).is_clausal:
        proofs = map(by_resolution, proofs)
    return export(Derivation.of(proofs), form, name, most, version)


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


def prove_all(view: View, prover: Entrant) -> Proved:
    """Return all that an engine proves, in its order; raise BadInput if that is nothing."""
    found = conclude(prover, view)
    if not found.deductions:
        raise BadInput(_unproved("no cell", found.status, prover.full_engine))
    return Proved(view, found.deductions, is_all=True)


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
