"""Series: the lines of a table about one entrant in one kind of game, and how they are drawn.

Every plot of an experiment shows an entrant in the same way: one colour, marker and dash pattern.
"""

from __future__ import annotations

import math
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import offset_copy

from mineproof.board.grid import Grid
from mineproof.board.notation import Setting
from mineproof.board.rules import Level, Start, StartRule
from mineproof.lab.columns import GIVEN
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.frames import (
    Frame,
    line_columns,
    name_rows,
    panel_frame,
    rows_height,
)
from mineproof.lab.report.plots.style import BLUE, GREEN, INK, ORANGE, PURPLE, SKY, VERMILION
from mineproof.lab.report.results import Line, rate_columns
from mineproof.stats.intervals import wilson


class Kind(NamedTuple):
    """A setting without its seed, named as in rows and tables.

    >>> str(Kind("easy", "list16", "marking")), str(Kind("expert", "safe", "marking"))
    ('easy/list16', 'expert/safe/marking')
    """

    level: str
    start: str
    finish: str

    @property
    def grid(self) -> Grid:
        """The grid of its games."""
        return Level.parse(self.level).grid

    @property
    def mines(self) -> int:
        """How many mines there are."""
        return Level.parse(self.level).mines

    @property
    def safe_cells(self) -> int | None:
        """How many safe cells are handed out; None for other start rules.

        >>> Kind("medium", "list", "marking").safe_cells
        16
        """
        start = None if self.start == GIVEN else Start.parse(self.start)
        if start is None or start.rule is not StartRule.LIST:
            return None
        return start.safe_cells(Level.parse(self.level))

    def __str__(self) -> str:
        if self.start == GIVEN:
            return "/".join(self)
        setting = Setting.parse(f"{self.level}/{self.start}/{self.finish}#0")
        return str(setting).rpartition("#")[0]


class Series(NamedTuple):
    """The lines of a table about one entrant in one kind of game."""

    kind: Kind
    entrant: str
    lines: list[Line]


def series_of(experiment: Experiment, lines: Iterable[Line]) -> list[Series]:
    """Return the series of a table with these lines, in the order of the experiment.

    Given boards come by their size, then by their mines. Raises BadInput if an entrant is not one
    of the experiment's.
    """
    found: defaultdict[tuple[Kind, str], list[Line]] = defaultdict(list)
    for line in lines:
        kind = Kind(*(line[name] for name in Kind._fields))
        found[kind, experiment.entrant(line["entrant"]).name].append(line)
    kinds = [Kind(str(s.level), str(s.start), s.finish.value) for s in experiment.settings]
    names = [entrant.name for entrant in experiment.entrants]
    series = [Series(*key, its) for key, its in found.items()]
    return sorted(series, key=lambda one: (*_place(one.kind, kinds), names.index(one.entrant)))


def _place(kind: Kind, kinds: list[Kind]) -> tuple[int, int, int, Kind]:
    place = kinds.index(kind) if kind in kinds else len(kinds)
    return place, kind.grid.size, kind.mines, kind


def kinds_of(series: Iterable[Series]) -> list[Kind]:
    """Return the kinds of these series, each once, in order."""
    return list(dict.fromkeys(one.kind for one in series))


def entrants_of(series: Iterable[Series], experiment: Experiment) -> list[str]:
    """Return the entrants of these series, in the order of the experiment."""
    there = {one.entrant for one in series}
    return [entrant.name for entrant in experiment.entrants if entrant.name in there]


# How they look

Dashes: TypeAlias = str | tuple[float, tuple[float, ...]]


class Look(NamedTuple):
    """How an entrant is drawn, the same in all plots of an experiment."""

    colour: str
    marker: str
    dashes: Dashes
    is_filled: bool = True
    is_ceiling: bool = False

    @property
    def depth(self) -> float:
        """The drawing order: the ceiling, which is dashed, above the others."""
        return 3.0 if self.is_ceiling else 2.0

    @property
    def line(self) -> dict[str, Any]:
        """Matplotlib's arguments for the line and its markers."""
        width = 1.0 if self.is_ceiling else 1.3
        return {**self.mark, "color": self.colour, "linestyle": self.dashes, "linewidth": width}

    @property
    def mark(self) -> dict[str, Any]:
        """Matplotlib's arguments for the markers alone."""
        return {
            "linestyle": "none",
            "marker": self.marker,
            "markerfacecolor": self.colour if self.is_filled else "white",
            "markeredgecolor": self.colour,
            "zorder": self.depth,
        }

    @property
    def bar(self) -> dict[str, Any]:
        """Matplotlib's arguments for the bar of an interval."""
        return {"color": self.colour, "linewidth": 1.0, "zorder": self.depth}


_COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY)
_MARKERS = "osD^vPXph<>d"
_DASHES: tuple[Dashes, ...] = ("-", (0, (6, 1.2)), (0, (1.2, 1.2)), (0, (6, 1.2, 1.2, 1.2)))
_CEILING = Look(INK, ".", (0, (3, 2)), is_ceiling=True)


def looks(experiment: Experiment) -> dict[str, Look]:
    """Return how each entrant is drawn: no two alike among the first twelve.

    The ceiling, if there is one, is black and dashed.

    >>> both = looks(Experiment.of("x", ["safest", "random"], ["easy/list"], games=1))
    >>> both["safest"].colour, both["random"].colour
    ('#0072b2', '#d55e00')
    """
    names = [entrant.name for entrant in experiment.entrants if entrant.name != experiment.ceiling]
    ceiling = {} if experiment.ceiling is None else {experiment.ceiling: _CEILING}
    return {name: _look(number) for number, name in enumerate(names)} | ceiling


def _look(number: int) -> Look:
    turn = number + number // len(_COLOURS)
    return Look(
        _COLOURS[number % len(_COLOURS)],
        _MARKERS[number % len(_MARKERS)],
        _DASHES[turn % len(_DASHES)],
        is_filled=turn % 2 == 0,
    )


def label(experiment: Experiment, entrant: str) -> str:
    """Return the label of an entrant: its name on at most two lines, cut if necessary."""
    name = f"{entrant} (ceiling)" if entrant == experiment.ceiling else entrant
    return textwrap.fill(name, 28, max_lines=2, placeholder=" …")


# Where they are drawn


class Spot(NamedTuple):
    """Where a series is drawn, and how."""

    panel: Axes
    row: int
    look: Look


def row_frame(experiment: Experiment, series: Sequence[Series]) -> Frame | None:
    """Return a panel for each kind of game, with a row for each entrant.

    A few panels are stacked, which makes the scale as wide as possible.
    """
    titles = [str(kind) for kind in kinds_of(series)]
    names = [label(experiment, name) for name in entrants_of(series, experiment)]
    is_short = len(titles) <= 3 and len(titles) * len(names) <= 18
    columns = 1 if is_short else 2 if len(titles) in (2, 4, 6) else 3
    height = 0.6 + -(-len(titles) // columns) * (0.32 + rows_height(names))
    framed = panel_frame(titles, columns=columns, height=height)
    for panel in framed.axes if framed else ():
        name_rows(panel, names)
    return framed


def spots(
    framed: Frame, experiment: Experiment, series: Sequence[Series]
) -> Iterator[tuple[Series, Spot]]:
    """Yield the series, each with its place in a frame with a panel for each kind."""
    kinds, names, look = kinds_of(series), entrants_of(series, experiment), looks(experiment)
    for one in series:
        panel = framed.axes[kinds.index(one.kind)]
        yield one, Spot(panel, names.index(one.entrant), look[one.entrant])


def add_entrants(framed: Frame, experiment: Experiment, series: Sequence[Series]) -> None:
    """Put a legend of the entrants above all panels."""
    look, names = looks(experiment), entrants_of(series, experiment)
    handles = [Line2D([], [], **look[name].line) for name in names]
    framed.add_legend(handles, [label(experiment, name) for name in names], key=3.2)


# Rates


class Rate(NamedTuple):
    """A share of some cases, and its interval, in percent."""

    value: float
    low: float
    high: float

    @classmethod
    def read(cls, line: Line, name: str) -> Rate:
        """Return the rate of this name from a line of a table.

        >>> Rate.read({"won_rate": 0.5, "won_low": 0.25, "won_high": 0.75}, "won")
        Rate(value=50.0, low=25.0, high=75.0)
        """
        return cls(*(100 * line[column] for column in rate_columns(name)))

    @classmethod
    def won(cls, series: Series) -> Rate:
        """Return the win rate of a series whose only line has `games` and `won`."""
        (line,) = series.lines
        low, high = wilson(line["won"], line["games"])
        return cls(100 * line["won"] / line["games"], 100 * low, 100 * high)


def window(rates: Iterable[Rate]) -> tuple[float, float]:
    """Return the part of the scale to show: all of it, unless all rates are in one half.

    >>> window([Rate(90, 84, 95), Rate(97, 93, 99)])
    (79.5, 100.5)
    """
    bounds = [(rate.low, rate.high) for rate in rates]
    low, high = min(low for low, _ in bounds), max(high for _, high in bounds)
    bottom = 10 * math.floor(low / 10) if low >= 50 else 0
    top = 10 * math.ceil(high / 10) if high <= 50 else 100
    margin = 0.025 * (top - bottom)
    return bottom - margin, top + margin


# Lines against a number that an experiment varies

MIN_POINTS = 3
"""The fewest points of a line: two would not show how it runs between them."""

STEPS = (1, 2, 5, 10)  # distances between ticks, times a power of ten

Points: TypeAlias = list[tuple[float, Series]]


class Varied(NamedTuple):
    """A number that an experiment varies.

    `place` returns the panel of a kind of game and its place there; None if it has none. `scale`
    labels the places of a panel, given how many panels there are.
    """

    name: str
    place: Callable[[Kind], tuple[str, float] | None]
    scale: Callable[[Axes, Sequence[float], int], None]

    def curves(self, series: Iterable[Series]) -> dict[str, Points]:
        """Return the points of each panel from left to right, if there are enough for a line."""
        found: defaultdict[str, Points] = defaultdict(list)
        for one in series:
            if (where := self.place(one.kind)) is not None:
                found[where[0]].append((where[1], one))
        return {
            title: sorted(points, key=lambda point: point[0])
            for title, points in found.items()
            if len({x for x, _ in points}) >= MIN_POINTS
        }


def draw_lines(
    panel: Axes, points: Points, experiment: Experiment, value: Callable[[Series], Rate]
) -> None:
    """Draw a line for each entrant, a little to the right of the one before.

    Many pass through the same points. Only the drawing is shifted, by printer's points, not the
    numbers.
    """
    names, look = entrants_of((one for _, one in points), experiment), looks(experiment)
    step = min(2.5, 15 / len(names))
    for number, name in enumerate(names):
        aside = step * (number - (len(names) - 1) / 2)
        line = [(x, value(one)) for x, one in points if one.entrant == name]
        _draw_line(panel, line, look[name], aside)


def _draw_line(panel: Axes, line: Sequence[tuple[float, Rate]], look: Look, aside: float) -> None:
    where = offset_copy(panel.transData, panel.get_figure(root=True), aside, units="points")
    places, rates = zip(*line, strict=True)
    values, lows, highs = zip(*rates, strict=True)
    panel.vlines(places, lows, highs, transform=where, **look.bar)
    # Set aside, the outermost markers may lie beyond the edge.
    panel.plot(places, values, transform=where, clip_on=False, **look.line)


def _by_safe_cells(kind: Kind) -> tuple[str, float] | None:
    if kind.safe_cells is None:
        return None
    return str(kind).replace(f"/{kind.start}", "", 1), kind.safe_cells


def _by_density(kind: Kind) -> tuple[str, float]:
    title = str(kind).replace(kind.level, str(kind.grid), 1)
    return title, 100 * kind.mines / kind.grid.size


def _scale_counts(panel: Axes, places: Sequence[float], panels: int) -> None:
    """Label the numbers of safe cells, except those too close to the one before."""
    margin, gap = (places[-1] / places[0]) ** 0.05, 0.05 * line_columns(panels)
    panel.set(xscale="log", xlim=(places[0] / margin, places[-1] * margin))
    marked = [places[0]]
    for place in places:
        if place / marked[-1] >= (places[-1] / places[0]) ** gap:
            marked.append(place)
    panel.set_xticks(marked, [f"{count:.0f}" for count in marked])
    panel.set_xticks([], minor=True)


def _scale_densities(panel: Axes, places: Sequence[float], panels: int) -> None:
    margin = 0.04 * (places[-1] - places[0])
    panel.set_xlim(places[0] - margin, places[-1] + margin)
    panel.xaxis.set_major_locator(MaxNLocator(8 if panels == 1 else 4, steps=STEPS))


SAFE_CELLS = Varied("safe cells handed out", _by_safe_cells, _scale_counts)
DENSITY = Varied("cells that are mines, %", _by_density, _scale_densities)
