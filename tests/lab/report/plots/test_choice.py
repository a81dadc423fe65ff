"""Which figures are drawn of which rows, and their captions."""

from __future__ import annotations

import polars as pl
import pytest
from tests.lab.report.plots.drawn import PLAYED, made, names_of, win_rate_svg

from mineproof.errors import BadInput
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.games import survival
from mineproof.lab.report.plots.rates import (
    win_rates,
)
from mineproof.lab.report.report import Shown, plots_for


def test_only_figures_that_say_something(
    played: pl.DataFrame, written: list[tuple[Shown, str]]
) -> None:
    assert [shown.name for shown, _ in written] == [
        "win-rate-by-safe-cells",
        "win-rate-by-density",
        "costs-by-safe-cells",
        "costs-by-density",
        "win-rates",  # for one kind of game is on no line
        "survival",
        "engines-needed",
        "causes",
        "times",
    ]
    on_lines = played.filter(pl.col("level") != "6x6/5", pl.col("entrant") == "exact")
    assert names_of(PLAYED, on_lines) == [
        "win-rate-by-safe-cells",
        "win-rate-by-density",
        "survival",
        "causes",
        "times",
    ]
    won = on_lines.filter(pl.col("outcome") == "won")
    assert names_of(PLAYED, won)[2:] == ["times"]
    assert names_of(PLAYED, played.clear()) == []


def test_losses_are_shown_where_there_are_enough_and_they_are_uneven() -> None:
    kinds = ["4x4/3/safe:b2", "4x4/4/safe", "4x5/9/safe"]
    experiment = Experiment.of("x", ["random"], kinds, games=2)
    uneven = [{"outcome": "lost", "left": 5, "lost_at": each % 15} for each in range(160)]
    even = [{"outcome": "lost", "left": 5, "lost_at": each % 16} for each in range(160)]
    games = zip(kinds, (uneven, even, uneven), strict=True)
    rows = made(experiment, {(kind, "random"): its for kind, its in games})
    (shown,) = [each for each in plots_for(experiment, rows) if each.name.startswith("losses")]
    assert shown.name == "losses-4x4-3-safe-b2"
    assert shown.caption.startswith("Where games of 4x4/3/safe:b2 are lost")
    assert shown.caption.endswith(" 160 games each.")


def test_a_caption_says_how_many_games_there_are(
    played: pl.DataFrame, written: list[tuple[Shown, str]]
) -> None:
    for shown, _ in written:
        assert shown.caption.endswith(" 15 games each.")
        assert "\n" not in shown.caption
    few = played.filter(pl.col("level") == "8x8/18")
    uneven = few.filter(~((pl.col("entrant") == "single") & (pl.col("seed") > 3)))
    assert plots_for(PLAYED, uneven)[0].caption.endswith(" 4 to 15 games each.")


def test_rows_of_somebody_else_are_refused(played: pl.DataFrame) -> None:
    other = Experiment.of("x", ["safest"], ["easy/list"], games=1)
    for asked in (plots_for, win_rates, survival):
        with pytest.raises(BadInput, match=r"no entrant '.*'; expected one of safest"):
            asked(other, played)


def test_lazy_rows_make_the_same_figures(played: pl.DataFrame) -> None:
    assert win_rate_svg(PLAYED, played) == win_rate_svg(PLAYED, played.lazy())
