"""Requests and answers about puzzles: which one, an answer and its verdict, and ratings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from mineproof.app.service.messages.positions import Position
from mineproof.app.service.messages.values import (
    LONGEST_TEXT,
    Answer,
    CoachExplanation,
    CoachStep,
    Line,
    Picture,
    Place,
    Request,
    Shape,
    examples,
    field,
)
from mineproof.board.rng import MAX_SEED


class PuzzleRequest(Request):
    """Which puzzle: of a day, by its id, or one on a technique or a step level."""

    model_config = examples({"technique": "1-2-1"}, {"daily": "2026-02-01"}, {"id": "L2#7"}, {})

    technique: str | None = field(
        "The name of a technique; default: any, and not revealed.",
        default=None,
        max_length=LONGEST_TEXT,
        examples=["1-2-1", "box logic"],
    )
    level: Literal["L1", "L2", "L3", "L4", "L5"] | None = field(
        "A step level instead of a technique.", default=None
    )
    shape: Shape = field("The shape of the board.", default="square")
    seed: StrictInt | None = field(
        "Which puzzle; default: random.", default=None, ge=0, le=MAX_SEED
    )
    daily: str | None = field(
        "The date of a daily puzzle; then nothing else counts.", default=None, max_length=20
    )
    id: str | None = field(
        "The id of a puzzle; then nothing else counts.", default=None, max_length=LONGEST_TEXT
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

    model_config = examples({"board": ["###", "121", "000"], "cell": [0, 1], "mined": False})

    cell: tuple[StrictInt, StrictInt] = field("A row and a column, counted from 0.")
    mined: StrictBool = field("Whether the cell is claimed to be a mine.")
    crop: Crop | None = field(
        "The part of the board that is shown: only what that shows counts. Default: all of it.",
        default=None,
    )


class Standing(BaseModel):
    """A rating of Glicko-2, and the day of the last attempt."""

    model_config = ConfigDict(extra="forbid")

    rating: float = field("The strength.", ge=-10_000, le=10_000, allow_inf_nan=False)
    deviation: float = field("How uncertain it is.", gt=0, le=350)
    volatility: float = field("How erratic the results are.", gt=0, le=1)
    day: str | None = field("Null before the first attempt.", default=None, max_length=20)


class RateRequest(Request):
    """An attempt at a puzzle, and the ratings before it; null for those who have none yet."""

    model_config = examples({"puzzle_class": "1-2+", "solved": True, "day": "2026-02-01"})

    puzzle_class: str = field(
        "A technique, with + for its harder form.", max_length=LONGEST_TEXT, examples=["1-2+"]
    )
    solved: StrictBool = field("Whether the puzzle was solved at once and without help.")
    day: str = field("The date of the attempt.", max_length=20, examples=["2026-02-01"])
    player: Standing | None = field("The player's rating.", default=None)
    puzzle: Standing | None = field("The rating of the class.", default=None)


class Fact(Answer):
    """A cell, and whether it is a mine."""

    cell: Place
    name: str
    is_mine: bool


class TechniqueInfo(Answer):
    """A technique: a kind of step that players have a name for."""

    name: str
    title: str = field("Its name in the requested language.")
    idea: str
    level: Literal["L1", "L2", "L3", "L4", "L5"]
    level_title: str


class ClassInfo(Answer):
    """A class of puzzles: a technique in its plain or harder form."""

    name: str = field("What `puzzle_class` says.", examples=["1-2", "1-2+"])
    title: str
    seed: Standing = field("The rating that it begins with.")


class Techniques(Answer):
    """All techniques, and the classes of puzzles about them."""

    techniques: list[TechniqueInfo]
    classes: list[ClassInfo]


class Puzzle(Answer):
    """A position in which a technique comes next: nothing easier is left to find."""

    id: str = field("Makes the same puzzle again.", examples=["1-2-1#17", "mixed#5"])
    board: Picture
    mines: int
    shape: Shape
    technique: str | None = field("Null if none was requested.")
    crop: Crop | None = field("What to show; null for the whole board.")


class PuzzleAnswer(Answer):
    """The solution of a puzzle, or the steps to another cell that was found."""

    technique: str
    puzzle_class: str = field("What it counts as: the hardest of its steps.", examples=["1-2+"])
    title: str
    words: str
    targets: list[Fact] = field("The cells that the technique settles.")
    steps: list[CoachStep]


class Judged(Answer):
    """The verdict on an answer."""

    worth: Literal["right", "elsewhere", "wrong", "uncertain", "known"] = field(
        "Elsewhere: certain, but by another step. Wrong: the opposite is certain."
        " Uncertain: neither is. Known: the cell is open or flagged."
    )
    words: str
    answer: PuzzleAnswer | None = field("The steps to the cell; null unless the answer is right.")
    explanation: CoachExplanation | None = field(
        "What is known about the cell; null unless the answer is wrong or uncertain."
    )


class Attempt(Answer):
    """The ratings after an attempt, and the chance to solve it that was expected."""

    player: Standing
    puzzle: Standing
    expected: float
