"""Our own text formats: pictures, layouts and transcripts."""

from __future__ import annotations

from mineproof.board.formats.values import Replay, square
from mineproof.board.layout import Layout
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.errors import BadFile

_LAYOUT = frozenset("*.#012345678")


def decoded(data: bytes, form: str) -> str:
    """Return bytes as text; raise BadFile if they are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"not {form}: byte {error.start} is not text; expected UTF-8") from None


def read_picture(data: bytes) -> View:
    """Return the view that a picture shows."""
    return View.from_picture(decoded(data, "picture"))


def write_picture(view: View) -> bytes:
    """Return the picture of a view, without the mine count."""
    square(view.grid, "picture")
    return f"{view.picture()}\n".encode()


def read_layout(data: bytes) -> Layout:
    """Return the layout of a text: `*` is a mine; `.`, `#` or a number is not.

    >>> sorted(read_layout(b"*.\\n.*\\n").mines)
    [0, 3]
    """
    text = decoded(data, "layout")
    if strange := {character for character in text if not character.isspace()} - _LAYOUT:
        raise BadFile(
            f"not layout: {min(strange)!r}; expected * for a mine, and . or a number for none"
        )
    return Layout.from_picture(text)


def write_layout(layout: Layout) -> bytes:
    """Return a layout as text, with the numbers of all other cells."""
    square(layout.grid, "layout")
    return f"{layout.picture()}\n".encode()


def read_transcript(data: bytes) -> Replay:
    """Return the game of a transcript."""
    return Replay(Transcript.parse(decoded(data, "transcript")))


def write_transcript(replay: Replay) -> bytes:
    """Return the transcript of a game, without times."""
    return f"{replay.transcript}\n".encode()
