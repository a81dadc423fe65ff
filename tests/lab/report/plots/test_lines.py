"""Lines of figures: the win rate and the costs against safe cells and density."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from tests.lab.report.plots.drawn import PLAYED, bars, of_group, panels, points, win_rate

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.costs import costs_by_density, costs_by_safe_cells
from mineproof.lab.report.plots.rates import (
    win_rate_by_density,
    win_rate_by_safe_cells,
)
from mineproof.lab.report.plots.series import looks
from mineproof.lab.report.plots.style import INK
from mineproof.lab.report.report import Shown
from mineproof.lab.run.rows import play_chunk


@pytest.mark.parametrize("ceiling", [None, "exact"])
def test_lines_show_the_win_rate_against_the_safe_cells(
    played: pl.DataFrame, ceiling: str | None
) -> None:
    experiment = replace(PLAYED, ceiling=ceiling)
    found = panels(win_rate_by_safe_cells(experiment, played))
    assert list(found) == ["easy"]  # the other level has one number of them only
    panel = found["easy"]
    assert [text.get_text() for text in panel.get_xticklabels()] == ["4", "9", "18"]
    check_lines(
        panel,
        experiment,
        {
            entrant.name: {
                safe: win_rate(of_group(played, entrant=entrant.name, level="easy", start=start))
                for safe, start in [(4, "list4"), (9, "list"), (18, "list18")]
            }
            for entrant in experiment.entrants
        },
    )


def test_lines_show_the_win_rate_against_the_density(played: pl.DataFrame) -> None:
    found = panels(win_rate_by_density(PLAYED, played))
    assert list(found) == ["8x8/opening"]
    rates = {
        entrant.name: {
            100 * mines / 64: win_rate(
                of_group(played, entrant=entrant.name, level=f"8x8/{mines}", start="opening")
            )
            for mines in (2, 10, 18)
        }
        for entrant in PLAYED.entrants
    }
    assert len({rate[0] for curve in rates.values() for rate in curve.values()}) > 4
    check_lines(found["8x8/opening"], PLAYED, rates)


def check_lines(
    panel: Axes, experiment: Experiment, rates: Mapping[str, Mapping[float, list[float]]]
) -> None:
    look = looks(experiment)
    assert len(panel.lines) == len(rates)
    low, high = panel.get_ylim()
    for line, spans, (name, curve) in zip(panel.lines, bars(panel, 1), rates.items(), strict=True):
        assert (line.get_marker(), line.get_color()) == (look[name].marker, look[name].colour)
        assert points(line)[0] == pytest.approx(list(curve))
        assert points(line)[1] == pytest.approx([rate[0] for rate in curve.values()])
        assert spans == [pytest.approx(rate[1:]) for rate in curve.values()]
        assert all(low < end < high for span in spans for end in span)
        if name == experiment.ceiling:
            assert (line.get_color(), line.get_linestyle()) == (INK, "--")
    first = next(iter(rates[PLAYED.entrants[0].name]))
    on_paper = [float(line.get_transform().transform((first, 50))[0]) for line in panel.lines]
    assert on_paper == sorted(on_paper)
    assert on_paper[-1] - on_paper[0] == pytest.approx(2.5 * (len(rates) - 1))


def test_lines_are_labelled_outside_of_the_panels(written: list[tuple[Shown, str]]) -> None:
    names = ["single", "exact (ceiling)", "random/cascade"]
    for name in ("win-rate-by-safe-cells", "win-rate-by-density", "survival"):
        (figure,) = [shown.figure for shown, _ in written if shown.name == name]
        (legend,) = figure.legends
        assert [text.get_text() for text in legend.get_texts()] == names
        box = legend.get_window_extent()
        for panel in figure.axes:
            assert not box.overlaps(panel.get_window_extent())


def test_lines_show_what_games_cost(played: pl.DataFrame) -> None:
    """Only entrants that count something have a line for it."""
    found = panels(costs_by_safe_cells(PLAYED, played))
    assert list(found) == ["easy: time", "easy: rounds", "easy: largest KB"]
    check_costs(found["easy: time"], played, "seconds", ["single", "exact", "random/cascade"])
    for title, column in (("easy: rounds", "rounds"), ("easy: largest KB", "largest_kb")):
        check_costs(found[title], played, column, ["random/cascade"])
    by_density = panels(costs_by_density(PLAYED, played))
    assert "8x8/opening: time" in by_density


def check_costs(panel: Axes, rows: pl.DataFrame, column: str, names: list[str]) -> None:
    for line, spans, name in zip(panel.lines, bars(panel, 1), names, strict=True):
        for place, start in enumerate(["list4", "list", "list18"]):
            its = of_group(rows, entrant=name, level="easy", start=start)
            values = [float(row[column]) for row in its]
            mean, error = np.mean(values), 1.96 * np.std(values, ddof=1) / len(values) ** 0.5
            assert points(line)[1][place] == pytest.approx(mean)
            assert spans[place][1] == pytest.approx(mean + error)


def test_no_costs_where_nobody_counts() -> None:
    few = Experiment.of(
        "few", ["single", "exact"], ["easy/list4", "easy/list", "easy/list18"], games=2
    )
    assert costs_by_safe_cells(few, pl.concat(map(play_chunk, few.chunks()))) is None


def test_no_line_through_fewer_than_three_points(played: pl.DataFrame) -> None:
    few = played.filter(pl.col("start") != "list4", ~pl.col("level").is_in(["8x8/2"]))
    assert win_rate_by_safe_cells(PLAYED, few) is None
    assert win_rate_by_density(PLAYED, few) is None
