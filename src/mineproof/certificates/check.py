"""Checks of certificates: everything is replayed from the layout, and nothing else is believed.

The checker opens the board by the rules, has every proof re-derived by `logic.checker`, and tests
the layouts of a forced guess clue by clue. It needs no engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.board.grid import Cell
from mineproof.certificates.certificate import Certificate, CertifiedStep
from mineproof.certificates.position import Position
from mineproof.certificates.words import fact_word, proof_of
from mineproof.errors import BadProof
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Proof


@dataclass(frozen=True, slots=True)
class Checked:
    """What a certificate proves: the position at its end, and the proofs of each step."""

    position: Position
    proofs: tuple[tuple[Proof, ...], ...]

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.proofs)

    @property
    def conclusions(self) -> int:
        """The number of cells that they settle."""
        return sum(map(len, self.proofs))


def check(certificate: Certificate) -> Checked:
    """Check a certificate; raise BadProof, which names the step, if anything does not hold.

    Raises LimitReached if a `counted` takes too long.
    """
    position = Position(certificate.layout, certificate.with_count)
    _begin(position, certificate.first)
    proofs = tuple(
        _take(position, number, step) for number, step in enumerate(certificate.steps, start=1)
    )
    if certificate.needs_guess:
        _check_guess(position, certificate.layouts)
    else:
        _check_cleared(position, certificate)
    return Checked(position, proofs)


def _begin(position: Position, first: tuple[Cell, ...]) -> None:
    if not first:
        raise BadProof("no first cell; expected one or more")
    for cell in first:
        if position.layout.is_mine(cell):
            raise BadProof(f"the first cell {position.grid.name(cell)} is a mine")
    position.open(first)


def _take(position: Position, number: int, step: CertifiedStep) -> tuple[Proof, ...]:
    """Check a step, open the cells that it proves safe, and return the proofs."""
    proofs = []
    for each in step.conclusions:
        word = fact_word(position.grid, each.cell, each.is_mine)
        if each.cell in position.known:
            raise BadProof(f"step {number}, {word}: the cell is known already")
        try:
            proof = proof_of(each.proof, each.cell, each.is_mine, position)
            position.prove(each.cell, each.is_mine, proof)
            proofs.append(proof)
        except BadProof as error:
            raise BadProof(f"step {number}, {word}: {error}") from None
        # The logic cannot be wrong about this, unless the clues are not those of the layout.
        assert position.layout.is_mine(each.cell) == each.is_mine, "a proof of what is not so"
    position.open(each.cell for each in step.conclusions if not each.is_mine)
    return tuple(proofs)


def _check_cleared(position: Position, certificate: Certificate) -> None:
    if certificate.layouts:
        raise BadProof("layouts of a forced guess, but no guess is said to be needed")
    if not position.is_cleared:
        left = [cell for cell in position.covered if not position.layout.is_mine(cell)]
        name = position.grid.name(left[0])
        raise BadProof(f"{len(left)} safe cells are covered at the end, {name} first")


def _check_guess(position: Position, layouts: Iterable[frozenset[Cell]]) -> None:
    """Raise BadProof unless every covered cell may be a mine, and the game is not over."""
    if position.is_cleared:
        raise BadProof("every safe cell is open at the end, so no guess is needed")
    covered, shown = set(position.covered), set[Cell]()
    for number, mines in enumerate(layouts, start=1):
        _check_fits(position, number, mines, covered)
        shown |= mines
    # Two cells beside the same open cells can be exchanged in any layout: no clue tells them apart.
    alike = {_open_neighbours(position, cell) for cell in shown}
    for cell in sorted(covered - shown):
        if _open_neighbours(position, cell) not in alike:
            raise BadProof(f"no layout has a mine in {position.grid.name(cell)}; expected one")


def _check_fits(
    position: Position, number: int, mines: frozenset[Cell], covered: set[Cell]
) -> None:
    if stray := sorted(mines - covered):
        raise BadProof(
            f"layout {number} has a mine in {position.grid.name(stray[0])}, which is open"
        )
    told: list[tuple[str, Constraint]] = [
        (f"the clue {position.grid.name(cell)}", clue) for cell, clue in position.told.items()
    ]
    if position.count is not None:
        told.append(("the mine count", position.count))
    for name, constraint in told:
        if len(mines & constraint.cells) != constraint.mines:
            raise BadProof(f"layout {number} does not fit {name}")


def _open_neighbours(position: Position, cell: Cell) -> frozenset[Cell]:
    return frozenset(filter(position.is_open, position.grid.neighbours(cell)))
