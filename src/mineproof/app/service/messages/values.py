"""What messages share: places, pictures, languages, and how a field is described."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictInt, WithJsonSchema

LONGEST_NAME = 500  # a guest's may have the path of a file
LONGEST_TEXT = 60
MOST_MINES = 1_000_000
ELSEWHERE = "With `frontier`: the risk of every other covered cell; null if there is none."

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
Rung: TypeAlias = Annotated[
    StrictInt,
    Field(
        ge=0,
        le=6,
        description="How much to reveal: 0 whether a cell is safe, 1 where, 2 the technique,"
        " 3 the clues, 4 the cells, 5 the proof, 6 the move.",
    ),
]

PATHS: dict[str, Any] = {
    "token": Annotated[str, Field(max_length=100, description="The token of the game.")],
    "exercise": Annotated[
        str,
        Field(max_length=60, description="The id of an exercise.", examples=["resolve-1-1"]),
    ],
    "lesson": Annotated[
        str,
        Field(max_length=100, description="The number or the name of a lesson.", examples=["7"]),
    ],
}
"""What the path of a request may name, and the type of that name."""


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


def field(text: str, **rules: Any) -> Any:
    """Describe a field; it is required unless the rules give a default."""
    return Field(description=text, **rules)


def examples(*bodies: dict[str, Any]) -> ConfigDict:
    """Give examples of a model, for its `model_config`."""
    return ConfigDict(json_schema_extra={"examples": [*bodies]})


class Request(BaseModel):
    """What a client sends; fields that nobody knows are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Query(BaseModel):
    """What a client asks in the address; fields that nobody knows are ignored."""

    model_config = ConfigDict(frozen=True)


class Answer(BaseModel):
    """What a client gets. It is described here, and not checked."""

    model_config = ConfigDict(defer_build=True)  # for the description alone


class LangQuery(Query):
    """The language of the answer."""

    lang: Lang = "en"


class Error(Answer):
    """What is wrong, in one sentence."""

    error: str = Field(examples=["b3 is already open; expected a hidden cell to open"])
