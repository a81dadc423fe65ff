"""Files of all formats: choosing a format, reading and converting.

A file's extension chooses its format; a command may have a default for all other names. A board's
URL may take the place of a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace

from mineproof.app.text.console import open_lines, read_text
from mineproof.board.formats import FORMATS, WRITABLE, Format, format_named, format_names, format_of
from mineproof.board.formats.url import is_address
from mineproof.board.formats.values import Holds, Replay, Value, as_replay, as_view, kind
from mineproof.board.grid import Shape
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.errors import BadInput
from mineproof.files import check_new, save

_MOST_BYTES = 32 * 2**20


def read_value(source: str, name: str | None = None) -> Value:
    """Return the content of a file, `-` for standard input, or of a URL; raise BadInput.

    `name` is that of the format; by default the extension decides.
    """
    form = _format(source, name, "--from")
    if _is_address(source):
        return form.read(source.encode(errors="surrogatepass"))  # bytes that are not text are told
    return form.read(_read(source))


def read_position(file: str, mines: int | None, shape: Shape) -> View:
    """Return the view in a file: a picture, unless its extension says otherwise."""
    if _is_unnamed(file):
        return View.from_picture(read_text(file), mines, shape)
    value = read_value(file)
    if kind(value) is Holds.LAYOUT:
        raise BadInput(
            f"{file!r} holds a layout, in which nothing is hidden; expected a view or a game"
        )
    if shape is not Shape.SQUARE:
        raise BadInput(f"--shape and {file!r} cannot be combined; expected a picture")
    view = as_view(value)
    return view if mines is None else replace(view, mines=mines)


def read_game(file: str) -> Replay:
    """Return the game in a file: a transcript, unless its extension says otherwise."""
    value = _read_board(file)
    if not isinstance(value, Replay):
        raise BadInput(f"{file!r} holds a {kind(value).value}; expected a game with its moves")
    return value


def read_start(file: str) -> Transcript:
    """Return the game in a file, or a new game on the board in it."""
    return as_replay(_read_board(file)).transcript


def _read_board(file: str) -> Value:
    if _is_unnamed(file):
        return Replay(Transcript.parse(read_text(file)))
    return read_value(file)


def convert(source: str, target: str, *, from_name: str | None, to_name: str | None) -> None:
    """Convert one file to another, atomically; raise BadInput if that fails.

    `-` is standard input and output.
    """
    form = _format(target, to_name, "--to", WRITABLE)
    if target != "-":
        check_new(target)
    data = form.write(read_value(source, from_name))
    if target == "-":
        sys.stdout.buffer.write(data)
    else:
        save(target, data)


def _format(
    file: str, name: str | None, option: str, expected: Iterable[Format] = FORMATS
) -> Format:
    if name is not None:
        return format_named(name, expected)
    found = format_named("url") if _is_address(file) else format_of(file)
    if found is None:
        names = format_names(expected)
        raise BadInput(f"unknown format of {file!r}; expected {option} with one of {names}")
    return found


def _is_unnamed(source: str) -> bool:
    return format_of(source) is None and not is_address(source)


def _is_address(source: str) -> bool:
    return format_of(source) is None and is_address(source)


def _read(file: str) -> bytes:
    with open_lines(file) as stream:
        data = stream.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise BadInput(f"{file!r} is too large; expected at most {_MOST_BYTES} bytes")
    return data
