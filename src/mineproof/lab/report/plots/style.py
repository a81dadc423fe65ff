"""How the figures of the lab look: palette, letters, entrants, and the way to SVG.

Colours are those of Okabe and Ito, "Color Universal Design: how to make figures and presentations
that are friendly to colorblind people" (2008), without yellow, which is too light for a line on
paper. Black is kept for the ceiling. Nothing is told by colour alone: an entrant has a marker and
dashes of its own too, or a row with its name.

Figures are made without pyplot, so there is no list of open figures to grow, and no display is
needed. What matplotlib keeps for the whole process, its settings, is changed while a figure is
drawn or written and then put back; a lock keeps two threads from doing so at once.

Text stays text in the SVG. Outlines of the letters would look the same everywhere, but the file is
twice as large with them, and nobody could search, copy or hear what it says. Where the font is
missing another takes its place; there are few with letters as wide as those of DejaVu Sans, so it
will find room.
"""

from __future__ import annotations

import io
import textwrap
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from matplotlib import style
from matplotlib.figure import Figure

from mineproof.lab.experiment import Experiment

INK, GREY, FAINT = "#000000", "#595959", "#d9d9d9"
BLUE, VERMILION, GREEN = "#0072b2", "#d55e00", "#009e73"
ORANGE, SKY, PURPLE = "#e69f00", "#56b4e9", "#cc79a7"

SHADES = "magma_r"
"""Matplotlib's name for the scale from pale to dark. Its lightness falls evenly, so that it reads
in grey as well; magma is by Smith and van der Walt, "A Better Default Colormap", SciPy 2015."""

FONT_SIZE = 9.0

_LOOKS = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.labelsize": FONT_SIZE,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 5.0,
    "axes.titlesize": FONT_SIZE,
    "axes.titleweight": "bold",
    "figure.constrained_layout.w_pad": 0.08,
    "figure.dpi": 72.0,
    "figure.labelsize": FONT_SIZE,
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": FONT_SIZE,
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "hatch.linewidth": 0.8,
    "legend.fontsize": FONT_SIZE,
    "legend.frameon": False,
    "lines.linewidth": 1.3,
    "lines.markersize": 4.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "mineproof",
    "text.parse_math": False,  # a name may have dollars in it
    "xtick.color": GREY,
    "xtick.labelcolor": INK,
    "xtick.major.width": 0.6,
    "ytick.color": GREY,
    "ytick.labelcolor": INK,
    "ytick.major.width": 0.6,
}

_settings_lock = threading.RLock()


@contextmanager
def styled() -> Iterator[None]:
    """Let matplotlib draw as this file says, whatever its settings; `@styled()` for a function.

    A letter that the font does not have is no reason to warn: the reader's font may have it.
    """
    with _settings_lock, style.context(["default", _LOOKS]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font")
        yield


@styled()
def svg(figure: Figure) -> str:
    """Return a figure as SVG: for the same figure the same text, with no date in it.

    Where its parts are is settled now: to do so once more would move them by hairs.
    """
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    figure.set_layout_engine("none")
    return file.getvalue()


# Entrants

Dashes: TypeAlias = str | tuple[float, tuple[float, ...]]


class Look(NamedTuple):
    """How an entrant is drawn, the same in all figures of an experiment."""

    colour: str
    marker: str
    dashes: Dashes
    is_filled: bool = True
    is_ceiling: bool = False

    @property
    def depth(self) -> float:
        """What lies above what: the ceiling, which is drawn with gaps, above the others."""
        return 3.0 if self.is_ceiling else 2.0

    @property
    def line(self) -> dict[str, Any]:
        """The words in which matplotlib is told of the line, and its markers."""
        width = 1.0 if self.is_ceiling else 1.3
        return {**self.mark, "color": self.colour, "linestyle": self.dashes, "linewidth": width}

    @property
    def mark(self) -> dict[str, Any]:
        """The words in which matplotlib is told of the markers alone."""
        return {
            "linestyle": "none",
            "marker": self.marker,
            "markerfacecolor": self.colour if self.is_filled else "white",
            "markeredgecolor": self.colour,
            "zorder": self.depth,
        }

    @property
    def bar(self) -> dict[str, Any]:
        """The words in which matplotlib is told of the bar of an interval."""
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
    """Return what a figure calls an entrant: its name, on two lines at most, cut if need be."""
    name = f"{entrant} (ceiling)" if entrant == experiment.ceiling else entrant
    return textwrap.fill(name, 28, max_lines=2, placeholder=" …")
