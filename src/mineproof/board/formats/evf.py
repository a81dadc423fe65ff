"""`.evf`: replay files of Metasweeper and ms_toollib, versions 0 to 4 of the format, read only.

This reader follows the evf standard in the repository eee555/ms_toollib and, where that leaves
something open, ms_toollib 1.5.

The header holds flags, rows, columns, mine count, pixels per cell, mode, 3BV and time. Then come
zero-terminated texts, the board with one bit per cell, and the events. Up to version 3 an event is
its code, the time in three bytes, x and y; 0 or 255 ends the list. In version 4 time, x and y are
differences from the previous event, and other events stand between those of the mouse. Question
marks are ignored: programs disagree on their bit. Modes with recursive chords are rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mineproof.board.formats.cursor import Cursor
from mineproof.board.formats.mouse import BUTTONS, Mouse, MouseEvent, cell_at, replay_of
from mineproof.board.formats.values import Replay
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout

_VERSIONS = range(5)
_TEXTS = {0: 7, 1: 7, 2: 8, 3: 8}
_MOUSE = BUTTONS | {
    8: Mouse.FLAG,
    9: Mouse.BOTH_DOWN,
    10: Mouse.LEFT,
    11: Mouse.RIGHT,
    12: Mouse.MIDDLE,
}
_RECURSIVE = range(11, 17)
_TRANSLATED = 8
_STATES = range(81, 100)
_FIGURE, _TEXT, _PAUSE = 200, 201, 255


@dataclass(frozen=True, slots=True)
class _Head:
    version: int
    grid: Grid
    mines: int
    side: int
    seconds: float
    is_translated: bool


def read_evf(data: bytes) -> Replay:
    """Return the game of a replay file; raise BadFile if it is not one."""
    cursor = Cursor("evf", data)
    head = _head(cursor)
    _skip_texts(cursor, head)
    layout = _layout(cursor, head)
    events = _differences(cursor, head) if head.version == 4 else _events(cursor, head)
    return replay_of(layout, events, head.seconds)


def _head(cursor: Cursor) -> _Head:
    version = cursor.choice(cursor.number(1, "the version"), "the version", _VERSIONS)
    flags = cursor.number(1, "the flags")
    cursor.take(int(version >= 3), "the settings")
    rows, cols = cursor.number(1, "the rows"), cursor.number(1, "the columns")
    mines, side = cursor.number(2, "the mine count"), cursor.number(1, "the pixels per cell")
    grid = cursor.grid(rows, cols)
    if side == 0:
        raise cursor.error("cells of 0 pixels; expected 1 or more")
    mode = cursor.number(2, "the mode")
    if mode in _RECURSIVE:
        raise cursor.error(f"mode {mode}, with recursive chords; expected the usual rules")
    cursor.take(2, "the 3BV")
    seconds = cursor.number(4 if version == 4 else 3, "the time") / 1000
    return _Head(version, grid, mines, side, seconds, bool(flags & _TRANSLATED))


def _skip_texts(cursor: Cursor, head: _Head) -> None:
    if head.version == 4:
        cursor.take(2 + 8 + 8, "country and dates")
    count = _TEXTS.get(head.version, 6 if head.is_translated else 4)
    for number in range(1, count + 1):
        cursor.text(f"text {number} of {count}")
    if head.version == 4:
        cursor.take(cursor.number(2, "the size of the UUID"), "the UUID")


def _layout(cursor: Cursor, head: _Head) -> Layout:
    size = head.grid.size
    data = cursor.take(-(-size // 8), "the board")
    bits = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"[:size]
    places = (head.grid.place(cell) for cell, bit in enumerate(bits) if bit == "1")
    return cursor.mines(head.grid, places, head.mines)


def _events(cursor: Cursor, head: _Head) -> Iterator[MouseEvent]:
    while (code := cursor.number(1, "an event")) not in (0, 255):
        cursor.choice(code, "the event before this", _MOUSE)
        time = cursor.number(3, "a time")
        x, y = cursor.number(2, "x"), cursor.number(2, "y")
        yield MouseEvent(_MOUSE[code], time, cell_at(head.grid, x, y, head.side))


def _differences(cursor: Cursor, head: _Head) -> Iterator[MouseEvent]:
    for number in range(cursor.number(2, "the number of figures")):
        cursor.text(f"the name of figure {number + 1}")
    time = x = y = 0
    while code := cursor.number(1, "an event"):
        time += cursor.number(2 if code == _PAUSE else 1, "a time")
        if code in _MOUSE:
            x, y = x + _signed(cursor, "x"), y + _signed(cursor, "y")
            yield MouseEvent(_MOUSE[code], time, cell_at(head.grid, x, y, head.side))
        else:
            _skip(cursor, code)


def _skip(cursor: Cursor, code: int) -> None:
    """Skip what follows the time of an event that is not a mouse event.

    Board events, 100 to 199, are rejected: their length is ambiguous and no program writes them.
    """
    if code in (_FIGURE, _TEXT):
        cursor.take(2, "the number of a figure")
    if code == _FIGURE:
        cursor.take(8, "a figure")
    elif code == _TEXT:
        cursor.text("a figure")
    elif code != _PAUSE:
        cursor.choice(code, "the event before this", {*_MOUSE, *_STATES, _FIGURE, _TEXT, _PAUSE})


def _signed(cursor: Cursor, what: str) -> int:
    return int.from_bytes(cursor.take(2, what), "big", signed=True)
