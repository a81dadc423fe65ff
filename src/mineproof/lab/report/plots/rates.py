"""Plots of rates: the share of games won, and why games are stuck.

Rates are in percent, with Wilson 95 % intervals as bars. Each function returns None if there is
nothing to show, or it does not fit on a page.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.frames import (
    line_frame,
    name_rows,
    panel_frame,
    rows_height,
)
from mineproof.lab.report.plots.series import (
    DENSITY,
    SAFE_CELLS,
    STEPS,
    Rate,
    Series,
    Spot,
    Varied,
    add_entrants,
    draw_lines,
    kinds_of,
    label,
    looks,
    row_frame,
    series_of,
    spots,
    window,
)
from mineproof.lab.report.plots.style import INK, styled
from mineproof.lab.report.results import Rows, cause_table, checked, grouped
from mineproof.play.record import Outcome


def wins(experiment: Experiment, rows: Rows) -> list[Series]:
    """Return the series of `games` and `won`."""
    won = (pl.col("outcome") == Outcome.WON.value).sum().alias("won")
    table = grouped(checked(rows), (), pl.len().alias("games"), won)
    return series_of(experiment, table.to_dicts())


# Lines


@styled()
def win_rate_by_safe_cells(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the win rate against the number of safe cells that are handed out, level by level.

    None if no level has MIN_POINTS different numbers of them.
    """
    return _win_rate(SAFE_CELLS, experiment, rows)


@styled()
def win_rate_by_density(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the win rate against the share of cells that are mines, for each size of board.

    None if no grid has MIN_POINTS different numbers of mines with the same start and finish.
    """
    return _win_rate(DENSITY, experiment, rows)


def is_all_on_lines(experiment: Experiment, rows: Rows) -> bool:
    """Tell whether the two plots above show the win rate of every kind of game."""
    series = wins(experiment, rows)
    curves = [SAFE_CELLS.curves(series), DENSITY.curves(series)]
    points = [point for each in curves for points in each.values() for point in points]
    return {one.kind for _, one in points} == set(kinds_of(series))


def _win_rate(varied: Varied, experiment: Experiment, rows: Rows) -> Figure | None:
    curves = varied.curves(wins(experiment, rows))
    framed = line_frame(list(curves), share_x=False)
    if framed is None:
        return None
    for panel, points in zip(framed.axes, curves.values(), strict=True):
        draw_lines(panel, points, experiment, Rate.won)
        varied.scale(panel, [x for x, _ in points], len(curves))
    series = [one for points in curves.values() for _, one in points]
    framed.axes[0].set_ylim(*window(map(Rate.won, series)))
    framed.axes[0].yaxis.set_major_locator(MaxNLocator(integer=True, steps=STEPS))
    framed.name_axes(varied.name, "games won, %")
    add_entrants(framed, experiment, series)
    return framed.figure


# Rows


@styled()
def win_rates(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the win rate of each entrant in each kind of game; a dashed line is the ceiling's."""
    series = wins(experiment, rows)
    framed = row_frame(experiment, series)
    if framed is None:
        return None
    for one, spot in spots(framed, experiment, series):
        rate = Rate.won(one)
        _draw_rate(rate, spot)
        if (look := spot.look).is_ceiling:
            spot.panel.axvline(rate.value, color=INK, linestyle=look.dashes, lw=0.8, zorder=1)
    framed.axes[0].set_xlim(*window(map(Rate.won, series)))
    framed.name_axes("games won, %")
    return framed.figure


def _draw_rate(rate: Rate, spot: Spot) -> None:
    spot.panel.hlines(spot.row, rate.low, rate.high, **spot.look.bar)
    spot.panel.plot([rate.value], [spot.row], **spot.look.mark)


@styled()
def causes_of_stuck_games(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the share of stuck games with each cause; a game may have several.

    There is a panel for each cause that occurs. The number of stuck games is in brackets.
    """
    table = cause_table(rows).filter(pl.col("games").sum().over("cause") > 0)
    series = series_of(experiment, table.to_dicts())
    causes = table["cause"].unique(maintain_order=True).to_list()
    names = _stuck_names(experiment, series)
    titles = [cause.replace(" ", "\n") for cause in causes]
    framed = panel_frame(titles, columns=len(titles), height=1.2 + rows_height(names))
    if framed is None:
        return None
    for panel, cause in zip(framed.axes, causes, strict=True):
        _draw_cause(panel, cause, series, experiment)
        name_rows(panel, names)
        panel.grid(visible=True, axis="y")
    _embolden(framed.axes[0], [str(kind) for kind in kinds_of(series)])
    framed.axes[0].set_xlim(-4, 104)
    framed.name_axes("stuck games that have this cause, %")
    return framed.figure


def _stuck_names(experiment: Experiment, series: Sequence[Series]) -> list[str]:
    """Return the labels of the rows: each kind, followed by its series."""
    names = []
    for kind in kinds_of(series):
        names.append(str(kind))
        names += [
            f"{label(experiment, one.entrant)} ({one.lines[0]['stuck']:,})"
            for one in series
            if one.kind == kind
        ]
    return names


def _draw_cause(panel: Axes, cause: str, series: Sequence[Series], experiment: Experiment) -> None:
    kinds, look = kinds_of(series), looks(experiment)
    for number, one in enumerate(series):
        row = number + kinds.index(one.kind) + 1  # each kind has a row before its first series
        (line,) = [line for line in one.lines if line["cause"] == cause]
        _draw_rate(Rate.read(line, "cause"), Spot(panel, row, look[one.entrant]))


def _embolden(panel: Axes, names: Sequence[str]) -> None:
    for text in panel.get_yticklabels():
        if text.get_text() in names:
            text.set_fontweight("bold")
