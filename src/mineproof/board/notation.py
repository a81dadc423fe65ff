"""Game ids: short texts that hold a whole setting and recreate the game.

`medium/list16#42` is the medium level, sixteen safe cells handed out, seed 42. The finish is
written only if it is not the default of the start: `expert/safe:a1/marking#7`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mineproof.board.grid import Cell
from mineproof.board.rng import check_seed
from mineproof.board.rules import Finish, Level, Start, StartRule
from mineproof.errors import BadSetting


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything that determines a game before its first move.

    >>> str(Setting.parse("medium/list:16#42")), Setting.parse("expert/opening#1").finish.value
    ('medium/list16#42', 'clearing')
    """

    level: Level
    start: Start
    seed: int
    finish: Finish

    def __post_init__(self) -> None:
        check_seed(self.seed)
        self.start.check(self.level)

    @classmethod
    def make(
        cls, level: Level | str, start: Start | str | None, seed: int, finish: Finish | None = None
    ) -> Setting:
        """Return a setting from values or their texts, with defaults for what is left out."""
        level = Level.parse(level) if isinstance(level, str) else level
        if start is None:
            start = level.usual_start
        start = Start.parse(start) if isinstance(start, str) else start
        return cls(level, start.on(level), seed, finish or start.finish)

    @classmethod
    def parse(cls, text: str) -> Setting:
        """Return the setting that a game id names; raise BadInput if it names none."""
        form = re.fullmatch(
            r"([^/#]+(?:/\d+)?)/([a-z][^/#]*)(?:/([^/#]+))?#(-?\d{1,40})",
            text.strip().lower(),
            re.ASCII,
        )
        if form is None:
            raise BadSetting(
                f"{text!r} is not a game id; expected LEVEL/START#SEED, like medium/list16#42"
            )
        finish = Finish.parse(form[3]) if form[3] else None
        return cls.make(form[1], form[2], int(form[4]), finish)

    @property
    def first_cell(self) -> Cell | None:
        """The cell that a program opens first; None if the start rule makes none safe."""
        if self.start.rule not in (StartRule.SAFE, StartRule.OPENING):
            return None
        return self.start.first_cell(self.level.grid)

    def __str__(self) -> str:
        finish = "" if self.finish is self.start.finish else f"/{self.finish.value}"
        return f"{self.level}/{self.start}{finish}#{self.seed}"
