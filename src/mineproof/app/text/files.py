"""Files of all formats: choosing a format, reading and converting.

A file's extension chooses its format; the content of all other files tells. A board's URL, a game
id, or an id of Simon Tatham's Mines, may take the place of a file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from mineproof.agents.first_cells import best_first
from mineproof.app.text.console import open_lines
from mineproof.app.text.drawings import DRAWN, TARGETS, draw, drawn_format
from mineproof.board.formats import Format, format_named, format_of
from mineproof.board.formats.recognition import format_in_place, recognise, view_in
from mineproof.board.formats.tatham import is_tatham
from mineproof.board.formats.values import Holds, Replay, Value, as_replay, kind
from mineproof.board.grid import Cell, Shape
from mineproof.board.notation import Setting
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.errors import BadInput
from mineproof.files import check_new, save

_MOST_BYTES = 32 * 2**20


def read_value(source: str, name: str | None = None, usual: str = "picture") -> Value:
    """Return the content of a file, `-` for standard input, of a URL or an id; raise BadInput.

    `name` is that of the format; by default the extension decides, otherwise the content. A text
    that could be of any kind has the `usual` format.
    """
    data = _data(source)
    return _source_format(source, name, data, usual).read(data)


def read_position(file: str, mines: int | None, shape: Shape, name: str | None = None) -> View:
    """Return the view in a file of any format that holds a view or a game."""
    data = _data(file)
    return view_in(data, _source_format(file, name, data), mines, shape)


def read_asked(
    file: str, mines: int | None, shape: Shape, name: str | None = None
) -> tuple[View, Cell | None]:
    """Return the view in a file and, before the first move of a game, the best first cell.

    There is none if the start rule does not make the first cell safe.
    """
    data = _data(file)
    form = _source_format(file, name, data)
    view = view_in(data, form, mines, shape)
    if view.open_cells() or form.holds is not Holds.GAME:
        return view, None
    begun = as_replay(form.read(data)).transcript.board
    return view, best_first(begun) if isinstance(begun, Setting) else None


def read_game(file: str, name: str | None = None) -> Replay:
    """Return the game in a file."""
    value = read_value(file, name, "transcript")
    if not isinstance(value, Replay):
        raise BadInput(f"{file!r} holds a {kind(value).value}; expected a game with its moves")
    return value


def read_start(file: str, name: str | None = None, usual: str = "transcript") -> Transcript:
    """Return the game in a file, or a new game on the board in it."""
    return as_replay(read_value(file, name, usual)).transcript


def convert(
    source: str,
    target: str,
    *,
    from_name: str | None = None,
    to_name: str | None = None,
    at: int | None = None,
) -> None:
    """Convert one file to another, or draw it, atomically; raise BadInput if that fails.

    `-` is standard input and output. With `at`, a game is taken as it was after that many moves.
    """
    write = _writer(target, to_name)
    if target != "-":
        check_new(target)
    value = read_value(source, from_name)
    data = write(value if at is None else _after(value, at, source))
    if target == "-":
        sys.stdout.buffer.write(data)
    else:
        save(target, data)


def _after(value: Value, moves: int, source: str) -> Replay:
    if not isinstance(value, Replay):
        held = kind(value).value
        raise BadInput(f"--at needs a game with its moves, but {source!r} holds a {held}")
    return Replay(value.transcript.after(moves))


def _writer(file: str, name: str | None) -> Callable[[Value], bytes]:
    """Return what writes the format of this name, or else that of the file's suffix."""
    drawn = drawn_format(file) if name is None else name
    if drawn is not None and drawn in DRAWN:
        return lambda value: draw(value, drawn)
    names = ", ".join(TARGETS)
    form = format_of(file) if name is None else format_named(name, names)
    if form is None:
        raise BadInput(f"unknown format of {file!r}; expected --to with one of {names}")
    return form.write


def _source_format(file: str, name: str | None, data: bytes, usual: str = "picture") -> Format:
    if name is not None:
        return format_named(name)
    if (form := _in_place(file)) is not None:
        return form
    if drawn_format(file) is not None:
        raise BadInput(f"{file!r} is a drawing, which cannot be read; expected a board or a game")
    return format_of(file) or recognise(data, usual)


def _in_place(source: str) -> Format | None:
    return format_in_place(source) if format_of(source) is None else None


def _data(source: str) -> bytes:
    """Return the bytes of a file, or of the address or id that stands in its place."""
    if _in_place(source) is not None:
        return source.encode(errors="surrogatepass")  # bytes that are not text are told
    if "#" in source and not (Path(source).suffix or Path(source).exists()):
        # Either raises, and says what is wrong with the id.
        format_named("tatham").read(source.encode()) if is_tatham(source) else Setting.parse(source)
    with open_lines(source) as stream:
        data = stream.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise BadInput(f"{source!r} is too large; expected at most {_MOST_BYTES} bytes")
    return data
