"""`.rmv`: replay files of Viennasweeper, versions 1 and 2 of the format, read only.

This reader follows two public parsers: sweeping-view 0.4 on PyPI by T. Kolar, who maintains the
format (described in the repository ralokt/rmv_spec), and rawvf's parser_rmv.c by M. Bashov and
D. Moore, in the repository hgraceb/flop-player.

The header gives the sizes of the parts that follow: a result string (version 1 only), the program,
the player, the board, flags set before the start, properties, more properties (version 2 only) and
events. An event begins with its code: 1 to 7 for the mouse, with time, buttons, x and y; 28 for a
small movement (version 2 only); 0 for a clock change; 9 to 14 and 18 to 27 for what the board
shows; 15 to 17 for the end, followed by the game's time. The file omits the first left press.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mineproof.board.formats.cursor import Cursor
from mineproof.board.formats.mouse import BUTTONS, Mouse, MouseEvent, cell_at, replay_of
from mineproof.board.formats.values import Replay
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout

_OTHERS = {0: 4, 28: 2} | dict.fromkeys((*range(9, 15), *range(18, 28)), 2)
"""Ignored events and their sizes in bytes: clocks, small movements, what the board shows.

Small movements can be ignored because every press and release has its own position.
"""

_END = range(15, 18)


@dataclass(frozen=True, slots=True)
class _Head:
    """The header of a file: its version, and the sizes of the parts that do not hold their own."""

    version: int
    result: int
    program: int
    flags: int
    properties: int


@dataclass(frozen=True, slots=True)
class _Properties:
    """Whether question marks are enabled, and where the cells are on the screen."""

    has_questions: bool
    side: int = 16
    left: int = 12
    top: int = 56


def read_rmv(data: bytes) -> Replay:
    """Return the game of a replay file; raise BadFile if it is not one."""
    cursor = Cursor("rmv", data)
    head = _head(cursor)
    cursor.take(head.result + head.program, "the names of result and program")
    for _ in range(cursor.number(2, "the number of names")):
        cursor.take(cursor.number(1, "the length of a name"), "a name")
    layout = _layout(cursor)
    flags = _flags(cursor, layout.grid) if head.flags else []
    properties = _properties(cursor, head)
    events = [*flags, *_events(cursor, layout.grid, properties)]
    seconds = cursor.number(3, "the time of the game") / 1000
    return replay_of(layout, events, seconds, has_questions=properties.has_questions)


def _head(cursor: Cursor) -> _Head:
    sign = cursor.take(4, "the sign")
    if sign != b"*rmv":
        raise cursor.error(f"the file begins with {sign!r}; expected b'*rmv'")
    version = cursor.choice(cursor.number(2, "the version"), "the version", (1, 2))
    cursor.take(6 if version == 2 else 4, "the size of the file")
    result = cursor.number(2, "the size of the result") if version == 1 else 0
    program = cursor.number(2, "the size of the program's name")
    cursor.take(4, "the sizes of player and board")
    flags = cursor.number(2, "the size of the flags")
    properties = cursor.number(2, "the size of the properties")
    cursor.take(8 if version == 2 else 6, "the sizes of events and checksum")
    return _Head(version, result, program, flags, properties)


def _layout(cursor: Cursor) -> Layout:
    cursor.take(4, "the time of the board")
    grid, count, pairs = cursor.board()
    return cursor.mines(grid, zip(pairs[1::2], pairs[::2], strict=True), count)


def _flags(cursor: Cursor, grid: Grid) -> list[MouseEvent]:
    pairs = cursor.take(2 * cursor.number(2, "the number of flags"), "the flags")
    return [
        MouseEvent(Mouse.FLAG, 0, cell_at(grid, col, row, 1))
        for col, row in zip(pairs[::2], pairs[1::2], strict=True)
    ]


def _properties(cursor: Cursor, head: _Head) -> _Properties:
    values = cursor.take(head.properties, "the properties")
    wanted = 7 if head.version == 2 else 4
    if len(values) < wanted:
        raise cursor.error(f"{len(values)} properties; expected {wanted} or more")
    if head.version == 1:
        return _Properties(bool(values[0]))
    for _ in range(cursor.number(2, "the number of other properties")):
        for part in ("a property's name", "a property"):
            cursor.take(cursor.number(1, f"the length of {part}"), part)
    if values[6] == 0:
        raise cursor.error("cells of 0 pixels; expected 1 or more")
    return _Properties(bool(values[0]), side=values[6], left=0, top=0)


def _events(cursor: Cursor, grid: Grid, properties: _Properties) -> Iterator[MouseEvent]:
    """Yield the mouse events, preceded by the first press, which the file omits."""
    is_first = True
    while (code := cursor.number(1, "an event")) not in _END:
        if code in BUTTONS:
            time = cursor.number(3, "a time")
            cursor.take(1, "the buttons")
            x = cursor.number(2, "x") - properties.left
            y = cursor.number(2, "y") - properties.top
            cell = cell_at(grid, x, y, properties.side)
            if is_first:
                yield MouseEvent(Mouse.LEFT_DOWN, time, cell)
            yield MouseEvent(BUTTONS[code], time, cell)
            is_first = False
        else:
            cursor.choice(code, "the event before this", {*BUTTONS, *_OTHERS, *_END})
            cursor.take(_OTHERS[code], "an event")
