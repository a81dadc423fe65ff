"""Requests and answers about traces: an engine's steps, page by page."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictInt

from mineproof.app.service.messages.positions import Position
from mineproof.app.service.messages.values import (
    LONGEST_NAME,
    MOST_MINES,
    Answer,
    Request,
    examples,
    field,
)

TracedEngine: TypeAlias = Annotated[
    str,
    Field(
        max_length=LONGEST_NAME,
        description="What finds certain moves, with its options.",
        examples=["resolution(width=3)", "subset"],
    ),
]
_TracedPage: TypeAlias = Annotated[
    StrictInt, Field(ge=0, le=MOST_MINES, description="Which page of the steps, counted from 0.")
]
_WATCHED = "resolution(hints='at once')"


class TraceRequest(Request):
    """A game, the engine that plays it, and which page of its steps to send."""

    model_config = examples({"code": "3x3/2/list2#63"}, {"code": "easy/list9#4", "page": 0})

    code: str = field(
        "A game id or a transcript, whose moves are not made.",
        max_length=100_000,
        examples=["easy/list9#4"],
    )
    engine: TracedEngine = _WATCHED
    page: _TracedPage = 0


class PositionTrace(Position):
    """A position, the engine that thinks about it, and which page of its steps to send."""

    model_config = examples({"board": ["####", "1221", "0000"], "mines": 2, "engine": "subset"})

    engine: TracedEngine = _WATCHED
    page: _TracedPage = 0


class LeftGroup(Answer):
    """Cells that a stuck game has left together, and why. Cells are numbers in reading order."""

    cells: list[int]
    cause: Literal["sealed", "several layouts", "mine count", "stronger engine", "unknown"]
    certain: list[tuple[int, bool]] = field("What could be known: cells, and whether mined.")
    layouts: str | None = field(
        "How many layouts fit its clues, in digits; null if none touches it."
    )


class TracePage(Answer):
    """A page of the steps of a game; docs/trace.md describes them."""

    total: int = field("How many steps the trace has.")
    kinds: dict[str, int] = field("How many steps of each kind there are.")
    outcome: (
        Literal["won", "lost", "stuck", "solved", "complete", "stalled", "limit", "contradiction"]
        | None
    ) = field("Null if the trace was stopped because it has too many steps.")
    largest_kb: int = field("How many clauses there were at most in KB.")
    seconds: float = field("How long the engine took, every step being noted.")
    groups: list[LeftGroup] = field("Why it is stuck, if it is.")
    page: int
    pages: int
    steps: list[dict[str, object]]
