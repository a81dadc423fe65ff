r"""Derivations for LaTeX: a TikZ picture with the same layout as every other drawing.

The text is a document of its own that needs `standalone` and TikZ; its `tikzpicture` can also be
copied into a paper.
"""

from __future__ import annotations

from collections.abc import Iterator

from mineproof.logic.derivation.layout import Edge
from mineproof.logic.derivation.looks import look
from mineproof.logic.derivation.picture import Drawn, Picture

_POINT = 72.27 / 96
"""A pixel in points."""

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "∨": r"$\lor$",
    "¬": r"$\lnot$",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    **{sign: f"\\{sign}" for sign in "#$%&_"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def latex(shown: Picture) -> str:
    """Return a derivation as a LaTeX document with one TikZ picture."""
    return "\n".join([*_lines(shown), ""])


def _lines(shown: Picture) -> Iterator[str]:
    yield r"\documentclass[border=6pt]{standalone}"
    yield r"\usepackage{tikz}"
    yield r"\begin{document}"
    for name, colour in _colours(shown).items():
        yield rf"\definecolor{{{name}}}{{HTML}}{{{colour}}}"
    yield r"\begin{tikzpicture}[x=1pt, y=-1pt, every node/.style={draw, rounded corners=3pt,"
    yield r"  line width=0.8pt, align=center, inner sep=4pt, font=\sffamily\small}]"
    for edge in shown.layout.edges:
        yield _path(edge)
    for each in shown.nodes:
        yield _node(each)
    yield r"\end{tikzpicture}"
    yield r"\end{document}"


def _colours(shown: Picture) -> dict[str, str]:
    """Return the colours that are used, by the names they have in the text."""
    used = {colour for each in shown.nodes for colour in look(each.node)}
    return {_named(colour): colour[1:].upper() for colour in sorted(used)}


def _named(colour: str) -> str:
    return f"c{colour[1:]}"


def _node(each: Drawn) -> str:
    shown, box = look(each.node), each.box
    style = f"draw={_named(shown.edge)}, fill={_named(shown.fill)}, text={_named(shown.ink)}"
    bold = r"\bfseries " if each.node.is_fact else ""
    lines = [f"{bold}{escaped(line)}" for line in each.lines]
    note = rf"\tiny\textcolor{{{_named(shown.note)}}}{{{escaped(each.full_note)}}}"
    text = r"\\".join([*lines, note])
    return rf"\node[{style}] (n{each.node.number}) at ({_at(box.x, box.y)}) {{{text}}};"


def _path(edge: Edge) -> str:
    (x, y), *rest = edge.points
    parts = [f"({_at(x, y)})"]
    for a, b in rest:
        middle = (y + b) / 2
        parts.append(f".. controls ({_at(x, middle)}) and ({_at(a, middle)}) .. ({_at(a, b)})")
        x, y = a, b
    return rf"\draw[gray!60, line width=0.8pt] {' '.join(parts)};"


def _at(x: float, y: float) -> str:
    return f"{x * _POINT:.1f},{y * _POINT:.1f}"


def escaped(text: str) -> str:
    r"""Return a text as LaTeX takes it.

    >>> escaped("¬a1 ∨ b2 & {c}")
    '$\\lnot$a1 $\\lor$ b2 \\& \\{c\\}'
    """
    return "".join(_SPECIAL.get(sign, sign) for sign in text)
