"""Requests and answers about files: one that is sent, and what it holds."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictInt

from mineproof.app.service.messages.values import (
    MOST_MINES,
    Answer,
    Lang,
    Picture,
    Place,
    Request,
    Shape,
    examples,
    field,
)

_LONGEST_CODE = 100_000


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


class CertifyRequest(Request):
    """A board by the code of a game, and the first cell, which the code may have."""

    model_config = examples({"code": "layout/clearing *.. ... ...", "first": "c3"})

    code: str = field("A game id or a transcript.", max_length=_LONGEST_CODE)
    first: str | None = field("The first cell, by name.", default=None, max_length=8)
    lang: Lang = "en"


class Certified(Answer):
    """Whether a board needs a guess, with a certificate that anyone can check."""

    verdict: Literal["no guess", "guess"]
    first: list[Place] = field("The cells opened at the start.")
    hardest: str | None = field("The hardest step, L1 to L5; null if a guess is needed.")
    steps: dict[str, int] = field("How many steps there are of each level.")
    passed: list[Place] | None = field("If all were tried, the first cells that need no guess.")
    board: Picture = field("The position at the end of the steps.")
    mines: int | None
    shape: Shape
    code: str = field("The steps as a game, for a request of a game.")
    certificate: str = field("The certificate, as text.")


class FileGame(Answer):
    """A game in a file, or a new one on the board in it."""

    code: str = field("Its transcript, for a request of a game.")
    status: Literal["playing", "won", "lost"]
    seconds: float | None = field("How long it took, if the file says so.")


class BoardFigures(Answer):
    """A board in figures."""

    bbbv: int = field("3BV: the fewest openings that clear the board.")
    openings: int = field("How many of them open a zero.")
    zini: int | None = field("Clicks of the greedy ZiNi; null on boards above 4,000 cells.")


class FileContent(Answer):
    """What a file holds: a layout, a view or a game. A layout is shown with all its mines."""

    format: str = field("The name of its format.", examples=["avf"])
    holds: Literal["layout", "view", "game"]
    board: Picture
    mines: int | None
    shape: Shape
    game: FileGame | None = field("Null for a view.")
    figures: BoardFigures | None = field("Of a layout.")
