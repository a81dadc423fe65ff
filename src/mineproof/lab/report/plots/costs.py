"""Plots of costs: time, rounds of matching and the largest KB, against what an experiment varies.

Each is a mean over the games of an entrant, with its 95 % interval. Functions return None if there
is nothing to show, or it does not fit on a page.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.frames import panel_frame
from mineproof.lab.report.plots.series import (
    DENSITY,
    SAFE_CELLS,
    Points,
    Rate,
    Series,
    Varied,
    add_entrants,
    draw_lines,
    series_of,
)
from mineproof.lab.report.plots.style import duration, styled
from mineproof.lab.report.results import Rows, checked, grouped

COSTS = {"seconds": "time", "rounds": "rounds", "largest_kb": "largest KB"}
"""The columns that are drawn, and their titles."""

_MOST_COLUMNS = 3

_Z = 1.96  # standard errors on either side of a 95 % interval


class _Panel(NamedTuple):
    title: str
    column: str
    points: Points


@styled()
def costs_by_safe_cells(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw costs against the number of safe cells that are handed out, level by level."""
    return _costs(SAFE_CELLS, experiment, rows)


@styled()
def costs_by_density(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw costs against the share of cells that are mines, for each size of board."""
    return _costs(DENSITY, experiment, rows)


def _costs(varied: Varied, experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw panels cost by cost, a row of levels for each; None if nobody counts rounds or KB."""
    panels = _panels(varied, experiment, rows)
    levels = len([panel for panel in panels if panel.column == "seconds"])
    columns = levels if levels > 1 else len(panels)
    if len(panels) == levels or columns > _MOST_COLUMNS:
        return None
    titles, height = [panel.title for panel in panels], 0.9 + 2.1 * -(-len(panels) // columns)
    framed = panel_frame(titles, columns=columns, height=height, share_x=False, share_y=False)
    if framed is None:
        return None
    for axes, panel in zip(framed.axes, panels, strict=True):
        draw_lines(axes, panel.points, experiment, partial(_mean, panel.column))
        varied.scale(axes, [x for x, _ in panel.points], columns)
        _scale_costs(axes, panel)
    framed.name_axes(varied.name)
    add_entrants(framed, experiment, [one for panel in panels for _, one in panel.points])
    return framed.figure


def _scale_costs(axes: Axes, panel: _Panel) -> None:
    means = [_mean(panel.column, one) for _, one in panel.points]
    if panel.column == "seconds":
        axes.set(yscale="log", ylim=(min(means).value / 1.5, 1.5 * max(m.high for m in means)))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: duration(seconds)))
    else:
        most = max([mean.high for mean in means] + [1.0])
        axes.set_ylim(-0.03 * most, 1.05 * most)


def _panels(varied: Varied, experiment: Experiment, rows: Rows) -> list[_Panel]:
    """Return the panels, cost by cost; entrants that do not count something are left out of it."""
    series = _means(experiment, rows)
    panels = []
    for column, name in COSTS.items():
        counted = [one for one in series if one.lines[0].get(f"{column}_count")]
        for level, points in varied.curves(counted).items():
            panels.append(_Panel(f"{level}: {name}", column, points))
    return panels


def _means(experiment: Experiment, rows: Rows) -> list[Series]:
    rows = checked(rows)
    columns = [pl.col(name) for name in COSTS if name in rows.collect_schema().names()]
    sums = [
        figure
        for each in columns
        for figure in (
            each.mean().name.suffix("_mean"),
            each.std().name.suffix("_std"),
            each.count().name.suffix("_count"),
        )
    ]
    return series_of(experiment, grouped(rows, (), *sums).to_dicts())


def _mean(column: str, series: Series) -> Rate:
    (line,) = series.lines
    mean, spread = line[f"{column}_mean"], line[f"{column}_std"] or 0.0
    error = _Z * spread / line[f"{column}_count"] ** 0.5
    return Rate(mean, max(mean - error, mean / 10), mean + error)
