"""Board addresses, `?b=…&m=…`: a layout in the URL of a page that analyses boards.

`b` is 1, 2 or 3 for 9x9, 16x16 and 30x16 cells; otherwise the width and height in decimal, padded
to the same number of digits, like 0812. `m` has one digit of 0-9a-v for every five cells, row by
row; its highest bit is the first cell, and unused bits at the end are 0. PTTACGfans' ZiNi
calculator introduced this form; Llamasweeper reads and writes it too.
"""

from __future__ import annotations

import re
from typing import Final

from mineproof.board.formats.texts import decoded
from mineproof.board.formats.values import square
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.errors import BadFile

_LEVELS: Final = {"1": Grid(9, 9), "2": Grid(16, 16), "3": Grid(16, 30)}
_NAMES = {grid: name for name, grid in _LEVELS.items()}
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_ADDRESS = re.compile(r"[?&]b=([^&#\s]*)&m=([^&#\s]*)", re.IGNORECASE)


def is_address(text: str) -> bool:
    """Tell whether a text looks like the address of a board, valid or not.

    >>> is_address("https://example.org/?b=0202&m=g"), is_address("board.mbf")
    (True, False)
    """
    return _ADDRESS.search(text) is not None


def read_url(data: bytes) -> Layout:
    """Return the layout in an address; raise BadFile, which says what is wrong.

    >>> read_url(b"https://example.org/?b=0302&m=g0").picture()
    '*10\\n110'
    """
    found = _ADDRESS.search(decoded(data, "url"))
    if found is None:
        raise BadFile("not url: no board in it; expected ?b=…&m=…")
    grid, digits = _grid(found[1]), found[2].lower()
    if len(digits) != -(-grid.size // 5):
        raise BadFile(
            f"not url: {len(digits)} digits in m; expected {-(-grid.size // 5)} for {grid}"
        )
    if strange := set(digits).difference(_DIGITS):
        raise BadFile(f"not url: {min(strange)!r} in m; expected 0-9 and a-v")
    bits = "".join(f"{int(digit, 32):05b}" for digit in digits)
    if "1" in bits[grid.size :]:
        raise BadFile(f"not url: m has a mine after the last of the {grid.size} cells")
    return Layout(grid, frozenset(cell for cell, bit in enumerate(bits) if bit == "1"))


def write_url(layout: Layout) -> bytes:
    """Return the part of an address that holds a layout.

    >>> write_url(Layout(Grid(2, 3), frozenset({0})))
    b'?b=32&m=g0\\n'
    """
    grid = square(layout.grid, "url")
    width = max(len(str(grid.rows)), len(str(grid.cols)))
    size = _NAMES.get(grid) or f"{grid.cols:0{width}}{grid.rows:0{width}}"
    bits = "".join("01"[layout.is_mine(cell)] for cell in range(grid.size))
    fives = (bits[start : start + 5].ljust(5, "0") for start in range(0, grid.size, 5))
    return f"?b={size}&m={''.join(_DIGITS[int(five, 2)] for five in fives)}\n".encode()


def _grid(size: str) -> Grid:
    if size in _LEVELS:
        return _LEVELS[size]
    form = re.fullmatch(r"(?=(?:\d\d){1,4}$)\d+", size, re.ASCII)
    if form is None:
        raise BadFile(
            f"not url: b is {size[:40]!r}; expected 1, 2, 3, or width and height"
            " with the same number of digits"
        )
    half = len(size) // 2
    return Grid(int(size[half:]), int(size[:half]))
