"""Drawings as PNG and GIF: the only file that imports Pillow, which is optional."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from mineproof.board.drawings.shapes import Canvas, Disc, Label, Line, Point, Polygon, Shape
from mineproof.errors import BadInput

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_FINENESS = 3
"""Shapes are drawn this many times as large and then reduced, which smooths their edges."""

_MOST_PIXELS = 16_000_000
"""Of the finished picture; drawing it takes 30 bytes each."""


def png_bytes(canvas: Canvas, scale: float) -> bytes:
    """Return a drawing as PNG, `scale` times its usual size; raise BadInput if it cannot be."""
    file = BytesIO()
    _image(canvas, scale).save(file, "PNG", optimize=True)
    return file.getvalue()


def gif_bytes(canvases: Sequence[Canvas], scale: float, seconds: float) -> bytes:
    """Return drawings of one size as an animation that repeats; raise BadInput if it cannot be.

    GIF, because it moves wherever pictures are shared, and 256 colours are enough for a board.
    """
    first, *rest = (_image(canvas, scale).quantize(256) for canvas in canvases)
    file, wait = BytesIO(), round(1000 * seconds)
    first.save(file, "GIF", save_all=True, append_images=rest, duration=wait, loop=0)
    return file.getvalue()


def can_write(text: str) -> bool:
    """Tell whether Pillow's own font has the letters of a text; it has no Chinese ones.

    >>> can_write("So b1 is safe."), can_write("所以 b1 安全。")
    (True, False)
    """
    return all(ord(letter) < 256 for letter in text)


def _image(canvas: Canvas, scale: float) -> Image:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise BadInput("PNG needs Pillow: pip install 'mineproof[png]'") from None
    size = _size(canvas, scale)
    fine = Image.new("RGB", (size[0] * _FINENESS, size[1] * _FINENESS), "white")
    painter = _Painter(ImageDraw.Draw(fine), scale * _FINENESS)
    for shape in canvas.shapes:
        painter.paint(shape)
    return fine.reduce(_FINENESS)


def _size(canvas: Canvas, scale: float) -> tuple[int, int]:
    if not 0 < scale <= 100:
        raise BadInput(f"a scale of {scale}; expected more than 0 and at most 100")
    width, height = max(1, round(canvas.width * scale)), max(1, round(canvas.height * scale))
    if width * height > _MOST_PIXELS:
        raise BadInput(
            f"{width} x {height} pixels are too many for PNG; expected at most"
            f" {_MOST_PIXELS // 10**6} million, so a smaller board or scale, or SVG"
        )
    return width, height


class _Painter:
    """Paints shapes on a picture that is `scale` times their size."""

    def __init__(self, draw: ImageDraw, scale: float) -> None:
        self._draw = draw
        self._scale = scale

    def paint(self, shape: Shape) -> None:
        match shape:
            case Polygon(points, fill, rounding):
                self._draw.polygon(list(map(self._at, points)), fill)
                if rounding:
                    self._line((*points, points[0]), 2 * rounding, fill)
            case Disc(centre, radius, fill):
                self._disc(centre, radius, fill)
            case Line(points, width, colour, is_closed):
                self._line((*points, points[0]) if is_closed else points, width, colour)
            case Label():
                self._label(shape)

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _line(self, points: tuple[Point, ...], width: float, colour: str) -> None:
        self._draw.line(list(map(self._at, points)), colour, round(width * self._scale))
        for point in points:  # round ends and corners
            self._disc(point, width / 2, colour)

    def _disc(self, centre: Point, radius: float, fill: str) -> None:
        (x, y), r = self._at(centre), radius * self._scale
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill)

    def _label(self, label: Label) -> None:
        from PIL import ImageFont

        size = label.size * self._scale
        font = ImageFont.load_default(size)  # Pillow's own, so that every machine has it
        stroke = size / 24 if label.is_bold else 0
        x, y = self._at(label.centre)
        parts = [part for part in _SIGNS_APART.split(label.text) if part]
        widths = [size * _SIGN if part in _STROKES else font.getlength(part) for part in parts]
        x -= sum(widths) / 2
        for part, width in zip(parts, widths, strict=True):
            if part in _STROKES:
                for line in _STROKES[part]:
                    points = [(x + a * size, y + b * size) for a, b in line]
                    self._draw.line(points, label.colour, round(size * _PEN + 2 * stroke))
            else:
                self._draw.text((x, y), part, label.colour, font, "lm", stroke_width=stroke)
            x += width


_SIGN, _PEN = 0.7, 0.09
"""The width of a drawn sign and of its strokes, in font sizes."""

_BAR = ((0.12, 0.3), (0.58, 0.3))
_STROKES = {
    "∨": (((0.12, -0.24), (0.35, 0.26), (0.58, -0.24)),),
    "¬": (((0.08, -0.05), (0.6, -0.05), (0.6, 0.17)),),
    "≥": (((0.12, -0.28), (0.58, -0.06), (0.12, 0.16)), _BAR),
    "≤": (((0.58, -0.28), (0.12, -0.06), (0.58, 0.16)), _BAR),
}
"""Signs that Pillow's own font lacks, as lines from the middle of the text's left edge."""

_SIGNS_APART = re.compile(f"([{''.join(_STROKES)}])")
