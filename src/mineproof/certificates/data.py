"""Certificates as plain data, ready for JSON, and back. Cells are names, as in the text."""

from __future__ import annotations

from typing import Final, TypeVar

from mineproof.board.formats.fields import Fields, shown
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.certificates.certificate import (
    TITLE,
    VERSION,
    Certificate,
    CertifiedStep,
    Conclusion,
)
from mineproof.certificates.text import is_text, layout_of, read_text, rows_of
from mineproof.certificates.words import fact_word, parse_fact
from mineproof.errors import BadFile, BadInput

_T = TypeVar("_T")
_SHAPES: Final = {shape.value: shape for shape in Shape}
_VERDICTS: Final = {"no guess": False, "guess": True}


def certificate_json(certificate: Certificate) -> dict[str, object]:
    """Return a certificate as plain data."""
    grid = certificate.layout.grid
    return {
        "format": TITLE,
        "version": VERSION,
        "note": certificate.note,
        "verdict": "guess" if certificate.needs_guess else "no guess",
        "first": [grid.name(cell) for cell in certificate.first],
        "count_known": certificate.with_count,
        "shape": grid.shape.value,
        "board": rows_of(certificate.layout),
        "steps": [_step_json(grid, step) for step in certificate.steps],
        "layouts": [[grid.name(cell) for cell in sorted(each)] for each in certificate.layouts],
    }


def _step_json(grid: Grid, step: CertifiedStep) -> dict[str, object]:
    found = [
        {"cell": fact_word(grid, each.cell, each.is_mine), "proof": " ".join(each.proof)}
        for each in step.conclusions
    ]
    return {"note": step.note, "conclusions": found}


def is_certificate(text: str) -> bool:
    """Tell whether a text looks like a certificate, as text or as JSON.

    >>> is_certificate("mineproof certificate 1"), is_certificate("{}")
    (True, False)
    """
    return is_text(text) or (text.lstrip().startswith("{") and f'"{TITLE}"' in text[:200])


def read_certificate(text: str) -> Certificate:
    """Return the certificate in a text or in JSON; raise BadFile, which says what is wrong."""
    if not text.lstrip().startswith("{"):
        return read_text(text)
    try:
        return _read(Fields.parse(text))
    except BadInput as error:
        raise BadFile(f"not a certificate: {error}") from None


def _read(data: Fields) -> Certificate:
    if data.get("format") != TITLE:
        raise BadInput(f"format {shown(data.get('format'))}; expected {TITLE!r}")
    if data.get("version") != VERSION:
        raise BadInput(f"version {shown(data.get('version'))}; expected {VERSION}")
    layout = layout_of(data.texts("board"), _choice(data, "shape", _SHAPES))
    grid = layout.grid
    return Certificate(
        layout,
        tuple(map(grid.parse, data.texts("first"))),
        data.flag("count_known"),
        tuple(_step(grid, Fields(each)) for each in data.items("steps")),
        _choice(data, "verdict", _VERDICTS),
        tuple(_layout(grid, each) for each in data.items("layouts")),
        data.text("note", ""),
    )


def _step(grid: Grid, data: Fields) -> CertifiedStep:
    found = [Fields(each) for each in data.items("conclusions")]
    conclusions = [
        Conclusion(*parse_fact(grid, each.text("cell")), tuple(each.text("proof").split()))
        for each in found
    ]
    return CertifiedStep(tuple(conclusions), data.text("note", ""))


def _layout(grid: Grid, value: object) -> frozenset[Cell]:
    return frozenset(map(grid.parse, Fields({"layout": value}).texts("layout")))


def _choice(data: Fields, name: str, words: dict[str, _T]) -> _T:
    word = data.text(name)
    if word not in words:
        raise BadInput(f"{name!r} is {word[:40]!r}; expected {' or '.join(words)}")
    return words[word]
