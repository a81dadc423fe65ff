"""Replay files as the readers want them, with made-up names and dates: only tests write any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mineproof.board.formats.mouse import Mouse, MouseEvent
from mineproof.board.formats.mvf import bit_order
from mineproof.board.layout import Layout

BASIC = (
    Mouse.MOVE,
    Mouse.LEFT_DOWN,
    Mouse.LEFT_UP,
    Mouse.RIGHT_DOWN,
    Mouse.RIGHT_UP,
    Mouse.MIDDLE_DOWN,
    Mouse.MIDDLE_UP,
)
EVF = (*BASIC, Mouse.FLAG, Mouse.BOTH_DOWN, Mouse.LEFT, Mouse.RIGHT, Mouse.MIDDLE)
AVF = dict(zip((*BASIC, Mouse.BOTH_DOWN), (1, 3, 5, 9, 17, 33, 65, 11), strict=True))


@dataclass(frozen=True)
class Writer:
    """How a replay file is written, and what it can hold."""

    suffix: str
    write: Callable[[Layout, Sequence[MouseEvent], int, bool], bytes]
    kinds: tuple[Mouse, ...] = BASIC
    tick: int = 1
    has_questions: bool = True
    swallows_press: bool = False
    """Whether it begins with a press of the left button that is not in the file."""


def pixel(layout: Layout, event: MouseEvent, side: int) -> tuple[int, int]:
    """Return x and y of the middle of a cell; outside, of a place just below the board."""
    if event.cell is None:
        return side, layout.grid.rows * side
    row, col = layout.grid.place(event.cell)
    return col * side + side // 2, row * side + side // 2


def places(layout: Layout, *, first: int, by_rows: bool) -> bytes:
    pairs = [layout.grid.place(mine) for mine in sorted(layout.mines)]
    return bytes(n + first for row, col in pairs for n in ((row, col) if by_rows else (col, row)))


def avf(layout: Layout, events: Sequence[MouseEvent], milliseconds: int, questions: bool) -> bytes:
    grid, count = layout.grid, len(layout.mines)
    size = bytes([6, grid.cols - 1, grid.rows - 1, *count.to_bytes(2, "big")])
    seconds = f"{milliseconds // 1000 + 1}.{milliseconds % 1000 // 10:02}"
    info = f"[3|W{grid.cols}H{grid.rows}M{count}|1.1.2020.0:0:0:0|1.0:0:1:0|B1T{seconds}]"
    start = MouseEvent(Mouse.MOVE, 0, None)
    body = b"".join(_avf_event(layout, event) for event in [start, *events])
    sign = bytes([17 if questions else 127, 57])
    mines = places(layout, first=1, by_rows=True)
    return b"\x34abcd" + size + mines + b"[77" + sign + info.encode() + b"zz" + body + bytes(8)


def _avf_event(layout: Layout, event: MouseEvent) -> bytes:
    x, y = pixel(layout, event, 16)
    second, hundredth = event.milliseconds // 1000 + 1, event.milliseconds % 1000 // 10
    high, low = divmod(second, 256)
    return bytes([AVF[event.what], x >> 8, low, x & 255, hundredth, y >> 8, high, y & 255])


def rmv1(layout: Layout, events: Sequence[MouseEvent], milliseconds: int, questions: bool) -> bytes:
    board = _rmv_board(layout)
    body = _rmv_events(layout, events, 16, 12, 56) + milliseconds.to_bytes(3, "big")
    result, program = b"\nLEVEL:x#", b"tests"
    sizes = (len(result), len(program), 2, len(board), 0, 4)
    head = b"*rmv\0\1" + bytes(4) + b"".join(n.to_bytes(2, "big") for n in sizes) + bytes(6)
    return head + result + program + b"\0\1\1x" + board + bytes([questions, 0, 0, 3]) + body


def rmv2(layout: Layout, events: Sequence[MouseEvent], milliseconds: int, questions: bool) -> bytes:
    board = _rmv_board(layout)
    body = _rmv_events(layout, events, 24, 0, 0) + milliseconds.to_bytes(3, "big")
    sizes = (5, 2, len(board), 2, 7, 6)
    head = b"*rmv\0\2\0\0" + bytes(4) + b"".join(n.to_bytes(2, "big") for n in sizes) + bytes(6)
    rest = bytes([questions, 0, 0, 3, 0, 0, 24]) + b"\0\1\1k\1v"
    return head + b"tests" + b"\0\1\1x" + board + b"\0\0" + rest + body


def _rmv_board(layout: Layout) -> bytes:
    grid, count = layout.grid, len(layout.mines)
    size = bytes([grid.cols, grid.rows, *count.to_bytes(2, "big")])
    return bytes(4) + size + places(layout, first=0, by_rows=False)


def _rmv_events(
    layout: Layout, events: Sequence[MouseEvent], side: int, left: int, top: int
) -> bytes:
    body = b""
    for event in events:
        x, y = pixel(layout, event, side)
        time = event.milliseconds.to_bytes(3, "big") + b"\0"
        body += bytes([BASIC.index(event.what) + 1]) + time
        body += (x + left).to_bytes(2, "big") + (y + top).to_bytes(2, "big") + b"\x12\0\0"
    return body + b"\x10"


def mvf_old(
    layout: Layout, events: Sequence[MouseEvent], milliseconds: int, questions: bool
) -> bytes:
    time = (milliseconds // 1000).to_bytes(2, "big") + bytes([milliseconds % 1000 // 10])
    head = b"\x11\x4d".ljust(27) + b"5".ljust(47) + bytes(9) + time + bytes(10)
    return head + _mvf_rest(layout, events, questions, bits=40)


def mvf_new(
    layout: Layout, events: Sequence[MouseEvent], milliseconds: int, questions: bool
) -> bytes:
    head = b"\x11\x4d".ljust(27) + b"7".ljust(44) + bytes(9) + milliseconds.to_bytes(3, "big")
    return head + _mvf_rest(layout, events, questions, bits=48)


def _mvf_rest(layout: Layout, events: Sequence[MouseEvent], questions: bool, *, bits: int) -> bytes:
    grid, count, key = layout.grid, len(layout.mines), 4242
    board = bytes([questions, grid.cols, grid.rows, *count.to_bytes(2, "big")])
    board += places(layout, first=1, by_rows=False) + b"\1x" + key.to_bytes(2, "big")
    order, down, body = bit_order(key, bits), dict.fromkeys("rml", False), b""
    for event in events:
        if event.what is not Mouse.MOVE:
            down[event.what.name[0].lower()] = event.what.name.endswith("DOWN")
        body += _mvf_event(layout, event, [int(held) for held in down.values()], order)
    return board + len(events).to_bytes(3, "big") + body


def _mvf_event(
    layout: Layout, event: MouseEvent, buttons: list[int], order: Sequence[int]
) -> bytes:
    x, y = pixel(layout, event, 16)
    second, milli = divmod(event.milliseconds, 1000)
    if len(order) == 40:
        fields = [(y, 9), (x, 9), (milli // 10, 7), (second, 10)]
    else:
        fields = [(y + 32, 11), (x + 32, 11), (event.milliseconds, 22)]
    plain = buttons + [value >> i & 1 for value, width in fields for i in range(width)]
    mixed = sum(bit << place for bit, place in zip(plain, order, strict=False))
    return mixed.to_bytes(len(order) // 8, "little")


def evf(version: int) -> Callable[[Layout, Sequence[MouseEvent], int, bool], bytes]:
    """Return a writer of this version, up to 3."""
    settings, texts = int(version >= 3), 8 if version >= 2 else 7

    def write(layout: Layout, events: Sequence[MouseEvent], milliseconds: int, _: bool) -> bytes:
        head = bytes([version, 0, *bytes(settings)]) + _evf_size(layout)
        body = b"".join(
            bytes([EVF.index(event.what) + 1])
            + event.milliseconds.to_bytes(3, "big")
            + b"".join(n.to_bytes(2, "big") for n in pixel(layout, event, 20))
            for event in events
        )
        head += milliseconds.to_bytes(3, "big") + b"x\0" * texts
        return head + _evf_board(layout) + body + b"\xff"

    return write


def evf4(layout: Layout, events: Sequence[MouseEvent], milliseconds: int, _: bool) -> bytes:
    head = b"\4\0\0" + _evf_size(layout) + milliseconds.to_bytes(4, "big") + bytes(18)
    head += b"x\0" * 4 + b"\0\1u" + _evf_board(layout) + b"\0\1figure\0"
    body, before, x, y = b"\xc9\0\x27\x10text\0" + b"\xc8\0\x27\x10" + bytes(8), 0, 0, 0
    for event in events:
        pauses, step = divmod(event.milliseconds - before, 256)
        body += b"\xff\1\0" * pauses
        to_x, to_y = pixel(layout, event, 20)
        body += bytes([EVF.index(event.what) + 1, step])
        body += (to_x - x).to_bytes(2, "big", signed=True)
        body += (to_y - y).to_bytes(2, "big", signed=True)
        before, x, y = event.milliseconds, to_x, to_y
    return head + body + b"\x52\0" + b"\0" + b"\0\0"


def _evf_size(layout: Layout) -> bytes:
    grid, count = layout.grid, len(layout.mines)
    return bytes([grid.rows, grid.cols, *count.to_bytes(2, "big"), 20]) + bytes(4)


def _evf_board(layout: Layout) -> bytes:
    bits = "".join("01"[layout.is_mine(cell)] for cell in range(layout.grid.size))
    size = -(-len(bits) // 8)
    return int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")


WRITERS = {
    "avf": Writer("avf", avf, (*BASIC, Mouse.BOTH_DOWN), tick=10),
    "rmv 1": Writer("rmv", rmv1, swallows_press=True),
    "rmv 2": Writer("rmv", rmv2, swallows_press=True),
    "mvf 0.97": Writer("mvf", mvf_old, tick=10),
    "mvf 2007": Writer("mvf", mvf_new),
    **{
        f"evf {version}": Writer("evf", evf(version), EVF, has_questions=False)
        for version in range(4)
    },
    "evf 4": Writer("evf", evf4, EVF, has_questions=False),
}
