"""Drawings of derivations: boxes and lines for SVG and PNG, and the sizes that a page needs.

A node is a box with its claim and, in smaller letters, where that comes from. One that is folded
looks like a pile, and says how many steps are in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mineproof.board.drawings import colours
from mineproof.board.drawings.shapes import Canvas, Label, Line, Point, Polygon, Shape
from mineproof.logic.derivation.graph import Derivation, Node
from mineproof.logic.derivation.labels import claim_label, claim_lines, rule_label, title
from mineproof.logic.derivation.layout import Box, Edge, Layout, Size, lay_out
from mineproof.logic.derivation.looks import look
from mineproof.logic.problem import Namer

TEXT, NOTE = 13.0, 9.5
"""Font sizes of a claim, and of the line below it."""

_LINE, _NOTE_LINE = 18.0, 14.0
_PAD_X, _PAD_Y = 10.0, 6.0
_MARGIN = 20.0
_HEAD = 26.0
_ROUNDING = 5.0
_PILE = 4.0

_WIDE = {"∨": 0.73, "¬": 0.84, "≥": 0.84, "≤": 0.84, "+": 0.84, "m": 0.97, "w": 0.82}
_NARROW = {" ": 0.32, ",": 0.32, ".": 0.32, "i": 0.28, "j": 0.28, "l": 0.28, "t": 0.39, "f": 0.35}


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a node shows, and where: its claim in lines, a note, and how many steps are folded."""

    node: Node
    lines: tuple[str, ...]
    note: str
    folded: int
    box: Box

    @property
    def full_note(self) -> str:
        """The note, with the number of steps if they are folded."""
        return _note(self.note, self.folded)


@dataclass(frozen=True, slots=True)
class Picture:
    """A derivation with all that is to be seen in its place; nodes are those of a walk."""

    derivation: Derivation
    nodes: tuple[Drawn, ...]
    layout: Layout


def picture(derivation: Derivation, name: Namer, unfolded: Collection[int]) -> Picture:
    """Lay out the nodes that can be seen if only the `unfolded` ones show their premises."""
    shown = derivation.shown(unfolded)
    premises = {
        number: derivation[number].premises if number in unfolded else () for number in shown
    }
    texts = {number: claim_lines(derivation[number].claim, name) for number in shown}
    notes = {number: rule_label(derivation[number], name) for number in shown}
    folded = {number: _folded(derivation, number, unfolded) for number in shown}
    sizes = {number: _size(texts[number], _note(notes[number], folded[number])) for number in shown}
    layout = lay_out(premises, sizes)
    return Picture(
        derivation,
        tuple(
            Drawn(
                derivation[number],
                texts[number],
                notes[number],
                folded[number],
                layout.boxes[number],
            )
            for number in reversed(shown)
        ),
        layout,
    )


def _folded(derivation: Derivation, number: int, unfolded: Collection[int]) -> int:
    """Return how many steps are in a folded node, its own included; 0 if it is not folded."""
    if number in unfolded or not derivation[number].premises:
        return 0
    return 1 + sum(bool(derivation[below].premises) for below in derivation.below(number))


def _note(note: str, folded: int) -> str:
    return f"{note}, {folded:,} steps" if folded > 1 else note


def _size(lines: Sequence[str], note: str) -> Size:
    width = max(_length(note, NOTE), *(_length(line, TEXT) for line in lines))
    return Size(round(width + 2 * _PAD_X, 1), len(lines) * _LINE + _NOTE_LINE + 2 * _PAD_Y - 4)


def _length(text: str, size: float) -> float:
    """Return about how long a text is in DejaVu Sans, the widest of the fonts that are used."""
    return size * sum(_WIDE.get(sign) or _NARROW.get(sign, 0.64) for sign in text)


def canvas(shown: Picture, name: Namer) -> Canvas:
    """Return the drawing of a derivation, what it concludes on top."""
    layout, derivation = shown.layout, shown.derivation
    heading, size = title(derivation, name), len(derivation.nodes)
    if len(shown.nodes) < size:
        heading += f"; {len(shown.nodes):,} of {size:,} nodes shown"
    width = max(layout.width, _length(heading, TEXT)) + 2 * _MARGIN
    shift = (width - layout.width) / 2, _MARGIN + _HEAD
    height = layout.height + 2 * _MARGIN + _HEAD
    shapes = (
        _rounded((0, 0), (width, height), colours.PAPER),
        Label((width / 2, _MARGIN), heading, TEXT, colours.INK, is_bold=True),
        *(_line(edge, shift) for edge in layout.edges),
        *(shape for each in shown.nodes for shape in _boxed(each, shift)),
        *(shape for each in shown.nodes for shape in _written(each, shift)),
    )
    return Canvas(width, height, heading, _described(shown, name), shapes)


def _described(shown: Picture, name: Namer) -> str:
    """Return in words what the drawing shows, for people who do not see it."""
    listed = [
        f"{each.node.number}. {claim_label(each.node.claim, name)} ({each.note})"
        for each in reversed(shown.nodes)
    ]
    return "; ".join(listed)


def _line(edge: Edge, shift: Point) -> Line:
    points = [(x + shift[0], y + shift[1]) for x, y in edge.points]
    return Line(tuple(_curve(points)), 1.4, colours.HIDDEN)


def _curve(points: Sequence[Point]) -> Iterator[Point]:
    """Yield a smooth line through points, vertical at each of them."""
    yield points[0]
    for (a, b), (c, d) in pairwise(points):
        if a == c:
            yield c, d
            continue
        for i in range(1, 13):
            t = i / 12
            bent = t * t * (3 - 2 * t)
            # Bézier's cubic whose handles are half as long as the way down.
            yield a + (c - a) * bent, b + (d - b) * (1.5 * t * (1 - t) + t**3)


def _boxed(each: Drawn, shift: Point) -> Iterator[Polygon]:
    box, shown = each.box, look(each.node)
    left, top = box.x - box.width / 2 + shift[0], box.y - box.height / 2 + shift[1]
    right, bottom = left + box.width, top + box.height
    tip = f"{each.node.number}. {each.note}"
    if each.folded > 1:
        low = (left + _PILE, top + _PILE), (right + _PILE, bottom + _PILE)
        yield _rounded(*low, shown.edge)
        yield _rounded(*_inset(*low, 1), colours.PAPER)
    yield _rounded((left, top), (right, bottom), shown.edge, tip)
    yield _rounded(*_inset((left, top), (right, bottom), 1.5), shown.fill, tip)


def _inset(start: Point, end: Point, by: float) -> tuple[Point, Point]:
    return (start[0] + by, start[1] + by), (end[0] - by, end[1] - by)


def _rounded(start: Point, end: Point, fill: str, tip: str = "") -> Polygon:
    (a, b), (c, d) = _inset(start, end, _ROUNDING)
    return Polygon(((a, b), (c, b), (c, d), (a, d)), fill, _ROUNDING, tip)


def _written(each: Drawn, shift: Point) -> Iterator[Shape]:
    shown, x = look(each.node), each.box.x + shift[0]
    y = each.box.y - each.box.height / 2 + shift[1] + _PAD_Y + _LINE / 2 - 1
    for line in each.lines:
        yield Label((x, y), line, TEXT, shown.ink, is_bold=each.node.is_fact)
        y += _LINE
    yield Label((x, y - 2), each.full_note, NOTE, shown.note)
