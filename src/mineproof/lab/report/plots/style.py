"""Style: palette, font, and figures as SVG, PNG and PDF.

Colours are those of Okabe and Ito, "Color Universal Design: how to make figures and presentations
that are friendly to colorblind people" (2008), without yellow, which is too light for a line on
paper. Black is reserved for the ceiling. Nothing depends on colour alone: each entrant also has its
own marker and dashes, or a row with its name.

Figures are made without pyplot, so no list of open figures grows, and no display is needed.
Matplotlib's settings are global: they are changed while a figure is drawn or written, and then
restored; a lock keeps two threads from doing so at once.

Text stays text in SVG and PDF. Outlines would look the same everywhere, but double the file size,
and the text could not be searched, copied or read aloud. A PDF brings its font along. If an SVG's
is missing, another takes its place; few have letters as wide as DejaVu Sans, so the text will fit.
"""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from matplotlib import style
from matplotlib.figure import Figure

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
    "pdf.fonttype": 42,  # TrueType: journals refuse Type 3
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


FIGURE_FORMATS = ("svg", "png", "pdf")
"""The formats of figures, which are also the suffixes of their files."""

_UNDATED: dict[str, dict[str, Any]] = {
    "svg": {"Date": None},
    "png": {},
    "pdf": {"CreationDate": None},
}
_PRINT = 200.0  # pixels per inch of a PNG, enough for a page


@styled()
def figure_bytes(figure: Figure, form: str) -> bytes:
    """Return a figure in a format: the same bytes for the same figure, without a date.

    The layout is computed once: a second pass would move parts by a hair.
    """
    file, dpi = io.BytesIO(), _PRINT if form == "png" else "figure"
    figure.savefig(file, format=form, dpi=dpi, metadata=_UNDATED[form])
    figure.set_layout_engine("none")
    return file.getvalue()


def svg(figure: Figure) -> str:
    """Return a figure as SVG."""
    return figure_bytes(figure, "svg").decode()


def duration(seconds: float) -> str:
    """Return a round time in its unit.

    >>> [duration(seconds) for seconds in (1e-6, 0.0001, 0.01, 1, 1000)]
    ['1 µs', '100 µs', '10 ms', '1 s', '1,000 s']
    """
    for unit, length in (("s", 1.0), ("ms", 1e-3)):
        if seconds > 0.99 * length:
            return f"{seconds / length:,.4g} {unit}"
    return f"{seconds / 1e-6:.4g} µs"
