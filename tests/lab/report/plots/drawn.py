"""Games of the lab's figures, and how what is drawn is read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from tests.lab.game_rows import game_rows

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.rates import (
    win_rate_by_safe_cells,
)
from mineproof.lab.report.plots.style import svg
from mineproof.lab.report.report import plots_for
from mineproof.stats.intervals import wilson

Rows: TypeAlias = list[dict[str, Any]]
Draw: TypeAlias = Callable[[Experiment, pl.DataFrame], Figure | None]
SAFE_CELLS = ["easy/list4", "easy/list", "easy/list18", "6x6/5/list3"]
DENSITIES = ["8x8/2/opening", "8x8/10/opening", "8x8/18/opening"]
PLAYED = replace(
    Experiment.of(
        "played", ["single", "exact", "random/cascade"], SAFE_CELLS + DENSITIES, games=15
    ),
    ceiling="exact",
)


def made(experiment: Experiment, games: Mapping[tuple[str, str], Rows]) -> pl.DataFrame:
    """Return rows of games by kind and entrant that nobody has played."""
    kinds = dict(zip(experiment.kinds, experiment.settings, strict=True))
    names = {
        text: {"level": str(each.level), "start": str(each.start), "finish": each.finish.value}
        for text, each in kinds.items()
    }
    lines = [
        {"entrant": entrant, **names[kind], **game}
        for (kind, entrant), its in games.items()
        for game in its
    ]
    return game_rows(lines, experiment.tallies)


def of_group(rows: pl.DataFrame, **names: str) -> Rows:
    return [row for row in rows.to_dicts() if all(row[key] == its for key, its in names.items())]


def win_rate(rows: Rows) -> list[float]:
    """Return the win rate and its bounds, in percent."""
    wins = sum(row["outcome"] == "won" for row in rows)
    return [100 * wins / len(rows), *(100 * bound for bound in wilson(wins, len(rows)))]


def panels(figure: Figure | None) -> dict[str, Axes]:
    assert figure is not None
    return {panel.get_title(loc="left"): panel for panel in figure.axes}


def row_names(panel: Axes) -> list[str]:
    return [text.get_text() for text in panel.get_yticklabels()]


def numbers(values: object) -> list[float]:
    return [float(value) for value in np.asarray(values)]


def points(line: Line2D) -> list[list[float]]:
    """Return the places of a line: the xs, and the ys."""
    return [numbers(line.get_xdata()), numbers(line.get_ydata())]


def bars(panel: Axes, axis: int) -> list[list[tuple[float, float]]]:
    """Return the bars of each series: from where to where they go along this axis."""
    found = []
    for each in panel.collections:
        assert isinstance(each, LineCollection)
        found.append([tuple(sorted(numbers(part[:, axis]))) for part in each.get_segments()])
    return found  # type: ignore[return-value]


def rate_of(some: int, cases: int) -> list[float]:
    return [100 * some / cases, *(100 * bound for bound in wilson(some, cases))]


def names_of(experiment: Experiment, rows: pl.DataFrame) -> list[str]:
    return [shown.name for shown in plots_for(experiment, rows)]


def win_rate_svg(experiment: Experiment, rows: pl.DataFrame | pl.LazyFrame) -> str:
    figure = win_rate_by_safe_cells(experiment, rows)
    assert figure is not None
    return svg(figure)
