"""Frames: a figure divided into panels, with axis labels and a legend.

Lengths are in inches, letter sizes in points, as printed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mineproof.lab.report.plots.style import FONT_SIZE

WIDTH = 7.0
HEIGHT = 4.2  # of one panel of lines; a one-line legend makes it 4.4
MAX_HEIGHT = 9.5  # of a page

_LETTER = 0.62 * FONT_SIZE  # the average width of a letter
_LEGEND_LINE = 0.19


class Frame(NamedTuple):
    """A figure and its panels, in reading order."""

    figure: Figure
    axes: tuple[Axes, ...]

    def name_axes(self, x: str, y: str = "") -> None:
        """Label the axes once for all panels."""
        if len(self.axes) == 1:
            self.axes[0].set(xlabel=x, ylabel=y)
            return
        self.figure.supxlabel(x)
        if y:
            self.figure.supylabel(y)

    def add_legend(self, handles: Sequence[Artist], names: Sequence[str], key: float = 1.8) -> None:
        """Put a legend above all panels, in as few lines as possible; the figure grows by it.

        `key` is the width of the symbol before a name, in letters.
        """
        lines = next(n for n in count(1) if n >= len(names) or _fits(names, n, key))
        self.figure.set_figheight(self.figure.get_figheight() + lines * _LEGEND_LINE)
        self.figure.legend(
            handles,
            names,
            loc="outside upper left",
            ncols=-(-len(names) // lines),
            handlelength=key,
            columnspacing=1.5,
            borderaxespad=0.2,
        )


def _fits(names: Sequence[str], lines: int, key: float) -> bool:
    """Tell whether these names fit the width in this many lines."""
    columns = [names[first : first + lines] for first in range(0, len(names), lines)]
    widest = [max(len(part) for name in column for part in name.split("\n")) for column in columns]
    return sum(widest) * _LETTER + len(columns) * (key + 2.3) * FONT_SIZE < WIDTH * 72


def panel_frame(
    titles: Sequence[str],
    *,
    columns: int,
    height: float,
    share_x: bool = True,
    share_y: bool = True,
) -> Frame | None:
    """Return panels with these titles; shared scales are labelled once.

    `height` is that of the figure. None if there are no panels, or they do not fit on a page.
    """
    if not titles or height > MAX_HEIGHT:
        return None
    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor="white")
    size = (-(-len(titles) // columns), columns)
    axes: list[Axes] = []
    for number, title in enumerate(titles):
        x, y = (axes[0] if axes and share else None for share in (share_x, share_y))
        panel = figure.add_subplot(*size, number + 1, sharex=x, sharey=y)
        panel.set_title(folded(title, columns))
        is_lowest, is_leftmost = number + columns >= len(titles), number % columns == 0
        panel.tick_params(labelbottom=is_lowest or not share_x)
        panel.tick_params(labelleft=is_leftmost or not share_y)
        axes.append(panel)
    return Frame(figure, tuple(axes))


def folded(title: str, columns: int) -> str:
    """Return a title wrapped to the width of a panel in this many columns."""
    letters = 72 // columns
    return "\n".join(textwrap.fill(line, letters) for line in title.split("\n"))


# Lines


def line_columns(panels: int) -> int:
    """Return the number of columns for this many panels of lines."""
    return {1: 1, 2: 2, 4: 2}.get(panels, 3)


def line_frame(titles: Sequence[str], *, share_x: bool = True) -> Frame | None:
    """Return panels for lines, which share the vertical scale."""
    columns = line_columns(len(titles))
    height = HEIGHT if len(titles) == 1 else 0.9 + 2.1 * -(-len(titles) // columns)
    return panel_frame(titles, columns=columns, height=height, share_x=share_x)


# Rows


def rows_height(names: Sequence[str]) -> float:
    """Return the height of rows with these names."""
    lines = max((1 + name.count("\n") for name in names), default=0)
    return len(names) * (0.05 + 0.135 * lines)


def name_rows(panel: Axes, names: Sequence[str]) -> None:
    """Name the rows of a panel, from top to bottom at 0, 1, ..."""
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.4, -0.6)
    panel.grid(visible=False, axis="y")
    panel.tick_params(axis="y", length=0)
    panel.spines.left.set_visible(False)
