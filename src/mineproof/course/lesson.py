"""Lesson: a text with boards and exercises, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.course.claims import Claim, Follows, parse_claim
from mineproof.course.exercises.base import Exercise
from mineproof.course.markup import (
    Block,
    ClauseLines,
    Heading,
    Items,
    Paragraph,
    ShownBoard,
    Spans,
    Style,
)
from mineproof.errors import BadInput


@dataclass(frozen=True, slots=True)
class LessonBoard:
    """A board of a lesson, and the cells that are lit from the beginning."""

    view: View
    lit: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonText:
    """What a lesson says in one language."""

    title: str
    about: str
    blocks: tuple[Block, ...]

    @property
    def boards(self) -> list[str]:
        """The names of the boards, in the order in which they are shown."""
        return [block.name for block in self.blocks if isinstance(block, ShownBoard)]

    def on_boards(self) -> Iterator[tuple[Block, str | None]]:
        """Yield each block with the board shown last, which its claims are about."""
        board = None
        for block in self.blocks:
            if isinstance(block, ShownBoard):
                board = block.name
            yield block, board


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. `name` is how links, and what a browser keeps, call it."""

    name: str
    texts: Mapping[str, LessonText]
    boards: Mapping[str, LessonBoard]
    exercises: tuple[Exercise, ...]

    def text(self, tag: str) -> tuple[str, LessonText]:
        """Return the text in a language, or in another if there is none, and its language."""
        found = tag if tag in self.texts else next(iter(self.texts))
        return found, self.texts[found]


def claims_of(block: Block, view: View | None) -> Iterator[tuple[str, Claim]]:
    """Yield the claims of a block about a board, as written and as read; raise BadInput.

    Each line of clauses is a claim: that the clause follows from the board.
    """
    for span in (span for line in lines_of(block) for span in line if span.style is Style.CLAIM):
        yield span.claim, parse_claim(span.claim, _grid(view))
    for clause, _ in block.lines if isinstance(block, ClauseLines) else ():
        yield clause, Follows.of({"clause": clause}, _grid(view))


def _grid(view: View | None) -> Grid:
    if view is None:
        raise BadInput("a claim without a board; expected ![caption](board) above it")
    return view.grid


def lines_of(block: Block) -> list[Spans]:
    """Return all text of a block."""
    match block:
        case Paragraph(_, spans) | Heading(_, spans) | ShownBoard(_, _, spans):
            return [spans]
        case Items(_, items):
            return list(items)
        case ClauseLines(_, lines):
            return [note for _, note in lines]
        case _:
            return []
