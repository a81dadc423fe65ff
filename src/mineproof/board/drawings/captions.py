"""Captions: text below a drawing, and Frame: one picture of several that follow each other."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mineproof.board.drawings import colours
from mineproof.board.drawings.shapes import Canvas, Label, Polygon

_SIZE, _LINE, _EDGE = 12.0, 17.0, 8.0
_LATIN, _WIDE = 0.58, 1.05
"""The width of a letter in font sizes, a little more than fonts need: Latin, and Chinese."""

_NARROWEST = 260.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of an animation: what is marked and lit on the board, and a caption."""

    caption: str
    marks: Mapping[int, str] = field(default_factory=dict)
    lit: tuple[int, ...] = ()


def captioned(canvases: Sequence[Canvas], captions: Sequence[str]) -> list[Canvas]:
    """Return drawings with captions below, all of one size; without any, as they are.

    >>> canvas, = captioned([Canvas(300, 100, "", "", ())], ["So b1 is safe.\\nThe end."])
    >>> canvas.height, [shape.text for shape in canvas.shapes[1:]]
    (142.0, ['So b1 is safe.', 'The end.'])
    """
    if not any(captions):
        return list(canvases)
    width = max(_NARROWEST, *(canvas.width for canvas in canvases))
    told = [_lines(caption, width - 2 * _EDGE) for caption in captions]
    most = max(map(len, told))
    return [
        _below(canvas, lines, width, most) for canvas, lines in zip(canvases, told, strict=True)
    ]


def _below(canvas: Canvas, lines: list[str], width: float, most: int) -> Canvas:
    height = canvas.height + most * _LINE + _EDGE
    paper = Polygon(((0, 0), (width, 0), (width, height), (0, height)), colours.PAPER)
    labels = [
        Label((width / 2, canvas.height + (i + 0.5) * _LINE), line, _SIZE, colours.INK)
        for i, line in enumerate(lines)
    ]
    said = f"{canvas.description} {' '.join(lines)}".strip()
    shapes = (paper, *canvas.shapes, *labels)
    return replace(canvas, width=width, height=height, description=said, shapes=shapes)


def _lines(text: str, width: float) -> list[str]:
    """Return a text in lines of at most this width."""
    is_wide = any(unicodedata.east_asian_width(each) == "W" for each in text)
    most = int(width / (_SIZE * (_WIDE if is_wide else _LATIN)))
    return [line for part in text.split("\n") for line in textwrap.wrap(part, most) or [""]]
