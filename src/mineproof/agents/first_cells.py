"""First cells: the best cell to open first, found by playing from each.

A start rule says what the first cell promises, and a game id may name that cell. Where the player
chooses, some cells win more often than others: docs/strategist.md has the figures. With `safe` the
corner is best; with `opening`, a cell a little way off it.
"""

from __future__ import annotations

from collections.abc import Mapping

from mineproof.board.grid import Cell
from mineproof.board.notation import Setting
from mineproof.board.rules import LEVELS, Level, StartRule

FIRST_CELLS: Mapping[StartRule, Mapping[Level, str]] = {
    StartRule.SAFE: {
        LEVELS["beginner"]: "a1",
        LEVELS["intermediate"]: "a1",
        LEVELS["expert"]: "a1",
    },
    StartRule.OPENING: {
        LEVELS["beginner"]: "c3",
        LEVELS["intermediate"]: "c3",
        LEVELS["expert"]: "d4",
    },
}
"""For each start rule and level, the cell that won most games."""


def best_first(setting: Setting) -> Cell | None:
    """Return the best first cell of a game; None if its start rule makes none safe.

    A cell in the game id takes precedence. Levels that were not measured use the default cell.

    >>> game = Setting.parse("beginner/opening#1")
    >>> game.level.grid.name(best_first(game)), game.level.grid.name(game.first_cell)
    ('c3', 'd4')
    """
    best = FIRST_CELLS.get(setting.start.rule, {}).get(setting.level)
    if best is None or setting.start.first is not None:
        return setting.first_cell
    return setting.level.grid.parse(best)
