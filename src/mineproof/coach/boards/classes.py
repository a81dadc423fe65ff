"""Classes of puzzles, and how attempts change the ratings of a player and of a class.

A class is a technique in its plain or its harder form. Solving a puzzle is a game of Glicko-2 that
the player wins against the class; a fault is one that the class wins. So both ratings move: that of
the class says how hard it is for this player. Every attempt is a rating period of its own, and so
is every day without one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from mineproof.coach.language import Language
from mineproof.coach.steps.steps import Step
from mineproof.coach.steps.techniques import StepLevel, Technique, title
from mineproof.errors import UnknownName
from mineproof.stats.glicko import Rating, expected_score, rate

_FEW_CLUES = {StepLevel.L1: 1, StepLevel.L3: 3, StepLevel.L4: 4, StepLevel.L5: 2}
"""How many clues the plain form of a step has at most; two clues are harder if reduced."""

_SEEDS = {
    Technique.SATISFIED: 900,
    Technique.FULL: 900,
    Technique.ONE_ONE: 1200,
    Technique.ONE_TWO: 1200,
    Technique.ONE_TWO_ONE: 1200,
    Technique.ONE_TWO_TWO_ONE: 1250,
    Technique.HOLE: 1400,
    Technique.BOX: 1400,
    Technique.CHAIN: 1600,
    Technique.CASE_SPLIT: 1800,
    Technique.TOO_FEW: 1700,
    Technique.TOO_MANY: 1750,
    Technique.FLOATING: 1700,
}
_HARDER = 150
_SEED_DEVIATION = 150.0


@dataclass(frozen=True, slots=True)
class PuzzleClass:
    """A technique, in its plain or its harder form.

    >>> str(PuzzleClass(Technique.ONE_TWO, True)), PuzzleClass.parse("chain")
    ('1-2+', PuzzleClass(technique=<Technique.CHAIN: 'chain'>, is_harder=False))
    """

    technique: Technique
    is_harder: bool

    @classmethod
    def of(cls, steps: Sequence[Step]) -> PuzzleClass:
        """Return the class of a proof: that of its hardest step."""
        every = [cls(step.technique, _is_harder(step)) for step in steps]
        return max(every, key=lambda each: each.start.rating)

    @classmethod
    def parse(cls, text: str) -> PuzzleClass:
        """Return the class of this name; raise UnknownName."""
        for technique in Technique:
            if text in (technique.value, f"{technique.value}+"):
                return cls(technique, text.endswith("+"))
        raise UnknownName(f"unknown class of puzzles {text!r}; expected one like 1-2 or 1-2+")

    @property
    def start(self) -> Rating:
        """The rating to begin with, by experience: uncertain, but less so than a newcomer's."""
        return Rating(_SEEDS[self.technique] + _HARDER * self.is_harder, _SEED_DEVIATION)

    def title(self, words: Language) -> str:
        """Return its name in a language."""
        is_pair = self.technique.level is StepLevel.L2
        name = title(self.technique, words, is_reduced=is_pair and self.is_harder)
        is_long = self.is_harder and not is_pair
        return words.say("techniques.long", technique=name) if is_long else name

    def __str__(self) -> str:
        return self.technique.value + "+" * self.is_harder


def puzzle_classes() -> tuple[PuzzleClass, ...]:
    """Return all classes, easiest technique first; one clue has no harder form."""
    return tuple(
        PuzzleClass(technique, is_harder)
        for technique in Technique
        for is_harder in (False, True)
        if not (is_harder and technique.level is StepLevel.L1)
    )


def _is_harder(step: Step) -> bool:
    few = _FEW_CLUES.get(step.level)
    return step.is_reduced if few is None else len(step.clues) > few


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating, and the day of the last attempt; None before the first."""

    rating: Rating
    day: dt.date | None = None

    def on(self, day: dt.date) -> Rating:
        """Return the rating on a day: less certain after days without an attempt."""
        idle = 0 if self.day is None else max((day - self.day).days - 1, 0)
        return self.rating.rested(idle)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What an attempt did: both ratings afterwards, and the score to be expected before."""

    player: Standing
    puzzle: Standing
    expected: float


def attempt(player: Standing, puzzle: Standing, *, is_solved: bool, day: dt.date) -> Attempt:
    """Return the ratings after an attempt of a player at a puzzle of a class.

    >>> done = attempt(
    ...     Standing(Rating()), Standing(Rating(1200, 150)), is_solved=True, day=dt.date(2026, 2, 1)
    ... )
    >>> round(done.player.rating.rating), round(done.puzzle.rating.rating)
    (1575, 1180)
    """
    one, other, score = player.on(day), puzzle.on(day), float(is_solved)
    return Attempt(
        Standing(rate(one, [(other, score)]), day),
        Standing(rate(other, [(one, 1 - score)]), day),
        expected_score(one, other),
    )
