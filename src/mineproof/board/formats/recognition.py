"""Recognition: which format a file has, by its content."""

from __future__ import annotations

import re
from dataclasses import replace

from mineproof.board.formats import FORMATS, Format, format_named
from mineproof.board.formats.tatham import is_tatham
from mineproof.board.formats.texts import decoded
from mineproof.board.formats.url import is_address
from mineproof.board.formats.values import Holds, as_view
from mineproof.board.grid import Shape
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.errors import BadFile, BadInput

_BINARY = tuple(format_named(name) for name in ("mbf", "avf", "rmv", "mvf", "evf"))
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
_MINE_HEAD = re.compile(r"\d+x\d+x\d+", re.ASCII | re.IGNORECASE)


def recognise(data: bytes, usual: str = "picture") -> Format:
    """Return the format of this content; raise BadFile if that is not certain.

    A text that is no address, id of Mines, transcript or `.mine` file has the `usual` text format.
    Their first words exclude each other: no board has a /, an x or a colon in it.

    >>> [recognise(data).name for data in (b"# 1\\n# 1", b"easy/list#1 d4", b"2x2x1 1H 11")]
    ['picture', 'transcript', 'mine']
    """
    text = _text(data)
    return _recognise_bytes(data) if text is None else format_named(_text_format(text, usual))


def format_in_place(text: str) -> Format | None:
    """Return the format of a board that stands in place of a file's name; None for a name."""
    if is_address(text):
        return format_named("url")
    if is_tatham(text) and ":" in text:
        return format_named("tatham")
    return format_named("transcript") if _is_game_id(text) else None


def _is_game_id(text: str) -> bool:
    try:
        Setting.parse(text)
    except BadInput:
        return False
    return True


def view_in(data: bytes, form: Format, mines: int | None, shape: Shape) -> View:
    """Return the view in a file of this format; raise BadInput if it holds none.

    `mines` overrules the count in the file. Only a picture leaves the shape of its grid open.
    """
    if form.name == "picture":
        return View.from_picture(decoded(data, "picture"), mines, shape)
    if form.holds is Holds.LAYOUT:
        raise BadInput(
            f"the format {form.name} holds a layout, in which nothing is hidden; expected a view or"
            " a game"
        )
    if shape is not Shape.SQUARE:
        raise BadInput(
            f"shape {shape.value} and the format {form.name} cannot be combined; expected a picture"
        )
    view = as_view(form.read(data))
    return view if mines is None else replace(view, mines=mines)


def view_in_text(text: str, mines: int | None, shape: Shape) -> View:
    """Return the view in a text; see View.from_text."""
    data = text.encode(errors="surrogatepass")
    return view_in(data, format_named(_text_format(text, "picture")), mines, shape)


def _text(data: bytes) -> str | None:
    """Return the text in bytes; None if they are no text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(text) else text


def _text_format(text: str, usual: str) -> str:
    if is_address(text):
        return "url"
    if is_tatham(text):
        return "tatham"
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    if "/" in first:
        return "transcript"
    return "mine" if _MINE_HEAD.fullmatch(first) else usual


def _recognise_bytes(data: bytes) -> Format:
    """Return the only format of other programs that can read these bytes."""
    fits = [form for form in _BINARY if _is_read(form, data)]
    if len(fits) == 1:
        return fits[0]
    names = ", ".join(form.name for form in fits or FORMATS)
    found = "a file that several formats can read" if fits else "neither text nor a known replay"
    raise BadFile(f"{found}; expected one of {names}")


def _is_read(form: Format, data: bytes) -> bool:
    try:
        form.read(data)
    except BadInput:
        return False
    return True
