"""The answer that says what a server offers and allows."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mineproof.app.service.messages.values import Answer, Finish, Shape, field


class LevelInfo(Answer):
    """A level."""

    name: str
    rows: int
    cols: int
    mines: int
    shape: Shape
    start: str = field("The usual start.")
    finish: Finish = field("The usual finish.")


class EngineInfo(Answer):
    """An engine, which finds certain moves."""

    name: str
    about: str
    knows_risks: bool


class AgentInfo(Answer):
    """An agent, which plays."""

    name: str
    about: str
    needs_risks: bool = field("Whether its engine must compute risks.")


class LimitsInfo(Answer):
    """How much a client may ask for."""

    max_cells: int
    max_side: int
    max_moves: int
    request_bytes: int
    file_bytes: int = field("How long a file to be read may be.")
    games_per_client: int | None = field("How many games a client may have; null if any number.")
    game_days: int | None = field(
        "How many days an unused game is kept; null if until there is no more room."
    )
    analysis_seconds: float
    review_seconds: float
    pictured_cells: int = field("Reviews omit their boards if these have more cells in all.")


class Info(Answer):
    """What this server offers and allows."""

    version: str
    place: Literal["server", "browser"] = field(
        "Where this is computed. In a browser, that is also where the mines of a game are kept."
    )
    public_url: str | None = field(
        "Where anybody finds the page that links should lead to, if that is elsewhere."
    )
    kernel: str = Field(examples=["native kernel", "no native kernel: ..."])
    levels: list[LevelInfo]
    starts: list[str]
    finishes: list[str]
    shapes: list[str]
    engines: list[EngineInfo]
    agents: list[AgentInfo]
    languages: list[str]
    limits: LimitsInfo
