"""Shapes: what a drawing consists of, for whoever writes it to a file.

Lengths are in pixels at the usual size, from the top left corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon that grows by `rounding` on all sides, which rounds its corners.

    The `tip` is shown while the mouse rests on it.
    """

    points: tuple[Point, ...]
    fill: str
    rounding: float = 0
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    centre: Point
    radius: float
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, with round ends; a closed one comes back to its first point."""

    points: tuple[Point, ...]
    width: float
    colour: str
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A text, centred at a point; `size` is that of its font."""

    centre: Point
    text: str
    size: float
    colour: str
    is_bold: bool = False


Shape: TypeAlias = Polygon | Disc | Line | Label


@dataclass(frozen=True, slots=True)
class Canvas:
    """Shapes from back to front, their size together, and what they show in words."""

    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]
