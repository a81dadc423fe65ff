"""Pictures of a view: an image for people, text and JSON for language models."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from mineproof.board.grid import Grid
from mineproof.board.view import FLAG, HIDDEN, MINE, View

Image: TypeAlias = npt.NDArray[np.uint8]

# In colours

_SIDE = 16
_LINE, _GROUND, _COVER = 0xE2E8F0, 0xF8FAFC, 0xB4C5DA
_GLYPHS: dict[int, tuple[int, str]] = {  # colour and five rows of three dots, as octal figures
    1: (0x1D4ED8, "26227"),
    2: (0x15803D, "71747"),
    3: (0xB91C1C, "71717"),
    4: (0x6D28D9, "55711"),
    5: (0x92400E, "74717"),
    6: (0x0E7490, "74757"),
    7: (0x111827, "71111"),
    8: (0x4B5563, "75757"),
    FLAG: (0x9A3412, "67644"),
    MINE: (0x9A3412, "52725"),
}


def draw(view: View) -> Image:
    """Return a view as an RGB image, 16 pixels per cell."""
    tiles = _tiles()[np.frombuffer(view.cells, np.uint8)]
    rows, cols = view.grid.rows, view.grid.cols
    lines = tiles.reshape(rows, cols, _SIDE, _SIDE, 3).swapaxes(1, 2)
    return np.ascontiguousarray(lines.reshape(rows * _SIDE, cols * _SIDE, 3))


@cache
def _tiles() -> Image:
    return np.stack([_tile(code) for code in range(MINE + 1)])


def _tile(code: int) -> Image:
    tile = np.empty((_SIDE, _SIDE, 3), np.uint8)
    tile[:] = _rgb(_LINE)
    tile[1:, 1:] = _rgb(_GROUND if code < HIDDEN else _COVER)
    if code in _GLYPHS:
        colour, rows = _GLYPHS[code]
        dots = [[int(row, 8) >> shift & 1 for shift in (2, 1, 0)] for row in rows]
        tile[3:13, 6:12][np.kron(dots, np.ones((2, 2))).astype(bool)] = _rgb(colour)
    return tile


def _rgb(colour: int) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 255, colour & 255


# In characters


def view_text(view: View) -> str:
    """Return the picture of a view with the names of its columns and rows.

    >>> print(view_text(View.from_picture("## 1#", mines=1)))
      a b
    1 # #
    2 1 #
    """
    names = [_column(view.grid, col) for col in range(view.grid.cols)]
    across, down = max(map(len, names)), len(str(view.grid.rows))
    lines = [" ".join([" " * down, *(name.rjust(across) for name in names)])]
    for row, cells in enumerate(view.picture().split("\n"), 1):
        lines.append(" ".join([str(row).rjust(down), *(cell.rjust(across) for cell in cells)]))
    return "\n".join(lines)


def as_json(view: View) -> dict[str, Any]:
    """Return a view as plain values: size, mines, one text per row, and the hidden cells.

    >>> as_json(View.from_picture("## 1#", mines=1))["hidden"]
    ['a1', 'b1', 'b2']
    """
    grid = view.grid
    hidden = [grid.name(cell) for cell in view.covered_cells() if not view.is_flagged(cell)]
    return {
        "shape": grid.shape.value,
        "rows": grid.rows,
        "cols": grid.cols,
        "mines": view.mines,
        "board": view.picture().split("\n"),
        "hidden": hidden,
    }


def _column(grid: Grid, col: int) -> str:
    return grid.name(grid.at(0, col)).rstrip("0123456789")
