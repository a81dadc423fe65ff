"""Requests and answers about positions that belong to no game, and what an analysis says."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictBool, StrictInt

from mineproof.app.service.messages.values import (
    ELSEWHERE,
    MOST_MINES,
    Answer,
    Frontier,
    Lang,
    Place,
    Request,
    RiskTable,
    Rung,
    Shape,
    examples,
    field,
)


class Position(Request):
    """Any position, typed or pasted."""

    model_config = examples({"board": ["####", "1221", "0000"], "mines": 2})

    board: list[str] = field("One string per row.", min_length=1)
    mines: StrictInt | None = field(
        "The mine count; null if it is not known.", default=None, ge=0, le=MOST_MINES
    )
    shape: Shape = field("The shape of the grid.", default="square")
    lang: Lang = "en"


class PositionOdds(Position):
    """A position whose cells are weighed."""

    model_config = examples({"board": ["####", "1221", "0000"], "mines": 2, "brief": True})

    brief: StrictBool = field(
        "Whether to send `frontier` and `elsewhere` instead of `risks`.", default=False
    )


class PositionHint(Position):
    """A position, and how much a hint reveals."""

    model_config = examples({"board": ["###", "121", "000"], "rung": 3})

    rung: Rung
    flags: StrictBool = field(
        "Whether a mine to flag is a move too, not only a safe cell to open.", default=False
    )


class PositionCell(Position):
    """A position and one of its cells."""

    model_config = examples({"board": ["###", "121", "000"], "cell": "b1"})

    cell: str = field("The name of the cell.", max_length=10, examples=["b3"])


class PictureRequest(Position):
    """A position, or the explanation of one of its cells, and how to draw it."""

    model_config = examples({"board": ["###", "121", "000"], "cell": "b1", "format": "gif"})

    cell: str | None = field(
        "The name of the cell to explain; null draws the position as it is.",
        default=None,
        max_length=10,
        examples=["b3"],
    )
    format: Literal["svg", "png", "gif"] = "png"


class PictureFile(Answer):
    """A picture, and in words what it tells."""

    file: str = field("A name for it.", examples=["b1.gif"])
    base64: str
    text: str = field(
        "The sentences, one per line. PNG and GIF have them only in English: other letters are not"
        " drawn."
    )


class PositionSupposition(PositionCell):
    """A position, one of its cells, and what it is supposed to be."""

    model_config = examples({"board": ["###", "121", "000"], "cell": "b1", "mined": True})

    mined: StrictBool = field("Whether it is supposed to be a mine, or safe.")


class Clash(Answer):
    """Why no layout fits a position."""

    clues: list[Place]
    with_count: bool = field("Whether the mine count is part of the clash.")
    text: str


class Analysis(Answer):
    """What is certain in a position, and how likely the rest is."""

    status: Literal["complete", "stalled", "limit", "impossible"] = field(
        "Complete: nothing more is certain. Impossible: see `clash`."
    )
    safe: list[Place]
    mines: list[Place]
    risks: RiskTable | None = field(
        "Null if there was too much to count, or the request is `brief`."
    )
    layouts: str | None
    frontier: Frontier | None = field(
        "Only if the request is `brief`; null if there was too much to count.", default=None
    )
    elsewhere: float | None = field(ELSEWHERE, default=None)
    clash: Clash | None
    by: dict[str, list[Place]] = field("The weakest engine that settles each certain cell.")
