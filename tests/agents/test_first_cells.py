"""First cells: the measured ones, the one that a name tells, and where there is none."""

from __future__ import annotations

import pytest

from mineproof.agents.first_cells import FIRST_CELLS, best_first
from mineproof.board.notation import Setting


@pytest.mark.parametrize(
    ("game", "cell"),
    [
        ("beginner/safe#1", "a1"),
        ("intermediate/opening#1", "c3"),
        ("9x9/10/opening#1", "c3"),
        ("expert/opening#1", "d4"),
        ("intermediate/opening:f2#1", "f2"),
        ("beginner/safe:e5#1", "e5"),
        ("torus:9x9/10/opening#1", "d4"),
        ("3x3/0/opening#1", "b2"),
        ("20x20/60/safe#1", "a1"),
    ],
)
def test_the_best_first_cell(game: str, cell: str) -> None:
    setting = Setting.parse(game)
    best = best_first(setting)
    assert best is not None
    assert setting.level.grid.name(best) == cell


@pytest.mark.parametrize("game", ["easy/list9#1", "cs50/none#1"])
def test_where_nothing_is_promised_there_is_none(game: str) -> None:
    assert best_first(Setting.parse(game)) is None


def test_every_measured_cell_can_be_opened_first() -> None:
    for rule, levels in FIRST_CELLS.items():
        for level, cell in levels.items():
            Setting.make(level, f"{rule.value}:{cell}", seed=1).start.check(level)
