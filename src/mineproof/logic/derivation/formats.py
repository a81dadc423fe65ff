"""Formats: every way in which a proof goes out, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from mineproof.board.drawings.png import png_bytes
from mineproof.board.drawings.shapes import Canvas
from mineproof.board.drawings.svg import svg_text
from mineproof.errors import UnknownName
from mineproof.logic.derivation.clause_proof import clause_proof
from mineproof.logic.derivation.data import data
from mineproof.logic.derivation.dot import dot
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.derivation.latex import latex
from mineproof.logic.derivation.outline import outline
from mineproof.logic.derivation.picture import Picture, canvas, picture
from mineproof.logic.pb.cutting_planes import opb, veripb
from mineproof.logic.pb.lines import USUAL_VERSION, version_named
from mineproof.logic.problem import Namer

MOST_DRAWN = 150
"""How many nodes a drawing has before the rest is folded."""

_SHARPNESS = 2.0
"""How many pixels of a PNG make one of the drawing: letters stay sharp on fine screens."""


class Style(NamedTuple):
    """How much of it is drawn, and in which version of VeriPB's format it is written."""

    most: int = MOST_DRAWN
    version: str = USUAL_VERSION


class Format(NamedTuple):
    """A way out: its name, the suffix of its files, and what writes it.

    If `is_clausal`, the proof must be resolution (see `clause_proof`).
    """

    name: str
    suffix: str
    write: Callable[[Derivation, Namer, Style], str | bytes]
    is_clausal: bool = False


def _drawn(derivation: Derivation, name: Namer, style: Style) -> Picture:
    return picture(derivation, name, derivation.unfolded(style.most or len(derivation.nodes)))


def _canvas(derivation: Derivation, name: Namer, style: Style) -> Canvas:
    return canvas(_drawn(derivation, name, style), name)


def _opb(derivation: Derivation, name: Namer, style: Style) -> str:
    return opb([derivation.proof], name, version_named(style.version))


def _veripb(derivation: Derivation, name: Namer, style: Style) -> str:
    return veripb([derivation.proof], name, version_named(style.version))


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format("text", "txt", lambda it, name, _: outline(it, name)),
        Format("dot", "dot", lambda it, name, _: dot(it, name)),
        Format("svg", "svg", lambda *asked: svg_text(_canvas(*asked))),
        Format("png", "png", lambda *asked: png_bytes(_canvas(*asked), _SHARPNESS)),
        Format("latex", "tex", lambda *asked: latex(_drawn(*asked))),
        Format(
            "dimacs", "cnf", lambda found, name, _: clause_proof(found.proof).dimacs(name), True
        ),
        Format("lrat", "lrat", lambda found, *_: clause_proof(found.proof).lrat(), True),
        Format("opb", "opb", _opb),
        Format("veripb", "pbp", _veripb),
        Format("json", "json", lambda it, name, _: json.dumps(data(it, name)) + "\n"),
    )
}


def format_named(name: str) -> Format:
    """Return a format by its name; raise UnknownName if there is none."""
    if name not in FORMATS:
        raise UnknownName(f"unknown format {name!r}; expected {', '.join(FORMATS)}")
    return FORMATS[name]


def export(
    derivation: Derivation,
    form: str,
    name: Namer,
    most: int = MOST_DRAWN,
    version: str = USUAL_VERSION,
) -> str | bytes:
    """Return a derivation in the format of this name.

    Drawings fold what goes beyond about `most` nodes, 0 for none; `version` is that of VeriPB's
    format. Raises LimitReached if the clues have too many clauses to list or a count too many
    cases, BadInput if a format needs resolution and the proof is none.
    """
    return format_named(form).write(derivation, name, Style(most, version))
