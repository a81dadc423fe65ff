"""Puzzles: exercises by id, cropped to what matters; and the puzzle of a day.

An id says what is asked, on which shape of board, and the seed: `1-2-1#17`, `hex:chain#4`, `L2#9`,
`mixed#5`. It makes the same puzzle everywhere. The puzzle of a day is of a step level that rises
through the week.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from mineproof.board.grid import Shape
from mineproof.board.rng import Rng, check_seed
from mineproof.board.rules import Level
from mineproof.coach.boards.crop import Crop, crop_of
from mineproof.coach.boards.exercises import Exercise, exercises
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.errors import BadInput

_MIXED = "mixed"
_CROPS = 0x63726F70  # the stream of random numbers for crops
_OF_THE_WEEK = (
    *(StepLevel.L2, StepLevel.L2, StepLevel.L3, StepLevel.L3),
    *(StepLevel.L4, StepLevel.L4, StepLevel.L5),
)
"""What the puzzle of each day is about, from Monday to Sunday."""

_RARE_ON_HEX = (
    *(Technique.ONE_ONE, Technique.ONE_TWO, Technique.ONE_TWO_ONE, Technique.ONE_TWO_TWO_ONE),
    *(Technique.CHAIN, StepLevel.L3),
)
"""What a hex board does not have, for want of straight lines of clues, or hardly ever has."""

_BOARDS = {
    Shape.SQUARE: Level.parse("intermediate"),
    Shape.TORUS: Level.parse("torus:16x16/40"),
    Shape.HEX: Level.parse("hex:16x16/58"),
}
"""The boards that puzzles are taken from; whole, they still fit on a phone."""


@dataclass(frozen=True, slots=True)
class PuzzleId:
    """What is asked (anything if None), the seed, and the shape of the board.

    >>> PuzzleId.parse("hex:box-logic#4")
    PuzzleId(wanted=<Technique.BOX: 'box logic'>, seed=4, shape=<Shape.HEX: 'hex'>)
    >>> str(PuzzleId(StepLevel.L2, 9))
    'L2#9'
    """

    wanted: Technique | StepLevel | None
    seed: int
    shape: Shape = Shape.SQUARE

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if self.wanted is StepLevel.G:
            raise BadInput("no puzzle is about a guess; expected a technique, or L1 to L5")
        if self.shape is Shape.HEX and self.wanted in _RARE_ON_HEX:
            raise BadInput(
                f"no puzzle on {_slug(self.wanted)} on a hex board; expected another technique,"
                " or a square board"
            )

    @classmethod
    def parse(cls, text: str) -> PuzzleId:
        """Return the id in a text; raise BadInput."""
        form = re.fullmatch(r"(?:(square|torus|hex):)?([\w-]+)#(\d{1,20})", text.strip())
        if form is None or form[2].lower() not in _WANTED:
            raise BadInput(f"{text!r} is no puzzle; expected an id like 1-2-1#17 or mixed#5")
        return cls(_WANTED[form[2].lower()], int(form[3]), Shape(form[1] or "square"))

    @classmethod
    def of_day(cls, day: dt.date) -> PuzzleId:
        """Return the puzzle of a day.

        >>> str(PuzzleId.of_day(dt.date(2026, 2, 1)))  # a Sunday
        'L5#20260201'
        """
        return cls(_OF_THE_WEEK[day.weekday()], int(day.strftime("%Y%m%d")))

    def __str__(self) -> str:
        prefix = "" if self.shape is Shape.SQUARE else f"{self.shape.value}:"
        return f"{prefix}{_slug(self.wanted)}#{self.seed}"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """An exercise with its id, and the part of the board that is shown; None for all of it."""

    id: PuzzleId
    exercise: Exercise
    crop: Crop | None


def make_puzzle(of: PuzzleId) -> Puzzle:
    """Return the puzzle of an id; raise LimitReached if none is found."""
    wanted = of.wanted or _any_technique(of)
    exercise = next(exercises(wanted, of.seed, _BOARDS[of.shape]))
    crop = crop_of(exercise.view, exercise.lead, Rng(of.seed ^ _CROPS))
    return Puzzle(of, exercise, crop)


def _any_technique(of: PuzzleId) -> Technique:
    every = [each for each in Technique if of.shape is not Shape.HEX or each not in _RARE_ON_HEX]
    return every[Rng(of.seed).below(len(every))]


def _slug(wanted: Technique | StepLevel | None) -> str:
    if isinstance(wanted, Technique):
        return wanted.value.replace(" ", "-")
    return _MIXED if wanted is None else wanted.name


_WANTED = {_slug(each).lower(): each for each in (*Technique, *StepLevel, None)}
