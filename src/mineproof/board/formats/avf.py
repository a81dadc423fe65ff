"""`.avf`: replay files of Minesweeper Arbiter, read only.

There is no official description. This reader follows what two public parsers agree on: rawvf's
(parser_avf.c by M. Bashov, S. Zhang and D. Moore, in the repository hgraceb/flop-player) and
sweeping-view 0.4 on PyPI by T. Kolar.

- Byte 0 is the version, byte 5 the level: 3, 4 or 5 for 8x8 with 10 mines, 16x16 with 40 and 30x16
  with 99; 6 for any other, followed by width - 1, height - 1 and two bytes of mine count.
- Two bytes for each mine: row and column, counted from 1.
- Unknown bytes, up to a text in brackets, `[level|…|B3BVTseconds]`. Two bytes before it stands 17
  if question marks are enabled, 127 if not. The seconds count from 1.
- Unknown bytes, up to the first event, whose second is 1. Events of eight bytes: what, x high,
  second low, x low, hundredth, y high, second high, y low. Seconds count from 1, and an event in
  second 0 ends the list; x and y are pixels, 16 per cell. The rest of the file is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mineproof.board.formats.cursor import Cursor
from mineproof.board.formats.mouse import Mouse, MouseEvent, cell_at, replay_of
from mineproof.board.formats.values import Replay
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout

_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
_CUSTOM = 6
_SIDE = 16
_QUESTIONS = {17: True, 127: False}
_INFO = re.compile(rb"(.).\[[0-3]\|[^\]]{0,200}?B\d{1,6}T(\d{1,7})[.,](\d{1,3})\]", re.DOTALL)
_FIRST = re.compile(rb".[\x00\x01]\x01", re.DOTALL)
_EVENTS = {
    1: Mouse.MOVE,
    3: Mouse.LEFT_DOWN,
    5: Mouse.LEFT_UP,
    21: Mouse.LEFT_UP,
    9: Mouse.RIGHT_DOWN,
    17: Mouse.RIGHT_UP,
    145: Mouse.RIGHT_UP,
    33: Mouse.MIDDLE_DOWN,
    65: Mouse.MIDDLE_UP,
    193: Mouse.MIDDLE_UP,
    11: Mouse.BOTH_DOWN,
}


def read_avf(data: bytes) -> Replay:
    """Return the game of a replay file; raise BadFile if it is not one."""
    cursor = Cursor("avf", data, place=5)
    layout = _layout(cursor)
    found = _INFO.search(data, cursor.place)
    if found is None:
        raise cursor.error("expected [level|…|B…T…] after the mines")
    questions = cursor.choice(found[1][0], "the question mark byte", _QUESTIONS)
    seconds = float(f"{max(0, int(found[2]) - 1)}.{found[3].decode()}")
    cursor.place = found.end()
    events = _events(cursor, layout.grid)
    return replay_of(layout, events, seconds, has_questions=_QUESTIONS[questions])


def _layout(cursor: Cursor) -> Layout:
    level = cursor.choice(cursor.number(1, "the level"), "the level", [*_LEVELS, _CUSTOM])
    if level == _CUSTOM:
        cols = cursor.number(1, "the width") + 1
        rows = cursor.number(1, "the height") + 1
        mines = cursor.number(2, "the mine count")
    else:
        rows, cols, mines = _LEVELS[level]
    grid = Grid(rows, cols)
    pairs = cursor.take(2 * mines, "the mines")
    places = ((row - 1, col - 1) for row, col in zip(pairs[::2], pairs[1::2], strict=True))
    return cursor.mines(grid, places, mines)


def _events(cursor: Cursor, grid: Grid) -> Iterator[MouseEvent]:
    first = _FIRST.search(cursor.data, cursor.place)
    if first is None:
        raise cursor.error("expected an event in the first second")
    cursor.place = first.start()
    while True:
        what, x1, second0, x0, hundredth, y1, second1, y0 = cursor.take(8, "an event")
        second = second1 * 256 + second0 - 1
        if second < 0:
            return
        cursor.choice(what, "the event before this", _EVENTS)
        cell = cell_at(grid, x1 * 256 + x0, y1 * 256 + y0, _SIDE)
        yield MouseEvent(_EVENTS[what], second * 1000 + hundredth * 10, cell)
