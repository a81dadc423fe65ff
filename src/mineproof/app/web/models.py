"""Models of the HTTP API: requests, which are validated, and answers, which are documented.

`coach/schema.json` describes what the coach says; `openapi.py` adds it to these.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    WithJsonSchema,
    model_validator,
)

from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE, USUAL_PROVER
from mineproof.board.rng import MAX_SEED

_LONGEST_NAME = 500  # a guest's may have the path of a file
_LONGEST_TEXT = 60
_MOST_MINES = 1_000_000
_ELSEWHERE = "With `frontier`: the risk of every other covered cell; null if there is none."

Line: TypeAlias = Annotated[int, Field(ge=0, le=999)]
Place: TypeAlias = Annotated[
    tuple[Line, Line], Field(description="A row and a column, counted from 0.", examples=[[2, 1]])
]
Shape: TypeAlias = Literal["square", "torus", "hex"]
Finish: TypeAlias = Literal["marking", "clearing", "flagging", "fair"]
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
Since: TypeAlias = Annotated[
    StrictInt | None,
    Field(
        description="The version of the game whose board the client has: if it is the latest, the"
        " answer may say what has changed instead of sending the board again."
    ),
]
Frontier: TypeAlias = Annotated[
    list[tuple[Line, Line, Annotated[float, Field(ge=0, le=1)]]],
    Field(
        description="Row, column and risk of each covered cell beside a clue; 0 or 1 only if the"
        " cell is certain.",
        examples=[[[0, 1, 0.5]]],
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
CoachExplanation: TypeAlias = Annotated[dict[str, object], _coach("explanation")]
CoachMove: TypeAlias = Annotated[dict[str, object], _coach("move")]


def _field(text: str, **rules: Any) -> Any:
    """Describe a field; it is required unless the rules give a default."""
    return Field(description=text, **rules)


def _examples(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [*examples]})


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# Requests


class GameRequest(_Request):
    """A game of a level; or of a transcript, with `code` alone; or of a day, with `daily` alone."""

    model_config = _examples(
        {"level": "expert"},
        {"level": "hex:9x9/10", "start": "opening", "seed": 7},
        {"level": "expert", "no_guess": True},
        {"daily": "2026-02-01"},
        {"code": "easy/opening#1 d4 Fb2"},
    )

    level: str | None = _field(
        "The name of a level, or ROWSxCOLS/MINES, with torus: or hex: in front.",
        default=None,
        max_length=_LONGEST_TEXT,
        examples=["expert", "16x30/99", "hex:9x9/10"],
    )
    start: str | None = _field(
        "list, list:K, list:P%, safe, safe:CELL, opening, opening:CELL or none;"
        " default: the level's usual one.",
        default=None,
        max_length=_LONGEST_TEXT,
        examples=["safe", "list:16"],
    )
    finish: Finish | None = _field(
        "Mark every cell, or clear the safe ones; default: set by the start.", default=None
    )
    seed: StrictInt | None = _field(
        "Which game; default: random and kept secret.", default=None, ge=0, le=MAX_SEED
    )
    no_guess: StrictBool = _field(
        "Whether the board must need no guess. It is generated when the first cell"
        " is opened, for that cell; start must be opening or safe, and finish clearing.",
        default=False,
    )
    daily: str | None = _field(
        "A date, or `today`: that day's board, the same for everyone. It needs no"
        " guess, and its first cell is open.",
        default=None,
        max_length=_LONGEST_TEXT,
        examples=["2026-02-01"],
    )
    code: str | None = _field(
        "A transcript: the game continues where it ends.",
        default=None,
        max_length=100_000,
        examples=["easy/opening#1 d4 Fb2"],
    )

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

    model_config = _examples(
        {"act": "open", "cell": [3, 3]}, {"act": "mark", "cell": [0, 1], "mined": True}
    )

    act: Literal["open", "flag", "chord", "mark"] = _field(
        "`flag` sets or removes a flag; in the marking game it marks the cell as"
        " mined, for good. `chord` opens around a number, `mark` is for the marking game."
    )
    cell: tuple[StrictInt, StrictInt] = _field("A row and a column, counted from 0.")
    mined: StrictBool | None = _field("With `mark`: whether the cell is a mine.", default=None)
    since: Since = None

    @model_validator(mode="after")
    def _says_what_is_marked(self) -> Self:
        if (self.mined is None) == (self.act == "mark"):
            raise ValueError("expected `mined` with the act `mark`, and with no other")
        return self


class BatchMove(_Request):
    """One of several moves."""

    act: Literal["open", "flag", "chord"]
    cell: tuple[StrictInt, StrictInt] = _field("A row and a column, counted from 0.")


class BatchRequest(_Request):
    """A player's moves since the last answer. Sent twice, they are made once."""

    model_config = _examples(
        {"after": 1, "moves": [{"act": "flag", "cell": [0, 1]}, {"act": "open", "cell": [0, 2]}]}
    )

    after: StrictInt = _field("How many moves the game had before these.", ge=0)
    moves: list[BatchMove] = _field(
        "In the order in which they are made.", min_length=1, max_length=500
    )


Rung: TypeAlias = Annotated[
    StrictInt,
    Field(
        ge=0,
        le=6,
        description="How much to reveal: 0 whether a cell is safe, 1 where, 2 the technique,"
        " 3 the clues, 4 the cells, 5 the proof, 6 the move.",
    ),
]


class HintRequest(_Request):
    """How much a hint reveals."""

    rung: Rung
    lang: Lang = "en"
    flags: StrictBool | None = _field(
        "Whether a mine to flag is a move too, not only a safe cell to open; default: in games"
        " that are won by it.",
        default=None,
    )


class AiRequest(_Request):
    """Which program makes the next move."""

    engine: str = _field(
        "What finds certain moves, with options if wanted; names joined by + make a cascade.",
        default=USUAL_ENGINE,
        max_length=_LONGEST_NAME,
        examples=["cascade", "resolution(width=3)", "single+subset"],
    )
    agent: str = _field(
        "What chooses a move when none is certain.",
        default=USUAL_AGENT,
        max_length=_LONGEST_NAME,
        examples=["never-guess", "safest"],
    )
    lang: Lang = "en"
    flags: StrictBool | None = _field(
        "Whether to flag mines that are found; default: in games that are won by it.", default=None
    )
    hide_total: StrictBool = _field(
        "Whether the program does not know the mine count, as CS50's.", default=False
    )
    since: Since = None


class AgainRequest(_Request):
    """Where to resume a finished game."""

    move: StrictInt = _field("Resume before this move, counted from 1.", ge=1)


class Position(_Request):
    """Any position, typed or pasted."""

    model_config = _examples({"board": ["####", "1221", "0000"], "mines": 2})

    board: list[str] = _field("One string per row.", min_length=1)
    mines: StrictInt | None = _field(
        "The mine count; null if it is not known.", default=None, ge=0, le=_MOST_MINES
    )
    shape: Shape = _field("The shape of the grid.", default="square")
    lang: Lang = "en"


class PositionOdds(Position):
    """A position whose cells are weighed."""

    model_config = _examples({"board": ["####", "1221", "0000"], "mines": 2, "brief": True})

    brief: StrictBool = _field(
        "Whether to send `frontier` and `elsewhere` instead of `risks`.", default=False
    )


class PositionHint(Position):
    """A position, and how much a hint reveals."""

    model_config = _examples({"board": ["###", "121", "000"], "rung": 3})

    rung: Rung
    flags: StrictBool = _field(
        "Whether a mine to flag is a move too, not only a safe cell to open.", default=False
    )


class PositionCell(Position):
    """A position and one of its cells."""

    model_config = _examples({"board": ["###", "121", "000"], "cell": "b1"})

    cell: str = _field("The name of the cell.", max_length=10, examples=["b3"])


class PictureRequest(PositionCell):
    """A position, one of its cells, and how to draw the explanation."""

    model_config = _examples({"board": ["###", "121", "000"], "cell": "b1", "format": "gif"})

    format: Literal["svg", "png", "gif"] = "png"


class PictureFile(BaseModel):
    """A picture, and in words what it tells."""

    file: str = _field("A name for it.", examples=["b1.gif"])
    base64: str
    text: str = _field(
        "The sentences, one per line. PNG and GIF have them only in English: other letters are not"
        " drawn."
    )


class SupposeRequest(_Request):
    """A cell, and what it is supposed to be."""

    model_config = _examples({"cell": "b3", "mined": True})

    cell: str = _field("The name of the cell.", max_length=10, examples=["b3"])
    mined: StrictBool = _field("Whether it is supposed to be a mine, or safe.")
    lang: Lang = "en"


class PositionSupposition(PositionCell):
    """A position, one of its cells, and what it is supposed to be."""

    model_config = _examples({"board": ["###", "121", "000"], "cell": "b1", "mined": True})

    mined: StrictBool = _field("Whether it is supposed to be a mine, or safe.")


class PuzzleRequest(_Request):
    """Which puzzle: of a day, by its id, or one on a technique or a step level."""

    model_config = _examples({"technique": "1-2-1"}, {"daily": "2026-02-01"}, {"id": "L2#7"}, {})

    technique: str | None = _field(
        "The name of a technique; default: any, and not revealed.",
        default=None,
        max_length=_LONGEST_TEXT,
        examples=["1-2-1", "box logic"],
    )
    level: Literal["L1", "L2", "L3", "L4", "L5"] | None = _field(
        "A step level instead of a technique.", default=None
    )
    shape: Shape = _field("The shape of the board.", default="square")
    seed: StrictInt | None = _field(
        "Which puzzle; default: random.", default=None, ge=0, le=MAX_SEED
    )
    daily: str | None = _field(
        "The date of a daily puzzle; then nothing else counts.", default=None, max_length=20
    )
    id: str | None = _field(
        "The id of a puzzle; then nothing else counts.", default=None, max_length=_LONGEST_TEXT
    )


Lines: TypeAlias = Annotated[
    tuple[Line, Line], Field(description="The first row or column, and how many.")
]


class Crop(BaseModel):
    """The part of the board that a puzzle shows; on a torus it may reach across the edges."""

    model_config = ConfigDict(extra="forbid")

    rows: Lines
    cols: Lines


class PositionAnswer(Position):
    """A position, and a claim about one of its cells."""

    model_config = _examples({"board": ["###", "121", "000"], "cell": [0, 1], "mined": False})

    cell: tuple[StrictInt, StrictInt] = _field("A row and a column, counted from 0.")
    mined: StrictBool = _field("Whether the cell is claimed to be a mine.")
    crop: Crop | None = _field(
        "The part of the board that is shown: only what that shows counts. Default: all of it.",
        default=None,
    )


class Standing(BaseModel):
    """A rating of Glicko-2, and the day of the last attempt."""

    model_config = ConfigDict(extra="forbid")

    rating: float = _field("The strength.", ge=-10_000, le=10_000, allow_inf_nan=False)
    deviation: float = _field("How uncertain it is.", gt=0, le=350)
    volatility: float = _field("How erratic the results are.", gt=0, le=1)
    day: str | None = _field("Null before the first attempt.", default=None, max_length=20)


class RateRequest(_Request):
    """An attempt at a puzzle, and the ratings before it; null for those who have none yet."""

    model_config = _examples({"puzzle_class": "1-2+", "solved": True, "day": "2026-02-01"})

    puzzle_class: str = _field(
        "A technique, with + for its harder form.", max_length=_LONGEST_TEXT, examples=["1-2+"]
    )
    solved: StrictBool = _field("Whether the puzzle was solved at once and without help.")
    day: str = _field("The date of the attempt.", max_length=20, examples=["2026-02-01"])
    player: Standing | None = _field("The player's rating.", default=None)
    puzzle: Standing | None = _field("The rating of the class.", default=None)


_TracedEngine: TypeAlias = Annotated[
    str,
    Field(
        max_length=_LONGEST_NAME,
        description="What finds certain moves, with its options.",
        examples=["resolution(width=3)", "subset"],
    ),
]
_TracedPage: TypeAlias = Annotated[
    StrictInt, Field(ge=0, le=_MOST_MINES, description="Which page of the steps, counted from 0.")
]
_WATCHED = "resolution(hints='at once')"


class TraceRequest(_Request):
    """A game, the engine that plays it, and which page of its steps to send."""

    model_config = _examples({"code": "3x3/2/list2#63"}, {"code": "easy/list9#4", "page": 0})

    code: str = _field(
        "A game id or a transcript, whose moves are not made.",
        max_length=100_000,
        examples=["easy/list9#4"],
    )
    engine: _TracedEngine = _WATCHED
    page: _TracedPage = 0


class PositionTrace(Position):
    """A position, the engine that thinks about it, and which page of its steps to send."""

    model_config = _examples({"board": ["####", "1221", "0000"], "mines": 2, "engine": "subset"})

    engine: _TracedEngine = _WATCHED
    page: _TracedPage = 0


CourseAnswer: TypeAlias = Annotated[
    Any, Field(description="An answer; the kind of exercise says what it is.")
]


class CheckRequest(_Request):
    """An answer to an exercise of the course."""

    model_config = _examples({"answer": [[0, 3]]}, {"answer": [], "lang": "zh-TW"})

    answer: CourseAnswer
    lang: Lang = "en"


class CourseHintRequest(_Request):
    """How much a hint reveals to somebody who has come as far as `answer`."""

    model_config = _examples({"rung": 0, "answer": [[0, 3]]})

    rung: StrictInt = _field("How much to reveal, from 0; the exercise says how far.", ge=0, le=20)
    answer: CourseAnswer = None
    lang: Lang = "en"


class DerivationRequest(_Request):
    """What was proved: a cell of a position, or a clause that a trace of `code` or `board` made."""

    model_config = _examples(
        {"board": ["####", "#23#", "#11#"], "cell": "d1"},
        {"code": "3x3/2/list2#63", "engine": "resolution", "step": 9, "clause": [-2]},
    )

    board: list[str] | None = _field("A position, one string per row.", default=None, min_length=1)
    mines: StrictInt | None = _field(
        "The mine count of the position, if it is known.", default=None, ge=0, le=_MOST_MINES
    )
    shape: Shape = _field("The shape of its grid.", default="square")
    code: str | None = _field(
        "Instead of a position: a game id or a transcript, as for a trace.",
        default=None,
        max_length=100_000,
        examples=["3x3/2/list2#63"],
    )
    engine: _TracedEngine = USUAL_PROVER
    cell: str | None = _field(
        "The name of the cell of the position.", default=None, max_length=10, examples=["b3"]
    )
    step: StrictInt | None = _field(
        "Instead of a cell: the number of a step of the trace.", default=None, ge=0
    )
    clause: list[StrictInt] | None = _field(
        "A clause that is known after that step, as signed literals.",
        default=None,
        min_length=1,
        max_length=1000,
        examples=[[-1, 2]],
    )

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if (self.board is None) == (self.code is None):
            raise ValueError("expected a board or a code")
        is_of_trace = self.step is not None and self.clause is not None
        if (self.cell is None) != is_of_trace or (self.code is not None and not is_of_trace):
            raise ValueError("expected a cell of a board, or a step and a clause of its trace")
        return self


class DerivationView(DerivationRequest):
    """What was proved, and which of its nodes show their premises."""

    unfolded: list[StrictInt] | None = _field(
        "The numbers of these nodes; default: as many as fit a screen.",
        default=None,
        max_length=20_000,
    )
    lang: Lang = "en"


class DerivationExport(DerivationRequest):
    """What was proved, and a format."""

    model_config = _examples({"board": ["###", "2#1"], "cell": "c1", "format": "lrat"})

    format: Literal["text", "dot", "svg", "png", "latex", "dimacs", "lrat", "opb", "veripb", "json"]


# Answers


class Error(BaseModel):
    """What is wrong, in one sentence."""

    error: str = Field(examples=["b3 is already open; expected a hidden cell to open"])


class Figures(BaseModel):
    """A finished game in figures."""

    bbbv: int = _field("3BV: the fewest openings that clear the board.")
    openings: int = _field("How many of them open a zero.")
    bbbv_opened: int = _field("The 3BV of what was opened.")
    clicks: int = _field("How many moves were made.")
    zini: int | None = _field("Clicks of the greedy ZiNi; null on boards above 4,000 cells.")
    efficiency: float | None = _field("3BV opened per move; null without a move.")
    bbbv_per_second: float | None = _field("3BV opened per second; null if no time has passed.")


class Game(BaseModel):
    """A game as its player sees it. Until it is over, nothing here depends on hidden cells."""

    token: str = _field("The key to the game: anyone who has it can play.")
    version: int = _field("Grows with every change to the game.")
    level: str = Field(examples=["expert"])
    start: str = Field(examples=["safe"])
    no_guess: bool = _field("Whether the board needs no guess after its first cell.")
    daily: str | None = _field("The date, if it is the board of a day.")
    finish: Finish
    shape: Shape
    rows: int
    cols: int
    mines: int
    status: Literal["playing", "won", "lost"]
    board: Picture | None = _field(
        "Null if the request's `since` was the version before, and `changed` is shorter."
    )
    handed_out: list[Place] = _field(
        "The safe cells of a list start, or the first cell of a no-guess game."
    )
    changed: list[tuple[Line, Line, str]] = _field(
        "Row, column and new character of the cells that this request changed."
    )
    opened: int = _field("How many cells are open.")
    moves: int = _field("How many moves were made and not undone.")
    mines_left: int = _field("The mine count less the flags; may be negative.")
    lost_at: Place | None = _field("The mine that lost the game, if any.")
    wrong_flags: list[Place] | None = _field("Flags on safe cells; null before the end.")
    assisted: bool = _field("Whether there was help: hints, risks, AI moves, undo and so on.")
    elapsed: float = _field("Seconds since the first move, up to the end.")
    clock_runs: bool = _field("Whether the first move was made, and the game is not over.")
    figures: Figures | None = _field("Null before the end.")
    seed: int | None = _field("Null before the end, unless the game's creator knows it.")
    can_undo: bool


class UndoneMove(BaseModel):
    """A move that was undone; to redo it, make it again."""

    act: Literal["open", "flag", "chord"]
    cell: Place
    name: str


class UndoneGame(Game):
    """A game after an undo."""

    undone: UndoneMove


class Fact(BaseModel):
    """A cell, and whether it is a mine."""

    cell: Place
    name: str
    is_mine: bool


class Flagged(BaseModel):
    """A game, and the mines that were flagged in it."""

    game: Game
    flagged: list[Place]


class AiMove(BaseModel):
    """A program's move, and why; or why it made none."""

    game: Game
    move: CoachMove | None = _field("Null if it is stuck.")
    by: str | None = _field(
        "The engine that proved the move; `guess`; `rules` for the first cell"
        " of a start rule; null if it is stuck."
    )
    status: Literal["complete", "stalled", "limit"] | None = _field(
        "Why the engine found nothing, if the program is stuck."
    )
    risk: float | None = _field("The risk of a guess, if the agent knows it.")
    proof: list[str] = _field("The engine's own proof, in English.")
    reason: list[Sentence] = _field(
        "The easiest proof, in the requested language; then, quoted, the player's own words."
    )
    guessing: Guessing | None = _field("A forced guess and its alternatives.")


class Odds(BaseModel):
    """The risk of every covered cell, and those that are certain."""

    risks: RiskTable | None = _field("Null if the request is `brief`.")
    safe: list[Place] = _field("Covered cells that the board proves safe.")
    mines: list[Place] = _field("Covered cells that the board proves mines.")
    layouts: str | None = _field(
        "How many layouts fit, in digits; null before the first cell is open."
    )
    frontier: Frontier | None = _field("Only if the request is `brief`.", default=None)
    elsewhere: float | None = _field(_ELSEWHERE, default=None)


class WrongFlags(BaseModel):
    """Flags that are provably wrong."""

    wrong: list[Place]


class Code(BaseModel):
    """A game as text, which can be opened again."""

    code: str = Field(examples=["easy/opening#1\nd4 Fb2"])


class Chances(BaseModel):
    """The chance of winning a finished game, estimated by playouts of a strong agent."""

    win: list[Annotated[float, Field(ge=0, le=1)]] = _field(
        "Before the first move, and after each."
    )
    at: list[int] = _field("Which of these were estimated; the rest are interpolated.")


class Clash(BaseModel):
    """Why no layout fits a position."""

    clues: list[Place]
    with_count: bool = _field("Whether the mine count is part of the clash.")
    text: str


class Analysis(BaseModel):
    """What is certain in a position, and how likely the rest is."""

    status: Literal["complete", "stalled", "limit", "impossible"] = _field(
        "Complete: nothing more is certain. Impossible: see `clash`."
    )
    safe: list[Place]
    mines: list[Place]
    risks: RiskTable | None = _field(
        "Null if there was too much to count, or the request is `brief`."
    )
    layouts: str | None
    frontier: Frontier | None = _field(
        "Only if the request is `brief`; null if there was too much to count.", default=None
    )
    elsewhere: float | None = _field(_ELSEWHERE, default=None)
    clash: Clash | None
    by: dict[str, list[Place]] = _field("The weakest engine that settles each certain cell.")


class LeftGroup(BaseModel):
    """Cells that a stuck game has left together, and why. Cells are numbers in reading order."""

    cells: list[int]
    cause: Literal["sealed", "several layouts", "mine count", "stronger engine", "unknown"]
    certain: list[tuple[int, bool]] = _field("What could be known: cells, and whether mined.")
    layouts: int | None = _field("How many layouts fit its clues, if any clue touches it.")


class TracePage(BaseModel):
    """A page of the steps of a game; docs/trace.md describes them."""

    total: int = _field("How many steps the trace has.")
    kinds: dict[str, int] = _field("How many steps of each kind there are.")
    outcome: (
        Literal["won", "lost", "stuck", "solved", "complete", "stalled", "limit", "contradiction"]
        | None
    ) = _field("Null if the trace was stopped because it has too many steps.")
    largest_kb: int = _field("How many clauses there were at most in KB.")
    seconds: float = _field("How long the engine took, every step being noted.")
    groups: list[LeftGroup] = _field("Why it is stuck, if it is.")
    page: int
    pages: int
    steps: list[dict[str, object]]


class DerivationClaim(BaseModel):
    """A clause, a bound, or how many of some cells are mines."""

    clause: list[int] | None = _field("Signed literals: 4 is a mine at cell 3.", default=None)
    literals: list[int] | None = _field("Instead of a clause, a bound: of these", default=None)
    least: int | None = _field("at least this many hold.", default=None)
    cells: list[int] | None = _field("Instead of a clause: these cells,", default=None)
    mines: int | None = _field("of which exactly this many are mines.", default=None)


class DerivationNode(DerivationClaim):
    """A node of a derivation, and where it stands. docs/prove.md describes the rules."""

    number: int = _field("From 1, premises first.")
    rule: str = Field(examples=["resolvent"])
    lines: list[str] = _field("Its claim as text, in lines that fit its box.")
    premises: list[int]
    clue: int | None = _field("The cell of the clue that it belongs to.")
    shown: int | None = _field("What that clue shows, or the mine count.")
    with_count: bool = _field("Whether it belongs to the mine count.")
    pivot: int | None = _field("The cell on which the premises of a resolvent disagree.")
    folded: int = _field("How many steps it hides, its own included; 0 if it is not folded.")
    box: tuple[float, float, float, float] = _field("Its centre, width and height.")


class DerivationEdge(BaseModel):
    """A line from a node to one of its premises, vertical at each of its points."""

    node: int
    premise: int
    points: list[tuple[float, float]]


class DerivationSentence(BaseModel):
    """A sentence of the coach, and the nodes that it speaks of."""

    text: str
    cells: list[dict[str, object]]
    unnamed: list[dict[str, object]]
    nodes: list[int]


class Derivation(BaseModel):
    """The part of a derivation that is unfolded, the conclusion first."""

    conclusion: DerivationClaim
    engine: str
    steps: int = _field("How many nodes have premises, seen or not.")
    size: int = _field("How many nodes there are, seen or not.")
    clues: int = _field("How many clues it uses.")
    with_count: bool = _field("Whether it uses the mine count.")
    unfolded: list[int]
    width: float
    height: float
    nodes: list[DerivationNode]
    edges: list[DerivationEdge]
    told: list[DerivationSentence] = _field("What the coach says about the cell.")


class DerivationFile(BaseModel):
    """A derivation as a file: a text, or bytes in base 64."""

    file: str = _field("A name for it.", examples=["d1-is-a-mine.svg"])
    text: str | None
    base64: str | None


class FileRequest(_Request):
    """A file in base 64; the suffix of its name may say its format."""

    model_config = _examples(
        {"name": "board.mine", "base64": "MngyeDEKMUgKMTEK"}, {"base64": "IzEKIzE="}
    )

    name: str = _field("The name of the file.", default="", max_length=255, examples=["game.avf"])
    base64: str = _field("Its content.")
    lang: Lang = "en"


class FileGame(BaseModel):
    """A game in a file, or a new one on the board in it."""

    code: str = _field("Its transcript, for a request of a game.")
    status: Literal["playing", "won", "lost"]
    seconds: float | None = _field("How long it took, if the file says so.")


class BoardFigures(BaseModel):
    """A board in figures."""

    bbbv: int = _field("3BV: the fewest openings that clear the board.")
    openings: int = _field("How many of them open a zero.")
    zini: int | None = _field("Clicks of the greedy ZiNi; null on boards above 4,000 cells.")


class FileContent(BaseModel):
    """What a file holds: a layout, a view or a game. A layout is shown with all its mines."""

    format: str = _field("The name of its format.", examples=["avf"])
    holds: Literal["layout", "view", "game"]
    board: Picture
    mines: int | None
    shape: Shape
    game: FileGame | None = _field("Null for a view.")
    figures: BoardFigures | None = _field("Of a layout.")


class TechniqueInfo(BaseModel):
    """A technique: a kind of step that players have a name for."""

    name: str
    title: str = _field("Its name in the requested language.")
    idea: str
    level: Literal["L1", "L2", "L3", "L4", "L5"]
    level_title: str


class ClassInfo(BaseModel):
    """A class of puzzles: a technique in its plain or harder form."""

    name: str = _field("What `puzzle_class` says.", examples=["1-2", "1-2+"])
    title: str
    seed: Standing = _field("The rating that it begins with.")


class Techniques(BaseModel):
    """All techniques, and the classes of puzzles about them."""

    techniques: list[TechniqueInfo]
    classes: list[ClassInfo]


class Puzzle(BaseModel):
    """A position in which a technique comes next: nothing easier is left to find."""

    id: str = _field("Makes the same puzzle again.", examples=["1-2-1#17", "mixed#5"])
    board: Picture
    mines: int
    shape: Shape
    technique: str | None = _field("Null if none was requested.")
    crop: Crop | None = _field("What to show; null for the whole board.")


class PuzzleAnswer(BaseModel):
    """The solution of a puzzle, or the steps to another cell that was found."""

    technique: str
    puzzle_class: str = _field("What it counts as: the hardest of its steps.", examples=["1-2+"])
    title: str
    words: str
    targets: list[Fact] = _field("The cells that the technique settles.")
    steps: list[CoachStep]


class Judged(BaseModel):
    """The verdict on an answer."""

    worth: Literal["right", "elsewhere", "wrong", "uncertain", "known"] = _field(
        "Elsewhere: certain, but by another step. Wrong: the opposite is certain."
        " Uncertain: neither is. Known: the cell is open or flagged."
    )
    words: str
    answer: PuzzleAnswer | None = _field("The steps to the cell; null unless the answer is right.")
    explanation: CoachExplanation | None = _field(
        "What is known about the cell; null unless the answer is wrong or uncertain."
    )


class Attempt(BaseModel):
    """The ratings after an attempt, and the chance to solve it that was expected."""

    player: Standing
    puzzle: Standing
    expected: float


class NamedCell(BaseModel):
    """A cell by its place and its name."""

    cell: Place
    name: str


class Said(BaseModel):
    """A sentence, and the cells that it is about."""

    text: str
    cells: list[NamedCell] = _field("Those that it names.")
    unnamed: list[NamedCell] = _field("Those of sets too large to be named.")


class CourseEntry(BaseModel):
    """An exercise to choose."""

    id: str = Field(examples=["resolve-1-1"])
    kind: str = _field("What is to be done: resolve, choice, number, ...")
    difficulty: int = _field("From 1 to 5.")
    source: str | None = _field("The game or the book that it is from.")
    question: Said


class CourseExercises(BaseModel):
    """The exercises that are ready."""

    exercises: list[CourseEntry]


class CoursePosition(BaseModel):
    """The position of an exercise. Its flags are known mines."""

    board: Picture
    mines: int | None
    shape: Shape


class CourseExercise(CourseEntry):
    """An exercise of the course, without its solution."""

    position: CoursePosition | None
    setting: dict[str, object] = _field("What the kind of exercise needs to ask for an answer.")
    rungs: int = _field("How many hints there are.")


class CourseVerdict(BaseModel):
    """The verdict on an answer."""

    right: bool
    why: str = _field("The key of the reason.", examples=["resolve.two_pairs"])
    words: Said
    more: dict[str, object] = _field("What the kind of exercise adds; see docs/course.md.")
    reason: str | None = _field("Why it is right, if the author says so.")


class CourseHint(BaseModel):
    """A hint."""

    words: Said
    lines: list[int] = _field("The lines that it points at, if the exercise has lines.")


class CourseSolution(BaseModel):
    """An answer that is right."""

    answer: CourseAnswer
    text: str = _field("The same as it is typed.")
    reason: str | None = _field("Why it is right, if the author says so.")


class LevelInfo(BaseModel):
    """A level."""

    name: str
    rows: int
    cols: int
    mines: int
    shape: Shape
    start: str = _field("The usual start.")
    finish: Finish = _field("The usual finish.")


class EngineInfo(BaseModel):
    """An engine, which finds certain moves."""

    name: str
    about: str
    knows_risks: bool


class AgentInfo(BaseModel):
    """An agent, which plays."""

    name: str
    about: str
    needs_risks: bool = _field("Whether its engine must compute risks.")


class LimitsInfo(BaseModel):
    """How much a client may ask for."""

    max_cells: int
    max_side: int
    max_moves: int
    request_bytes: int
    file_bytes: int = _field("How long a file to be read may be.")
    games_per_client: int
    game_days: int = _field("How many days an unused game is kept.")
    analysis_seconds: float
    review_seconds: float
    pictured_cells: int = _field("Reviews omit their boards if these have more cells in all.")


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
