"""`.mine`: a view in text, with its mine count.

The first line is `WIDTHxHEIGHTxMINES`. Then comes one line per row, one character per cell: `0` to
`8` for open, `H` for hidden, `F` for a flag, and `M`, `m` or `?` for a visible mine.
"""

from __future__ import annotations

import re

from mineproof.board.formats.texts import decoded
from mineproof.board.formats.values import square
from mineproof.board.grid import Grid
from mineproof.board.view import MINE, View
from mineproof.errors import BadFile

_CHARACTERS = "012345678HFM"
_CODES = {character: code for code, character in enumerate(_CHARACTERS)} | {"m": MINE, "?": MINE}


def read_mine(data: bytes) -> View:
    """Return the view of a text; raise BadInput, which names what is wrong.

    >>> read_mine(b"3x2x1\\n1H0\\n110\\n").picture()
    '1#0\\n110'
    """
    first, *rows = decoded(data, "mine").split() or [""]
    size = re.fullmatch(r"(\d{1,4})x(\d{1,4})x(\d{1,7})", first, re.ASCII | re.IGNORECASE)
    if size is None:
        raise BadFile(
            f"not mine: line 1 is {first[:40]!r}; expected WIDTHxHEIGHTxMINES, like 30x16x99"
        )
    cols, height, mines = map(int, size.groups())
    grid = Grid(height, cols)
    if len(rows) != grid.rows:
        raise BadFile(f"not mine: {len(rows)} rows; expected {grid.rows} as line 1 says")
    if mines > grid.size:
        raise BadFile(f"not mine: {mines} mines; expected {grid.size} at most, one per cell")
    return View(grid, b"".join(_row(grid, i, row) for i, row in enumerate(rows, start=2)), mines)


def write_mine(view: View) -> bytes:
    """Return a view as text; raise BadFile if its mine count is unknown.

    >>> write_mine(View.from_picture("1#0 110", mines=1))
    b'3x2x1\\n1H0\\n110\\n'
    """
    grid = square(view.grid, "mine")
    if view.mines is None:
        raise BadFile("mine needs the mine count, which this view does not have")
    text = "".join(_CHARACTERS[code] for code in view.cells)
    rows = (text[start : start + grid.cols] for start in range(0, grid.size, grid.cols))
    return "\n".join([f"{grid.cols}x{grid.rows}x{view.mines}", *rows, ""]).encode()


def _row(grid: Grid, line: int, row: str) -> bytes:
    if len(row) != grid.cols:
        raise BadFile(f"not mine: line {line} has {len(row)} cells; expected {grid.cols}")
    for character in row:
        if character not in _CODES:
            raise BadFile(f"not mine: {character!r} in line {line}; expected 0-8, H, F, M, m or ?")
    return bytes(_CODES[character] for character in row)
