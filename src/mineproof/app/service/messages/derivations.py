"""Requests and answers about derivations: what was proved, and its graph or file."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, StrictInt, model_validator

from mineproof.app.game.defaults import USUAL_PROVER
from mineproof.app.service.messages.traces import TracedEngine
from mineproof.app.service.messages.values import (
    MOST_MINES,
    Answer,
    Lang,
    Request,
    Shape,
    examples,
    field,
)


class DerivationRequest(Request):
    """What was proved: a cell of a position, or a clause that a trace of `code` or `board` made."""

    model_config = examples(
        {"board": ["####", "#23#", "#11#"], "cell": "d1"},
        {"code": "3x3/2/list2#63", "engine": "resolution", "step": 9, "clause": [-2]},
    )

    board: list[str] | None = field("A position, one string per row.", default=None, min_length=1)
    mines: StrictInt | None = field(
        "The mine count of the position, if it is known.", default=None, ge=0, le=MOST_MINES
    )
    shape: Shape = field("The shape of its grid.", default="square")
    code: str | None = field(
        "Instead of a position: a game id or a transcript, as for a trace.",
        default=None,
        max_length=100_000,
        examples=["3x3/2/list2#63"],
    )
    engine: TracedEngine = USUAL_PROVER
    cell: str | None = field(
        "The name of the cell of the position.", default=None, max_length=10, examples=["b3"]
    )
    step: StrictInt | None = field(
        "Instead of a cell: the number of a step of the trace.", default=None, ge=0
    )
    clause: list[StrictInt] | None = field(
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

    unfolded: list[StrictInt] | None = field(
        "The numbers of these nodes; default: as many as fit a screen.",
        default=None,
        max_length=20_000,
    )
    lang: Lang = "en"


class DerivationExport(DerivationRequest):
    """What was proved, and a format."""

    model_config = examples({"board": ["###", "2#1"], "cell": "c1", "format": "lrat"})

    format: Literal["text", "dot", "svg", "png", "latex", "dimacs", "lrat", "opb", "veripb", "json"]


class DerivationClaim(Answer):
    """A clause, a bound, or how many of some cells are mines."""

    clause: list[int] | None = field("Signed literals: 4 is a mine at cell 3.", default=None)
    literals: list[int] | None = field("Instead of a clause, a bound: of these", default=None)
    least: int | None = field("at least this many hold.", default=None)
    cells: list[int] | None = field("Instead of a clause: these cells,", default=None)
    mines: int | None = field("of which exactly this many are mines.", default=None)


class DerivationNode(DerivationClaim):
    """A node of a derivation, and where it stands. docs/prove.md describes the rules."""

    number: int = field("From 1, premises first.")
    rule: str = Field(examples=["resolvent"])
    lines: list[str] = field("Its claim as text, in lines that fit its box.")
    premises: list[int]
    clue: int | None = field("The cell of the clue that it belongs to.")
    shown: int | None = field("What that clue shows, or the mine count.")
    with_count: bool = field("Whether it belongs to the mine count.")
    pivot: int | None = field("The cell on which the premises of a resolvent disagree.")
    folded: int = field("How many steps it hides, its own included; 0 if it is not folded.")
    box: tuple[float, float, float, float] = field("Its centre, width and height.")


class DerivationEdge(Answer):
    """A line from a node to one of its premises, vertical at each of its points."""

    node: int
    premise: int
    points: list[tuple[float, float]]


class DerivationSentence(Answer):
    """A sentence of the coach, and the nodes that it speaks of."""

    text: str
    cells: list[dict[str, object]]
    unnamed: list[dict[str, object]]
    nodes: list[int]


class Derivation(Answer):
    """The part of a derivation that is unfolded, the conclusion first."""

    conclusion: DerivationClaim
    engine: str
    steps: int = field("How many nodes have premises, seen or not.")
    size: int = field("How many nodes there are, seen or not.")
    clues: int = field("How many clues it uses.")
    with_count: bool = field("Whether it uses the mine count.")
    unfolded: list[int]
    width: float
    height: float
    nodes: list[DerivationNode]
    edges: list[DerivationEdge]
    told: list[DerivationSentence] = field("What the coach says about the cell.")


class DerivationFile(Answer):
    """A derivation as a file: a text, or bytes in base 64."""

    file: str = field("A name for it.", examples=["d1-is-a-mine.svg"])
    text: str | None
    base64: str | None
