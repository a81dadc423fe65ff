"""`.mvf`: replay files of Minesweeper Clone 0.97, 2006 and 2007, read only.

This reader follows rawvf's parser_mvf.c by M. Bashov and D. Moore, in the repository
hgraceb/flop-player. Files of Clone 0.96 and earlier have no header and are not supported.

The file begins with 11 4d; byte 27 is the last digit of the program's year: 5 (or 8 in modified
files) for 0.97, 6 or 7 for later versions. From byte 74, or 71 in later versions, follow the date,
level and mode, the time, some counts (0.97 only), question marks, the board with columns and rows
counted from 1, the player, a key, the number of events, and the events.

Each event is the state of the mouse: buttons, time, x, y, 16 pixels per cell. Its 40 (0.97) or 48
bits are shuffled. The key determines the order: concatenate decimals of sines and cosines of it,
one digit per bit, and sort the bits by their digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, sin, sqrt

from mineproof.board.formats.cursor import Cursor
from mineproof.board.formats.mouse import Mouse, MouseEvent, cell_at, replay_of
from mineproof.board.formats.values import Replay
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout

_SIDE = 16
_SIGN = b"\x11\x4d"
_YEAR = 27
_BUTTONS = ("right", "middle", "left")
_PRESSES = {
    "left": (Mouse.LEFT_DOWN, Mouse.LEFT_UP),
    "right": (Mouse.RIGHT_DOWN, Mouse.RIGHT_UP),
    "middle": (Mouse.MIDDLE_DOWN, Mouse.MIDDLE_UP),
}


@dataclass(frozen=True, slots=True)
class _Edition:
    """What differs between editions: where the data begin, and the widths of numbers in bits."""

    start: int
    counts: int
    bits: int
    across: int
    clock: int
    margin: int


_OLD = _Edition(start=74, counts=10, bits=40, across=9, clock=7, margin=0)
_NEW = _Edition(start=71, counts=0, bits=48, across=11, clock=22, margin=32)
_EDITIONS = {ord("5"): _OLD, ord("8"): _OLD, ord("6"): _NEW, ord("7"): _NEW}


@dataclass(frozen=True, slots=True)
class _State:
    down: frozenset[str]
    milliseconds: int
    x: int
    y: int


def read_mvf(data: bytes) -> Replay:
    """Return the game of a replay file; raise BadFile if it is not one."""
    cursor = Cursor("mvf", data)
    edition = _edition(cursor)
    cursor.place = edition.start
    cursor.take(9, "date, level and mode")
    seconds = _seconds(cursor, edition)
    cursor.take(edition.counts, "the counts")
    has_questions = cursor.number(1, "question marks") != 0
    layout = _layout(cursor)
    cursor.take(cursor.number(1, "the length of a name"), "a name")
    states = _states(cursor, edition)
    return replay_of(layout, _events(states, layout.grid), seconds, has_questions=has_questions)


def _edition(cursor: Cursor) -> _Edition:
    sign = cursor.take(2, "the sign")
    if sign != _SIGN:
        raise cursor.error(
            f"the file begins with {sign.hex(' ')}; expected {_SIGN.hex(' ')} (Clone 0.97 or newer)"
        )
    cursor.take(_YEAR - 2, "the head")
    year = cursor.choice(cursor.number(1, "the year"), "the year's digit", _EDITIONS)
    return _EDITIONS[year]


def _seconds(cursor: Cursor, edition: _Edition) -> float:
    if edition is _NEW:
        return cursor.number(3, "the time") / 1000
    return (100 * cursor.number(2, "the time") + cursor.number(1, "the time")) / 100


def _layout(cursor: Cursor) -> Layout:
    grid, count, pairs = cursor.board()
    places = ((row - 1, col - 1) for col, row in zip(pairs[::2], pairs[1::2], strict=True))
    return cursor.mines(grid, places, count)


def bit_order(key: int, bits: int) -> list[int]:
    """Return the positions of the bits of an event for the file's key.

    >>> bit_order(1234, 40)[:8]
    [6, 28, 0, 15, 22, 13, 17, 35]
    """
    one, two = sqrt(key), sqrt(key + 1000)
    three, four = sqrt(one + 1000), sqrt(two + 1000)
    waves = (cos(three + 1000), sin(sqrt(two)), cos(three), sin(sqrt(one) + 1000), cos(four))
    digits = "".join(_decimals(wave) for wave in (*waves, sin(four)))[:bits]
    return sorted(range(bits), key=lambda place: digits[place])


def _decimals(wave: float) -> str:
    return f"{round(abs(wave) * 10**8):08}"[:8]


def _states(cursor: Cursor, edition: _Edition) -> list[_State]:
    order = bit_order(cursor.number(2, "the key"), edition.bits)
    count, size = cursor.number(3, "the number of events"), edition.bits // 8
    data = cursor.take(count * size, "the events")
    return [
        _state(int.from_bytes(data[i : i + size], "little"), order, edition)
        for i in range(0, len(data), size)
    ]


def _state(event: int, order: Sequence[int], edition: _Edition) -> _State:
    bits = iter([event >> place & 1 for place in order])
    down = frozenset(button for button in _BUTTONS if next(bits))
    y, x = _number(bits, edition.across), _number(bits, edition.across)
    clock = _number(bits, edition.clock)
    time = clock if edition is _NEW else clock * 10 + _number(bits, 10) * 1000
    return _State(down, time, x - edition.margin, y - edition.margin)


def _number(bits: Iterator[int], width: int) -> int:
    return sum(next(bits) << i for i in range(width))


def _events(states: Sequence[_State], grid: Grid) -> Iterator[MouseEvent]:
    before: frozenset[str] = frozenset()
    for state in states:
        cell = cell_at(grid, state.x, state.y, _SIDE)
        for is_up, changed in enumerate((state.down - before, before - state.down)):
            for button in (name for name in _PRESSES if name in changed):
                yield MouseEvent(_PRESSES[button][is_up], state.milliseconds, cell)
        before = state.down
