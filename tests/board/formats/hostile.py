"""Hostile files: they were right once, and then were changed at random, always the same way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.board.formats.writers import EVF, WRITERS

from mineproof.board.formats import Format, format_of
from mineproof.board.formats.mouse import MouseEvent
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.errors import BadInput

REPLAYS = Path(__file__).parents[2] / "data" / "replays"
LENGTH = 3000
"""Of longer files only the beginning is taken every second time: their events are all alike."""

TELLING = (0, 1, 2, 9, 10, 16, 32, 46, 48, 57, 63, 91, 93, 124, 127, 128, 254, 255)


def right_files(form: Format) -> list[bytes]:
    """Return some files that can be read, of people and made up."""
    sizes = ((Grid(9, 9), 10), (Grid(3, 5), 4))
    layouts = [Layout.random(grid, mines, Rng(1)) for grid, mines in sizes]
    if form.writer:
        return [form.write(layout) for layout in layouts]
    kept = [path for path in sorted(REPLAYS.iterdir()) if format_of(path.name) is form]
    return [path.read_bytes() for path in kept] + _made_up(form, layouts)


def _made_up(form: Format, layouts: list[Layout]) -> list[bytes]:
    draw, files = Random(form.name), []
    for writer in WRITERS.values():
        for layout in layouts if writer.suffix == form.name else []:
            kinds = [kind for kind in EVF if kind in writer.kinds]
            cells = [*range(layout.grid.size), None]
            events = [MouseEvent(draw.choice(kinds), 10 * i, draw.choice(cells)) for i in range(60)]
            files.append(writer.write(layout, events, 1000, False))
    return files


def hostile_files(form: Format, count: int) -> Iterator[bytes]:
    """Yield so many changed files of a format, the same ones every time."""
    draw, files = Random(f"hostile {form.name}"), right_files(form)
    for number in range(count):
        file = bytearray(files[number % len(files)])
        if len(file) > LENGTH and number // len(files) % 2:
            del file[LENGTH:]
        for _ in range(draw.choice((1, 1, 2, 4, 16))):
            _change(draw, file, draw.choice(files))
        yield bytes(file)


def _change(draw: Random, file: bytearray, other: bytes) -> None:
    """Change a file in one place, more often near its beginning, where its head is."""
    place = min(draw.randrange(len(file) + 1), draw.randrange(len(file) + 1)) if file else 0
    length = draw.choice((1, 1, 2, 8, 100))
    match draw.randrange(7):
        case 0:
            file[place : place + 1] = bytes([draw.randrange(256)])
        case 1:
            file[place : place + 1] = bytes([draw.choice(TELLING)])
        case 2 if file:
            file[place % len(file)] ^= 1 << draw.randrange(8)
        case 3:
            del file[place:]
        case 4:
            del file[place : place + length]
        case 5:
            file[place:place] = draw.randbytes(length)
        case _:
            start = draw.randrange(len(other) + 1)
            file[place : place + length] = other[start : start + length]


def is_clean(form: Format, file: bytes) -> bool:
    """Read a file, and tell whether it could be; any error but BadInput is passed on."""
    try:
        form.read(file)
    except BadInput as error:
        message = str(error)
    else:
        return True
    assert message, "an error without a message"
    assert "\n" not in message, "an error of several lines"
    return False
