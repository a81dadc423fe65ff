"""Wishes: what a no-guess board should be like."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from mineproof.board.game import Game
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import effort
from mineproof.board.rules import Finish
from mineproof.coach.boards.grade import Grade, grade
from mineproof.coach.boards.reach import Hardest, Reach
from mineproof.coach.steps.techniques import StepLevel
from mineproof.errors import BadInput, UnknownName

STEP_LEVELS = tuple(level for level in StepLevel if level is not StepLevel.G)
"""The step levels of boards that need no guess, easiest first."""

_REACH = {
    StepLevel.L1: Reach(Hardest.SINGLE, with_count=False),
    StepLevel.L2: Reach(Hardest.PAIR, with_count=False),
    StepLevel.L4: Reach(Hardest.COUNTING, with_count=False),
    StepLevel.L5: Reach(Hardest.COUNTING, with_count=True),
}
"""The reach that clears boards of a grade up to each level; only a grade can tell L3 from L4."""


class Range(NamedTuple):
    """Whole numbers from `least` to `most`; without `most` there is no upper limit."""

    least: int = 0
    most: int | None = None

    @classmethod
    def parse(cls, text: str) -> Range:
        """Return the range of this text; raise BadInput.

        >>> Range.parse("150-200"), str(Range.parse("3-")), str(Range.parse("7"))
        (Range(least=150, most=200), '3-', '7')
        """
        form = re.fullmatch(r"(\d{1,9})?(-)?(\d{1,9})?", text.strip(), re.ASCII)
        if form is None or not (form[1] or form[3]):
            raise BadInput(f"{text!r} is not a range; expected 150-200, 150-, -200 or 150")
        least = int(form[1] or 0)
        most = int(form[3]) if form[3] else None if form[2] else least
        if most is not None and most < least:
            raise BadInput(f"{text!r} is an empty range; expected the smaller number first")
        return cls(least, most)

    def holds(self, number: int) -> bool:
        """Tell whether a number is in it."""
        return self.least <= number and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        return f"{self.least}-{'' if self.most is None else self.most}"


ANY = Range()


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """The grade, the steps of each level, the 3BV, and whether the mine count may be needed.

    >>> print(Wishes(max_level=StepLevel.L3, bbbv=Range(150, 200)))
    up to L3, 3BV 150-200
    """

    max_level: StepLevel = StepLevel.L5
    min_level: StepLevel = StepLevel.L1
    with_count: bool = True
    bbbv: Range = ANY
    steps: Mapping[StepLevel, Range] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for level in (self.min_level, self.max_level, *self.steps):
            if level is StepLevel.G:
                raise BadInput("a board of level G needs a guess; expected L1 to L5")
        if _rank(self.easiest) > _rank(self.hardest):
            what = "" if self.with_count else " without the mine count"
            raise BadInput(
                f"no board{what} is at least {self.easiest.name} and at most {self.hardest.name}"
            )

    @cached_property
    def hardest(self) -> StepLevel:
        """The hardest level that may be needed."""
        without = min(self.max_level, StepLevel.L4, key=_rank)
        return self.max_level if self.with_count else without

    @cached_property
    def easiest(self) -> StepLevel:
        """The lowest level that the hardest step may have."""
        wanted = [level for level, wish in self.steps.items() if wish.least > 0]
        return max(self.min_level, *wanted, key=_rank) if wanted else self.min_level

    @cached_property
    def reach(self) -> Reach:
        """What a board may demand of a player; only a grade can tell whether L3 is enough."""
        return _REACH[StepLevel.L4 if self.hardest is StepLevel.L3 else self.hardest]

    @cached_property
    def too_easy(self) -> Reach | None:
        """What must not be enough; only a grade can tell whether L4 is needed."""
        if self.easiest is StepLevel.L1:
            return None
        below = STEP_LEVELS[_rank(self.easiest) - 1]
        return _REACH[StepLevel.L2 if below is StepLevel.L3 else below]

    @cached_property
    def needs_grade(self) -> bool:
        """Whether only a grade can tell if they are met."""
        edges = self.hardest is StepLevel.L3 or self.easiest is StepLevel.L4
        return edges or bool(self.steps)

    def are_met(self, layout: Layout, first: Cell) -> bool:
        """Tell whether a board that is within reach and not too easy meets them."""
        if self.bbbv != ANY and not self.bbbv.holds(effort(layout).bbbv):
            return False
        return not self.needs_grade or self._is_of_grade(grade_layout(layout, first))

    def _is_of_grade(self, found: Grade) -> bool:
        if not _rank(self.easiest) <= _rank(found.level) <= _rank(self.hardest):
            return False
        return all(self.steps[level].holds(found.counts[level]) for level in self.steps)

    def __str__(self) -> str:
        parts = [
            f"up to {self.hardest.name}" if self.hardest is not StepLevel.L5 else "",
            f"at least {self.min_level.name}" if self.min_level is not StepLevel.L1 else "",
            f"3BV {self.bbbv}" if self.bbbv != ANY else "",
            *(f"{wish} steps of {level.name}" for level, wish in self.steps.items()),
        ]
        return ", ".join(filter(None, parts))


def step_level(name: str) -> StepLevel:
    """Return the step level of this name; raise UnknownName.

    >>> step_level("l3")
    <StepLevel.L3: 'a chain of clues'>
    """
    for level in STEP_LEVELS:
        if level.name == name.strip().upper():
            return level
    raise UnknownName(
        f"unknown step level {name!r}; expected {', '.join(x.name for x in STEP_LEVELS)}"
    )


def grade_layout(layout: Layout, first: Cell) -> Grade:
    """Return the grade of a board from its first cell."""
    return grade(Game.on(layout, Finish.CLEARING), first)


def _rank(level: StepLevel) -> int:
    return STEP_LEVELS.index(level)
