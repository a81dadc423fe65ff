"""Plots of rates: the share of games won, and why games are stuck.

Rates are in percent, with Wilson 95 % intervals as bars. Each function returns None if there is
nothing to show, or it does not fit on a page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import offset_copy

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.frames import (
    Frame,
    line_columns,
    line_frame,
    name_rows,
    panel_frame,
    rows_height,
)
from mineproof.lab.report.plots.series import (
    Look,
    Rate,
    Series,
    Spot,
    add_entrants,
    entrants_of,
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

MIN_POINTS = 3
"""The fewest points of a line: two would not show how it runs between them."""

Points: TypeAlias = list[tuple[float, Series]]

_STEPS = (1, 2, 5, 10)  # distances between ticks, times a power of ten


@styled()
def win_rate_by_safe_cells(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the win rate against the number of safe cells that are handed out, level by level.

    None if no level has MIN_POINTS different numbers of them.
    """
    curves = _curves(_by_safe_cells(wins(experiment, rows)))
    framed = line_frame(list(curves), share_x=False)
    if framed is None:
        return None
    for panel, points in zip(framed.axes, curves.values(), strict=True):
        _draw_curves(panel, points, experiment)
        _scale_counts(panel, [x for x, _ in points], gap=0.05 * line_columns(len(curves)))
    return _finished(framed, "safe cells handed out", curves, experiment)


@styled()
def win_rate_by_density(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the win rate against the share of cells that are mines, for each size of board.

    None if no grid has MIN_POINTS different numbers of mines with the same start and finish.
    """
    curves = _curves(_by_density(wins(experiment, rows)))
    framed = line_frame(list(curves), share_x=False)
    if framed is None:
        return None
    for panel, points in zip(framed.axes, curves.values(), strict=True):
        _draw_curves(panel, points, experiment)
        _scale_densities(panel, [x for x, _ in points], marks=8 if len(curves) == 1 else 4)
    return _finished(framed, "cells that are mines, %", curves, experiment)


def is_all_on_lines(experiment: Experiment, rows: Rows) -> bool:
    """Tell whether the two plots above show the win rate of every kind of game."""
    series = wins(experiment, rows)
    curves = [_curves(_by_safe_cells(series)), _curves(_by_density(series))]
    points = [point for each in curves for points in each.values() for point in points]
    return {one.kind for _, one in points} == set(kinds_of(series))


def _by_safe_cells(series: Iterable[Series]) -> Iterator[tuple[str, float, Series]]:
    for one in series:
        if one.kind.safe_cells is not None:
            title = str(one.kind).replace(f"/{one.kind.start}", "", 1)
            yield title, one.kind.safe_cells, one


def _by_density(series: Iterable[Series]) -> Iterator[tuple[str, float, Series]]:
    for one in series:
        grid = one.kind.grid
        title = str(one.kind).replace(one.kind.level, str(grid), 1)
        yield title, 100 * one.kind.mines / grid.size, one


def _curves(places: Iterable[tuple[str, float, Series]]) -> dict[str, Points]:
    """Return the points of each panel from left to right, if there are enough for a line."""
    found: defaultdict[str, Points] = defaultdict(list)
    for title, x, series in places:
        found[title].append((x, series))
    return {
        title: sorted(points, key=lambda point: point[0])
        for title, points in found.items()
        if len({x for x, _ in points}) >= MIN_POINTS
    }


def _draw_curves(panel: Axes, points: Points, experiment: Experiment) -> None:
    """Draw a line for each entrant, a little to the right of the one before.

    Many pass through the same points. Only the drawing is shifted, by printer's points, not the
    numbers.
    """
    names, look = entrants_of((one for _, one in points), experiment), looks(experiment)
    step = min(2.5, 15 / len(names))
    for number, name in enumerate(names):
        aside = step * (number - (len(names) - 1) / 2)
        line = [(x, Rate.won(one)) for x, one in points if one.entrant == name]
        _draw_line(panel, line, look[name], aside)


def _draw_line(panel: Axes, line: Sequence[tuple[float, Rate]], look: Look, aside: float) -> None:
    where = offset_copy(panel.transData, panel.get_figure(root=True), aside, units="points")
    places, rates = zip(*line, strict=True)
    values, lows, highs = zip(*rates, strict=True)
    panel.vlines(places, lows, highs, transform=where, **look.bar)
    panel.plot(places, values, transform=where, **look.line)


def _scale_counts(panel: Axes, places: Sequence[float], gap: float) -> None:
    """Label the numbers of safe cells, except those too close to the one before."""
    margin = (places[-1] / places[0]) ** 0.05
    panel.set(xscale="log", xlim=(places[0] / margin, places[-1] * margin))
    marked = [places[0]]
    for place in places:
        if place / marked[-1] >= (places[-1] / places[0]) ** gap:
            marked.append(place)
    panel.set_xticks(marked, [f"{count:.0f}" for count in marked])
    panel.set_xticks([], minor=True)


def _scale_densities(panel: Axes, places: Sequence[float], marks: int) -> None:
    margin = 0.04 * (places[-1] - places[0])
    panel.set_xlim(places[0] - margin, places[-1] + margin)
    panel.xaxis.set_major_locator(MaxNLocator(marks, steps=_STEPS))


def _finished(framed: Frame, x: str, curves: dict[str, Points], experiment: Experiment) -> Figure:
    series = [one for points in curves.values() for _, one in points]
    framed.axes[0].set_ylim(*window(map(Rate.won, series)))
    framed.axes[0].yaxis.set_major_locator(MaxNLocator(integer=True, steps=_STEPS))
    framed.name_axes(x, "games won, %")
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
