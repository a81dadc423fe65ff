"""Plots of games: how long they take, how far they get, and which engines they need.

Each function returns None if there is nothing to show, or it does not fit on a page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from mineproof.agents.entrant import Entrant
from mineproof.engines import BUILT_IN, engine_named, parse_engine
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.frames import line_frame
from mineproof.lab.report.plots.series import (
    Rate,
    Series,
    Spot,
    add_entrants,
    kinds_of,
    row_frame,
    series_of,
    spots,
    window,
)
from mineproof.lab.report.plots.style import GREY, INK, SHADES, VERMILION, duration, styled
from mineproof.lab.report.results import KEYS, PROVED, Line, Rows, checked, grouped, survival_table

# Times

_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
_SHORTEST = 1e-7  # seconds; a clock may measure 0, which a log axis cannot show

_THIN: dict[str, Any] = {"linewidth": 1.2}
_THICK: dict[str, Any] = {"linewidth": 7, "solid_capstyle": "butt"}
_MEDIAN: dict[str, Any] = {"marker": "|", "markersize": 12, "markeredgewidth": 1.4}
_LATE: dict[str, Any] = {"marker": "|", "markersize": 7, "markeredgewidth": 1.2}
_LAST: dict[str, Any] = {"marker": "x", "markersize": 4, "markeredgewidth": 1.0}


@styled()
def times(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw how long games take, on a log axis, with a row for each entrant.

    A thin line goes from the 5th to the 95th percentile, a thick one from the 25th to the 75th; the
    black bar across is the median, the other bar the 99th percentile, the cross the longest game.
    Percentiles are interpolated linearly between two games.
    """
    series = series_of(experiment, _times(checked(rows)))
    framed = row_frame(experiment, series)
    if framed is None:
        return None
    for one, spot in spots(framed, experiment, series):
        _draw_times([one.lines[0][f"{share}"] for share in _SHARES], spot)
    for panel in framed.axes:
        _scale_times(panel)
    framed.name_axes("time of a game")
    framed.add_legend(*_times_legend())
    return framed.figure


def _times(rows: pl.LazyFrame) -> Iterator[Line]:
    """Yield the quantiles for each entrant and setting, one by one, as `results` does."""
    seconds = pl.col("seconds").clip(_SHORTEST)
    quantiles = [seconds.quantile(share, "linear").alias(f"{share}") for share in _SHARES]
    timed = rows.filter(pl.col("seconds").is_not_null())  # not known if a player was ended
    for key in grouped(timed).select(KEYS).iter_rows(named=True):
        taken = rows.filter(**key).select(quantiles).collect(engine="streaming")
        yield {**key, **taken.row(0, named=True)}


def _draw_times(quantiles: Sequence[float], spot: Spot) -> None:
    least, low, median, high, most, late, last = quantiles
    panel, row, colour = spot.panel, spot.row, spot.look.colour
    panel.plot([least, most], [row, row], color=colour, **_THIN)
    panel.plot([low, high], [row, row], color=colour, **_THICK)
    panel.plot([median], [row], color=INK, linestyle="none", **_MEDIAN)
    panel.plot([late], [row], color=colour, linestyle="none", **_LATE)
    panel.plot([last], [row], color=colour, linestyle="none", **_LAST)


def _times_legend() -> tuple[list[Line2D], list[str]]:
    styles: dict[str, dict[str, Any]] = {
        "5 % to 95 %": _THIN,
        "25 % to 75 %": _THICK,
        "median": {**_THICK, **_MEDIAN, "markeredgecolor": INK},
        "99 %": {**_LATE, "linestyle": "none"},
        "longest": {**_LAST, "linestyle": "none"},
    }
    return [Line2D([], [], color=GREY, **style) for style in styles.values()], list(styles)


def _scale_times(panel: Axes) -> None:
    panel.set_xscale("log")
    low, high = panel.get_xlim()
    panel.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 50 * low else (1,)))
    panel.xaxis.set_minor_locator(NullLocator())
    panel.xaxis.set_major_formatter(FuncFormatter(lambda seconds, _: duration(seconds)))


# Survival

_ALL = Rate(100, 100, 100)


@styled()
def survival(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the share of games still alive against the share of the board that is settled.

    A lost or stuck game ends at 1 - left/cells. `left` counts the cells neither open nor settled; a
    cell is settled once the player has proved what it is, so in a clearing game a known mine is
    settled although it is never opened. The cell that lost the game counts as left; safe cells that
    were handed out do not. At x a game is alive if it was won or ended beyond x: a curve starts at
    100 %, unless games end with nothing settled, never rises, and ends at the win rate. It is
    sampled at every hundredth. None if all games were won.
    """
    series = series_of(experiment, survival_table(rows, points=100).to_dicts())
    framed = line_frame([str(kind) for kind in kinds_of(series)])
    ends = [Rate.read(one.lines[-1], "alive") for one in series]
    if framed is None or min(end.value for end in ends) == 100:
        return None
    for one, spot in spots(framed, experiment, series):
        _draw_survival(one, spot, len(experiment.entrants))
    framed.axes[0].set(xlim=(-1, 101), ylim=window([_ALL, *ends]))
    framed.name_axes("share of the board that is settled, %", "games still alive, %")
    add_entrants(framed, experiment, series)
    return framed.figure


def _draw_survival(series: Series, spot: Spot, entrants: int) -> None:
    """Draw a curve, with markers and intervals where no other entrant has any."""
    rates = [Rate.read(line, "alive") for line in series.lines]
    marked = [int(25 * (lap + (spot.row + 0.5) / entrants)) for lap in range(4)]
    bars = [rates[place] for place in marked]
    spot.panel.vlines(marked, [b.low for b in bars], [b.high for b in bars], **spot.look.bar)
    heights = [rate.value for rate in rates]
    spot.panel.plot(heights, drawstyle="steps-post", markevery=marked, **spot.look.line)


# Engines

GUESS = "guess"


@styled()
def engines_needed(experiment: Experiment, rows: Rows) -> Figure | None:
    """Draw the share of moves for which the first engine of a cascade was not enough.

    A bar is divided by what those moves needed: a later engine of the cascade, or a guess. None if
    no entrant is a cascade, or the first engine was always enough. Cascades with somebody else's
    engine are left out: its code may not be here, and is not run to draw a figure.
    """
    parts = {entrant.name: _parts(entrant) for entrant in experiment.entrants}
    parts = {name: its for name, its in parts.items() if len(its) > 1}
    series = [one for one in _moves(experiment, rows) if one.entrant in parts]
    framed = row_frame(experiment, series)
    shares = [_shares(one, parts[one.entrant]) for one in series]
    most = max((sum(its.values()) for its in shares), default=0)
    if framed is None or not most:
        return None
    fills = _fills([need for its in shares for need, share in its.items() if share])
    for its, (_, spot) in zip(shares, spots(framed, experiment, series), strict=True):
        _draw_needs(its, fills, spot)
    framed.axes[0].set_xlim(0, 1.12 * most)
    framed.name_axes("moves that needed more than the first engine of the cascade, %")
    framed.add_legend([Patch(**fill) for fill in fills.values()], list(fills))
    return framed.figure


def _parts(entrant: Entrant) -> list[str]:
    """Return the engines of ours that an entrant asks in turn; none if it asks others, too."""
    if any(part.name not in BUILT_IN for part in parse_engine(entrant.engine)):
        return []
    return [part.name for part in engine_named(entrant.engine).parts]


def _moves(experiment: Experiment, rows: Rows) -> list[Series]:
    """Return the series of how many moves each engine proved, and how many were guesses."""
    proved = pl.col(f"^{PROVED}.*$").sum()
    table = grouped(checked(rows), (), proved, pl.col("guesses").sum().alias(GUESS))
    return series_of(experiment, table.to_dicts())


def _shares(series: Series, engines: Sequence[str]) -> dict[str, float]:
    """Return what percentage of the moves needed each engine after the first, or a guess."""
    (line,) = series.lines
    moves = {**{engine: line[PROVED + engine] for engine in engines}, GUESS: line[GUESS]}
    total = max(1, sum(moves.values()))
    return {need: 100 * moves[need] / total for need in (*engines[1:], GUESS)}


def _fills(needs: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return how to fill the parts of a bar: later engines are darker, guesses are hatched."""
    engines = [engine for engine in BUILT_IN if engine in needs]
    shades = mpl.colormaps[SHADES].resampled(len(engines) + 2)
    fills: dict[str, dict[str, Any]] = {
        engine: {"facecolor": shades(place)} for place, engine in enumerate(engines, 1)
    }
    if GUESS in needs:
        fills[GUESS] = {"facecolor": "white", "edgecolor": VERMILION, "hatch": "/////"}
    return fills


def _draw_needs(
    shares: Mapping[str, float], fills: Mapping[str, dict[str, Any]], spot: Spot
) -> None:
    done = 0.0
    for need, share in shares.items():
        if share:
            spot.panel.barh(spot.row, share, left=done, height=0.62, label=need, **fills[need])
            done += share
    text = f"{done:.1f}" if done >= 1 else f"{done:.1g}"
    spot.panel.annotate(text, (done, spot.row), (4, 0), textcoords="offset points", va="center")
