"""The icons of the site as PNG: the drawing of icon.svg in the sizes that devices want."""

from __future__ import annotations

import math
import struct
import zlib
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

_Point: TypeAlias = tuple[float, float]

SIZES = (180, 192, 512)

_BLUE, _WHITE = (31, 95, 191), (255, 255, 255)
_TICK = ((9.0, 16.5), (14.0, 21.5), (23.0, 12.5))
_SIDE, _STROKE = 32.0, 3.2


def write_icons(to: Path) -> None:
    """Write one file for each size, which fills its square: phones cut it to their own shape."""
    to.mkdir(parents=True)
    for size in SIZES:
        (to / f"{size}.png").write_bytes(_png(size))


def _png(size: int) -> bytes:
    rows = b"".join(b"\0" + _row(y, size) for y in range(size))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_part(kind, data) for kind, data in parts)


def _part(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _row(y: int, size: int) -> bytes:
    scale = _SIDE / size
    return b"".join(_pixel((x + 0.5) * scale, (y + 0.5) * scale, scale) for x in range(size))


def _pixel(x: float, y: float, scale: float) -> bytes:
    """Return the colour of a point; on the edge of the tick, a mixture."""
    away = min(_distance((x, y), *line) for line in pairwise(_TICK))
    share = min(1.0, max(0.0, (_STROKE / 2 - away) / scale + 0.5))
    mixed = zip(_BLUE, _WHITE, strict=True)
    return bytes(round(ground + (ink - ground) * share) for ground, ink in mixed)


def _distance(point: _Point, a: _Point, b: _Point) -> float:
    """Return how far a point is from the line between two others."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    t = min(1.0, max(0.0, along))
    return math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))
