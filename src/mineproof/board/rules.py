"""Rules: the level, the start rule and the finish of a game.

Each is a frozen value with a short text form, so a whole setting fits into a game id:
`medium`, `16x30/99`, `hex:9x9/10`; `list16`, `safe:a1`, `opening`, `none`; `marking`, `clearing`,
`flagging`, `fair`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from enum import Enum

from mineproof.board.grid import Cell, Grid, Place, Shape, name_place, parse_place
from mineproof.errors import BadSetting


class Finish(Enum):
    """When a game is over."""

    MARKING = "marking"
    """Every cell is marked safe or mined; a wrong mark loses; zeros open nothing."""

    CLEARING = "clearing"
    """Every safe cell is open; flags are the player's notes; a zero opens its neighbours."""

    FLAGGING = "flagging"
    """Exactly the mines are flagged; flags can be taken back; zeros open nothing. As in CS50."""

    FAIR = "fair"
    """As clearing, but the mines are laid while you play: docs/fair.md has the rules."""

    @property
    def spreads(self) -> bool:
        """Whether a zero opens its neighbours, and a chord those of a number."""
        return self in (Finish.CLEARING, Finish.FAIR)

    @property
    def checks_flags(self) -> bool:
        """Whether a flag is a mark, which is final and loses if it is wrong."""
        return self is Finish.MARKING

    @property
    def needs_flags(self) -> bool:
        """Whether the mines have to be flagged to win."""
        return self in (Finish.MARKING, Finish.FLAGGING)

    @property
    def is_judged(self) -> bool:
        """Whether a judge lays the mines while the game is played, by what could be proved."""
        return self is Finish.FAIR

    @classmethod
    def parse(cls, text: str) -> Finish:
        """Return the finish of this name."""
        for finish in cls:
            if finish.value == text.strip().lower():
                return finish
        *others, last = (finish.value for finish in cls)
        raise BadSetting(f"unknown finish {text!r}; expected {', '.join(others)} or {last}")


@dataclass(frozen=True, slots=True)
class Level:
    """A grid and the number of mines on it, with a name if it is one of LEVELS.

    >>> Level.parse("expert") == Level.parse("16x30/99"), str(Level.parse("torus:4x5/6"))
    (True, 'torus:4x5/6')
    """

    grid: Grid
    mines: int
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.grid, Grid):
            raise BadSetting(f"a level on {self.grid!r}; expected a grid, like Grid(9, 9)")
        if not 0 <= self.mines <= self.grid.size:
            raise BadSetting(
                f"{self.mines} mines on {self.grid}; expected 0 to {self.grid.size}, one per cell"
            )

    @classmethod
    def parse(cls, text: str) -> Level:
        """Return the level of a name or of ROWSxCOLS/MINES; raise BadInput on anything else."""
        wish = text.strip().lower()
        if wish in LEVELS:
            return LEVELS[wish]
        form = re.fullmatch(
            r"(?:(square|torus|hex):)?(\d{1,9})x(\d{1,9})/(\d{1,9})", wish, re.ASCII
        )
        if form is None:
            names = ", ".join(LEVELS)
            raise BadSetting(
                f"unknown level {text!r}; expected {names}, or ROWSxCOLS/MINES like 16x30/99"
            )
        shape = Shape(form[1] or "square")
        return cls(Grid(int(form[2]), int(form[3]), shape), int(form[4]))

    @property
    def usual_start(self) -> Start:
        """The default start of this level.

        >>> [str(Level.parse(name).usual_start) for name in ("easy", "expert", "cs50", "4x4/3")]
        ['list', 'safe', 'none', 'list']
        """
        if self.name in ("beginner", "intermediate", "expert"):
            return Start(StartRule.SAFE)
        return Start(StartRule.NONE if self.name == "cs50" else StartRule.LIST)

    def __str__(self) -> str:
        # `parse` would not read back a custom name, or a name of LEVELS on another grid.
        return self.name if LEVELS.get(self.name) == self else f"{self.grid}/{self.mines}"


_USUAL_MINES = {
    (9, 9): 10,
    (16, 16): 40,
    (16, 30): 99,
    (30, 16): 99,
    (8, 10): 10,
    (14, 18): 40,
    (20, 24): 99,
}
"""By rows and columns: the boards of Windows and tournaments, and those of Google."""


def usual_mines(grid: Grid) -> int:
    """Return the usual mine count of a grid of this size; raise BadSetting if it has none.

    >>> usual_mines(Grid(16, 30))
    99
    """
    mines = _USUAL_MINES.get((grid.rows, grid.cols)) if grid.shape is Shape.SQUARE else None
    if mines is None:
        sizes = ", ".join(f"{rows}x{cols}" for rows, cols in _USUAL_MINES)
        raise BadSetting(f"no usual mine count for {grid}; expected one of {sizes}")
    return mines


LEVELS = {
    level.name: level
    for level in (
        Level(Grid(9, 9), 10, "easy"),
        Level(Grid(16, 16), 25, "medium"),
        Level(Grid(16, 30), 99, "hard"),
        Level(Grid(9, 9), 10, "beginner"),
        Level(Grid(16, 16), 40, "intermediate"),
        Level(Grid(16, 30), 99, "expert"),
        Level(Grid(8, 8), 8, "cs50"),
    )
}
"""Our three levels, the three classic ones, and CS50's."""


class StartRule(Enum):
    """What the player knows before the first move."""

    LIST = "list"
    """Some safe cells are handed out."""

    SAFE = "safe"
    """The first open cell is safe; mines are uniform on the others."""

    OPENING = "opening"
    """The first open cell shows 0; mines are uniform outside it and its neighbours."""

    NONE = "none"
    """Nothing; the first open cell may be a mine."""


@dataclass(frozen=True, slots=True)
class Start:
    """A start rule with its detail: how many safe cells, or which cell is opened first.

    A `share` of the cells, in percent, becomes a count once the level is known. By default, `count`
    is round(sqrt(cells)), and `first` is the corner for `safe` and d4 (or the middle of a smaller
    grid) for `opening`.

    >>> str(Start.parse("list:16")), str(Start.parse("opening:d4")), str(Start.parse("list:12.5%"))
    ('list16', 'opening:d4', 'list12.5%')
    """

    rule: StartRule
    count: int | None = None
    first: Place | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        if self.share is not None and (self.rule is not StartRule.LIST or self.count is not None):
            raise BadSetting(f"{self.share:g} % safe cells; only list hands out cells, once")
        if self.share is not None and not 0 < self.share <= 100:
            raise BadSetting(f"{self.share:g} % safe cells; expected more than 0, at most 100")
        if self.count is not None and self.rule is not StartRule.LIST:
            raise BadSetting(
                f"{self.count} safe cells with start {self.rule.value}; only list hands out cells"
            )
        if self.first is not None and self.rule not in (StartRule.SAFE, StartRule.OPENING):
            raise BadSetting(
                f"first cell {name_place(self.first)} with start {self.rule.value}; only safe and"
                " opening have one"
            )

    @classmethod
    def parse(cls, text: str) -> Start:
        """Return the start of this text, such as list, list:K, list:P%, safe:CELL or none."""
        form = re.fullmatch(
            r"(list|safe|opening|none)(?::?(?:(\d{1,9})|(\d{1,3}(?:\.\d{1,6})?)%)|:([a-z]+\d+))?",
            text.strip().lower(),
            re.ASCII,
        )
        if form is None:
            raise BadSetting(
                f"unknown start {text!r}; expected list, list:K, list:P%, safe, safe:CELL, opening,"
                " opening:CELL or none"
            )
        return cls(
            StartRule(form[1]),
            count=int(form[2]) if form[2] else None,
            share=float(form[3]) if form[3] else None,
            first=parse_place(form[4]) if form[4] else None,
        )

    def on(self, level: Level) -> Start:
        """Return the same start with a share turned into a number of the level's cells.

        >>> str(Start.parse("list:10%").on(Level.parse("medium")))
        'list26'
        """
        if self.share is None:
            return self
        return Start(self.rule, round(self.share / 100 * level.grid.size))

    def __str__(self) -> str:
        if self.count is not None:
            return f"{self.rule.value}{self.count}"
        if self.share is not None:
            return f"{self.rule.value}{self.share:g}%"
        return self.rule.value + (f":{name_place(self.first)}" if self.first else "")

    @property
    def finish(self) -> Finish:
        """The default finish of this start."""
        return Finish.MARKING if self.rule is StartRule.LIST else Finish.CLEARING

    def safe_cells(self, level: Level) -> int:
        """Return how many safe cells are handed out; raise BadSetting if the level has fewer."""
        if self.rule is not StartRule.LIST:
            return 0
        free = level.grid.size - level.mines
        if free == 0:
            raise BadSetting(f"no safe cell on {level} to hand out; expected at least one")
        if self.share is not None:
            return self.on(level).safe_cells(level)
        if self.count is None:
            return min(free, round(math.sqrt(level.grid.size)))
        if not 1 <= self.count <= free:
            raise BadSetting(
                f"{self.count} safe cells on {level}; expected 1 to {free}, its free cells"
            )
        return self.count

    def first_cell(self, grid: Grid) -> Cell:
        """Return the cell that a program opens first on `grid`; raise BadGrid if it is outside."""
        if self.first is not None:
            return grid.parse(name_place(self.first))
        if self.rule is StartRule.OPENING:
            return grid.at(min(3, (grid.rows - 1) // 2), min(3, (grid.cols - 1) // 2))
        return 0

    def clear_cells(self, grid: Grid, first: Cell) -> tuple[Cell, ...]:
        """Return the cells that hold no mine when `first` is opened first."""
        if self.rule is StartRule.SAFE:
            return (first,)
        if self.rule is StartRule.OPENING:
            return (first, *grid.neighbours(first))
        return ()

    def check(self, level: Level) -> None:
        """Raise BadInput if no game of this level can start this way."""
        self.safe_cells(level)
        first = self.first_cell(level.grid)
        clear = len(self.clear_cells(level.grid, first))
        free = level.grid.size - clear
        if level.mines > free:
            raise BadSetting(
                f"{self.rule.value} at {level.grid.name(first)} leaves room for {free} mines on"
                f" {level.grid}; the level has {level.mines}"
            )
