"""Drawings of boards as files: SVG and PNG, which can be written but not read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TypedDict

from mineproof.board.drawings.captions import Frame
from mineproof.board.formats import WRITABLE
from mineproof.board.formats.values import Replay, Value, as_view
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.coach.explanation import Explanation
from mineproof.coach.frames import frames_of, still_of
from mineproof.engines.inference import Inference
from mineproof.errors import BadInput, LimitReached
from mineproof.files import check_new, save

DRAWN = ("svg", "png")
"""The names of the formats, which are also the suffixes of files."""

TARGETS = (*(form.name for form in WRITABLE), *DRAWN)
"""The names of all formats that can be written."""


def drawn_format(file: str, forms: Sequence[str] = DRAWN) -> str | None:
    """Return the format that a file's suffix means; None if it is no drawing.

    >>> drawn_format("Board.SVG"), drawn_format("board.mbf")
    ('svg', None)
    """
    name = PurePath(file).suffix.lower().removeprefix(".")
    return name if name in forms else None


def draw(value: Value, form: str) -> bytes:
    """Draw a layout, a view, or a game as it is after its last move."""
    # A lost game is more than its view: the mine that lost it, and the flags that were wrong.
    shown = value.transcript.end() if isinstance(value, Replay) else as_view(value)
    return shown.svg().encode() if form == "svg" else shown.png()


EXPLAINED = (*DRAWN, "gif")
"""The formats in which an explanation can be drawn."""


def draw_explanation(view: View, explanation: Explanation, form: str) -> bytes:
    """Draw an explanation: with all its sentences below the board, or one after the other."""
    frames = frames_of(explanation) if form == "gif" else [still_of(explanation)]
    return draw_frames(view, frames, form)


def draw_frames(view: View, frames: Sequence[Frame], form: str) -> bytes:
    """Draw a view once for each frame; only a GIF can have more than one."""
    if form == "gif":
        return view.gif(frames)
    (still,) = frames
    if form == "svg":
        return view.svg(marks=still.marks, lit=still.lit, caption=still.caption).encode()
    return view.png(marks=still.marks, lit=still.lit, caption=still.caption)


class Said(TypedDict):
    """What is said about cells, as `View.svg` takes it."""

    marks: dict[Cell, str]
    risks: dict[Cell, float]


def said_of(inference: Inference) -> Said:
    """Return what is certain and, if they are known and can be counted, the risks."""
    try:
        risks = dict(inference.risks)
    except LimitReached:
        risks = {}
    marks = dict.fromkeys(inference.safe, "safe") | dict.fromkeys(inference.mines, "mine")
    return {"marks": marks, "risks": risks}


def check_drawing(file: str, forms: Sequence[str] = DRAWN) -> None:
    """Raise BadInput at once if `file` exists, or its suffix is not that of a drawing."""
    if drawn_format(file, forms) is None:
        suffixes = " or ".join(f".{name}" for name in forms)
        raise BadInput(f"{file!r} is not the name of a drawing; expected one with {suffixes}")
    check_new(file)


def save_drawing(file: str, view: View, inference: Inference) -> None:
    """Draw a view and what is known about it, as a file that check_drawing accepts."""
    said = said_of(inference)
    is_svg = drawn_format(file) == "svg"
    save(file, view.svg(**said) if is_svg else view.png(**said))
