"""Figures of boards that were given."""

from __future__ import annotations

from tests.lab.game_rows import game_rows
from tests.lab.report.plots.drawn import panels

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.series import kinds_of, series_of
from mineproof.lab.report.report import plots_for


def test_given_boards_come_by_size_and_then_by_mines() -> None:
    experiment = Experiment.of("x", ["exact", "safest"], ["9x9/2/safe"], games=1)
    levels = ["9x9/10", "4x4/5", "9x9/2", "4x4/12"]
    lines = [
        {"level": level, "start": "layout", "finish": "clearing", "entrant": name}
        for level in levels
        for name in ("safest", "exact")
    ]
    drawn = {"level": "9x9/2", "start": "safe", "finish": "clearing", "entrant": "exact"}
    found = series_of(experiment, [*lines, drawn])
    assert [one.entrant for one in found] == ["exact"] + ["exact", "safest"] * 4
    assert [str(kind) for kind in kinds_of(found)] == [
        "9x9/2/safe",
        "4x4/5/layout/clearing",
        "4x4/12/layout/clearing",
        "9x9/2/layout/clearing",
        "9x9/10/layout/clearing",
    ]
    assert all(one.kind.safe_cells is None for one in found)


def test_boards_that_were_given_are_drawn_too() -> None:
    experiment = Experiment.of("x", ["exact"], ["9x9/2/safe"], games=1)
    games = [
        {
            "entrant": "exact",
            "level": f"4x4/{mines}",
            "start": "layout",
            "outcome": outcome,
            "left": 3,
        }
        for mines in (2, 5, 7)
        for outcome in ("won", "lost")
    ]
    shown = plots_for(experiment, game_rows(games))
    assert [each.name for each in shown] == ["win-rate-by-density", "survival", "times"]
    assert list(panels(shown[0].figure)) == ["4x4/layout/clearing"]
