"""The list of file formats: those of other programs, and our own text formats.

A format has a name and file suffixes. It holds a layout, a view or a game; `read` parses one from
bytes, and `write` turns one into bytes. Replay files are read-only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from mineproof.board.formats.avf import read_avf
from mineproof.board.formats.evf import read_evf
from mineproof.board.formats.mbf import read_mbf, write_mbf
from mineproof.board.formats.mine import read_mine, write_mine
from mineproof.board.formats.mvf import read_mvf
from mineproof.board.formats.rmv import read_rmv
from mineproof.board.formats.tatham import read_tatham, write_tatham
from mineproof.board.formats.texts import (
    read_layout,
    read_picture,
    read_transcript,
    write_layout,
    write_picture,
    write_transcript,
)
from mineproof.board.formats.url import read_url, write_url
from mineproof.board.formats.values import Holds, Value, as_layout, as_replay, as_view
from mineproof.errors import BadFile, UnknownName

_AS: dict[Holds, Callable[[Value], Value]] = {
    Holds.LAYOUT: as_layout,
    Holds.VIEW: as_view,
    Holds.GAME: as_replay,
}


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, its file suffixes, what it holds, and how to read and write it."""

    name: str
    suffixes: tuple[str, ...]
    holds: Holds
    about: str
    read: Callable[[bytes], Value]
    writer: Callable[[Any], bytes] | None = None

    def write(self, value: Value) -> bytes:
        """Return the bytes of a file that holds `value`; raise BadInput if it does not fit.

        >>> format_named("mbf").write(format_named("layout").read(b"*. ..")).hex(" ")
        '02 02 00 01 00 00'
        """
        if self.writer is None:
            raise BadFile(f"{self.name} is read-only; expected one of {format_names(WRITABLE)}")
        return self.writer(_AS[self.holds](value))


FORMATS = (
    Format("mbf", (".mbf", ".abf"), Holds.LAYOUT, "board editors", read_mbf, write_mbf),
    Format("url", (".url",), Holds.LAYOUT, "the address of a board", read_url, write_url),
    Format("layout", (".layout",), Holds.LAYOUT, "* and numbers", read_layout, write_layout),
    Format("mine", (".mine",), Holds.VIEW, "a view with its mine count", read_mine, write_mine),
    Format("picture", (".picture",), Holds.VIEW, "a view", read_picture, write_picture),
    Format(
        "transcript",
        (".transcript",),
        Holds.GAME,
        "a game in text",
        read_transcript,
        write_transcript,
    ),
    Format("tatham", (".sgt",), Holds.GAME, "Simon Tatham's Mines", read_tatham, write_tatham),
    Format("avf", (".avf",), Holds.GAME, "Minesweeper Arbiter", read_avf),
    Format("rmv", (".rmv",), Holds.GAME, "Viennasweeper", read_rmv),
    Format("mvf", (".mvf",), Holds.GAME, "Minesweeper Clone", read_mvf),
    Format("evf", (".evf",), Holds.GAME, "Metasweeper", read_evf),
)
"""All formats."""

WRITABLE = tuple(form for form in FORMATS if form.writer)
"""Those that can be written."""


def format_names(forms: Iterable[Format] = FORMATS) -> str:
    """Return the names of formats, for a message."""
    return ", ".join(form.name for form in forms)


def format_named(name: str, expected: str = "") -> Format:
    """Return the format of this name; raise UnknownName, which says what is `expected`."""
    for form in FORMATS:
        if form.name == name:
            return form
    raise UnknownName(f"unknown format {name!r}; expected {expected or format_names()}")


def format_of(file: str) -> Format | None:
    """Return the format of a file by its suffix; None if that is unknown.

    >>> found = format_of("Best.AVF")
    >>> found and found.name, format_of("game")
    ('avf', None)
    """
    suffix = PurePath(file).suffix.lower()
    return next((form for form in FORMATS if suffix in form.suffixes), None)
