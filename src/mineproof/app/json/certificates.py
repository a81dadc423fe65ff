"""Certified boards as JSON. Cells are [row, column] from 0, but names inside a certificate."""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.app.json.cells import Json, places
from mineproof.board.grid import Cell
from mineproof.certificates.data import certificate_json
from mineproof.coach.boards.certify import Certified, Verdict
from mineproof.coach.boards.grade import Grade


def certified_json(found: Certified, first: Iterable[Cell]) -> Json:
    """Return a verdict, the steps of a person by level, the last position and the certificate.

    `safe` is not empty if an engine stopped although there are safe cells; then there is no
    certificate.
    """
    grid, view = found.view.grid, found.view
    counts = Grade(found.steps, ()).counts
    return {
        "verdict": found.verdict.value,
        "first": places(grid, first),
        "hardest": found.level.name if found.verdict is Verdict.NO_GUESS else None,
        "steps": {level.name: number for level, number in counts.items() if level.name != "G"},
        "position": view.picture().split("\n"),
        "safe": places(grid, found.safe),
        "certificate": found.certificate and certificate_json(found.certificate),
    }
