"""Requests and answers about games: how one begins, its moves, its state, and help in it."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, StrictBool, StrictInt, model_validator

from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE
from mineproof.app.service.messages.values import (
    ELSEWHERE,
    LONGEST_NAME,
    LONGEST_TEXT,
    Answer,
    CoachMove,
    Finish,
    Frontier,
    Guessing,
    Lang,
    Line,
    Picture,
    Place,
    Query,
    Request,
    RiskTable,
    Rung,
    Sentence,
    Shape,
    examples,
    field,
)
from mineproof.board.rng import MAX_SEED

_LONGEST_GAME = 1e7  # seconds

Since: TypeAlias = Annotated[
    StrictInt | None,
    Field(
        description="The version of the game whose board the client has: the answer may say what"
        " has changed since then instead of sending the board again."
    ),
]


class GameRequest(Request):
    """A game of a level; or of a transcript, with `code` alone; or of a day, with `daily` alone."""

    model_config = examples(
        {"level": "expert"},
        {"level": "hex:9x9/10", "start": "opening", "seed": 7},
        {"level": "expert", "no_guess": True},
        {"daily": "2026-02-01"},
        {"code": "easy/opening#1 d4 Fb2"},
    )

    level: str | None = field(
        "The name of a level, or ROWSxCOLS/MINES, with torus: or hex: in front.",
        default=None,
        max_length=LONGEST_TEXT,
        examples=["expert", "16x30/99", "hex:9x9/10"],
    )
    start: str | None = field(
        "list, list:K, list:P%, safe, safe:CELL, opening, opening:CELL or none;"
        " default: the level's usual one.",
        default=None,
        max_length=LONGEST_TEXT,
        examples=["safe", "list:16"],
    )
    finish: Finish | None = field(
        "Mark every cell, or clear the safe ones; default: set by the start.", default=None
    )
    seed: StrictInt | None = field(
        "Which game; default: random and kept secret.", default=None, ge=0, le=MAX_SEED
    )
    no_guess: StrictBool = field(
        "Whether the board must need no guess. It is generated when the first cell"
        " is opened, for that cell; start must be opening or safe, and finish clearing.",
        default=False,
    )
    daily: str | None = field(
        "A date, or `today`: that day's board, the same for everyone. It needs no"
        " guess, and its first cell is open.",
        default=None,
        max_length=LONGEST_TEXT,
        examples=["2026-02-01"],
    )
    code: str | None = field(
        "A transcript: the game continues where it ends.",
        default=None,
        max_length=100_000,
        examples=["easy/opening#1 d4 Fb2"],
    )
    seconds: float | None = field(
        "With a code: how long the game has taken, as a replay file says.",
        default=None,
        ge=0,
        le=_LONGEST_GAME,
    )

    @model_validator(mode="after")
    def _is_one_game(self) -> Self:
        games = [each for each in (self.level, self.code, self.daily) if each is not None]
        if len(games) != 1:
            raise ValueError("expected a level, a code or a day")
        others = (self.start, self.finish, self.seed, self.no_guess or None)
        if self.level is None and any(other is not None for other in others):
            raise ValueError("a code or a day defines the whole game; expected no other field")
        if self.code is None and self.seconds is not None:
            raise ValueError("seconds without a code; expected the code of the game that took them")
        return self


class MoveRequest(Request):
    """A player's move."""

    model_config = examples(
        {"act": "open", "cell": [3, 3]}, {"act": "mark", "cell": [0, 1], "mined": True}
    )

    act: Literal["open", "flag", "chord", "mark"] = field(
        "`flag` sets or removes a flag; in the marking game it marks the cell as"
        " mined, for good. `chord` opens around a number, `mark` is for the marking game."
    )
    cell: tuple[StrictInt, StrictInt] = field("A row and a column, counted from 0.")
    mined: StrictBool | None = field("With `mark`: whether the cell is a mine.", default=None)
    since: Since = None

    @model_validator(mode="after")
    def _says_what_is_marked(self) -> Self:
        if (self.mined is None) == (self.act == "mark"):
            raise ValueError("expected `mined` with the act `mark`, and with no other")
        return self


class BatchMove(Request):
    """One of several moves."""

    act: Literal["open", "flag", "chord"]
    cell: tuple[StrictInt, StrictInt] = field("A row and a column, counted from 0.")


class BatchRequest(Request):
    """A player's moves since the last answer. Sent twice, they are made once."""

    model_config = examples(
        {"after": 1, "moves": [{"act": "flag", "cell": [0, 1]}, {"act": "open", "cell": [0, 2]}]}
    )

    after: StrictInt = field("How many moves the game had before these.", ge=0)
    moves: list[BatchMove] = field(
        "In the order in which they are made.", min_length=1, max_length=500
    )
    since: Since = None


class KnownBoard(Request):
    """What the client knows of a game."""

    model_config = examples({}, {"since": 7})

    since: Since = None


class HintRequest(Request):
    """How much a hint reveals."""

    rung: Rung
    lang: Lang = "en"
    flags: StrictBool | None = field(
        "Whether a mine to flag is a move too, not only a safe cell to open; default: in games"
        " that are won by it.",
        default=None,
    )


class AiRequest(Request):
    """Which program makes the next move."""

    engine: str = field(
        "What finds certain moves, with options if wanted; names joined by + make a cascade.",
        default=USUAL_ENGINE,
        max_length=LONGEST_NAME,
        examples=["cascade", "resolution(width=3)", "single+subset"],
    )
    agent: str = field(
        "What chooses a move when none is certain.",
        default=USUAL_AGENT,
        max_length=LONGEST_NAME,
        examples=["never-guess", "safest"],
    )
    lang: Lang = "en"
    flags: StrictBool | None = field(
        "Whether to flag mines that are found; default: in games that are won by it.", default=None
    )
    hide_total: StrictBool = field(
        "Whether the program does not know the mine count, as CS50's.", default=False
    )
    since: Since = None


class AgainRequest(Request):
    """Where to resume a finished game."""

    move: StrictInt = field("Resume before this move, counted from 1.", ge=1)


class SupposeRequest(Request):
    """A cell, and what it is supposed to be."""

    model_config = examples({"cell": "b3", "mined": True})

    cell: str = field("The name of the cell.", max_length=10, examples=["b3"])
    mined: StrictBool = field("Whether it is supposed to be a mine, or safe.")
    lang: Lang = "en"


class RisksQuery(Query):
    """How risks are sent."""

    brief: bool = field("Send `frontier` and `elsewhere` instead of `risks`.", default=False)


class CellQuery(Query):
    """A cell of the game."""

    cell: str = field("The name of the cell.", max_length=10, examples=["b3"])
    lang: Lang = "en"


class RemarkQuery(Query):
    """A move of the game, and what might have been opened in its place."""

    move: int | None = field(
        "The number of a move; the last by default.", default=None, ge=1, le=1_000_000
    )
    cell: str | None = field(
        "The cell to open in place of the move.", default=None, max_length=10, examples=["b3"]
    )
    lang: Lang = "en"


class Figures(Answer):
    """A finished game in figures."""

    bbbv: int = field("3BV: the fewest openings that clear the board.")
    openings: int = field("How many of them open a zero.")
    bbbv_opened: int = field("The 3BV of what was opened.")
    clicks: int = field("How many moves were made.")
    zini: int | None = field("Clicks of the greedy ZiNi; null on boards above 4,000 cells.")
    efficiency: float | None = field("3BV opened per move; null without a move.")
    bbbv_per_second: float | None = field("3BV opened per second; null if no time has passed.")


class Game(Answer):
    """A game as its player sees it. Until it is over, nothing here depends on hidden cells."""

    token: str = field("The key to the game: anyone who has it can play.")
    version: int = field("Grows with every change to the game.")
    level: str = Field(examples=["expert"])
    start: str = Field(examples=["safe"])
    no_guess: bool = field("Whether the board needs no guess after its first cell.")
    daily: str | None = field("The date, if it is the board of a day.")
    finish: Finish
    shape: Shape
    rows: int
    cols: int
    mines: int
    status: Literal["playing", "won", "lost"]
    board: Picture | None = field("Null if the request has `since`, and `changed` is shorter.")
    handed_out: list[Place] = field(
        "The safe cells of a list start, or the first cell of a no-guess game."
    )
    changed: list[tuple[Line, Line, str]] = field(
        "Row, column and new character of the cells that have changed since the version `since`, or"
        " by this request if it has none."
    )
    opened: int = field("How many cells are open.")
    moves: int = field("How many moves were made and not undone.")
    mines_left: int = field("The mine count less the flags; may be negative.")
    lost_at: Place | None = field("The mine that lost the game, if any.")
    wrong_flags: list[Place] | None = field("Flags on safe cells; null before the end.")
    assisted: bool = field("Whether there was help: hints, risks, AI moves, undo and so on.")
    elapsed: float = field("Seconds since the first move, up to the end.")
    clock_runs: bool = field("Whether the first move was made, and the game is not over.")
    figures: Figures | None = field("Null before the end.")
    seed: int | None = field("Null before the end, unless the game's creator knows it.")
    can_undo: bool


class UndoneMove(Answer):
    """A move that was undone; to redo it, make it again."""

    act: Literal["open", "flag", "chord"]
    cell: Place
    name: str


class UndoneGame(Game):
    """A game after an undo."""

    undone: UndoneMove


class Flagged(Answer):
    """A game, and the mines that were flagged in it."""

    game: Game
    flagged: list[Place]


class AiMove(Answer):
    """A program's move, and why; or why it made none."""

    game: Game
    move: CoachMove | None = field("Null if it is stuck.")
    by: str | None = field(
        "The engine that proved the move; `guess`; `rules` for the first cell"
        " of a start rule; null if it is stuck."
    )
    status: Literal["complete", "stalled", "limit"] | None = field(
        "Why the engine found nothing, if the program is stuck."
    )
    risk: float | None = field("The risk of a guess, if the agent knows it.")
    proof: list[str] = field("The engine's own proof, in English.")
    reason: list[Sentence] = field(
        "The easiest proof, in the requested language; then, quoted, the player's own words."
    )
    guessing: Guessing | None = field("A forced guess and its alternatives.")


class Odds(Answer):
    """The risk of every covered cell, and those that are certain."""

    risks: RiskTable | None = field("Null if the request is `brief`.")
    safe: list[Place] = field("Covered cells that the board proves safe.")
    mines: list[Place] = field("Covered cells that the board proves mines.")
    layouts: str | None = field(
        "How many layouts fit, in digits; null before the first cell is open."
    )
    frontier: Frontier | None = field("Only if the request is `brief`.", default=None)
    elsewhere: float | None = field(ELSEWHERE, default=None)


class WrongFlags(Answer):
    """Flags that are provably wrong."""

    wrong: list[Place]


class Code(Answer):
    """A game as text, which can be opened again."""

    code: str = Field(examples=["easy/opening#1\nd4 Fb2"])


class Chances(Answer):
    """The chance of winning a finished game, estimated by playouts of a strong agent."""

    win: list[Annotated[float, Field(ge=0, le=1)]] = field("Before the first move, and after each.")
    at: list[int] = field("Which of these were estimated; the rest are interpolated.")
