"""Plots of losses: the cells at which games are lost, as a heat map of the board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import BoundaryNorm, Colormap
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from mineproof.board.grid import Grid, Shape, name_place
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.frames import WIDTH, Frame, folded, panel_frame
from mineproof.lab.report.plots.series import Kind, Series, label, series_of
from mineproof.lab.report.plots.style import SHADES, styled
from mineproof.lab.report.results import Rows, loss_table

MIN_LOSSES = 10
"""The mean number of losses per cell that it takes for a heat map to show more than chance."""

_STEPS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
_STEP_NAMES = ("1/4", "1/2", "1", "2", "4", "8", "16")
_WIDEST_CELL = 0.25  # inches


@styled()
def where_games_are_lost(experiment: Experiment, rows: Rows, kind: Kind) -> Figure | None:
    """Draw how often each cell is the one that loses, against the mean of all cells.

    There is a panel for each entrant with at least MIN_LOSSES losses per cell. Each colour stands
    for twice as much as the one before, because a corner may lose a hundred times as often as
    another cell. None if no cell is off the mean by a factor of two: all would look alike.
    """
    lines = loss_table(rows.lazy().filter(**kind._asdict())).to_dicts()
    enough = MIN_LOSSES * kind.grid.size
    series = [one for one in series_of(experiment, lines) if _lost(one) >= enough]
    framed = _board_frame(kind.grid, [_losses_title(one, experiment) for one in series])
    values = [losses(one) for one in series]
    if framed is None or all(0.5 <= value < 2 for its in values for value in its):
        return None
    for panel, its in zip(framed.axes, values, strict=True):
        _draw_losses(panel, its, kind.grid)
        _name_cells(panel, kind.grid)
    _add_scale(framed)
    return framed.figure


def losses(series: Series) -> list[float]:
    """Return for each cell how often it lost, as a multiple of the mean of all cells."""
    size = series.kind.grid.size
    counts = {line["cell"]: line["lost"] for line in series.lines}
    return [counts.get(cell, 0) * size / _lost(series) for cell in range(size)]


def _lost(series: Series) -> int:
    return sum(line["lost"] for line in series.lines)


def _losses_title(series: Series, experiment: Experiment) -> str:
    lost, games = _lost(series), series.lines[0]["games"]
    return f"{label(experiment, series.entrant)}\n{lost:,} of {games:,} lost"


def _board_frame(grid: Grid, titles: Sequence[str]) -> Frame | None:
    columns = max(1, min(len(titles), 2 if grid.cols > 1.4 * grid.rows else 3))
    width = min(WIDTH / columns - 0.4, _WIDEST_CELL * grid.cols)
    lines = max((1 + folded(title, columns).count("\n") for title in titles), default=0)
    board = 0.3 + 0.15 * lines + width * grid.rows / grid.cols
    height = 0.9 + -(-len(titles) // columns) * board
    return panel_frame(titles, columns=columns, height=height)


def _draw_losses(panel: Axes, values: Sequence[float], grid: Grid) -> None:
    """Draw all cells of one colour as one shape: hundreds of shapes would make a large file."""
    shapes: defaultdict[int, list[Path]] = defaultdict(list)
    for row in range(grid.rows):
        col = 0
        steps = map(_step, values[row * grid.cols : (row + 1) * grid.cols])
        for step, run in groupby(steps):
            cells = len(list(run))
            shapes[step].append(_box(row, col + _shift(grid, row), cells))
            col += cells
    for step, boxes in shapes.items():
        colour = _shades()(step)
        shape = Path.make_compound_path(*boxes)
        panel.add_patch(PathPatch(shape, facecolor=colour, edgecolor=colour, linewidth=0.5))


def _step(value: float) -> int:
    return sum(value >= step for step in _STEPS)


def _shades() -> Colormap:
    return mpl.colormaps[SHADES].resampled(len(_STEPS) + 1)


def _shift(grid: Grid, row: int) -> float:
    return 0.5 if grid.shape is Shape.HEX and row % 2 else 0.0


def _box(row: float, col: float, cells: int) -> Path:
    right = col + cells
    corners = [(col, row), (right, row), (right, row + 1), (col, row + 1), (col, row)]
    return Path(corners, closed=True)


def _name_cells(panel: Axes, grid: Grid) -> None:
    width = grid.cols + max(_shift(grid, row) for row in range(grid.rows))
    panel.set(aspect="equal", xlim=(0, width), ylim=(grid.rows, 0))
    cols, rows = (range(0, side, 1 if side < 10 else 5) for side in (grid.cols, grid.rows))
    panel.set_xticks([col + 0.5 for col in cols], [name_place((0, col))[:-1] for col in cols])
    panel.set_yticks([row + 0.5 for row in rows], [f"{row + 1}" for row in rows])
    panel.grid(visible=False)
    panel.tick_params(length=0)
    panel.spines[:].set_visible(True)


def _add_scale(framed: Frame) -> None:
    shades = _shades()
    scale = ScalarMappable(BoundaryNorm(_STEPS, shades.N, extend="both"), shades)
    bar = framed.figure.colorbar(
        scale, ax=framed.axes, location="bottom", aspect=40, shrink=0.7, pad=0.03
    )
    bar.set_ticks(_STEPS, labels=_STEP_NAMES)
    bar.set_label("games lost at a cell, as a multiple of the mean of all cells")
