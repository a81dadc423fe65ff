"""Every file format: mutated files, and bytes from scratch; what is read can be written again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from tests.board.formats.writers import EVF, WRITERS

from fuzz.mutation import changed_bytes, check_refusal, smaller
from fuzz.target import Json, Target
from mineproof.board.formats import FORMATS, Format, format_named, format_of
from mineproof.board.formats.mouse import MouseEvent
from mineproof.board.formats.values import Holds, Replay, Value, as_layout, as_replay, as_view
from mineproof.board.game import Act
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.errors import BadInput

_REPLAYS = Path(__file__).parents[1] / "tests" / "data" / "replays"
_LENGTH = 3000
"""Of longer files only the beginning is taken every second time: their events are all alike."""

_LETTERS = "0123456789xXHFMm?*.#&=bacdvw[]|:/ \n\r\t\ufeff\u00b2\u4e94"


@cache
def valid_files(form: Format) -> list[bytes]:
    """Return some files that can be read: of people and made up, whole and cut short."""
    sizes = ((Grid(9, 9), 10), (Grid(3, 5), 4))
    layouts = [Layout.random(grid, mines, Rng(1)) for grid, mines in sizes]
    if form.writer:
        return [form.write(layout) for layout in layouts]
    kept = [path for path in sorted(_REPLAYS.iterdir()) if format_of(path.name) is form]
    return [path.read_bytes() for path in kept] + _made_up(form, layouts)


def _made_up(form: Format, layouts: list[Layout]) -> list[bytes]:
    dice, files = Random(form.name), []
    for writer in WRITERS.values():
        for layout in layouts if writer.suffix == form.name else []:
            kinds = [kind for kind in EVF if kind in writer.kinds]
            cells = [*range(layout.grid.size), None]
            events = [MouseEvent(dice.choice(kinds), 10 * i, dice.choice(cells)) for i in range(60)]
            files.append(writer.write(layout, events, 1000, False))
    return files


def hostile_file(form: Format, dice: Random) -> bytes:
    """Return a file that was valid once, or mere bytes or letters."""
    match dice.randrange(10):
        case 0:
            return dice.randbytes(dice.randrange(200))
        case 1:
            return "".join(dice.choices(_LETTERS, k=dice.randrange(100))).encode()
        case number:
            end = _LENGTH if number % 2 else None
            return changed_bytes(dice, [file[:end] for file in valid_files(form)])


def is_clean(form: Format, file: bytes) -> bool:
    """Read a file, and tell whether it could be; any error but BadInput is passed on."""
    try:
        value = form.read(file)
    except BadInput as error:
        check_refusal(error)
        return False
    for other in FORMATS:
        if other.writer:
            _check_copy(value, other)
    return True


def _check_copy(value: Value, form: Format) -> None:
    """Check that what a format writes of a value is the same when it is read again."""
    try:
        copy = form.write(value)
    except BadInput as error:
        check_refusal(error)
        return
    kept = _KEPT.get(form.name, _everything)
    assert kept(form.read(copy)) == kept(_AS[form.holds](value)), f"{form.name} changes a value"


_AS: dict[Holds, Callable[[Value], Value]] = {
    Holds.LAYOUT: as_layout,
    Holds.VIEW: as_view,
    Holds.GAME: as_replay,
}


def _everything(value: Value) -> object:
    return value


def _without_mine_count(view: Value) -> object:
    assert isinstance(view, View)
    return view.grid, view.cells


def _without_times(replay: Value) -> object:
    assert isinstance(replay, Replay)
    return replay.transcript


def _board_and_first(replay: Value) -> object:
    assert isinstance(replay, Replay)
    moves = replay.transcript.moves
    first = next((move.cell for move in moves if move.act is Act.OPEN), None)
    return replay.transcript.end().layout, first


_KEPT: dict[str, Callable[[Value], object]] = {
    "picture": _without_mine_count,
    "tatham": _board_and_first,
    "transcript": _without_times,
}
"""What formats keep, if it is not everything."""


def _input(seed: int) -> Json:
    dice = Random(seed)
    form = dice.choice(FORMATS)
    return {"format": form.name, "data": hostile_file(form, dice).hex(" ")}


def _check(value: Json) -> None:
    form = format_named(value["format"])
    name = "read" if is_clean(form, _bytes(value["data"])) else "refused"
    TARGET.tally[name] += 1


def _bytes(digits: str) -> bytes:
    """Return bytes from hexadecimal digits, from which shrinking may have torn some."""
    pairs = [pair for pair in digits.split() if len(pair) == 2]
    return bytes.fromhex("".join(pairs))


TARGET = Target(inputs=_input, check=_check, smaller=smaller)
