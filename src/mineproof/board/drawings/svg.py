"""Drawings as SVG.

Text stays text. Looks are attributes of groups and not a style sheet, which would also apply to the
rest of a page that holds the drawing; nothing has an id, so several can be on one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby, pairwise

from mineproof.board.drawings.shapes import Canvas, Disc, Label, Line, Point, Polygon, Shape

_FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
_BASELINE = 0.36
"""How far below its centre a letter stands, in font sizes. Not all readers know another way."""


def svg_text(canvas: Canvas) -> str:
    """Return a drawing as SVG: the same text for the same drawing."""
    width, height = _number(canvas.width), _number(canvas.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" font-family="{_FONT}" text-anchor="middle"'
        ' stroke-linecap="round" stroke-linejoin="round">'
    )
    said = [f"<title>{_text(canvas.title)}</title>", f"<desc>{_text(canvas.description)}</desc>"]
    return "\n".join([head, *said, *_groups(canvas.shapes), "</svg>", ""])


def _groups(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield neighbours that look alike as one group each."""
    for look, alike in groupby(shapes, key=_look):
        yield f"<g {look}>"
        yield from map(_element, alike)
        yield "</g>"


def _look(shape: Shape) -> str:
    match shape:
        case Polygon(fill=fill, rounding=rounding) if rounding:
            return f'fill="{fill}" stroke="{fill}" stroke-width="{_number(2 * rounding)}"'
        case Polygon(fill=fill) | Disc(fill=fill):
            return f'fill="{fill}"'
        case Line(width=width, colour=colour):
            return f'fill="none" stroke="{colour}" stroke-width="{_number(width)}"'
        case Label(size=size, colour=colour, is_bold=is_bold):
            weight = ' font-weight="bold"' if is_bold else ""
            return f'fill="{colour}" font-size="{_number(size)}"{weight}'


def _element(shape: Shape) -> str:
    match shape:
        case Polygon(points=points, tip=tip):
            path = f'<path d="{_path(points)}z"'
            return f"{path}><title>{_text(tip)}</title></path>" if tip else f"{path}/>"
        case Line(points=points, is_closed=is_closed):
            return f'<path d="{_path(points)}{"z" if is_closed else ""}"/>'
        case Disc(centre=(x, y), radius=radius):
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"/>'
        case Label(centre=(x, y), text=text, size=size):
            place = f'x="{_number(x)}" y="{_number(y + _BASELINE * size)}"'
            return f"<text {place}>{_text(text)}</text>"


def _path(points: Iterable[Point]) -> str:
    """Return a path through points, each told by its distance from the one before."""
    rounded = [(round(x, 2), round(y, 2)) for x, y in points]
    steps = [_step(c - a, d - b) for (a, b), (c, d) in pairwise(rounded)]
    return f"M{_number(rounded[0][0])} {_number(rounded[0][1])}{''.join(steps)}"


def _step(right: float, down: float) -> str:
    if not down:
        return f"h{_number(right)}"
    return f"l{_number(right)} {_number(down)}" if right else f"v{_number(down)}"


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"  # no minus zero


def _text(text: str) -> str:
    """Return a text as XML holds it, without the control characters that it cannot hold."""
    return escape("".join(each for each in text if each.isprintable()), quote=False)
