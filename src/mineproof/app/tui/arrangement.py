"""Arrangement: how large cells are, and where the text goes, in a terminal of a given size."""

from __future__ import annotations

from typing import NamedTuple

from mineproof.app.tui.painter import NARROW, WIDE, head_height, whole_size
from mineproof.board.grid import Grid

WORDS_WIDTH = 34
"""The narrowest useful column of text beside the board."""

WORDS_HEIGHT = 4
"""The fewest lines of text below the board."""

BARS = 2
"""The lines above and below the board, for the status and the keys."""

_FEWEST_ROWS = 3
"""The fewest rows of the board to show, however low the terminal."""

_BAR = 1
"""The width of a scroll bar."""


class Arrangement(NamedTuple):
    """How many characters a cell takes, and the columns and lines that the board gets."""

    pitch: int
    is_beside: bool
    width: int
    height: int


def arrange(grid: Grid, width: int, height: int, *, needs_wide: bool = False) -> Arrangement:
    """Return the arrangement for a terminal of this size; `needs_wide` is for risks.

    Cells are wide where everything then fits. The text goes beside the board if there is room,
    otherwise below it; a board that is too large scrolls.

    >>> arrange(Grid(9, 9), 80, 24)
    Arrangement(pitch=3, is_beside=True, width=29, height=24)
    >>> arrange(Grid(16, 30), 80, 22)
    Arrangement(pitch=2, is_beside=False, width=80, height=18)
    >>> arrange(Grid(16, 30), 80, 22, needs_wide=True).pitch
    3
    """
    pitches = (WIDE,) if needs_wide else (WIDE, NARROW)
    for pitch in pitches:
        columns, lines = whole_size(grid, pitch)
        if columns + WORDS_WIDTH <= width and lines <= height:
            return Arrangement(pitch, True, columns, height)
    for pitch in pitches:
        columns, lines = whole_size(grid, pitch)
        if columns <= width and lines + WORDS_HEIGHT <= height:
            return Arrangement(pitch, False, width, lines)
    return _scrolled(grid, width, height, pitches[-1])


def _scrolled(grid: Grid, width: int, height: int, pitch: int) -> Arrangement:
    columns, lines = whole_size(grid, pitch)
    room = width - WORDS_WIDTH
    if room >= WORDS_WIDTH and (columns + _BAR <= room or lines > height - WORDS_HEIGHT):
        return Arrangement(pitch, True, min(columns + _BAR, room), height)
    least = head_height(grid) + _FEWEST_ROWS + _BAR
    room = max(min(least, height), height - WORDS_HEIGHT)
    return Arrangement(pitch, False, width, min(lines + _BAR, room))
