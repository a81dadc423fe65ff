"""Style: palette, font, the look of each entrant, and SVG output.

Colours are those of Okabe and Ito, "Color Universal Design: how to make figures and presentations
that are friendly to colorblind people" (2008), without yellow, which is too light for a line on
paper. Black is reserved for the ceiling. Nothing depends on colour alone: each entrant also has its
own marker and dashes, or a row with its name.

Figures are made without pyplot, so no list of open figures grows, and no display is needed.
Matplotlib's settings are global: they are changed while a figure is drawn or written, and then
restored; a lock keeps two threads from doing so at once.

Text stays text in the SVG. Outlines would look the same everywhere, but double the file size, and
the text could not be searched, copied or read aloud. If the font is missing, another takes its
place; few have letters as wide as DejaVu Sans, so the text will fit.
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
"""Matplotlib's name of the scale from pale to dark. Its lightness falls evenly, so it also works
in grey; magma is by Smith and van der Walt, "A Better Default Colormap", SciPy 2015."""

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
    "text.parse_math": False,  # a name may contain dollar signs
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
    """Apply the style of this file, whatever Matplotlib's settings; use `@styled()` on functions.

    Glyphs missing from the font cause no warning: the reader's font may have them.
    """
    with _settings_lock, style.context(["default", _LOOKS]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font")
        yield


@styled()
def svg(figure: Figure) -> str:
    """Return a figure as SVG: the same text for the same figure, without a date.

    The layout is computed once: a second pass would move parts by a hair.
    """
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    figure.set_layout_engine("none")
    return file.getvalue()


# Entrants

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
