"""Models of the HTTP API: requests, which are validated, and answers, which are documented.

`coach/schema.json` describes what the coach says; `openapi.py` adds it to these.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    WithJsonSchema,
    model_validator,
)

from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE
from mineproof.board.rng import MAX_SEED

_LONGEST_TEXT = 60
_MOST_MINES = 1_000_000

Line: TypeAlias = Annotated[int, Field(ge=0, le=999)]
Place: TypeAlias = Annotated[
    tuple[Line, Line],
    Field(description="A row and a column, counted from 0.", examples=[[2, 1]]),
]
RiskTable: TypeAlias = Annotated[
    list[list[Annotated[float, Field(ge=0, le=1)] | None]],
    Field(
        description="The probability of a mine: one list per row, null for cells that are open or"
        " known to be mines.",
        examples=[[[0.5, 0.5, None]]],
    ),
]
Picture: TypeAlias = Annotated[
    list[str],
    Field(
        description="One string per row: # hidden, F a flag, 0-8 open, * a visible mine.",
        examples=[["##1", "F21", "110"]],
    ),
]
Lang: TypeAlias = Annotated[
    Literal["en", "zh-TW"], Field(description="The language of all sentences.")
]


def _coach(name: str) -> WithJsonSchema:
    """Return the type of a coach's answer, described by an entry of its schema."""
    return WithJsonSchema({"$ref": f"#/components/schemas/{coach_name(name)}"})


def coach_name(name: str) -> str:
    """Return the API's name for an entry of the coach's schema.

    >>> coach_name("forced_guess")
    'CoachForcedGuess'
    """
    return "Coach" + name.title().replace("_", "")


Sentence: TypeAlias = Annotated[dict[str, object], _coach("sentence")]
Guessing: TypeAlias = Annotated[dict[str, object], _coach("guessing")]
CoachStep: TypeAlias = Annotated[dict[str, object], _coach("step")]
CoachMove: TypeAlias = Annotated[dict[str, object], _coach("move")]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# Requests


class GameRequest(_Request):
    """A game of a level; or of a transcript, with `code` alone; or of a day, with `daily` alone."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"level": "expert"},
                {"level": "hex:9x9/10", "start": "opening", "seed": 7},
                {"level": "expert", "no_guess": True},
                {"daily": "2026-02-01"},
                {"code": "easy/opening#1 d4 Fb2"},
            ]
        }
    )

    level: Annotated[
        str | None,
        Field(
            max_length=_LONGEST_TEXT,
            description="The name of a level, or ROWSxCOLS/MINES, with torus: or hex: in front.",
            examples=["expert", "16x30/99", "hex:9x9/10"],
        ),
    ] = None
    start: Annotated[
        str | None,
        Field(
            max_length=_LONGEST_TEXT,
            description="list, list:K, safe, safe:CELL, opening, opening:CELL or none;"
            " default: the level's usual one.",
            examples=["safe", "list:16"],
        ),
    ] = None
    finish: Annotated[
        Literal["marking", "clearing"] | None,
        Field(description="Mark every cell, or clear the safe ones; default: the usual one."),
    ] = None
    seed: Annotated[
        StrictInt | None,
        Field(ge=0, le=MAX_SEED, description="Which game; default: random and kept secret."),
    ] = None
    no_guess: Annotated[
        StrictBool,
        Field(
            description="Whether the board must need no guess. It is generated when the first cell"
            " is opened, for that cell; start must be opening or safe, and finish clearing."
        ),
    ] = False
    daily: Annotated[
        str | None,
        Field(
            max_length=_LONGEST_TEXT,
            description="A date, or `today`: that day's board, the same for everyone. It needs no"
            " guess, and its first cell is open.",
            examples=["2026-02-01"],
        ),
    ] = None
    code: Annotated[
        str | None,
        Field(
            max_length=100_000,
            description="A transcript: the game continues where it ends.",
            examples=["easy/opening#1 d4 Fb2"],
        ),
    ] = None

    @model_validator(mode="after")
    def _is_one_game(self) -> Self:
        games = [each for each in (self.level, self.code, self.daily) if each is not None]
        if len(games) != 1:
            raise ValueError("expected a level, a code or a day")
        others = (self.start, self.finish, self.seed, self.no_guess or None)
        if self.level is None and any(other is not None for other in others):
            raise ValueError("a code or a day defines the whole game; expected no other field")
        return self


class MoveRequest(_Request):
    """A player's move."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"act": "open", "cell": [3, 3]},
                {"act": "mark", "cell": [0, 1], "mined": True},
            ]
        }
    )

    act: Annotated[
        Literal["open", "flag", "chord", "mark"],
        Field(
            description="`flag` sets or removes a flag; in the marking game it marks the cell as"
            " mined, for good. `chord` opens around a number, `mark` is for the marking game."
        ),
    ]
    cell: Annotated[
        tuple[StrictInt, StrictInt], Field(description="A row and a column, counted from 0.")
    ]
    mined: Annotated[
        StrictBool | None, Field(description="With `mark`: whether the cell is a mine.")
    ] = None

    @model_validator(mode="after")
    def _says_what_is_marked(self) -> Self:
        if (self.mined is None) == (self.act == "mark"):
            raise ValueError("expected `mined` with the act `mark`, and with no other")
        return self


Rung: TypeAlias = Annotated[
    StrictInt,
    Field(
        ge=0,
        le=6,
        description="How much to reveal: 0 whether a move is certain, 1 where, 2 the technique,"
        " 3 the clues, 4 the cells, 5 the proof, 6 the move.",
    ),
]


class HintRequest(_Request):
    """How much a hint reveals."""

    rung: Rung
    lang: Lang = "en"


class AiRequest(_Request):
    """Which program makes the next move."""

    engine: Annotated[
        str,
        Field(
            max_length=_LONGEST_TEXT,
            description="What finds certain moves; names joined by + make a cascade.",
            examples=["cascade", "resolution", "single+subset"],
        ),
    ] = USUAL_ENGINE
    agent: Annotated[
        str,
        Field(
            max_length=_LONGEST_TEXT,
            description="What chooses a move when none is certain.",
            examples=["never-guess", "safest"],
        ),
    ] = USUAL_AGENT
    lang: Lang = "en"
    flags: Annotated[
        StrictBool,
        Field(description="In the clearing game: whether to flag mines that are found."),
    ] = True


class AgainRequest(_Request):
    """Where to resume a finished game."""

    move: Annotated[StrictInt, Field(ge=1, description="Resume before this move, counted from 1.")]


class Position(_Request):
    """Any position, typed or pasted."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"board": ["####", "1221", "0000"], "mines": 2}]}
    )

    board: Annotated[list[str], Field(min_length=1, description="One string per row.")]
    mines: Annotated[
        StrictInt | None,
        Field(ge=0, le=_MOST_MINES, description="The mine count; null if it is not known."),
    ] = None
    shape: Annotated[
        Literal["square", "torus", "hex"], Field(description="The shape of the grid.")
    ] = "square"
    lang: Lang = "en"


class PositionHint(Position):
    """A position, and how much a hint reveals."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"board": ["###", "121", "000"], "rung": 3}]}
    )

    rung: Rung


class PositionCell(Position):
    """A position and one of its cells."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"board": ["###", "121", "000"], "cell": "b1"}]}
    )

    cell: Annotated[str, Field(max_length=10, description="The name of the cell.", examples=["b3"])]


class ExerciseRequest(_Request):
    """What to train."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"technique": "1-2-1"}, {}]})

    technique: Annotated[
        str | None,
        Field(
            max_length=_LONGEST_TEXT,
            description="The name of a technique; default: any, and not revealed.",
            examples=["1-2-1", "box logic"],
        ),
    ] = None
    seed: Annotated[
        StrictInt | None, Field(ge=0, le=MAX_SEED, description="Which exercise; default: random.")
    ] = None


class PositionAnswer(Position):
    """A position, and a claim about one of its cells."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"board": ["###", "121", "000"], "cell": [0, 1], "mined": False}]
        }
    )

    cell: Annotated[
        tuple[StrictInt, StrictInt], Field(description="A row and a column, counted from 0.")
    ]
    mined: Annotated[StrictBool, Field(description="Whether the cell is claimed to be a mine.")]


# Answers


class Error(BaseModel):
    """What is wrong, in one sentence."""

    error: Annotated[str, Field(examples=["b3 is already open; expected a hidden cell to open"])]


class Figures(BaseModel):
    """A finished game in figures."""

    bbbv: Annotated[int, Field(description="3BV: the fewest openings that clear the board.")]
    openings: Annotated[int, Field(description="How many of them open a zero.")]
    bbbv_opened: Annotated[int, Field(description="The 3BV of what was opened.")]
    efficiency: Annotated[
        float | None, Field(description="3BV opened per move; null without a move.")
    ]
    bbbv_per_second: Annotated[
        float | None, Field(description="3BV opened per second; null if no time has passed.")
    ]


class Game(BaseModel):
    """A game as its player sees it. Until it is over, nothing here depends on hidden cells."""

    token: Annotated[str, Field(description="The key to the game: anyone who has it can play.")]
    level: Annotated[str, Field(examples=["expert"])]
    start: Annotated[str, Field(examples=["safe"])]
    no_guess: Annotated[
        bool, Field(description="Whether the board needs no guess after its first cell.")
    ]
    daily: Annotated[str | None, Field(description="The date, if it is the board of a day.")]
    finish: Literal["marking", "clearing"]
    shape: Literal["square", "torus", "hex"]
    rows: int
    cols: int
    mines: int
    status: Literal["playing", "won", "lost"]
    board: Picture
    handed_out: Annotated[
        list[Place],
        Field(description="The safe cells of a list start, or the first cell of a no-guess game."),
    ]
    changed: Annotated[
        list[tuple[Line, Line, str]],
        Field(description="Row, column and new character of the cells that this request changed."),
    ]
    opened: Annotated[int, Field(description="How many cells are open.")]
    moves: Annotated[int, Field(description="How many moves were made and not undone.")]
    mines_left: Annotated[int, Field(description="The mine count less the flags; may be negative.")]
    lost_at: Annotated[Place | None, Field(description="The mine that lost the game, if any.")]
    wrong_flags: Annotated[
        list[Place] | None, Field(description="Flags on safe cells; null before the end.")
    ]
    assisted: Annotated[
        bool, Field(description="Whether there was help: hints, risks, AI moves, undo and so on.")
    ]
    elapsed: Annotated[float, Field(description="Seconds since the first move, up to the end.")]
    figures: Annotated[Figures | None, Field(description="Null before the end.")]
    seed: Annotated[
        int | None,
        Field(description="Null before the end, unless the game's creator knows it."),
    ]
    can_undo: bool


class Fact(BaseModel):
    """A cell, and whether it is a mine."""

    cell: Place
    name: str
    is_mine: bool


class Happening(BaseModel):
    """Something that happened to a clause."""

    happening: Literal["marked", "inserted", "resolved", "subsumed", "satisfied", "round"]
    clause: Annotated[list[Fact], Field(description="The clause: one of these facts holds.")]
    parents: Annotated[
        list[list[Fact]],
        Field(description="The two clauses of a resolvent, or the one that subsumes this one."),
    ]


class Sizes(BaseModel):
    """The totals, of which only a part may be shown."""

    kb: int
    kb0: int
    events: int


class Panel(BaseModel):
    """The knowledge base of `resolution`, and the events that the last move caused."""

    kb: Annotated[
        list[list[Fact]], Field(description="Clauses of two or more facts, shortest first.")
    ]
    kb0: Annotated[list[Fact], Field(description="What is certain, latest last.")]
    events: list[Happening]
    sizes: Sizes


class AiMove(BaseModel):
    """A program's move, and why; or why it made none."""

    game: Game
    move: Annotated[CoachMove | None, Field(description="Null if it is stuck.")]
    by: Annotated[
        str | None,
        Field(
            description="The engine that proved the move; `guess`; `rules` for the first cell"
            " of a start rule; null if it is stuck."
        ),
    ]
    status: Annotated[
        Literal["complete", "stalled", "limit"] | None,
        Field(description="Why the engine found nothing, if the program is stuck."),
    ]
    risk: Annotated[float | None, Field(description="The risk of a guess, if the agent knows it.")]
    proof: Annotated[list[str], Field(description="The engine's own proof, in English.")]
    reason: Annotated[
        list[Sentence], Field(description="The easiest proof, in the requested language.")
    ]
    guessing: Annotated[Guessing | None, Field(description="A forced guess and its alternatives.")]
    kb: Annotated[Panel | None, Field(description="Only for the engine `resolution`.")]


class Odds(BaseModel):
    """The risk of every covered cell."""

    risks: RiskTable
    layouts: Annotated[
        str | None,
        Field(description="How many layouts fit, in digits; null before the first cell is open."),
    ]


class WrongFlags(BaseModel):
    """Flags that are provably wrong."""

    wrong: list[Place]


class Code(BaseModel):
    """A game as text, which can be opened again."""

    code: Annotated[str, Field(examples=["easy/opening#1\nd4 Fb2"])]


class Chances(BaseModel):
    """The chance of winning a finished game, estimated by playouts of a strong agent."""

    win: Annotated[
        list[Annotated[float, Field(ge=0, le=1)]],
        Field(description="Before the first move, and after each."),
    ]
    at: Annotated[
        list[int], Field(description="Which of these were estimated; the rest are interpolated.")
    ]


class Clash(BaseModel):
    """Why no layout fits a position."""

    clues: list[Place]
    with_count: Annotated[bool, Field(description="Whether the mine count is part of the clash.")]
    text: str


class Analysis(BaseModel):
    """What is certain in a position, and how likely the rest is."""

    status: Annotated[
        Literal["complete", "stalled", "limit", "impossible"],
        Field(description="Complete: nothing more is certain. Impossible: see `clash`."),
    ]
    safe: list[Place]
    mines: list[Place]
    risks: Annotated[RiskTable | None, Field(description="Null if there was too much to count.")]
    layouts: str | None
    clash: Clash | None
    by: Annotated[
        dict[str, list[Place]],
        Field(description="The weakest engine that settles each certain cell."),
    ]


class TechniqueInfo(BaseModel):
    """A technique: a kind of step that players have a name for."""

    name: str
    title: Annotated[str, Field(description="Its name in the requested language.")]
    idea: str
    level: Literal["L1", "L2", "L3", "L4", "L5"]
    level_title: str


class Techniques(BaseModel):
    """All techniques."""

    techniques: list[TechniqueInfo]


class Exercise(BaseModel):
    """A position in which a technique comes next: nothing easier is left to find."""

    board: Picture
    mines: int
    shape: Literal["square", "torus", "hex"]
    technique: Annotated[str | None, Field(description="Null if none was requested.")]


class ExerciseAnswer(BaseModel):
    """The solution of an exercise."""

    technique: str
    title: str
    words: str
    targets: Annotated[list[Fact], Field(description="The cells that the technique settles.")]
    steps: list[CoachStep]


class Judged(BaseModel):
    """The verdict on an answer."""

    worth: Annotated[
        Literal["right", "elsewhere", "wrong", "uncertain", "known"],
        Field(
            description="Elsewhere: certain, but by another step. Wrong: the opposite is certain."
            " Uncertain: neither is. Known: the cell is open or flagged."
        ),
    ]
    words: str
    answer: Annotated[ExerciseAnswer | None, Field(description="Null unless the answer is right.")]


class LevelInfo(BaseModel):
    """A level."""

    name: str
    rows: int
    cols: int
    mines: int
    shape: Literal["square", "torus", "hex"]
    start: Annotated[str, Field(description="The usual start.")]
    finish: Annotated[Literal["marking", "clearing"], Field(description="The usual finish.")]


class EngineInfo(BaseModel):
    """An engine, which finds certain moves."""

    name: str
    about: str
    knows_risks: bool


class AgentInfo(BaseModel):
    """An agent, which plays."""

    name: str
    about: str
    needs_risks: Annotated[bool, Field(description="Whether its engine must compute risks.")]


class LimitsInfo(BaseModel):
    """How much a client may ask for."""

    max_cells: int
    max_side: int
    max_moves: int
    request_bytes: int
    games_per_client: int
    game_days: Annotated[int, Field(description="How many days an unused game is kept.")]
    analysis_seconds: float
    review_seconds: float
    pictured_cells: Annotated[
        int, Field(description="Reviews omit their boards if these have more cells in all.")
    ]


class Info(BaseModel):
    """What this server offers and allows."""

    version: str
    kernel: Annotated[str, Field(examples=["native kernel", "no native kernel: ..."])]
    levels: list[LevelInfo]
    starts: list[str]
    finishes: list[str]
    shapes: list[str]
    engines: list[EngineInfo]
    agents: list[AgentInfo]
    languages: list[str]
    limits: LimitsInfo
