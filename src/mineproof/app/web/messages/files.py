"""Requests and answers about files: one that is sent, and what it holds."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, StrictInt

from mineproof.app.web.messages.values import (
    MOST_MINES,
    Lang,
    Picture,
    Request,
    Shape,
    examples,
    field,
)


class FileRequest(Request):
    """A file in base 64; the suffix of its name may say its format."""

    model_config = examples(
        {"name": "board.mine", "base64": "MngyeDEKMUgKMTEK"}, {"base64": "IzEKIzE=", "mines": 1}
    )

    name: str = field("The name of the file.", default="", max_length=255, examples=["game.avf"])
    base64: str = field("Its content.")
    mines: StrictInt | None = field(
        "The mine count of a position in plain text, which does not say it.",
        default=None,
        ge=0,
        le=MOST_MINES,
    )
    shape: Shape = field("The shape of its grid, which it does not say either.", default="square")
    lang: Lang = "en"


class FileGame(BaseModel):
    """A game in a file, or a new one on the board in it."""

    code: str = field("Its transcript, for a request of a game.")
    status: Literal["playing", "won", "lost"]
    seconds: float | None = field("How long it took, if the file says so.")


class BoardFigures(BaseModel):
    """A board in figures."""

    bbbv: int = field("3BV: the fewest openings that clear the board.")
    openings: int = field("How many of them open a zero.")
    zini: int | None = field("Clicks of the greedy ZiNi; null on boards above 4,000 cells.")


class FileContent(BaseModel):
    """What a file holds: a layout, a view or a game. A layout is shown with all its mines."""

    format: str = field("The name of its format.", examples=["avf"])
    holds: Literal["layout", "view", "game"]
    board: Picture
    mines: int | None
    shape: Shape
    game: FileGame | None = field("Null for a view.")
    figures: BoardFigures | None = field("Of a layout.")
