"""Files that a client has dropped: what they hold, as JSON.

Whoever drops a board has it, so all its mines may be shown. Hostile files are up to the readers:
they raise BadInput for whatever is not of their format, and a worker's time and memory are limited.
"""

from __future__ import annotations

from base64 import b64decode

from mineproof.app.game.session import MOST_FOR_ZINI
from mineproof.app.json.cells import Json, position_json
from mineproof.board.formats import format_of
from mineproof.board.formats.recognition import recognise, view_in
from mineproof.board.formats.values import Replay, Value, as_replay, as_view, kind
from mineproof.board.game import GameStatus
from mineproof.board.grid import Shape
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import effort
from mineproof.board.metrics.zini import zini
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.errors import BadFile


def read_file(name: str, base64: str, mines: int | None = None, shape: str = "square") -> Json:
    """Return what a file holds; raise BadInput if it cannot be read.

    The suffix of its name says its format, otherwise its content. A game comes with its code, and
    with the position at its end; a layout comes uncovered, with the code of a game on it. `mines`
    and `shape` are those of a picture, which says neither. A layout has figures, and so has a game
    on a given one that has only begun.

    >>> read_file("", "IzEKIzE=")["board"]
    ['#1', '#1']
    """
    try:
        data = b64decode(base64, validate=True)
    except ValueError:  # binascii.Error is one, and so is the error for text that is not ASCII
        raise BadFile("the content is not in base 64; expected the bytes of a file") from None
    form = format_of(name) or recognise(data)
    is_picture = form.name == "picture"
    value = view_in(data, form, mines, Shape(shape)) if is_picture else form.read(data)
    head: Json = {"format": form.name, "holds": kind(value).value, "game": None, "figures": None}
    return head | _held(value) | position_json(as_view(value))


def _held(value: Value) -> Json:
    match value:
        case Replay(transcript=transcript, seconds=seconds):
            game = transcript.end()
            told = {"code": str(transcript), "status": game.status.value, "seconds": seconds}
            is_begun = game.status is GameStatus.PLAYING and len(transcript.moves) <= 1
            figures = _figures(game.layout) if is_begun and _is_given(transcript) else None
            return {"game": told, "figures": figures}
        case Layout():
            code = str(as_replay(value).transcript)
            new = {"code": code, "status": GameStatus.PLAYING.value, "seconds": None}
            return {"game": new, "figures": _figures(value)}
        case _:
            return {}


def _is_given(transcript: Transcript) -> bool:
    """Tell whether a game's board is in its code, as a file of another program has it."""
    return isinstance(transcript.board, GivenLayout)


def _figures(layout: Layout) -> Json:
    found = effort(layout)
    route = zini(layout) if layout.grid.size <= MOST_FOR_ZINI else None
    fewest = None if route is None else len(route)
    return {"bbbv": found.bbbv, "openings": found.openings, "zini": fewest}
