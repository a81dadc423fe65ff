"""The answer that says what a server offers and allows."""

from __future__ import annotations

from pydantic import BaseModel, Field

from mineproof.app.web.messages.values import Finish, Shape, field


class LevelInfo(BaseModel):
    """A level."""

    name: str
    rows: int
    cols: int
    mines: int
    shape: Shape
    start: str = field("The usual start.")
    finish: Finish = field("The usual finish.")


class EngineInfo(BaseModel):
    """An engine, which finds certain moves."""

    name: str
    about: str
    knows_risks: bool


class AgentInfo(BaseModel):
    """An agent, which plays."""

    name: str
    about: str
    needs_risks: bool = field("Whether its engine must compute risks.")


class LimitsInfo(BaseModel):
    """How much a client may ask for."""

    max_cells: int
    max_side: int
    max_moves: int
    request_bytes: int
    file_bytes: int = field("How long a file to be read may be.")
    games_per_client: int
    game_days: int = field("How many days an unused game is kept.")
    analysis_seconds: float
    review_seconds: float
    pictured_cells: int = field("Reviews omit their boards if these have more cells in all.")


class Info(BaseModel):
    """What this server offers and allows."""

    version: str
    kernel: str = Field(examples=["native kernel", "no native kernel: ..."])
    levels: list[LevelInfo]
    starts: list[str]
    finishes: list[str]
    shapes: list[str]
    engines: list[EngineInfo]
    agents: list[AgentInfo]
    languages: list[str]
    limits: LimitsInfo
