"""`.mbf` and `.abf`: a layout in bytes, as board editors save it.

Byte 0 is the width, byte 1 the height, bytes 2 and 3 the mine count, big-endian; then come two
bytes for each mine, its column and its row, counted from 0.
"""

from __future__ import annotations

from mineproof.board.formats.cursor import Cursor
from mineproof.board.formats.values import square
from mineproof.board.layout import Layout
from mineproof.errors import BadFile

_MOST = 255


def read_mbf(data: bytes) -> Layout:
    """Return the layout of these bytes; raise BadFile if they are not one.

    >>> read_mbf(bytes([3, 2, 0, 1, 0, 0])).picture()
    '*10\\n110'
    """
    cursor = Cursor("mbf", data)
    grid, count, pairs = cursor.board()
    if cursor.left:
        raise cursor.error(f"{cursor.left} bytes after the last mine; expected none")
    return cursor.mines(grid, zip(pairs[1::2], pairs[::2], strict=True), count)


def write_mbf(layout: Layout) -> bytes:
    """Return a layout as bytes, mines in reading order; raise BadFile if it is too large.

    >>> write_mbf(Layout.from_picture("*.. ...")).hex(" ")
    '03 02 00 01 00 00'
    """
    grid = square(layout.grid, "mbf")
    if max(grid.rows, grid.cols) > _MOST:
        raise BadFile(f"{grid} is too large for mbf; expected sides of {_MOST} at most")
    head = bytes([grid.cols, grid.rows, *len(layout.mines).to_bytes(2, "big")])
    places = map(grid.place, sorted(layout.mines))
    return head + bytes(number for row, col in places for number in (col, row))
