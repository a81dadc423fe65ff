"""The picture of an arena: how often players win, against how fast they play."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.numerals import significant
from mineproof.lab.report.plots.frames import HEIGHT, panel_frame
from mineproof.lab.report.plots.series import (
    Look,
    Rate,
    Series,
    add_entrants,
    kinds_of,
    series_of,
    spots,
)
from mineproof.lab.report.plots.style import styled
from mineproof.lab.report.results import Line

_MARGIN = 0.08
_NARROW = 50  # a scale with a larger ratio has ticks at powers of ten only


@styled()
def rates_by_speed(experiment: Experiment, lines: Sequence[Line]) -> Figure | None:
    """Draw the win rate against games per CPU second, on a log axis, with a panel for each setting.

    `lines` are those of an arena's table. Bars are 95 % intervals, of either. Players whose speed
    is not known are left out. None if there is nothing to show, or it does not fit on a page.
    """
    series = series_of(experiment, [line for line in lines if line["speed"] is not None])
    titles = [str(kind) for kind in kinds_of(series)]
    columns = min(2, len(titles)) or 1
    height = HEIGHT if len(titles) == 1 else 0.9 + 2.2 * -(-len(titles) // columns)
    framed = panel_frame(titles, columns=columns, height=height, share_y=False)
    if framed is None:
        return None
    for one, spot in spots(framed, experiment, series):
        _draw(spot.panel, one.lines[0], spot.look)
    for panel, kind in zip(framed.axes, kinds_of(series), strict=True):
        _scale(panel, [one for one in series if one.kind == kind])
    framed.name_axes("games per CPU second", "games won, %")
    add_entrants(framed, experiment, series)
    return framed.figure


def _draw(panel: Axes, line: Line, look: Look) -> None:
    rate, speed = Rate.read(line, "won"), line["speed"]
    panel.vlines(speed, rate.low, rate.high, **look.bar)
    if line["speed_low"] is not None and line["speed_high"] is not None:
        panel.hlines(rate.value, line["speed_low"], line["speed_high"], **look.bar)
    panel.plot([speed], [rate.value], **look.mark)


def _scale(panel: Axes, series: Sequence[Series]) -> None:
    rates = [Rate.read(one.lines[0], "won") for one in series]
    low, high = min(rate.low for rate in rates), max(rate.high for rate in rates)
    margin = _MARGIN * max(high - low, 1.0)
    panel.set_xscale("log")
    panel.set_ylim(low - margin, high + margin)
    panel.yaxis.set_major_locator(MaxNLocator(5))
    left, right = panel.get_xlim()
    is_narrow = right < _NARROW * left
    panel.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if is_narrow else (1,)))
    panel.xaxis.set_minor_locator(NullLocator())
    panel.xaxis.set_major_formatter(FuncFormatter(lambda speed, _: tick(speed)))


def tick(speed: float) -> str:
    """Return a speed as it stands at a tick; on a very short scale ticks are not round numbers.

    >>> [tick(speed) for speed in (0.5, 2, 2.25, 10_000)]
    ['0.5', '2', '2.25', '10,000']
    """
    text = significant(speed, 3)
    return text.rstrip("0").rstrip(".") if "." in text else text
